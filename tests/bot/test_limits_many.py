"""Limits among ten thousand rows: all still works, and a refusal leaves no trace (F24)."""

import sqlite3
from collections.abc import Awaitable, Callable, Sequence

import pytest

from bot.audit import audit
from bot.blocks import Blocks
from bot.challenges import LIFETIME, MOST_CLOSED_AT_ONCE, Challenges
from bot.limits import MOST_OPEN_CHALLENGES
from bot.refusals import Refusal, TooManyChallenges
from bot.sessions import Sessions
from bot.store import Store
from tests.bot.crowd import declined, somebody
from tests.bot.folk import ASTRID, BJORN, GUEST, HALL, NOON, YARD, Clock, challenge, never


def fill(beside: sqlite3.Connection, number: int, *, state: str, challenger: int, opponent: int) -> None:
    """So many challenges, as no limit would have let them pass."""
    row = (
        "insert into challenge (guild, channel, posting, locale, challenger, challenger_name, opponent,"
        " opponent_name, side, setup, state, created_at, expires_at, answered_at)"
        " select 700, 100000 + value, 'bot', 'en', ?, 'Astrid', ?, 'Bjorn', 'attack', setup, ?, ?, ?, ?"
        " from generate_series(1, ?), (select setup from challenge limit 1)"
    )
    row = row.replace(
        "generate_series(1, ?)",
        "(with recursive n(value) as"
        " (select 1 union all select value + 1 from n where value < ?) select value from n)",
    )
    at = int(NOON.timestamp())
    answered = None if state == "open" else at
    beside.execute(row, (challenger, opponent, state, at, at + 86_400, answered, number))


async def test_with_ten_thousand_challenges_everything_still_works(
    challenges: Challenges, sessions: Sessions, blocks: Blocks, beside: sqlite3.Connection, clock: Clock
) -> None:
    made = await challenge(challenges)
    fill(beside, 5_000, state="open", challenger=ASTRID.id, opponent=BJORN.id)
    fill(beside, 5_000, state="declined", challenger=ASTRID.id, opponent=BJORN.id)
    with pytest.raises(TooManyChallenges):
        await challenge(challenges, to=GUEST, place=YARD)
    for player in (ASTRID, BJORN):
        assert len(await challenges.open_for(player.id, now=NOON, limit=10)) == 10
    assert [one.id for one in await challenges.here(HALL.channel, now=NOON, to=BJORN.id)] == [made.id]
    assert await blocks.insisted(BJORN.id, ASTRID.id, now=NOON)
    _, session = await challenges.accept(made.id, BJORN.id, now=NOON, draw=never)
    await sessions.resign(session.id, ASTRID.id, now=NOON)
    theirs = await challenge(challenges, by=BJORN, to=ASTRID)
    await challenges.decline(theirs.id, ASTRID.id, now=NOON)
    clock.pass_by(LIFETIME)
    for _ in range(3):
        assert len(await challenges.expire(now=clock())) == MOST_CLOSED_AT_ONCE
    assert len(await blocks.block(BJORN.id, ASTRID, now=NOON)) == 5_000 - 3 * MOST_CLOSED_AT_ONCE


PLANS: Sequence[tuple[str, int]] = (
    ("select count(*) from challenge where challenger = ? and state = 'open' and expires_at > ?", 2),
    (
        "select count(*) from challenge where challenger = ? and opponent = ? and state = 'open'"
        " and expires_at > ?",
        3,
    ),
    ("select created_at from challenge where challenger = ? and created_at > ? and state <> 'accepted'", 2),
    (
        "select id from challenge where (challenger = ? or opponent = ?) and state = 'open' and expires_at > ?",
        3,
    ),
    ("select 1 from challenge where session = ? and stake is not null", 1),
    ("select id from challenge where channel = ? and state = 'open' and expires_at > ?", 2),
    ("select at from renaming where player = ? and at > ? order by at desc limit 10", 2),
)


@pytest.mark.parametrize(("sql", "values"), PLANS)
async def test_no_limit_is_judged_by_reading_a_whole_table(
    challenges: Challenges, beside: sqlite3.Connection, sql: str, values: int
) -> None:
    plan = beside.execute(f"explain query plan {sql}", (1,) * values).fetchall()
    assert not [row for row in plan if row[3].startswith("SCAN")], plan


async def test_F24_blocks_and_limits_leave_the_books_consistent(
    challenges: Challenges, blocks: Blocks, store: Store, clock: Clock
) -> None:
    await declined(challenges, clock, 2)
    await challenge(challenges, now=clock())
    await blocks.block(BJORN.id, ASTRID, now=clock())
    assert (await audit(store.path)).found == []


Refused = Callable[[], Awaitable[object]]


async def test_F24_what_is_refused_leaves_no_trace(
    challenges: Challenges, blocks: Blocks, beside: sqlite3.Connection, clock: Clock
) -> None:
    await blocks.block(BJORN.id, ASTRID, now=clock())
    for number in range(MOST_OPEN_CHALLENGES):
        await challenge(challenges, by=GUEST, to=somebody(number))
    before = list(beside.iterdump())
    refused: Sequence[Refused] = (
        lambda: challenge(challenges),
        lambda: challenge(challenges, by=GUEST),
        lambda: blocks.block(ASTRID.id, ASTRID, now=NOON),
    )
    for act in refused:
        with pytest.raises(Refusal):
            await act()
    assert list(beside.iterdump()) == before
