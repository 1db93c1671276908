"""The store: written whole or not at all, read at one moment, and laws that SQLite itself keeps."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from bot.challenges import Challenges
from bot.sessions import Sessions
from bot.store import Store, Transaction
from bot.store import sessions as queries
from tests.bot.folk import ASTRID, HALL, NOON, YARD, cancelled_at, challenge, opened, play
from tests.bot.staking import look


async def write(tx: Transaction, channel: int) -> int:
    """A session's row and a seat's: two statements that belong together."""
    place = {"guild": None, "channel": channel, "posting": "bot", "locale": "en"}
    number = await queries.insert_session(tx, game="tafl", setup="standard", now=0, seed=None, **place)  # type: ignore[arg-type]
    await queries.insert_seat(tx, number, "attackers", 1, "Astrid")
    return number


def count(database: Path, table: str) -> object:
    """How many committed rows the table has."""
    return look(database, f"select count(*) from {table}")[0][0]


async def test_what_was_written_is_there_when_opened_again(database: Path) -> None:
    store = await Store.open(database)
    async with store.transaction() as tx:
        await write(tx, 5)
    await store.close()
    store = await Store.open(database)
    async with store.reading() as tx:
        assert await queries.live_session(tx, 5) == 1
    await store.close()


# One transaction


async def test_an_exception_rolls_back_and_the_next_transaction_works(store: Store) -> None:
    with pytest.raises(ZeroDivisionError):
        async with store.transaction() as tx:
            await write(tx, 1)
            raise ZeroDivisionError
    assert (count(store.path, "session"), count(store.path, "seat")) == (0, 0)
    async with store.transaction() as tx:
        await write(tx, 1)
    assert (count(store.path, "session"), count(store.path, "seat")) == (1, 1)


async def test_a_failing_statement_rolls_back_what_came_before_it(store: Store) -> None:
    with pytest.raises(sqlite3.IntegrityError):
        async with store.transaction() as tx:
            await write(tx, 1)
            await write(tx, 1)
    assert (count(store.path, "session"), count(store.path, "seat")) == (0, 0)


async def test_what_is_left_for_later_is_seen_by_what_comes_after_and_kept_at_the_end(store: Store) -> None:
    seat = "insert into seat (session, seat, player, name) values (?, ?, ?, ?)"
    async with store.transaction() as tx:
        number = await write(tx, 1)
        tx.later(seat, number, "defenders", 2, "Bjorn")
        assert count(store.path, "seat") == 0, "nothing of it is committed"
        assert len(await tx.all("select * from seat")) == 2
        tx.later("update seat set name = 'Bjarni' where player = 2")
    assert look(store.path, "select name from seat order by player") == [("Astrid",), ("Bjarni",)]
    with pytest.raises(sqlite3.IntegrityError):
        async with store.transaction() as tx:
            await tx.run("update seat set name = 'Arni' where player = 2")
            tx.later(seat, number, "defenders", 2, "Bjorn")
    assert look(store.path, "select name from seat order by player") == [("Astrid",), ("Bjarni",)]


async def test_the_last_thing_ends_a_transaction_and_more_begins_it_anew(store: Store) -> None:
    async with store.transaction() as tx:
        await write(tx, 1)
        await tx.each(("update session set channel = 2", ()), last=True)
        assert look(store.path, "select channel from session") == [(2,)], "it is committed on that trip"
        await tx.run("update session set channel = 3")
        assert look(store.path, "select channel from session") == [(2,)]
    assert look(store.path, "select channel from session") == [(3,)]
    async with store.reading() as tx:
        assert await tx.one("select 1 from session where channel = 3", last=True)
        async with store.transaction() as other:
            await other.run("update session set channel = 4")
        assert await tx.one("select 1 from session where channel = 4"), "an ended look sees what came since"


async def test_cancelled_at_any_wait_a_transaction_is_whole_or_nothing(store: Store) -> None:
    async def work(channel: int) -> None:
        async with store.transaction() as tx:
            await write(tx, channel)

    for wait in range(100):
        cancelled, _ = await cancelled_at(wait, work(wait))
        assert count(store.path, "session") == count(store.path, "seat")
        async with store.transaction() as tx:
            await write(tx, 1_000 + wait)
        if not cancelled:
            break
    else:
        pytest.fail("never came to its end")
    assert wait > 2


async def test_cancelled_at_any_wait_a_look_leaves_the_reader_free(store: Store) -> None:
    async def work() -> None:
        async with store.reading() as tx:
            await queries.live_sessions(tx)
            await queries.live_sessions(tx)

    for wait in range(100):
        cancelled, _ = await cancelled_at(wait, work())
        async with store.transaction() as tx:
            await write(tx, wait)
        async with store.reading() as tx:
            assert len(await queries.live_sessions(tx)) == wait + 1
        if not cancelled:
            break
    else:
        pytest.fail("never came to its end")


async def test_cancelled_while_it_waits_for_its_turn_a_transaction_does_nothing(store: Store) -> None:
    async def other() -> None:
        async with store.transaction() as tx:
            await write(tx, 2)

    async with store.transaction() as tx:
        waiting = asyncio.create_task(other())
        await asyncio.sleep(0)
        waiting.cancel()
        await write(tx, 1)
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert look(store.path, "select channel from session") == [(1,)]


async def test_a_reader_never_sees_what_is_not_committed(store: Store) -> None:
    async with store.transaction() as tx:
        await write(tx, 1)
        async with store.reading() as other:
            assert await queries.live_sessions(other) == []
        assert await queries.live_sessions(tx) == [1]
    async with store.reading() as other:
        assert await queries.live_sessions(other) == [1]


async def test_a_reader_sees_one_moment_while_others_commit(store: Store) -> None:
    async with store.reading() as other:
        assert await queries.live_sessions(other) == []
        async with store.transaction() as tx:
            await write(tx, 1)
        assert await queries.live_sessions(other) == []


async def test_a_reader_cannot_write(store: Store) -> None:
    with pytest.raises(sqlite3.OperationalError):
        async with store.reading() as tx:
            await write(tx, 1)
    async with store.reading() as tx:
        assert await queries.live_sessions(tx) == []


async def test_F44_writers_take_turns(store: Store) -> None:
    async def work(channel: int) -> None:
        async with store.transaction() as tx:
            before = await queries.live_sessions(tx)
            await write(tx, channel)
            assert len(await queries.live_sessions(tx)) == len(before) + 1

    await asyncio.gather(*map(work, range(50)))
    assert (count(store.path, "session"), count(store.path, "seat")) == (50, 50)


async def test_closing_waits_for_what_is_under_way(database: Path) -> None:
    store = await Store.open(database)
    started = asyncio.Event()

    async def work() -> None:
        async with store.transaction() as tx:
            started.set()
            await write(tx, 1)

    task = asyncio.create_task(work())
    await started.wait()
    await store.close()
    await task
    assert count(database, "session") == 1


# What SQLite itself refuses


@pytest.mark.parametrize(
    "violation",
    [
        "insert into session (game, setup, channel, posting, locale, state, created_at)"
        " values ('tafl', 'standard', 800, 'bot', 'en', 'live', 0)",
        "insert into action (session, ply, seat, text, at) values (1, 0, 'defenders', 'e5-f5', 0)",
        "insert into action (session, ply, seat, text, at) values (1, -1, 'defenders', 'e5-f5', 0)",
        "insert into action (session, ply, seat, text, at) values (1, 1, 'judges', 'e5-f5', 0)",
        "insert into action (session, ply, seat, text, at) values (99, 0, 'attackers', 'place e9', 0)",
        "insert into action (session, ply, seat, text, at) values (1, 1, 'attackers', 'e8-a8', 'noon')",
        "insert into seat (session, seat, player, name) values (1, 'attackers', 13, 'Gudrun')",
        "insert into seat (session, seat, player, name) values (99, 'attackers', 13, 'Gudrun')",
        "insert into shown (session, ply, message) values (99, 0, 1)",
        "update session set state = 'over' where id = 1",
        "update session set state = 'over', ended_at = 5 where id = 1",
        "update session set state = 'over', ending = 'escape' where id = 1",
        "update session set ending = 'escape', ended_at = 5 where id = 1",
        "update session set state = 'paused' where id = 1",
        "delete from session where id = 1",
        "update challenge set state = 'open', session = null",
        "update challenge set opponent = challenger where id = 2",
        "update challenge set state = 'accepted' where id = 2",
        "update challenge set state = 'declined', session = 1 where id = 2",
        "update challenge set state = 'accepted', session = 99 where id = 2",
        "insert into challenge (channel, posting, locale, challenger, challenger_name, opponent,"
        " opponent_name, side, setup, state, created_at, expires_at)"
        " values (801, 'bot', 'en', 11, 'Astrid', 12, 'Bjorn', 'random', 'standard', 'open', 0, 1)",
        "insert into offer (session, ply, kind, seat, state, at) values (1, 1, 'draw', 'attackers', 'open', 0)",
        "insert into offer (session, ply, kind, seat, state, at) values (1, 1, 'bribe', 'attackers', 'open', 0)",
    ],
)
async def test_the_schema_keeps_the_law(
    sessions: Sessions, challenges: Challenges, beside: sqlite3.Connection, violation: str
) -> None:
    session = await play(sessions, await opened(challenges, place=HALL), "place e9")
    assert (session.id, session.ply) == (1, 1)
    await sessions.offer(session.id, 1, ASTRID.id, "draw", now=NOON)
    await challenge(challenges, place=YARD)
    beside.execute("pragma foreign_keys = on")
    if "update challenge set state = 'open'" in violation:
        # Only then are there two between the same people in one channel.
        beside.execute("update challenge set channel = 801")
    with pytest.raises(sqlite3.IntegrityError):
        beside.execute(violation)


async def test_a_channel_may_hold_many_sessions_that_are_over(store: Store) -> None:
    for _ in range(3):
        async with store.transaction() as tx:
            number = await write(tx, 7)
            await queries.end_session(tx, number, None, "agreement", 1)
    assert count(store.path, "session") == 3
