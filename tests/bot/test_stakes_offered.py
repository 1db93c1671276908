"""Before a match for sets: what may be staked, by whom and where, and what a refused acceptance leaves."""

from collections.abc import Sequence

import pytest

from bot.house import House
from bot.people import Place, Player
from bot.playing_sets import PlayingSet, SetId
from bot.refusals import (
    ChallengeOver,
    NoSuchSet,
    NotTheChallenged,
    Refusal,
    SetIsStaked,
    SetNotYours,
    StakeNeeded,
    StakesAreOff,
)
from rules.game import Seat
from rules.tafl.ruleset import STANDARD
from tests.bot.folk import ASTRID, BJORN, GUEST, GUILD, HALL, never
from tests.bot.staking import (
    allow,
    challenge_with,
    check_laws,
    free_set,
    look,
    played,
    resigned,
    staked,
    unstaked,
)
from tests.world.short_games import JARL_TAKEN


async def test_a_challenge_stakes_a_free_set_of_ones_own(house: House) -> None:
    theirs = await free_set(house, GUEST)
    with pytest.raises(SetNotYours) as refusal:
        await challenge_with(house, theirs)
    assert isinstance(refusal.value.playing_set, PlayingSet)
    for unknown in (0, 999, 2**53, 2**63 - 1):
        with pytest.raises(NoSuchSet):
            await challenge_with(house, SetId(unknown))
    assert not look(house.store.path, "select * from challenge")


async def test_a_refused_acceptance_leaves_nothing_half_done(house: House) -> None:
    mine, theirs = [await free_set(house, player) for player in (ASTRID, GUEST)]
    foreign = await free_set(house, BJORN)
    made = await challenge_with(house, mine)
    before = sorted(look(house.store.path, "select id, state from challenge"))

    async def answer(stake: SetId | None, reason: type[Refusal], player: Player = GUEST) -> None:
        with pytest.raises(reason):
            await house.challenges.accept(made, player.id, now=house.clock(), draw=never, stake=stake)
        path = house.store.path
        assert sorted(look(path, "select id, state from challenge")) == before
        assert not look(path, "select * from session")
        assert not look(path, "select * from stake")

    await answer(None, StakeNeeded)
    await answer(mine, SetNotYours)
    await answer(foreign, SetNotYours)
    await answer(SetId(999), NoSuchSet)
    await answer(foreign, NotTheChallenged, BJORN)
    await answer(mine, NotTheChallenged, ASTRID)
    await allow(house, False)
    await answer(theirs, StakesAreOff)
    await allow(house, True)
    _, session = await house.challenges.accept(made, GUEST.id, now=house.clock(), draw=never, stake=theirs)
    assert [(seat, one.number, one.stake) for seat, one in session.brought.items()] == [
        (Seat.ATTACKERS, mine, "live"),
        (Seat.DEFENDERS, theirs, "live"),
    ]
    with pytest.raises(ChallengeOver):
        await house.challenges.accept(made, GUEST.id, now=house.clock(), draw=never, stake=theirs)


async def test_F35_a_set_lost_or_staked_since_cannot_be_accepted_against(house: House) -> None:
    number = await free_set(house, ASTRID)
    made = await challenge_with(house, number)
    theirs = await free_set(house, GUEST)
    session = await staked(house)
    reasons: Sequence[type[SetIsStaked | SetNotYours]] = (SetIsStaked, SetNotYours)
    for reason in reasons:
        with pytest.raises(reason) as refusal:
            await house.challenges.accept(made, GUEST.id, now=house.clock(), draw=never, stake=theirs)
        assert isinstance(refusal.value, reason)
        assert refusal.value.playing_set.id == number
        if reason is SetIsStaked:
            await resigned(house, session, Seat.ATTACKERS)
    assert len(look(house.store.path, "select id from session")) == 1
    assert (await house.challenges.get(made, now=house.clock())).state == "open"
    check_laws(house.store.path)


async def test_a_set_for_a_challenge_without_stakes_is_not_staked(house: House) -> None:
    made = await house.challenges.make(
        place=HALL,
        locale="en",
        challenger=ASTRID,
        opponent=BJORN,
        side="attack",
        ruleset=STANDARD,
        now=house.clock(),
    )
    stake = await free_set(house, BJORN)
    _, session = await house.challenges.accept(made.id, BJORN.id, now=house.clock(), draw=never, stake=stake)
    assert not session.staked
    assert not look(house.store.path, "select * from stake")


async def test_a_rematch_is_for_nothing_until_someone_stakes_again(house: House) -> None:
    over = await played(house, await staked(house), JARL_TAKEN)
    again = await house.challenges.rematch(over, BJORN, place=HALL, locale="en", now=house.clock())
    assert again.stake is None


async def test_stakes_are_turned_off_for_one_server_alone(house: House) -> None:
    number = await free_set(house, ASTRID)
    await allow(house, False)
    with pytest.raises(StakesAreOff):
        await challenge_with(house, number)
    assert not look(house.store.path, "select * from challenge")
    await challenge_with(house, number, place=Place(GUILD + 1, 900, "bot"))
    await challenge_with(house, number, place=Place(None, 901, "interaction"))
    await allow(house, False, GUILD + 1)
    await allow(house, True)
    await challenge_with(house, number)
    assert (await unstaked(house)).outcome is None
