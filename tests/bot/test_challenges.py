"""The service for challenges: who may answer, what is refused, when they expire, and one match from each."""

import asyncio
import sqlite3
from datetime import timedelta
from pathlib import Path

import pytest

from bot.challenges import LIFETIME, Challenge, Challenges, Side
from bot.limits import MOST_OPEN_CHALLENGES
from bot.people import ChallengeId, Player, PlayerId
from bot.refusals import (
    AlreadyChallenged,
    ChallengeOver,
    ChannelBusy,
    NoSuchChallenge,
    NotAPlayer,
    NotTheChallenged,
    NotTheChallenger,
    OpponentIsYourself,
    TooManyChallenges,
)
from bot.session import Session
from bot.sessions import Sessions
from bot.store import Store
from rules.game import Draw, Seat
from rules.tafl.match import begin
from rules.tafl.ruleset import PRESETS, Ruleset
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
    cancelled_at,
    challenge,
    first,
    never,
    opened,
    play,
)

INSTANT = timedelta(seconds=1)


def second(_: int) -> int:
    """Chance that always gives the second."""
    return 1


async def live(sessions: Sessions) -> int:
    """How many live sessions there are."""
    return len(await sessions.live())


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


# Answering


@pytest.mark.parametrize(
    ("side", "draw", "attackers", "defenders"),
    [
        ("attack", never, ASTRID, BJORN),
        ("defend", never, BJORN, ASTRID),
        ("random", first, ASTRID, BJORN),
        ("random", second, BJORN, ASTRID),
    ],
)
async def test_accepting_opens_the_match_that_was_asked_for(
    challenges: Challenges,
    sessions: Sessions,
    side: Side,
    draw: Draw,
    attackers: Player,
    defenders: Player,
) -> None:
    made = await challenge(challenges, side=side, ruleset=PRESETS["open"])
    accepted, session = await challenges.accept(made.id, BJORN.id, now=NOON, draw=draw)
    assert (accepted.state, accepted.session) == ("accepted", session.id)
    assert session.seats == {Seat.ATTACKERS: attackers, Seat.DEFENDERS: defenders}
    assert (session.place, session.ply, session.state) == (HALL, 0, begin(PRESETS["open"]))
    assert await sessions.get(session.id) == session


async def test_a_ruleset_of_ones_own_reaches_the_match(challenges: Challenges, sessions: Sessions) -> None:
    odd = Ruleset(immobility="draws", repetition=None)
    made = await challenge(challenges, ruleset=odd)
    assert made.preset is None
    _, session = await challenges.accept(made.id, BJORN.id, now=NOON, draw=never)
    assert (await sessions.get(session.id)).match.ruleset == odd


@pytest.mark.parametrize("player", [ASTRID, GUEST])
async def test_only_the_challenged_answers(
    challenges: Challenges, sessions: Sessions, player: Player
) -> None:
    made = await challenge(challenges)
    with pytest.raises(NotTheChallenged):
        await challenges.accept(made.id, player.id, now=NOON, draw=never)
    with pytest.raises(NotTheChallenged):
        await challenges.decline(made.id, player.id, now=NOON)
    assert await challenges.get(made.id, now=NOON) == made
    assert await live(sessions) == 0


@pytest.mark.parametrize("player", [BJORN, GUEST])
async def test_only_the_challenger_withdraws(challenges: Challenges, player: Player) -> None:
    made = await challenge(challenges)
    with pytest.raises(NotTheChallenger):
        await challenges.withdraw(made.id, player.id, now=NOON)
    assert await challenges.get(made.id, now=NOON) == made


@pytest.mark.parametrize("state", ["accepted", "declined", "withdrawn", "expired"])
async def test_what_was_answered_takes_no_other_answer(
    challenges: Challenges, sessions: Sessions, clock: Clock, state: str
) -> None:
    made = await challenge(challenges)
    if state == "accepted":
        await challenges.accept(made.id, BJORN.id, now=NOON, draw=never)
    elif state == "declined":
        assert (await challenges.decline(made.id, BJORN.id, now=NOON)).state == "declined"
    elif state == "withdrawn":
        assert (await challenges.withdraw(made.id, ASTRID.id, now=NOON)).state == "withdrawn"
    else:
        clock.pass_by(LIFETIME)
    before = await live(sessions)
    for attempt in (
        lambda: challenges.accept(made.id, BJORN.id, now=clock(), draw=never),
        lambda: challenges.decline(made.id, BJORN.id, now=clock()),
        lambda: challenges.withdraw(made.id, ASTRID.id, now=clock()),
    ):
        with pytest.raises(ChallengeOver) as caught:
            await attempt()
        assert caught.value.challenge.state == state
    assert await live(sessions) == before


async def test_a_challenge_that_is_not_there(challenges: Challenges) -> None:
    nowhere = ChallengeId(404)
    with pytest.raises(NoSuchChallenge):
        await challenges.get(nowhere, now=NOON)
    with pytest.raises(NoSuchChallenge):
        await challenges.accept(nowhere, BJORN.id, now=NOON, draw=never)
    with pytest.raises(NoSuchChallenge):
        await challenges.decline(nowhere, BJORN.id, now=NOON)
    with pytest.raises(NoSuchChallenge):
        await challenges.withdraw(nowhere, ASTRID.id, now=NOON)


async def test_a_hundred_accepts_at_once_open_one_match(challenges: Challenges, sessions: Sessions) -> None:
    made = await challenge(challenges)
    results = await asyncio.gather(
        *(challenges.accept(made.id, BJORN.id, now=NOON, draw=never) for _ in range(100)),
        return_exceptions=True,
    )
    assert sum(isinstance(result, tuple) for result in results) == 1
    assert sum(isinstance(result, ChallengeOver) for result in results) == 99
    assert await live(sessions) == 1


async def test_accepted_and_withdrawn_at_once_one_is_first(
    challenges: Challenges, sessions: Sessions
) -> None:
    made = await challenge(challenges)
    results = await asyncio.gather(
        challenges.withdraw(made.id, ASTRID.id, now=NOON),
        challenges.accept(made.id, BJORN.id, now=NOON, draw=never),
        challenges.decline(made.id, BJORN.id, now=NOON),
        return_exceptions=True,
    )
    assert sum(not isinstance(result, ChallengeOver) for result in results) == 1
    assert await live(sessions) == ((await challenges.get(made.id, now=NOON)).state == "accepted")


async def test_two_challenges_of_a_channel_are_accepted_at_once_and_one_plays(
    challenges: Challenges, sessions: Sessions
) -> None:
    made = [await challenge(challenges, by=ASTRID), await challenge(challenges, by=GUEST)]
    results = await asyncio.gather(
        *(challenges.accept(one.id, BJORN.id, now=NOON, draw=never) for one in made),
        return_exceptions=True,
    )
    assert sum(isinstance(result, ChannelBusy) for result in results) == 1
    assert await live(sessions) == 1
    states = [(await challenges.get(one.id, now=NOON)).state for one in made]
    assert sorted(states) == ["accepted", "open"]


# Expiring


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


# Listing, and nothing half-done


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


async def test_a_failed_accept_opens_nothing(
    challenges: Challenges, sessions: Sessions, beside: sqlite3.Connection
) -> None:
    made = await challenge(challenges)
    beside.execute("create trigger trap before update on challenge begin select raise(abort, 'full'); end")
    with pytest.raises(sqlite3.IntegrityError):
        await challenges.accept(made.id, BJORN.id, now=NOON, draw=never)
    beside.execute("drop trigger trap")
    assert await live(sessions) == 0
    assert await challenges.get(made.id, now=NOON) == made
    _, session = await challenges.accept(made.id, BJORN.id, now=NOON, draw=never)
    assert await sessions.get(session.id) == session


async def test_cancelled_at_any_wait_an_accept_is_whole_or_nothing(
    challenges: Challenges, sessions: Sessions
) -> None:
    for wait in range(200):
        now = NOON + timedelta(hours=wait)
        made = await challenge(challenges, now=now)
        cancelled, _ = await cancelled_at(wait, challenges.accept(made.id, BJORN.id, now=now, draw=never))
        found = await challenges.get(made.id, now=now)
        assert await live(sessions) == (found.state == "accepted")
        if found.session is None:
            await challenges.withdraw(made.id, ASTRID.id, now=now)
        else:
            await sessions.resign(found.session, ASTRID.id, now=NOON)
        if not cancelled:
            break
    else:
        pytest.fail("never came to its end")
    assert wait > 5
