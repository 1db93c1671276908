"""Every word of the town's picture fits into its box, in every language, and can be read on a phone."""

from itertools import product

import pytest

from bot.words import LOCALES, Locale, speaker
from render import town_cards, town_panels, town_strips
from render.text import Face, Hand, width
from render.town import TownLabels, labels
from render.town_strips import LABEL_ROOM, LABEL_SIZE, TOLD_SIZE, Above, told_box
from render.town_text import lettering

LEAST = 18
"""In pixels at 960: an em of seven pixels on a phone 360 wide."""


def spoken(locale: Locale) -> TownLabels:
    return labels(speaker(locale))


@pytest.mark.parametrize("locale", LOCALES)
def test_every_name_fits_whole_and_large(locale: Locale) -> None:
    words = spoken(locale)
    shown = [lettering(name, town_cards.NAME_ROOM, town_cards.NAME_SIZE) for name in words.cards]
    shown += [lettering(name, town_panels.NAME_ROOM, town_panels.NAME_SIZE) for name in words.draugr]
    shown += [
        lettering(word, LABEL_ROOM, LABEL_SIZE)
        for word in (words.round, words.supply, words.stock, words.slain, words.lost)
    ]
    for text in shown:
        assert text.whole and text.hand.size >= LEAST, text


@pytest.mark.parametrize("locale", LOCALES)
def test_who_holds_sway_fits_beside_three_dice(locale: Locale) -> None:
    words = spoken(locale)
    for name, dice in product(words.draugr, ((1, 0, 0), (1, 2, 0), (1, 2, 3))):
        strip = Above(200, words.round, dice, False, name, words.slain, ())
        left, right = told_box(strip)
        told = lettering(name, (right - left, LABEL_ROOM[1]), TOLD_SIZE)
        assert told.whole and told.hand.size >= LEAST, told


@pytest.mark.parametrize("locale", LOCALES)
def test_how_it_ended_fits_beside_the_dice(locale: Locale) -> None:
    words = spoken(locale)
    for text in (words.quiet, words.won, words.defeat, words.abandoned):
        strip = Above(200, words.round, (1, 2, 3), False, text, words.slain, ())
        left, right = told_box(strip)
        assert lettering(text, (right - left, LABEL_ROOM[1]), TOLD_SIZE).whole


@pytest.mark.parametrize("locale", LOCALES)
def test_the_lower_strip_holds_its_three_groups(locale: Locale) -> None:
    assert town_strips.spare(spoken(locale)) >= 2 * 20


def test_a_name_is_broken_at_a_space_or_a_hyphen_or_cut_at_last() -> None:
    assert lettering("Saint Olav’s Spring", (120, 46), 27).lines == ("Saint Olav’s", "Spring")
    assert lettering("성 올라프의 샘", (110, 46), 27).lines == ("성 올라프의", "샘")
    assert "".join(lettering("Charcoal-Burner", (80, 46), 27).lines) == "Charcoal-Burner"
    cut = lettering("x" * 200, (120, 46), 27)
    assert not cut.whole and cut.lines[0].endswith("…")
    assert width(cut.lines[0], Hand(Face.TEXT, cut.hand.size)) <= 120
    assert lettering("", (120, 46), 27).lines == ("",)
