"""The service for challenges: who may make one, what is refused, rematches, and where they are listed."""

import asyncio

import pytest

from bot.challenges import LIFETIME, Challenge, Challenges
from bot.limits import MOST_OPEN_CHALLENGES
from bot.people import Player, PlayerId
from bot.refusals import AlreadyChallenged, ChannelBusy, NotAPlayer, OpponentIsYourself, TooManyChallenges
from bot.session import Session
from bot.sessions import Sessions
from rules.game import Seat
from rules.tafl.ruleset import PRESETS
from tests.bot.folk import (
    ASTRID,
    BJORN,
    ESCAPE,
    GUEST,
    HALL,
    NOON,
    OPENING,
    YARD,
    Clock,
    challenge,
    never,
    opened,
    play,
)

# Making


async def test_a_challenge_says_what_was_asked(challenges: Challenges) -> None:
    made = await challenge(challenges, side="defend", ruleset=PRESETS["mounds"])
    assert await challenges.get(made.id, now=NOON) == made
    assert (made.challenger, made.opponent, made.place) == (ASTRID, BJORN, HALL)
    assert (made.state, made.side, made.preset) == ("open", "defend", "mounds")
    assert (made.expires_at, made.session, made.rematch_of) == (NOON + LIFETIME, None, None)
    assert made.link == "https://discord.com/channels/700/800"


async def test_nobody_challenges_themselves(challenges: Challenges) -> None:
    with pytest.raises(OpponentIsYourself):
        await challenge(challenges, to=Player(ASTRID.id, "Somebody else"))
    assert await challenges.open_for(ASTRID.id, now=NOON, limit=10) == []


async def test_in_a_channel_with_a_match_nobody_is_challenged(
    challenges: Challenges, sessions: Sessions
) -> None:
    session = await opened(challenges)
    with pytest.raises(ChannelBusy) as caught:
        await challenge(challenges, by=GUEST, side="defend", ruleset=PRESETS["open"])
    assert caught.value.session.id == session.id
    assert caught.value.opening == (BJORN.id, "defend", "open", None)
    await challenge(challenges, by=GUEST, place=YARD)
    await sessions.resign(session.id, ASTRID.id, now=NOON)
    await challenge(challenges, by=GUEST)


async def test_the_same_challenge_is_not_made_twice(challenges: Challenges) -> None:
    made = await challenge(challenges)
    with pytest.raises(AlreadyChallenged) as caught:
        await challenge(challenges, side="defend")
    assert caught.value.challenge == made
    await challenge(challenges, by=BJORN, to=ASTRID)
    await challenge(challenges, place=YARD)
    await challenge(challenges, to=GUEST)
    await challenges.withdraw(made.id, ASTRID.id, now=NOON)
    await challenge(challenges)


async def test_a_hundred_challenges_at_once_one_stands(challenges: Challenges) -> None:
    results = await asyncio.gather(*(challenge(challenges) for _ in range(100)), return_exceptions=True)
    assert sum(isinstance(result, Challenge) for result in results) == 1
    assert sum(isinstance(result, AlreadyChallenged) for result in results) == 99


async def test_a_person_has_only_so_many_challenges_open(challenges: Challenges, clock: Clock) -> None:
    for number in range(MOST_OPEN_CHALLENGES):
        await challenge(challenges, to=Player(PlayerId(100 + number), "Guest"))
    with pytest.raises(TooManyChallenges) as caught:
        await challenge(challenges)
    assert caught.value.limit == MOST_OPEN_CHALLENGES
    await challenge(challenges, by=BJORN, to=ASTRID)
    clock.pass_by(LIFETIME)
    await challenge(challenges, now=clock())


# Rematch


async def rematched(challenges: Challenges, session: Session, player: Player) -> Challenge:
    """The rematch that the player asks for."""
    return await challenges.rematch(session, player, place=HALL, locale="en", now=NOON)


@pytest.mark.parametrize(("player", "opponent"), [(ASTRID, BJORN), (BJORN, ASTRID)])
async def test_a_rematch_swaps_the_sides_whoever_asks(
    challenges: Challenges, sessions: Sessions, player: Player, opponent: Player
) -> None:
    session = await play(sessions, await opened(challenges), *OPENING, ESCAPE)
    made = await rematched(challenges, session, player)
    assert (made.challenger, made.opponent, made.rematch_of) == (player, opponent, session.id)
    _, again = await challenges.accept(made.id, opponent.id, now=NOON, draw=never)
    assert again.seats == {Seat.ATTACKERS: BJORN, Seat.DEFENDERS: ASTRID}
    assert again.match.ruleset == session.match.ruleset


async def test_a_rematch_is_for_players_and_for_when_it_is_over(
    challenges: Challenges, sessions: Sessions
) -> None:
    session = await opened(challenges)
    with pytest.raises(ChannelBusy):
        await rematched(challenges, session, ASTRID)
    over = await sessions.resign(session.id, ASTRID.id, now=NOON)
    with pytest.raises(NotAPlayer):
        await rematched(challenges, over, GUEST)
    await rematched(challenges, over, BJORN)


# Listing


async def test_open_challenges_are_listed_for_both(challenges: Challenges) -> None:
    made = [await challenge(challenges), await challenge(challenges, by=BJORN, to=ASTRID)]
    await challenge(challenges, by=BJORN, to=GUEST)
    ids = [one.id for one in made]
    assert [one.id for one in await challenges.open_for(ASTRID.id, now=NOON, limit=10)] == ids[::-1]
    assert [one.id for one in await challenges.open_for(ASTRID.id, now=NOON, limit=1)] == ids[1:]
    await challenges.decline(ids[0], BJORN.id, now=NOON)
    assert [one.id for one in await challenges.open_for(ASTRID.id, now=NOON, limit=10)] == ids[1:]
    assert await challenges.open_for(ASTRID.id, now=NOON + LIFETIME, limit=10) == []


async def test_where_a_challenge_hangs_is_remembered(challenges: Challenges) -> None:
    made = await challenge(challenges)
    await challenges.hang(made.id, 55)
    assert (await challenges.get(made.id, now=NOON)).link.endswith("/700/800/55")
