"""The service for challenges: who may answer, one match from each, and nothing half-done."""

import asyncio
import sqlite3
from datetime import timedelta

import pytest

from bot.challenges import LIFETIME, Challenges, Side
from bot.people import ChallengeId, Player
from bot.refusals import ChallengeOver, ChannelBusy, NoSuchChallenge, NotTheChallenged, NotTheChallenger
from bot.sessions import Sessions
from rules.game import Draw, Seat
from rules.tafl.match import begin
from rules.tafl.ruleset import PRESETS, Ruleset
from tests.bot.folk import ASTRID, BJORN, GUEST, HALL, NOON, Clock, cancelled_at, challenge, first, never


def second(_: int) -> int:
    """Chance that always gives the second."""
    return 1


async def live(sessions: Sessions) -> int:
    """How many live sessions there are."""
    return len(await sessions.live())


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
