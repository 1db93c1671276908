"""Collections: what a set may be named, in any script, and by whom."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.house import House
from bot.playing_sets import LONGEST_SET_NAME
from bot.refusals import BadSetName, SetIsStaked, SetNotYours
from bot.words import plain_name, shown_name, speaker
from rules.game import Seat
from tests.bot.folk import ASTRID, BJORN, NOON
from tests.bot.staking import carve, free_set, look, resigned, sets_of, staked, unstaked

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
