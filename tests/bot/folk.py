"""Who plays in the tests of the bot's inner rooms, where and when, and a match that they know by heart."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Generator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import count
from typing import Any, TypeVar

from bot.challenges import Challenge, Challenges, Side
from bot.people import Place, Player, PlayerId
from bot.session import Session
from bot.sessions import Sessions
from rules.tafl.ruleset import STANDARD, Ruleset

T = TypeVar("T")
Act = Callable[..., Awaitable[Session]]

NOON = datetime(2026, 5, 17, 12, tzinfo=UTC)
GUILD = 700
HALL = Place(GUILD, 800, "bot")
YARD = Place(GUILD, 801, "bot")
ASTRID = Player(PlayerId(11), "Astrid")
BJORN = Player(PlayerId(12), "Bjorn")
GUEST = Player(PlayerId(13), "Gudrun")

# The Jarl walks out by f2 to i2 while a thrall goes to and fro.
OPENING = ("place e9", "e8-a8", "f5-f7", "a8-b8", "e5-f5", "b8-a8", "f5-f2", "a8-b8")
ESCAPE = "f2-i2"


@dataclass
class Clock:
    """A clock that stands still until it is set on."""

    now: datetime = NOON

    def __call__(self) -> datetime:
        """The time it shows."""
        return self.now

    def pass_by(self, span: timedelta) -> None:
        """Set it on."""
        self.now += span


def never(_: int) -> int:
    """Chance, where nothing may be left to it."""
    raise AssertionError


def first(_: int) -> int:
    """Chance that always gives the first."""
    return 0


async def challenge(
    challenges: Challenges,
    *,
    place: Place = HALL,
    by: Player = ASTRID,
    to: Player = BJORN,
    side: Side = "attack",
    ruleset: Ruleset = STANDARD,
    now: datetime = NOON,
) -> Challenge:
    """A challenge that Astrid makes to Bjorn in the hall, unless told otherwise."""
    return await challenges.make(
        place=place, locale="en", challenger=by, opponent=to, side=side, ruleset=ruleset, now=now
    )


async def opened(challenges: Challenges, *, place: Place = HALL, now: datetime = NOON) -> Session:
    """A fresh match there: Astrid attacks, Bjorn defends."""
    made = await challenge(challenges, place=place, now=now)
    _, session = await challenges.accept(made.id, BJORN.id, now=now, draw=never)
    return session


async def play(sessions: Sessions, session: Session, *moves: str) -> Session:
    """The match after the moves, each played by whoever is to move."""
    for move in moves:
        assert session.to_move is not None
        session = await sessions.act(session.id, session.ply, session.to_move.id, move, now=NOON, draw=never)
    return session


async def unchanged(sessions: Sessions, session: Session) -> None:
    """The session stands as it stood, by what is kept and by what is stored."""
    for reader in (sessions, Sessions(sessions._store)):
        found = await reader.get(session.id)
        assert (found.ply, found.state, found.outcome, found.offers) == (
            session.ply,
            session.state,
            session.outcome,
            session.offers,
        )


async def cancelled_at(wait: int, work: Coroutine[Any, Any, T]) -> tuple[bool, T | None]:
    """Run the work and cancel it where it waits for that time; whether it did, and what came of it else."""
    reached = False

    class Steps:
        def __await__(self) -> Generator[Any, Any, T]:
            nonlocal reached
            inner = work.__await__()
            step: Callable[[], Any] = partial(inner.send, None)
            for waits in count():
                try:
                    waited_for = step()
                except StopIteration as end:
                    return end.value  # type: ignore[no-any-return]
                if waits == wait:
                    reached = True
                    task = asyncio.current_task()
                    assert task is not None
                    task.cancel()
                try:
                    yield waited_for
                    step = partial(inner.send, None)
                except BaseException as error:
                    step = partial(inner.throw, error)
            raise AssertionError

    async def run() -> T:
        return await Steps()

    try:
        return reached, await asyncio.ensure_future(run())
    except asyncio.CancelledError:
        return True, None
