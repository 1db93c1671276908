"""Limits on challenges, and blocks: each is kept, also by two at once, says how long, and frees again (F24)."""

from datetime import timedelta

import pytest

from bot.blocks import Blocks
from bot.challenges import LIFETIME, Challenge, Challenges
from bot.limits import (
    CHALLENGES,
    DECLINES_REMEMBERED,
    MOST_BLOCKED,
    MOST_OPEN_CHALLENGES,
    MOST_OPEN_TO_ONE,
    cool_down,
)
from bot.refusals import (
    ChallengedLately,
    ChallengeOver,
    DeclinedLately,
    OpponentIsYourself,
    OpponentUnavailable,
    TooManyBlocked,
    TooManyChallenges,
    TooManyToOne,
)
from bot.sessions import Sessions
from tests.bot.crowd import at_once, declined, place, somebody
from tests.bot.folk import ASTRID, BJORN, GUEST, HALL, NOON, YARD, Clock, challenge, never

INSTANT = timedelta(seconds=1)


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
