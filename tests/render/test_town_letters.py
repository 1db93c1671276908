"""The town in letters: as wide in every language, and true to the hunt."""

from hypothesis import given
from hypothesis import strategies as st

from bot.views.town import town_scene, words_alone
from bot.words import LOCALES, speaker
from render.lessons import topic_hunt
from render.town_letters import town_letters
from rules.draugr.game import DRAUGR
from rules.draugr.hunt import SIDES, Hunt
from rules.draugr.ruleset import STANDARD, write_setup
from rules.draugr.town import CELLS, COLUMNS, NAMES
from tests.bot.screens import hunts


def test_the_town_of_a_lesson() -> None:
    shown = town_letters(town_scene(topic_hunt("corruption"), speaker("en")))
    assert shown.splitlines() == [
        "    a   b   c   d   e    ",
        "1<[ 1~| .^| 1~] 1~  1~ >1",
        "2<[ 2^]@3~[ 3~| 3~] 2^ >2",
        "3<[ #~| 2~| #~] 4~  .^ >3",
    ]


@given(hunts(), st.sampled_from(LOCALES))
def test_every_cell_stands_in_its_column_in_every_language(
    found: tuple[Hunt, list[str]], locale: str
) -> None:
    hunt, _ = found
    scene = town_scene(hunt, speaker(locale))  # type: ignore[arg-type]
    lines = town_letters(scene).splitlines()
    assert {len(line) for line in lines} == {25}
    assert all(line.isascii() for line in lines)
    for cell in CELLS:
        card = hunt.grid[cell]
        shown = lines[1 + cell // COLUMNS][2 + 4 * (cell % COLUMNS) :][:5]
        assert (shown[0] in "[|" and shown[4] in "]|") == (cell in scene.lit)
        assert (shown[1] == "@") == (cell == hunt.hunter)
        if hunt.turned(card):
            assert shown[2] == "#"
        else:
            assert shown[2] == str(hunt.marks[card] or ".")
    for row, line in enumerate(lines[1:]):
        for side, sign in zip(SIDES, ("<", ">"), strict=True):
            held = any(row + 1 in hunt.held(hunt.seats[seat]) for seat in side)
            assert (sign in line) == held


@given(hunts(), st.sampled_from(LOCALES))
def test_F37_the_words_tell_every_card(found: tuple[Hunt, list[str]], locale: str) -> None:
    hunt, _ = found
    say = speaker(locale)  # type: ignore[arg-type]
    words = words_alone(hunt, say)
    assert len(words) < 3_000
    assert all(f"{NAMES[cell]} " in words for cell in CELLS)


def test_before_the_deal_there_is_nothing_to_show() -> None:
    hunt = DRAUGR.start(write_setup(STANDARD))
    assert town_letters(town_scene(hunt, speaker("en"))) == ""
    assert "```" not in words_alone(hunt, speaker("en"))
