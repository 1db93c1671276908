"""The real process killed at every step of a move: nothing shown is lost, nothing is applied twice or by half."""

import asyncio
from collections.abc import Awaitable, Callable
from random import Random

import pytest

from tests.wire.exchange import Exchange
from tests.wire.match import Game, begin, plies, pressable
from tests.wire.process import Process
from tests.wire.standin import Standin

Trap = Callable[[Standin, Process], None]
"""Sets a watch that kills the process at some request."""


def at(method: str, path: str, *, after_applying: bool = False, lost: bool = False) -> Trap:
    """Kill when a request has come whole, before or after it takes effect; a `lost` one takes none."""

    def trap(standin: Standin, bot: Process) -> None:
        standin.watch(method, path, bot.kill, after_applying=after_applying, lost=lost)

    return trap


CALLBACK, TABLE, CONTROLS, ANSWER = (
    ("POST", "/interactions/*/callback"),
    ("POST", "/channels/*/messages"),
    ("PATCH", "/channels/*/messages/*"),
    ("DELETE", "/webhooks/*"),
)
# Each with how many actions the database must have gained: the move is kept once its table leaves.
TRAPS: dict[str, tuple[Trap, int]] = {
    "acknowledgement lost": (at(*CALLBACK, lost=True), 0),
    "acknowledgement received": (at(*CALLBACK), 0),
    "acknowledged": (at(*CALLBACK, after_applying=True), 0),
    "table lost": (at(*TABLE, lost=True), 1),
    "table received": (at(*TABLE), 1),
    "table shown": (at(*TABLE, after_applying=True), 1),
    "old controls lost": (at(*CONTROLS, lost=True), 1),
    "old controls off": (at(*CONTROLS, after_applying=True), 1),
    "answer received": (at(*ANSWER), 1),
    "answered": (at(*ANSWER, after_applying=True), 1),
}
MOMENTS = 7
SLOWEST = 0.030


async def send(game: Game, move: str, by_picker: bool) -> Callable[[], Awaitable[Exchange]]:
    """Prepare a move up to its last step; what is returned takes that step without waiting."""
    mover = game.mover.hasty()
    if not by_picker:
        return lambda: mover.slash(game.channel, "tafl move", move=move)
    picker, control, end = await game.open_picker(move)
    return lambda: mover.select(picker, control, end)


async def check_after(game: Game, bot: Process, move: str, gained: int | None) -> None:
    """Start again; hold what was kept against what was asked for and what was shown."""
    await bot.restart()
    before = len(game.played)
    kept = game.kept()
    assert kept in (game.played, [*game.played, move])
    assert gained is None or len(kept) == before + gained
    assert game.shown <= len(kept), "a move that was shown is lost"
    game.played = kept
    newest = game.table
    more = await game.mover.click(newest, pressable(newest, "more"))
    assert more.reply.ephemeral and plies(more.reply.live) == {len(kept)}
    await game.mover.slash(game.channel, "tafl show")
    assert plies(game.table.live) == {len(kept)}
    for old in game.tables[:-1]:
        if plies(old.live) != {len(kept)}:
            refused = await game.mover.click(old, pressable(old, "move"))
            assert refused.reply.ephemeral
    assert game.kept() == kept


@pytest.mark.parametrize("by_picker", [False, True], ids=["typed", "picked"])
async def test_F42_killed_at_each_step_of_a_move(standin: Standin, bot: Process, by_picker: bool) -> None:
    game = begin(standin, bot.database, seed=5 + by_picker)
    await bot.start()
    await game.open()
    for name, (trap, gained) in TRAPS.items():
        move = game.next_move()
        step = await send(game, move, by_picker)
        trap(standin, bot)
        await step()
        assert await standin.wait_for(lambda: not bot.running, 5), name
        await check_after(game, bot, move, gained)
    assert standin.violations == []


async def test_F42_killed_at_any_moment_of_a_move(standin: Standin, bot: Process) -> None:
    chance = Random(7)
    game = begin(standin, bot.database, seed=7)
    await bot.start()
    await game.open()
    for number in range(MOMENTS):
        move = game.next_move()
        step = await send(game, move, by_picker=bool(number % 2))
        await step()
        await asyncio.sleep(chance.uniform(0, SLOWEST))
        bot.kill()
        await check_after(game, bot, move, None)
    assert standin.violations == []


ACCEPTING: dict[str, tuple[Trap | None, bool | None]] = {
    "acknowledged": (at(*CALLBACK, after_applying=True), False),
    "table lost": (at(*TABLE, lost=True), True),
    "table shown": (at(*TABLE, after_applying=True), True),
    "some moment": (None, None),
    "another moment": (None, None),
    "a third moment": (None, None),
}
HALVES = """
    select challenge.id, challenge.state from challenge
    left join session on session.id = challenge.session
    where challenge.channel = ? and (challenge.state = 'accepted') <> (session.id is not null)
"""


async def test_F34_killed_while_a_challenge_is_accepted(standin: Standin, bot: Process) -> None:
    chance = Random(11)
    game = begin(standin, bot.database)
    await bot.start()
    assert game.channel.guild is not None
    for name, (trap, accepted) in ACCEPTING.items():
        game.channel = standin.text(game.channel.guild, name.replace(" ", "-"))
        challenged = await game.alice.slash(game.channel, "tafl challenge", opponent=game.bob, side="attack")
        [challenge] = challenged.public
        accept = pressable(challenge, "accept")
        if trap is not None:
            trap(standin, bot)
        await game.bob.hasty().click(challenge, accept)
        if trap is None:
            await asyncio.sleep(chance.uniform(0, SLOWEST))
            bot.kill()
        assert await standin.wait_for(lambda: not bot.running, 5), name
        await bot.restart()
        assert game.rows(HALVES, game.channel.id) == []
        assert accepted is None or len(sessions_of(game)) == accepted
        again = await game.bob.click(challenge, accept, stale=True)
        assert again.callback is not None
        await game.alice.slash(game.channel, "tafl show")
        assert plies(game.table.live) == {0}
        assert len(sessions_of(game)) == 1
    assert standin.violations == []


def sessions_of(game: Game) -> list[tuple[int, str]]:
    """The sessions that were opened in the game's channel."""
    return game.rows("select id, state from session where channel = ?", game.channel.id)
