"""Collections: the first set, carving and its limits, choosing, naming."""

import asyncio
import sqlite3
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.house import House
from bot.limits import BETWEEN_CARVINGS, MOST_SETS
from bot.people import Player, PlayerId
from bot.playing_sets import LONGEST_SET_NAME, PlayingSet, SetId, materials
from bot.refusals import BadSetName, CarvedLately, NoSuchSet, Refusal, SetIsStaked, SetNotYours, TooManySets
from bot.words import keys, plain_name, shown_name, speaker
from rules.game import Seat
from tests.bot.folk import ASTRID, BJORN, GUEST, NOON, YARD, Clock
from tests.bot.staking import check_laws, free_set, look, resigned, sets_of, staked, unstaked


async def carve(house: House, player: Player = ASTRID, material: str = "oak") -> PlayingSet:
    """A new set of the player's."""
    return await house.collections.carve(player, material=material, style="borre", now=house.clock())


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


# Naming

NAMES = [
    "F",
    "Fáfnir",
    "Жар-птица",
    "검은 이빨",
    "雪の花嫁",
    "نرد",
    "ᚠᛖᚾᚱᛁᛋ",
    "🪓🐺",
    "Ŋ" * 32,
    "검" * 32,
    "?",
    "**bold** _x_ ~~y~~",
    "<@1> @everyone",
    "[a](https://example.org)",
    "# Title",
    "`code` ||hidden||",
    "'); drop table playing_set;--",
    "%s {name} \\",
]


@pytest.mark.parametrize("name", NAMES)
async def test_a_name_in_any_script_is_kept_as_it_is(house: House, name: str) -> None:
    number = await free_set(house, ASTRID)
    named = await house.collections.rename(ASTRID.id, number, name, now=NOON)
    assert named.name == name
    assert (await house.sessions.get((await unstaked(house)).id)).brought[Seat.ATTACKERS].name == name
    assert plain_name(shown_name(name).replace("\\", "")) == plain_name(name.replace("\\", ""))
    assert look(house.store.path, "select count(*) from playing_set") == [(2,)]


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Fáfnir \t ", "Fáfnir"),
        ("Fa\u0301fnir", "Fáfnir"),
        ("two\nlines", "two lines"),
        ("\u202eevil\u202c", "evil"),
        ("a\u200bb\u200d", "ab"),
        ("Z" + "\u0336" * 30, "Z\u0336\u0336"),
    ],
)
async def test_a_name_is_one_visible_line(house: House, typed: str, kept: str) -> None:
    number = await free_set(house, ASTRID)
    assert (await house.collections.rename(ASTRID.id, number, typed, now=NOON)).name == kept


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "\n\t",
        "\u200b",
        "\u202e",
        "\u3164",
        "\u00a0\u2003",
        "\x00",
        "F" * 33,
        "F" * 32 + "?",
        "검" * 100,
    ],
)
async def test_a_name_has_one_to_thirty_two_visible_characters(house: House, name: str) -> None:
    number = await free_set(house, ASTRID)
    with pytest.raises(BadSetName):
        await house.collections.rename(ASTRID.id, number, name, now=NOON)
    assert look(house.store.path, "select name from playing_set") == [(None,)]


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=40))
def test_any_text_is_a_name_that_the_schema_takes_or_none(text: str) -> None:
    plain = plain_name(text)
    assert 1 <= len(plain) <= LONGEST_SET_NAME
    assert plain_name(plain) == plain
    title = speaker("en")("sets-renamed", set=shown_name(plain))
    assert "\n" not in title


async def test_two_sets_may_have_one_name_and_a_name_may_change(house: House) -> None:
    await carve(house)
    for one in await sets_of(house, ASTRID):
        await house.collections.rename(ASTRID.id, one.id, "Fafnir", now=NOON)
    assert [one.name for one in await sets_of(house, ASTRID)] == ["Fafnir", "Fafnir"]
    again = await house.collections.rename(ASTRID.id, one.id, "Grani", now=NOON)
    assert again.name == "Grani"


async def test_W4_a_staked_set_keeps_its_name_until_the_end(house: House) -> None:
    session = await house.sessions.get((await staked(house)).id)
    number = session.brought[Seat.ATTACKERS].number
    with pytest.raises(SetIsStaked) as refusal:
        await house.collections.rename(ASTRID.id, number, "Fafnir", now=NOON)
    assert refusal.value.playing_set.staked_in == session.id
    await resigned(house, session, Seat.ATTACKERS)
    with pytest.raises(SetNotYours):
        await house.collections.rename(ASTRID.id, number, "Fafnir", now=NOON)
    assert (await house.collections.rename(BJORN.id, number, "Spoil", now=NOON)).name == "Spoil"


def test_every_refusal_of_a_collection_has_its_words() -> None:
    for reason in (BadSetName, CarvedLately, NoSuchSet, SetIsStaked, SetNotYours, TooManySets):
        assert issubclass(reason, Refusal)
        assert reason.key() in keys()
