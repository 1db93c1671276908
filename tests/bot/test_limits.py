"""Limits on what one person may do: each is kept, also by two at once, says how long, and frees again (F24)."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta

import pytest

from bot.audit import audit
from bot.blocks import Blocks
from bot.challenges import LIFETIME, MOST_CLOSED_AT_ONCE, Challenge, Challenges
from bot.collections import Collections
from bot.hunts import Hunts
from bot.limits import (
    ANIMATIONS,
    CHALLENGES,
    DECLINES_REMEMBERED,
    HUNTS,
    MOST_BLOCKED,
    MOST_HUNTS,
    MOST_MATCHES,
    MOST_OPEN_CHALLENGES,
    MOST_OPEN_TO_ONE,
    RENAMINGS,
    Pace,
    Rate,
    cool_down,
)
from bot.people import Place, Player, PlayerId
from bot.playing_sets import SetId
from bot.refusals import (
    ChallengedLately,
    ChallengeOver,
    DeclinedLately,
    HuntedLately,
    OpponentIsBusy,
    OpponentIsYourself,
    OpponentUnavailable,
    Refusal,
    RenamedLately,
    TooFast,
    TooManyBlocked,
    TooManyChallenges,
    TooManyHunts,
    TooManyMatches,
    TooManyToOne,
)
from bot.session import Session
from bot.sessions import Sessions
from bot.store import Store
from rules.draugr.ruleset import STANDARD as HUNT
from tests.bot.folk import ASTRID, BJORN, GUEST, HALL, NOON, YARD, Clock, challenge, first, never

INSTANT = timedelta(seconds=1)


def place(number: int) -> Place:
    """One channel of many."""
    return Place(700, 10_000 + number, "bot")


def somebody(number: int) -> Player:
    """One person of many."""
    return Player(PlayerId(100 + number), f"Guest {number}")


@pytest.fixture
def blocks(store: Store) -> Blocks:
    """The service for blocks over the same store."""
    return Blocks(store)


async def declined(challenges: Challenges, clock: Clock, times: int) -> None:
    """Astrid challenges Bjorn so often, a minute after each answer, and he declines."""
    for _ in range(times):
        made = await challenge(challenges, now=clock())
        await challenges.decline(made.id, BJORN.id, now=clock())
        clock.pass_by(timedelta(minutes=1))


async def at_once(acts: Sequence[Awaitable[object]]) -> list[object]:
    """What comes of all of them."""
    return await asyncio.gather(*acts, return_exceptions=True)


# A pace


def test_a_rate_frees_again_when_its_oldest_has_passed() -> None:
    rate = Rate(3, timedelta(hours=1))
    done = [NOON - timedelta(minutes=minutes) for minutes in (50, 30, 10)]
    assert rate.again(done, NOON) == NOON + timedelta(minutes=10)
    assert rate.again(done, NOON + timedelta(minutes=10)) is None
    assert rate.again(done[1:], NOON) is None
    assert rate.again([*done, NOON], NOON) == NOON + timedelta(minutes=30)


def test_a_clock_set_back_holds_nobody_up() -> None:
    rate = Rate(2, timedelta(hours=1))
    assert rate.again([NOON + timedelta(days=1)] * 9, NOON) is None


def test_a_pace_is_kept_by_each_for_themselves() -> None:
    pace = Pace(Rate(2, timedelta(minutes=1)))
    for player in (ASTRID, BJORN):
        pace.keep(player.id, NOON)
        pace.keep(player.id, NOON + INSTANT)
    with pytest.raises(TooFast) as caught:
        pace.keep(ASTRID.id, NOON + 2 * INSTANT)
    assert caught.value.again == NOON + timedelta(minutes=1)
    pace.keep(ASTRID.id, NOON + timedelta(minutes=1))


def test_a_pace_remembers_a_bounded_number_of_people() -> None:
    pace = Pace(ANIMATIONS)
    for number in range(10_050):
        pace.keep(PlayerId(number), NOON)
    assert len(pace._done) == 10_000


# Challenges


async def test_F24_a_person_is_challenged_only_so_often_at_once_in_whatever_channels(
    challenges: Challenges, clock: Clock
) -> None:
    made = [await challenge(challenges, place=place(number)) for number in range(MOST_OPEN_TO_ONE)]
    with pytest.raises(TooManyToOne) as caught:
        await challenge(challenges, place=YARD)
    assert caught.value.limit == MOST_OPEN_TO_ONE
    await challenge(challenges, place=YARD, to=GUEST)
    await challenge(challenges, place=YARD, by=BJORN, to=ASTRID)
    await challenges.withdraw(made[0].id, ASTRID.id, now=NOON)
    again = await challenge(challenges, place=HALL)
    await challenges.withdraw(again.id, ASTRID.id, now=NOON)
    clock.pass_by(LIFETIME)
    await challenge(challenges, place=place(0), now=clock())


async def test_F24_challenges_within_an_hour_are_limited_and_the_refusal_says_how_long(
    challenges: Challenges, clock: Clock
) -> None:
    for number in range(CHALLENGES.most):
        made = await challenge(challenges, to=somebody(number), now=clock())
        await challenges.withdraw(made.id, ASTRID.id, now=clock())
        clock.pass_by(timedelta(minutes=1))
    with pytest.raises(ChallengedLately) as caught:
        await challenge(challenges, to=GUEST, now=clock())
    assert caught.value.again == NOON + CHALLENGES.span
    await challenge(challenges, by=BJORN, to=GUEST, now=clock())
    with pytest.raises(ChallengedLately):
        await challenge(challenges, to=GUEST, now=caught.value.again - INSTANT)
    await challenge(challenges, to=GUEST, now=caught.value.again)


async def test_F24_a_challenge_that_was_accepted_counts_for_nothing(
    challenges: Challenges, sessions: Sessions
) -> None:
    for _ in range(CHALLENGES.most + 5):
        made = await challenge(challenges)
        _, session = await challenges.accept(made.id, BJORN.id, now=NOON, draw=never)
        await sessions.resign(session.id, ASTRID.id, now=NOON)
    await challenge(challenges)


async def test_F24_many_challenges_at_once_pass_no_limit(challenges: Challenges) -> None:
    to_many = await at_once([challenge(challenges, to=somebody(number)) for number in range(40)])
    assert sum(isinstance(one, Challenge) for one in to_many) == MOST_OPEN_CHALLENGES
    assert {type(one) for one in to_many} == {Challenge, TooManyChallenges}
    to_one = await at_once([challenge(challenges, by=BJORN, to=GUEST, place=place(n)) for n in range(20)])
    assert sum(isinstance(one, Challenge) for one in to_one) == MOST_OPEN_TO_ONE


def test_F24_the_wait_grows_to_a_day() -> None:
    waits = [cool_down(declines) for declines in range(9)]
    assert waits[:3] == [timedelta(0)] * 3
    assert waits[3] > timedelta(0)
    assert waits == sorted(waits)
    assert waits[-1] == timedelta(days=1)


@pytest.mark.parametrize("declines", [3, 4, 5])
async def test_F24_who_was_declined_again_and_again_waits(
    challenges: Challenges, clock: Clock, declines: int
) -> None:
    await declined(challenges, clock, 3)
    for number in range(3, declines):
        clock.pass_by(cool_down(number))
        await declined(challenges, clock, 1)
    last = clock() - timedelta(minutes=1)
    with pytest.raises(DeclinedLately) as caught:
        await challenge(challenges, now=clock())
    assert caught.value.again == last + cool_down(declines)
    with pytest.raises(DeclinedLately):
        await challenge(challenges, place=YARD, now=caught.value.again - INSTANT)
    await challenge(challenges, by=BJORN, to=ASTRID, now=clock())
    await challenge(challenges, to=GUEST, now=clock())
    await challenge(challenges, now=caught.value.again)


async def test_F24_a_match_played_or_a_week_gone_by_ends_the_wait(
    challenges: Challenges, sessions: Sessions, clock: Clock
) -> None:
    await declined(challenges, clock, 3)
    theirs = await challenge(challenges, by=BJORN, to=ASTRID, now=clock())
    _, session = await challenges.accept(theirs.id, ASTRID.id, now=clock(), draw=never)
    await sessions.resign(session.id, ASTRID.id, now=clock())
    clock.pass_by(INSTANT)
    await declined(challenges, clock, 2)
    await declined(challenges, clock, 1)
    with pytest.raises(DeclinedLately):
        await challenge(challenges, now=clock())
    clock.pass_by(DECLINES_REMEMBERED)
    await declined(challenges, clock, 2)
    await challenge(challenges, now=clock())


# Blocks


async def test_F24_whoever_is_blocked_can_challenge_them_no_more(
    challenges: Challenges, blocks: Blocks
) -> None:
    standing = [await challenge(challenges, place=place(number)) for number in range(2)]
    other = await challenge(challenges, by=GUEST)
    assert await blocks.block(BJORN.id, ASTRID, now=NOON) == [one.id for one in standing]
    for one in standing:
        assert (await challenges.get(one.id, now=NOON)).state == "declined"
        with pytest.raises(ChallengeOver):
            await challenges.accept(one.id, BJORN.id, now=NOON, draw=never)
    assert (await challenges.get(other.id, now=NOON)).state == "open"
    with pytest.raises(OpponentUnavailable):
        await challenge(challenges)
    await challenge(challenges, to=GUEST)
    await challenge(challenges, by=BJORN, to=ASTRID)
    assert await blocks.of(BJORN.id) == [ASTRID]
    assert await blocks.of(ASTRID.id) == []
    await blocks.unblock(BJORN.id, ASTRID.id)
    await blocks.unblock(BJORN.id, ASTRID.id)
    await challenge(challenges, place=YARD)


async def test_F24_a_rematch_is_not_to_be_had_of_whoever_blocks(
    challenges: Challenges, sessions: Sessions, blocks: Blocks
) -> None:
    made = await challenge(challenges)
    _, session = await challenges.accept(made.id, BJORN.id, now=NOON, draw=never)
    over = await sessions.resign(session.id, ASTRID.id, now=NOON)
    await blocks.block(BJORN.id, ASTRID, now=NOON)
    with pytest.raises(OpponentUnavailable):
        await challenges.rematch(over, ASTRID, place=HALL, locale="en", now=NOON)


async def test_F24_a_list_of_blocks_has_an_end_and_nobody_blocks_themselves(blocks: Blocks) -> None:
    with pytest.raises(OpponentIsYourself):
        await blocks.block(ASTRID.id, ASTRID, now=NOON)
    for number in range(MOST_BLOCKED):
        await blocks.block(ASTRID.id, somebody(number), now=NOON)
    await blocks.block(ASTRID.id, somebody(0), now=NOON)
    with pytest.raises(TooManyBlocked) as caught:
        await blocks.block(ASTRID.id, BJORN, now=NOON)
    assert caught.value.limit == MOST_BLOCKED


# Games at once


async def matches(challenges: Challenges, number: int, *, by: Player, to: Player, start: int = 0) -> None:
    """So many matches between two, each in a channel of its own, hours apart."""
    for one in range(start, start + number):
        now = NOON - timedelta(days=9) + timedelta(hours=one)
        made = await challenge(challenges, by=by, to=to, place=place(one), now=now)
        await challenges.accept(made.id, to.id, now=now, draw=never)


async def test_a_person_has_only_so_many_matches_going(challenges: Challenges, sessions: Sessions) -> None:
    await matches(challenges, MOST_MATCHES - 1, by=ASTRID, to=BJORN)
    made = [
        await challenge(challenges, to=GUEST, place=HALL),
        await challenge(challenges, by=GUEST, to=ASTRID, place=YARD),
        await challenge(challenges, by=GUEST, to=BJORN, place=YARD),
        await challenge(challenges, by=GUEST, to=BJORN, place=place(99)),
    ]
    answers = await at_once(
        [
            challenges.accept(made[0].id, GUEST.id, now=NOON, draw=never),
            challenges.accept(made[1].id, ASTRID.id, now=NOON, draw=never),
            challenges.accept(made[2].id, BJORN.id, now=NOON, draw=never),
            challenges.accept(made[3].id, BJORN.id, now=NOON, draw=never),
        ]
    )
    opened = [one for one in answers if isinstance(one, tuple)]
    assert len(opened) == 2, answers
    assert {type(one) for one in answers if isinstance(one, Refusal)} <= {TooManyMatches, OpponentIsBusy}
    with pytest.raises(TooManyMatches) as caught:
        await challenge(challenges, to=somebody(1), place=place(98))
    assert caught.value.limit == MOST_MATCHES
    live = (await sessions.of_player(ASTRID.id, live=True, limit=1))[0]
    await sessions.resign(live.id, ASTRID.id, now=NOON)
    await challenge(challenges, to=somebody(1), place=place(98))


async def begin(hunts: Hunts, number: int, clock: Clock, daily: bool = False) -> Session:
    """A hunt of Astrid's in a channel of its own."""
    if daily:
        return await hunts.begin_daily(
            place=place(number), locale="en", hunter=ASTRID, now=clock(), draw=first
        )
    return await hunts.begin(
        place=place(number), locale="en", hunter=ASTRID, ruleset=HUNT, seed="x", now=clock(), draw=first
    )


async def test_a_person_has_only_so_many_hunts_going(hunts: Hunts, sessions: Sessions, clock: Clock) -> None:
    begun = await at_once([begin(hunts, number, clock) for number in range(MOST_HUNTS + 5)])
    assert sum(isinstance(one, Session) for one in begun) == MOST_HUNTS
    for daily in (False, True):
        with pytest.raises(TooManyHunts) as caught:
            await begin(hunts, 90, clock, daily)
        assert caught.value.limit == MOST_HUNTS
    session = next(one for one in begun if isinstance(one, Session))
    await sessions.resign(session.id, ASTRID.id, now=clock())
    await begin(hunts, 90, clock, daily=True)


async def test_hunts_begun_within_an_hour_are_limited_and_the_daily_one_is_not(
    hunts: Hunts, sessions: Sessions, clock: Clock
) -> None:
    for number in range(HUNTS.most):
        session = await begin(hunts, number, clock)
        await sessions.resign(session.id, ASTRID.id, now=clock())
    with pytest.raises(HuntedLately) as caught:
        await begin(hunts, 0, clock)
    assert caught.value.again == NOON + HUNTS.span
    await begin(hunts, 1, clock, daily=True)
    clock.pass_by(HUNTS.span)
    await begin(hunts, 0, clock)


# Names


async def test_sets_are_renamed_only_so_often_within_an_hour(store: Store, clock: Clock) -> None:
    collections = Collections(store)
    number = (await collections.of(ASTRID, now=clock(), own=True))[0].id

    def rename(name: str, wanted: SetId = number) -> Awaitable[object]:
        return collections.rename(ASTRID.id, wanted, name, now=clock())

    named = await at_once([rename(f"Name {one}") for one in range(RENAMINGS.most + 5)])
    assert sum(isinstance(one, RenamedLately) for one in named) == 5
    with pytest.raises(RenamedLately) as caught:
        await rename("Fafnir")
    assert caught.value.again == NOON + RENAMINGS.span
    clock.pass_by(RENAMINGS.span)
    await rename("Fafnir")
    theirs = (await collections.of(BJORN, now=clock(), own=True))[0].id
    assert await collections.rename(BJORN.id, theirs, "Ormr", now=clock())


async def test_asking_for_ones_sets_again_waits_for_no_writer(store: Store, clock: Clock) -> None:
    collections = Collections(store)
    await collections.of(ASTRID, now=clock(), own=True)
    async with store.transaction(), asyncio.timeout(5):
        assert await collections.of(ASTRID, now=clock(), own=True)
        assert not await collections.of(BJORN, now=clock(), own=False)


# Ten thousand


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
