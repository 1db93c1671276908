"""Limits on pace, on games at once and on names: each is kept, also by two at once, says how long, and frees again."""

import asyncio
from collections.abc import Awaitable
from datetime import timedelta

import pytest

from bot.challenges import Challenges
from bot.collections import Collections
from bot.hunts import Hunts
from bot.limits import ANIMATIONS, HUNTS, MOST_HUNTS, MOST_MATCHES, RENAMINGS, Pace, Rate
from bot.people import Player, PlayerId
from bot.playing_sets import SetId
from bot.refusals import (
    HuntedLately,
    OpponentIsBusy,
    Refusal,
    RenamedLately,
    TooFast,
    TooManyHunts,
    TooManyMatches,
)
from bot.session import Session
from bot.sessions import Sessions
from bot.store import Store
from rules.draugr.ruleset import STANDARD as HUNT
from tests.bot.crowd import at_once, place, somebody
from tests.bot.folk import ASTRID, BJORN, GUEST, HALL, NOON, YARD, Clock, challenge, first, never

INSTANT = timedelta(seconds=1)


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
