"""Any name in any script can be written, and fits."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from render.runes import RUNES, spell
from render.text import PAD, Face, Hand, Run, clean, fit, line, runs, width

NAME = Hand(Face.TITLE, 27, small_caps=True)
HANDS = (NAME, Hand(Face.TEXT, 20), Hand(Face.SIGN, 22))


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=40), st.sampled_from(HANDS))
def test_any_text_is_written_and_stays_in_its_picture(text: str, hand: Hand) -> None:
    written = line(text, hand)
    assert written.mask.width >= written.width + 2 * PAD - 1
    assert all(run.text for run in runs(text, hand.face))
    assert "".join(run.text for run in runs(text, hand.face)) == clean(text)


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=80), st.integers(0, 400), st.sampled_from(HANDS))
def test_a_fitted_text_fits(text: str, room: int, hand: Hand) -> None:
    shown = fit(text, hand, room)
    assert width(shown, hand) <= room
    assert shown == clean(text) or shown == "" or shown.endswith("…")


@pytest.mark.parametrize(
    ("text", "fonts"),
    [
        ("Þórr", ["vollkorn"]),
        ("Игорь", ["vollkorn"]),
        ("흐네피", ["hangul-serif"]),
        ("Ann 흐네피", ["vollkorn", "hangul-serif"]),
        ("ᚱᚢᚾ", ["rune"]),
        ("🙂", [""]),
        ("مرحبا", [""]),
    ],
)
def test_each_script_has_its_font(text: str, fonts: list[str]) -> None:
    assert [run.font for run in runs(text, Face.TITLE)] == fonts


@pytest.mark.parametrize("text", ["흐네피", "Ярл", "Ragnhild", "ᚱᚢᚾ", "🙂"])
def test_something_is_seen_of_every_script(text: str) -> None:
    assert max(line(text, NAME).mask.tobytes()) > 200


def test_direction_marks_and_zero_widths_are_dropped() -> None:
    assert clean("a\u202eb\u200d\u2066c\u200b\x00d\n e\ufeff") == "abcd e"


def test_letters_are_composed_before_they_are_written() -> None:
    assert runs(unicodedata.normalize("NFD", "Ó"), Face.TITLE) == (Run("vollkorn", "Ó"),)


def test_spelling_in_runes_uses_runes_alone() -> None:
    assert spell("Thor, ng!") == "ᚦᛟᚱᛜ"
    assert set(spell("þæðö abcdefghijklmnopqrstuvwxyz")) <= set(RUNES)
