"""The real process while Discord, the network, the disk or a neighbour give it trouble: one move, told truly."""

import resource
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager

from bot.audit import audit
from bot.store import Store
from bot.words import speaker
from tests.wire.exchange import Exchange
from tests.wire.match import Game, begin, plies
from tests.wire.process import Process
from tests.wire.standin import Standin
from tests.wire.world import MEMBER, Permission

en, ru = speaker("en"), speaker("ru")
CALLS = {
    "acknowledging": ("POST", "/interactions/*/callback"),
    "showing": ("POST", "/channels/*/messages"),
    "clearing": ("PATCH", "/channels/*/messages/*"),
    "answering": ("DELETE", "/webhooks/*"),
}
DENIED = (
    Permission.VIEW_CHANNEL,
    Permission.SEND_MESSAGES,
    Permission.ATTACH_FILES,
    Permission.EMBED_LINKS,
    Permission.READ_MESSAGE_HISTORY,
    Permission.CREATE_PUBLIC_THREADS,
    Permission.SEND_MESSAGES_IN_THREADS,
)
PATIENCE = 10.0


async def opened(standin: Standin, bot: Process) -> Game:
    """A match under way."""
    game = begin(standin, bot.database)
    await bot.start()
    await game.open()
    return game


async def one_move(game: Game) -> Exchange:
    """A move by command, whatever comes of it."""
    exchange = await game.mover.slash(game.channel, "tafl move", move=game.next_move())
    await game.standin.quiet(0.1)
    return exchange


def check_shown(game: Game) -> None:
    """What is kept is what hangs, once."""
    game.played = game.kept()
    assert [plies(table.live) for table in game.tables] == [{len(game.played)}]


def told(exchange: Exchange) -> set[str]:
    """What was said to the one who acted, in either language."""
    return {change.message.text for change in exchange.changes if change.message.ephemeral}


def both(key: str) -> set[str]:
    """A sentence as either of the two players reads it."""
    return {en(key), ru(key)}


# Discord


async def test_F45_a_rate_limit_is_waited_for_at_every_request_and_not_for_ever(
    standin: Standin, bot: Process
) -> None:
    game = await opened(standin, bot)
    for method, path in CALLS.values():
        fault = standin.inject(method, path, 429, retry_after=0.05, times=2)
        await one_move(game)
        assert fault.met == 2
        check_shown(game)
    # What is no rate limit of Discord's own comes through at once: the table hangs in words.
    standin.inject(*CALLS["showing"], 429, via=False)
    await one_move(game)
    check_shown(game)
    for lasting in ({"via": False}, {"retry_after": 600.0}):
        standin.inject(*CALLS["showing"], 429, times=2, **lasting)
        begun = time.monotonic()
        exchange = await one_move(game)
        assert time.monotonic() - begun < PATIENCE
        assert told(exchange) & both("error-table-not-shown")
        await game.mover.slash(game.channel, "tafl show")
        check_shown(game)
    assert len(game.played) == 8
    standin.check()


async def test_F13_a_connection_that_breaks_at_any_request_costs_no_move_and_shows_none_twice(
    standin: Standin, bot: Process
) -> None:
    game = await opened(standin, bot)
    moves = 1
    for after in (False, True):
        for method, path in CALLS.values():
            fault = standin.inject(method, path, drop=True, after_applying=after)
            exchange = await one_move(game)
            moves += 1
            assert fault.met == 1
            assert exchange.callback is not None
            assert len(game.kept()) == moves
            await game.mover.slash(game.channel, "tafl show")
            check_shown(game)
    assert standin.violations == []
    assert "Traceback" not in bot.output, bot.output


async def test_F17_each_permission_taken_away_in_the_middle_of_a_match(
    standin: Standin, bot: Process
) -> None:
    game = await opened(standin, bot)
    for denied in (*DENIED, Permission(0)):
        game.channel.app_permissions = MEMBER & ~denied
        for _ in range(2):
            await one_move(game)
            game.played = game.kept()
            assert plies(game.table.live) == {len(game.played)}, f"without {denied!r} a move is not shown"
        await game.mover.slash(game.channel, "tafl show")
        assert plies(game.table.live) == {len(game.played)}
    # Allowed again, what could not be edited meanwhile has lost its controls.
    check_shown(game)
    assert len(game.played) == 1 + 2 * (len(DENIED) + 1)
    assert "Traceback" not in bot.output, bot.output
    standin.check()


# The machine


@contextmanager
def locked(bot: Process) -> Iterator[None]:
    """Another process writes, and takes its time."""
    with closing(sqlite3.connect(bot.database, isolation_level=None)) as neighbour:
        neighbour.execute("begin exclusive")
        yield
        neighbour.execute("rollback")


async def test_F44_a_database_that_another_process_holds_at_the_start_is_one_sentence(
    standin: Standin, bot: Process
) -> None:
    await (await Store.open(bot.database)).close()
    with locked(bot):
        bot.launch()
        assert await bot.ended(60.0) == 2
    said = [line for line in bot.output.splitlines() if str(bot.database) in line and line.endswith(".")]
    assert len(said) == 1 and "locked" in said[0], bot.output
    assert "Traceback" not in bot.output, bot.output


@contextmanager
def full(bot: Process) -> Iterator[None]:
    """No file of the process's can grow beyond what its log of writes has now."""
    assert bot.child is not None
    _, hard = resource.prlimit(bot.child.pid, resource.RLIMIT_FSIZE)
    size = bot.database.with_name(f"{bot.database.name}-wal").stat().st_size
    resource.prlimit(bot.child.pid, resource.RLIMIT_FSIZE, (size + 100, hard))
    yield
    resource.prlimit(bot.child.pid, resource.RLIMIT_FSIZE, (hard, hard))


@contextmanager
def gone(bot: Process) -> Iterator[None]:
    """The database lies elsewhere."""
    aside = bot.database.with_name("aside")
    bot.database.rename(aside)
    yield
    aside.rename(bot.database)


async def test_F42_F44_a_database_that_is_locked_or_gone_or_has_no_room_is_told_in_time(
    standin: Standin, bot: Process
) -> None:
    game = await opened(standin, bot)
    for trouble, key in ((locked, "error-busy"), (full, "error-failing"), (gone, "error-failing")):
        shown = len(game.public_changes)
        with trouble(bot):
            begun = time.monotonic()
            exchange = await one_move(game)
            assert time.monotonic() - begun < PATIENCE
            assert told(exchange) & both(key), (told(exchange), bot.output)
            assert len(game.public_changes) == shown
        assert game.kept() == game.played
        await one_move(game)
        check_shown(game)
    assert len(game.played) == 4
    await bot.restart()
    assert game.kept() == game.played
    assert not (await audit(bot.database)).found
    standin.check()
