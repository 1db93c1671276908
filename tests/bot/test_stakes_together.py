"""F33: many acceptances at the same moment that would stake one set: one match begins, the others are refused."""

import asyncio
from collections import Counter
from collections.abc import Sequence

from bot.audit import audit
from bot.challenges import LIFETIME
from bot.house import House
from bot.people import ChallengeId, Place, Player, PlayerId
from bot.playing_sets import SetId
from bot.refusals import ChallengeOver, ChannelBusy, Refusal, SetIsStaked
from bot.session import Session
from bot.store import challenges as queries
from rules.game import Seat
from rules.tafl.ruleset import STANDARD, write_ruleset
from tests.bot.folk import ASTRID, GUILD, never
from tests.bot.staking import check_laws, free_set, look, played
from tests.world.short_games import BLACK_DRAUG_TAKEN, JARL_TAKEN

MANY = 100
PEOPLE = [Player(PlayerId(1_000 + number), f"Guest {number}") for number in range(MANY)]
PLACES = [Place(GUILD, 8_000 + number, "bot") for number in range(MANY)]


async def challenged(house: House, by: Player, to: Player, place: Place, stake: SetId) -> ChallengeId:
    """A challenge for sets, also where one person has more open than they could make in a day."""
    async with house.store.transaction() as tx:
        return ChallengeId(
            await queries.insert_challenge(
                tx,
                guild=place.guild,
                channel=place.channel,
                posting=place.posting,
                locale="en",
                challenger=(by.id, by.name),
                opponent=(to.id, to.name),
                side="attack",
                setup=write_ruleset(STANDARD),
                rematch_of=None,
                stake=stake,
                now=int(house.clock().timestamp()),
                expires_at=int((house.clock() + LIFETIME).timestamp()),
            )
        )


async def at_once(
    house: House, answers: Sequence[tuple[ChallengeId, Player, SetId]]
) -> tuple[list[Session], list[Refusal]]:
    """The matches that begin, and why the others do not."""

    async def accept(made: ChallengeId, player: Player, stake: SetId) -> Session | Refusal:
        try:
            return (
                await house.challenges.accept(made, player.id, now=house.clock(), draw=never, stake=stake)
            )[1]
        except Refusal as refusal:
            return refusal

    results = await asyncio.gather(*(accept(*answer) for answer in answers))
    return (
        [result for result in results if isinstance(result, Session)],
        [result for result in results if isinstance(result, Refusal)],
    )


async def check_one_began(house: House, begun: list[Session], number: SetId) -> Session:
    """Exactly one match, and nothing of any other."""
    (session,) = begun
    path = house.store.path
    assert look(path, "select id, state from session") == [(session.id, "live")]
    assert look(path, "select count(*) from seat") == [(2,)]
    assert look(path, "select session from stake where playing_set = ? and state = 'live'", number) == [
        (session.id,)
    ]
    assert look(path, "select count(*) from stake") == [(2,)]
    states = Counter(state for (state,) in look(path, "select state from challenge"))
    assert states["accepted"] == 1
    check_laws(path)
    assert not (await audit(path)).found
    return session


async def test_F33_W4_a_hundred_people_accept_in_a_hundred_channels_against_one_set(house: House) -> None:
    number = await free_set(house, ASTRID)
    answers = [
        (
            await challenged(house, ASTRID, guest, place, number),
            guest,
            await free_set(house, guest),
        )
        for guest, place in zip(PEOPLE, PLACES, strict=True)
    ]
    begun, refusals = await at_once(house, answers)
    session = await check_one_began(house, begun, number)
    assert Counter(map(type, refusals)) == {SetIsStaked: MANY - 1}
    assert all(isinstance(no, SetIsStaked) and no.playing_set.staked_in == session.id for no in refusals)
    open_still = look(house.store.path, "select count(*) from challenge where state = 'open'")
    assert open_still == [(MANY - 1,)]
    # Won, the set is free, and the next hundred find one match again.
    await played(house, session, JARL_TAKEN)
    begun, refusals = await at_once(house, [answer for answer in answers if answer[0] != answers[0][0]])
    assert len(begun) == 1
    assert Counter(map(type, refusals)) == {SetIsStaked: MANY - 2}
    check_laws(house.store.path)


async def test_F33_W4_one_person_accepts_a_hundred_challenges_with_one_set(house: House) -> None:
    number = await free_set(house, ASTRID)
    answers = [
        (
            await challenged(house, guest, ASTRID, place, await free_set(house, guest)),
            ASTRID,
            number,
        )
        for guest, place in zip(PEOPLE, PLACES, strict=True)
    ]
    begun, refusals = await at_once(house, answers)
    session = await check_one_began(house, begun, number)
    assert Counter(map(type, refusals)) == {SetIsStaked: MANY - 1}
    lost = (await played(house, session, JARL_TAKEN)).brought[Seat.DEFENDERS].number
    assert lost == number
    begun, refusals = await at_once(house, [answer for answer in answers if answer[0] != answers[0][0]])
    assert not begun, "the set is somebody else's now"
    check_laws(house.store.path)


async def test_F8_one_challenge_accepted_a_hundred_times_takes_one_stake(house: House) -> None:
    number, theirs = await free_set(house, ASTRID), await free_set(house, PEOPLE[0])
    made = await challenged(house, ASTRID, PEOPLE[0], PLACES[0], number)
    begun, refusals = await at_once(house, [(made, PEOPLE[0], theirs)] * MANY)
    await check_one_began(house, begun, number)
    assert Counter(map(type, refusals)) == {ChallengeOver: MANY - 1}


async def test_F30_a_hundred_staked_challenges_in_one_channel_lock_two_sets(house: House) -> None:
    answers = []
    for guest, other in zip(PEOPLE[::2], PEOPLE[1::2], strict=True):
        stake = await free_set(house, guest)
        made = await challenged(house, guest, other, PLACES[0], stake)
        answers.append((made, other, await free_set(house, other)))
    begun, refusals = await at_once(house, answers)
    assert len(begun) == 1
    assert Counter(map(type, refusals)) == {ChannelBusy: MANY // 2 - 1}
    assert look(house.store.path, "select count(*) from stake") == [(2,)]
    check_laws(house.store.path)


async def test_F8_the_last_move_made_many_times_at_once_settles_once(house: House) -> None:
    number, theirs = await free_set(house, ASTRID), await free_set(house, PEOPLE[0])
    made = await challenged(house, ASTRID, PEOPLE[0], PLACES[0], number)
    ((session,), _) = await at_once(house, [(made, PEOPLE[0], theirs)])
    sessions, now = house.sessions, house.clock()
    for seat, text in zip(
        (Seat.ATTACKERS, Seat.ATTACKERS, Seat.DEFENDERS),
        (f"place {BLACK_DRAUG_TAKEN.black_draug}", *BLACK_DRAUG_TAKEN.moves),
        strict=True,
    ):
        session = await sessions.get(session.id)
        tries = 30 if seat is Seat.DEFENDERS else 1
        ends = [
            sessions.act(session.id, session.ply, session.seats[seat].id, text, now=now, draw=never)
            for _ in range(tries)
        ] + [sessions.resign(session.id, ASTRID.id, now=now) for _ in range(tries - 1)]
        results = await asyncio.gather(*ends, return_exceptions=True)
        assert [isinstance(result, Session) for result in results].count(True) == 1
    assert look(house.store.path, "select lost_by from settlement") == [("attackers",)]
    check_laws(house.store.path)
