"""The service for matches: nothing half-done, and nothing kept that was rolled back."""

import sqlite3
from collections.abc import Awaitable, Callable
from datetime import timedelta

import pytest

from bot.challenges import Challenges
from bot.session import Session
from bot.sessions import Sessions
from bot.store import Store
from rules.game import Ending, Outcome, Seat
from rules.tafl.match import TAFL
from tests.bot.folk import ASTRID, BJORN, ESCAPE, HALL, NOON, OPENING, cancelled_at, opened, play, unchanged


def trap(beside: sqlite3.Connection, deed: str, table: str) -> None:
    """Make SQLite fail at that statement, as a full disk would."""
    beside.execute(
        f"create trigger trap before {deed} on {table} begin select raise(abort, 'no space left'); end"
    )


def free(beside: sqlite3.Connection) -> None:
    """Take the trap away."""
    beside.execute("drop trigger trap")


async def test_a_failure_at_the_last_statement_leaves_nothing(
    sessions: Sessions, fresh: Session, beside: sqlite3.Connection
) -> None:
    last = await play(sessions, fresh, *OPENING)
    for _ in range(2):
        trap(beside, "update", "session")
        with pytest.raises(sqlite3.IntegrityError):
            await play(sessions, last, ESCAPE)
        free(beside)
        await unchanged(sessions, last)
    assert (await play(sessions, last, ESCAPE)).outcome == Outcome(Seat.DEFENDERS, Ending.ESCAPE)


async def test_a_rolled_back_end_is_not_served_for_the_take_back_agreed_instead(
    sessions: Sessions, fresh: Session, beside: sqlite3.Connection
) -> None:
    last = await play(sessions, fresh, *OPENING)
    trap(beside, "update", "session")
    with pytest.raises(sqlite3.IntegrityError):
        await play(sessions, last, ESCAPE)
    free(beside)
    await sessions.offer(last.id, last.ply, ASTRID.id, "undo", now=NOON)
    undone = await sessions.answer(last.id, last.ply, BJORN.id, "undo", accept=True, now=NOON)
    assert undone.turn is Seat.ATTACKERS
    await unchanged(sessions, undone)


async def test_a_rolled_back_state_is_not_served_for_the_move_made_instead(
    sessions: Sessions, begun: Session, beside: sqlite3.Connection
) -> None:
    trap(beside, "insert", "action")
    with pytest.raises(sqlite3.IntegrityError):
        await play(sessions, begun, "a8-b8")
    free(beside)
    moved = await play(sessions, begun, "a8-c8")
    assert moved.match.moves[-1].notation == "a8-c8"
    await unchanged(sessions, moved)


async def test_a_failed_agreement_leaves_the_offer_open(
    sessions: Sessions, begun: Session, beside: sqlite3.Connection
) -> None:
    offered = await sessions.offer(begun.id, begun.ply, BJORN.id, "draw", now=NOON)
    trap(beside, "update", "session")
    with pytest.raises(sqlite3.IntegrityError):
        await sessions.answer(begun.id, begun.ply, ASTRID.id, "draw", accept=True, now=NOON)
    free(beside)
    await unchanged(sessions, offered)


async def test_a_number_that_a_rollback_gives_back_is_met_with_its_own_state(
    challenges: Challenges, sessions: Sessions, store: Store
) -> None:
    with pytest.raises(ZeroDivisionError):
        async with store.transaction() as tx:
            lost = await sessions.open(
                tx,
                game=TAFL.name,
                setup="open",
                place=HALL,
                locale="en",
                seats={Seat.ATTACKERS: ASTRID, Seat.DEFENDERS: BJORN},
                now=NOON,
            )
            await sessions.append(tx, lost, Seat.ATTACKERS, "place a5", NOON)
            raise ZeroDivisionError
    found = await opened(challenges)
    assert found.id == lost.id
    served = await sessions.get(found.id)
    assert (served.ply, served.match.ruleset.barrow_crossing) == (0, "sealed")
    await unchanged(sessions, found)


@pytest.mark.parametrize(
    "deed",
    [
        lambda sessions, session: play(sessions, session, ESCAPE),
        lambda sessions, session: sessions.resign(session.id, ASTRID.id, now=NOON),
        lambda sessions, session: sessions.answer(
            session.id, session.ply, BJORN.id, "draw", accept=True, now=NOON
        ),
        lambda sessions, session: sessions.answer(
            session.id, session.ply, BJORN.id, "undo", accept=True, now=NOON
        ),
    ],
    ids=["move", "resign", "draw", "undo"],
)
async def test_cancelled_at_any_wait_a_deed_is_whole_or_nothing(
    challenges: Challenges,
    sessions: Sessions,
    deed: Callable[[Sessions, Session], Awaitable[Session]],
) -> None:
    for wait in range(200):
        fresh = await opened(challenges, now=NOON + timedelta(hours=wait))
        session = await play(sessions, fresh, *OPENING)
        await sessions.offer(session.id, session.ply, ASTRID.id, "draw", now=NOON)
        session = await sessions.offer(session.id, session.ply, ASTRID.id, "undo", now=NOON)
        cancelled, _ = await cancelled_at(wait, deed(sessions, session))  # type: ignore[arg-type]
        found = await Sessions(sessions._store).get(session.id)
        if found.ply == session.ply:
            assert cancelled
            await unchanged(sessions, session)
        else:
            assert found.ply == session.ply + 1
            await unchanged(sessions, found)
        if not found.outcome:
            await sessions.resign(session.id, ASTRID.id, now=NOON)
        if not cancelled:
            break
    else:
        pytest.fail("never came to its end")
    assert wait
