"""Collections: the first set, carving and its limits, choosing."""

import asyncio
import sqlite3
from datetime import timedelta

import pytest

from bot.house import House
from bot.limits import BETWEEN_CARVINGS, MOST_SETS
from bot.people import Player, PlayerId
from bot.playing_sets import PlayingSet, SetId, materials
from bot.refusals import BadSetName, CarvedLately, NoSuchSet, Refusal, SetIsStaked, SetNotYours, TooManySets
from bot.words import keys
from rules.game import Seat
from tests.bot.folk import ASTRID, BJORN, GUEST, NOON, YARD, Clock
from tests.bot.staking import carve, check_laws, free_set, look, resigned, sets_of, staked, unstaked

# The first set


async def test_everybody_starts_with_one_plain_set_and_only_one(house: House) -> None:
    (one,) = await sets_of(house, ASTRID)
    assert one.material in materials().plain
    assert one.style in materials().styles
    assert (one.owner, one.maker, one.name, one.deed, one.made_at) == (ASTRID.id, ASTRID, "", None, NOON)
    assert (one.staked_in, one.used) == (None, False)
    assert list(await sets_of(house, ASTRID)) == [one]
    _, (chapter,) = await house.collections.story(one.id)
    assert (chapter.reason, chapter.player, chapter.giver, chapter.session) == ("first", ASTRID, None, None)


async def test_asked_for_many_times_at_once_it_is_given_once(house: House) -> None:
    results = await asyncio.gather(*[sets_of(house, ASTRID) for _ in range(20)])
    assert len({tuple(result) for result in results}) == 1
    assert look(house.store.path, "select count(*) from playing_set") == [(1,)]


async def test_looking_at_somebody_gives_them_nothing(house: House) -> None:
    assert await house.collections.of(BJORN, now=NOON, own=False) == []
    assert not await house.collections.free(BJORN.id)
    assert not look(house.store.path, "select * from playing_set")


async def test_who_lost_their_first_set_gets_no_second_first_one(house: House) -> None:
    await resigned(house, await staked(house), Seat.DEFENDERS)
    assert await sets_of(house, BJORN) == []
    await unstaked(house)
    assert await sets_of(house, BJORN) == []


async def test_a_match_gives_both_their_first_sets_to_play_with(house: House) -> None:
    session = await house.sessions.get((await unstaked(house)).id)
    assert [session.brought[seat].number for seat in (Seat.ATTACKERS, Seat.DEFENDERS)] == [
        (await sets_of(house, player))[0].id for player in (ASTRID, BJORN)
    ]
    assert not session.staked


async def test_first_sets_differ_between_people(house: House) -> None:
    looks = set()
    for number in range(40):
        (one,) = await sets_of(house, Player(PlayerId(10**17 + number * 977), "Guest"))
        looks.add((one.material, one.style))
    assert len(looks) > 8


# Carving


async def test_a_new_set_is_free_and_made_by_its_owner(house: House, clock: Clock) -> None:
    await sets_of(house, ASTRID)
    clock.pass_by(timedelta(days=3))
    carved = await house.collections.carve(ASTRID, material="slate", style="urnes", now=clock())
    assert (carved.material, carved.style, carved.maker, carved.made_at) == (
        "slate",
        "urnes",
        ASTRID,
        clock(),
    )
    _, (chapter,) = await house.collections.story(carved.id)
    assert (chapter.reason, chapter.at) == ("carved", clock())


async def test_who_carves_first_of_all_has_both_the_first_set_and_the_carved_one(house: House) -> None:
    carved = await carve(house)
    assert [one.id for one in await sets_of(house, ASTRID)] == [carved.id - 1, carved.id]


async def test_one_carves_once_a_week_to_the_second(house: House, clock: Clock) -> None:
    clock.pass_by(timedelta(milliseconds=700))
    await carve(house)
    last = clock().replace(microsecond=0)
    for wait in (timedelta(0), timedelta(days=1), BETWEEN_CARVINGS - timedelta(seconds=1)):
        clock.now = last + wait
        with pytest.raises(CarvedLately) as refusal:
            await carve(house)
        assert refusal.value.again == last + BETWEEN_CARVINGS
    await carve(house, BJORN)
    clock.now = refusal.value.again
    await carve(house)
    assert len(await sets_of(house, ASTRID)) == 3
    with pytest.raises(CarvedLately) as refusal:
        await carve(house)
    assert refusal.value.again == clock() + BETWEEN_CARVINGS


async def test_one_carves_at_any_time_while_no_set_is_free(house: House) -> None:
    first_match = await staked(house)
    await carve(house)
    with pytest.raises(CarvedLately):
        await carve(house)
    await staked(house, to=GUEST, place=YARD)
    await carve(house)
    with pytest.raises(CarvedLately):
        await carve(house)
    # The lost one is not missed, for another is free; the returned one neither.
    await resigned(house, first_match, Seat.ATTACKERS)
    with pytest.raises(CarvedLately):
        await carve(house)
    check_laws(house.store.path)


async def test_carved_many_times_at_once_it_is_one_set(house: House) -> None:
    results = await asyncio.gather(*[carve(house) for _ in range(12)], return_exceptions=True)
    assert [isinstance(result, PlayingSet) for result in results].count(True) == 1
    assert [isinstance(result, CarvedLately) for result in results].count(True) == 11


async def test_at_thirty_sets_carving_ends_and_winning_does_not(house: House, clock: Clock) -> None:
    while len(await sets_of(house, ASTRID)) < MOST_SETS:
        await carve(house)
        clock.pass_by(BETWEEN_CARVINGS)
    with pytest.raises(TooManySets) as refusal:
        await carve(house)
    assert refusal.value.limit == MOST_SETS == 30
    await resigned(house, await staked(house), Seat.DEFENDERS)
    assert len(await sets_of(house, ASTRID)) == MOST_SETS + 1
    with pytest.raises(TooManySets):
        await carve(house)
    check_laws(house.store.path)


async def test_a_refused_carving_leaves_the_first_set_ungiven_or_whole(
    house: House, beside: sqlite3.Connection
) -> None:
    beside.execute(
        "create trigger trap before insert on transfer when new.reason = 'carved'"
        " begin select raise(abort, 'no space left'); end"
    )
    with pytest.raises(sqlite3.IntegrityError):
        await carve(house)
    assert not look(house.store.path, "select * from playing_set")
    assert not look(house.store.path, "select * from transfer")


async def test_only_plain_materials_can_be_carved(house: House) -> None:
    for material in materials().deeds.values():
        with pytest.raises(AssertionError):
            await carve(house, material=material)


def test_the_table_of_materials_is_whole() -> None:
    """Twelve at least in three grades, each earned by one deed, and every word there in every language."""
    table = materials()
    assert len(table.grades) >= 12
    assert set(table.grades.values()) == {"plain", "fine", "royal"}
    assert {name for name, grade in table.grades.items() if grade == "plain"} == set(table.plain)
    assert len(set(table.deeds.values())) == len(table.deeds)
    assert set(table.plain) | set(table.deeds.values()) == set(table.grades)
    for material in table.grades:
        assert f"material-{material}" in keys()
    for style in table.styles:
        assert f"style-{style}" in keys()


# Choosing


async def test_the_chosen_set_is_played_with_from_the_next_match_on(house: House) -> None:
    before = await house.sessions.get((await unstaked(house)).id)
    carved = await carve(house)
    used = await house.collections.use(ASTRID.id, carved.id)
    assert used.used
    assert [one.used for one in await sets_of(house, ASTRID)] == [False, True]
    after = await house.sessions.get((await unstaked(house, place=YARD)).id)
    assert (await house.sessions.get(before.id)).brought == before.brought
    assert after.brought[Seat.ATTACKERS].number == carved.id
    first_one = before.brought[Seat.ATTACKERS].number
    await house.collections.use(ASTRID.id, first_one)
    assert [one.id for one in await sets_of(house, ASTRID) if one.used] == [first_one]


async def test_a_staked_match_is_played_with_the_stakes_whatever_is_chosen(house: House) -> None:
    carved = await carve(house)
    await house.collections.use(ASTRID.id, carved.id)
    session = await house.sessions.get((await staked(house)).id)
    assert session.brought[Seat.ATTACKERS].number == carved.id - 1
    await house.collections.use(ASTRID.id, SetId(carved.id - 1))
    assert [one.used for one in await sets_of(house, ASTRID)] == [True, False]


@pytest.mark.parametrize("number", [0, 999, 2**53, 2**63 - 1])
async def test_no_other_set_is_used_or_named_or_told_of(house: House, number: int) -> None:
    theirs, unknown = await free_set(house, BJORN), SetId(number)
    for deed in (
        house.collections.use(ASTRID.id, unknown),
        house.collections.rename(ASTRID.id, unknown, "Fafnir", now=NOON),
        house.collections.story(unknown),
        house.collections.get(unknown),
    ):
        with pytest.raises(NoSuchSet):
            await deed
    with pytest.raises(SetNotYours) as refusal:
        await house.collections.use(ASTRID.id, theirs)
    assert refusal.value.playing_set.id == theirs
    with pytest.raises(SetNotYours):
        await house.collections.rename(ASTRID.id, theirs, "Fafnir", now=NOON)
    assert not look(house.store.path, "select * from in_use")
    assert look(house.store.path, "select name from playing_set") == [(None,)]


def test_every_refusal_of_a_collection_has_its_words() -> None:
    for reason in (BadSetName, CarvedLately, NoSuchSet, SetIsStaked, SetNotYours, TooManySets):
        assert issubclass(reason, Refusal)
        assert reason.key() in keys()
