"""The service for challenges: how long they stand, and what is closed when their time is over."""

from datetime import timedelta
from pathlib import Path

import pytest

from bot.challenges import LIFETIME, Challenges
from bot.refusals import ChallengeOver
from bot.sessions import Sessions
from bot.store import Store
from tests.bot.folk import BJORN, NOON, YARD, Clock, challenge, never

INSTANT = timedelta(seconds=1)


async def test_a_challenge_stands_until_24_hours_are_over(challenges: Challenges, clock: Clock) -> None:
    made = await challenge(challenges)
    clock.pass_by(LIFETIME - INSTANT)
    assert (await challenges.get(made.id, now=clock())).state == "open"
    assert await challenges.expire(now=clock()) == []
    clock.pass_by(INSTANT)
    assert (await challenges.get(made.id, now=clock())).state == "expired"


async def test_in_its_last_second_a_challenge_is_accepted(challenges: Challenges) -> None:
    made = await challenge(challenges)
    accepted, _ = await challenges.accept(made.id, BJORN.id, now=NOON + LIFETIME - INSTANT, draw=never)
    assert accepted.state == "accepted"


async def test_the_poll_closes_what_has_expired_once(challenges: Challenges, clock: Clock) -> None:
    made = await challenge(challenges)
    later = await challenge(challenges, place=YARD, now=NOON + INSTANT)
    clock.pass_by(LIFETIME)
    assert [closed.id for closed in await challenges.expire(now=clock())] == [made.id]
    assert await challenges.expire(now=clock()) == []
    assert [found.id for found in await challenges.open_for(BJORN.id, now=clock(), limit=10)] == [later.id]
    with pytest.raises(ChallengeOver):
        await challenges.accept(made.id, BJORN.id, now=clock(), draw=never)


async def test_the_poll_leaves_what_was_answered(challenges: Challenges, clock: Clock) -> None:
    made = await challenge(challenges)
    await challenges.accept(made.id, BJORN.id, now=NOON, draw=never)
    clock.pass_by(LIFETIME)
    assert await challenges.expire(now=clock()) == []
    assert (await challenges.get(made.id, now=clock())).state == "accepted"


async def test_without_the_poll_an_expired_challenge_gives_way_to_a_new_one(
    challenges: Challenges, clock: Clock
) -> None:
    made = await challenge(challenges)
    clock.pass_by(LIFETIME)
    again = await challenge(challenges, now=clock())
    assert again.id != made.id
    assert (await challenges.get(made.id, now=clock())).state == "expired"
    assert (await challenges.get(again.id, now=clock())).state == "open"


@pytest.mark.parametrize("poll", [True, False])
async def test_a_challenge_expires_although_the_store_was_closed_meanwhile(
    database: Path, clock: Clock, poll: bool
) -> None:
    store = await Store.open(database)
    made = await challenge(Challenges(store, Sessions(store)))
    await store.close()
    clock.pass_by(LIFETIME)
    store = await Store.open(database)
    challenges = Challenges(store, Sessions(store))
    if poll:
        assert [closed.id for closed in await challenges.expire(now=clock())] == [made.id]
    with pytest.raises(ChallengeOver):
        await challenges.accept(made.id, BJORN.id, now=clock(), draw=never)
    assert (await challenges.get(made.id, now=clock())).state == "expired"
    await store.close()
