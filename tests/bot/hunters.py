"""Who hunts in the tests of the service for hunts, and how."""

import sqlite3
from datetime import datetime

from bot.hunts import Hunts
from bot.people import Place, Player, SessionId
from bot.session import Session
from bot.sessions import Sessions
from rules.draugr.game import DRAUGR
from rules.draugr.player import greedy
from rules.draugr.ruleset import STANDARD, Ruleset
from rules.game import Seat
from tests.bot.folk import ASTRID, HALL, NOON, never

DAY = NOON.date()
LOST = "norn-59"


class Loaded:
    """Chance that gives numbers in a fixed order, and counts how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, n: int) -> int:
        """The next number."""
        self.asked += 1
        return self.asked * 7 % n


def own(player: Player) -> Place:
    """That player's direct messages."""
    return Place(None, 9_000 + player.id, "bot")


async def begun(
    hunts: Hunts,
    seed: str = LOST,
    *,
    hunter: Player = ASTRID,
    place: Place = HALL,
    ruleset: Ruleset = STANDARD,
) -> Session:
    """A hunt of Astrid's in the hall, unless told otherwise."""
    return await hunts.begin(
        place=place, locale="en", hunter=hunter, ruleset=ruleset, seed=seed, now=NOON, draw=Loaded()
    )


async def daily(
    hunts: Hunts, hunter: Player = ASTRID, place: Place | None = None, now: datetime = NOON
) -> Session:
    """Today's hunt of Astrid's in her direct messages, unless told otherwise."""
    return await hunts.begin_daily(
        place=place or own(hunter), locale="en", hunter=hunter, now=now, draw=Loaded()
    )


async def hunted(sessions: Sessions, session: Session, *, most: int = 1_000) -> Session:
    """The hunt after so many choices of the greedy player, or its end."""
    for _ in range(most):
        if session.outcome:
            break
        session = await sessions.act(
            session.id,
            session.ply,
            session.seats[Seat.HUNTER].id,
            DRAUGR.write(session.hunt, greedy(session.hunt)),
            now=NOON,
            draw=never,
        )
    return session


def result_of(beside: sqlite3.Connection, session: SessionId) -> tuple[object, ...] | None:
    """What is stored of a daily hunt's result, and the session's state; None where it is no daily hunt."""
    found: tuple[object, ...] | None = beside.execute(
        "select daily.won, daily.slain, daily.rounds, session.state"
        " from daily join session on session.id = daily.session where session.id = ?",
        (session,),
    ).fetchone()
    return found
