"""F37: the closing cards in words: all that they show, never more than Discord takes."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.words import LOCALES, Locale, speaker
from render import alt
from render.alt import LIMIT
from render.end_words import daily_words, end_words, hunt_end_words, with_more
from render.scene import Plate
from render.town_scene import TownScene, labels
from rules.draugr.cards import DRAUGR_CARDS, TOWNSFOLK
from rules.draugr.hunt import CORRUPT, Hunt
from rules.game import Seat
from tests.render.end_scenes import ENDS, HUNT, KEPT, PLAIN, TABLE, WON, daily, hunt_end


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("name", ENDS)
def test_F37_a_match_s_card_tells_all_that_it_shows(name: str, locale: Locale) -> None:
    scene, say = ENDS[name], speaker(locale)
    told = end_words(scene, say)
    assert told.startswith(alt.board(scene.board, say)) and len(told) <= LIMIT
    winner = {Seat.ATTACKERS: "Ragnhild", Seat.DEFENDERS: "Bjǫrn"}
    assert scene.winner is not None
    assert say("alt-winner", name=winner[scene.winner]) in told
    for part in (*scene.facts, scene.kept):
        assert part in told
    if scene is WON:
        assert "Set won: Amber Dream." in told


def test_F37_nobody_is_said_to_have_won_a_draw() -> None:
    say = speaker("en")
    told = end_words(replace(PLAIN, winner=None), say)
    assert "wins." not in told and "46 moves." in told
    nameless = replace(PLAIN, board=replace(TABLE, bottom=None))
    assert "wins." not in end_words(nameless, say)


def test_F37_a_board_from_the_attackers_names_the_same_winner() -> None:
    say = speaker("en")
    turned = replace(TABLE, view=Seat.ATTACKERS, top=TABLE.bottom, bottom=TABLE.top)
    assert "Bjǫrn wins." in end_words(replace(PLAIN, board=turned), say)


@pytest.mark.parametrize("locale", LOCALES)
def test_F37_a_hunt_s_card_names_the_slain_the_kept_and_the_lost(locale: Locale) -> None:
    say = speaker(locale)
    gone, slain = TOWNSFOLK[:3], (0, 2)
    marks = tuple(CORRUPT if card in gone else mark for card, mark in enumerate(HUNT.marks))
    rows = tuple(0 if draugr in slain else held for draugr, held in enumerate(HUNT.rows))
    words = labels(say)
    scene = hunt_end(locale, TownScene(replace(HUNT, marks=marks, rows=rows), words))
    told = hunt_end_words(scene, say)
    assert told.startswith(f"{scene.title}. {scene.told}") and len(told) <= LIMIT
    for fact in scene.facts:
        assert fact in told
    assert say("alt-slain", names=", ".join(words.draugr[number] for number in slain)) in told
    assert say("alt-lost", names=", ".join(words.cards[card] for card in gone)) in told
    assert (
        say("alt-kept", names=", ".join(words.cards[card] for card in TOWNSFOLK if card not in gone)) in told
    )
    for card in range(15):
        assert words.cards[card] in told


def test_F37_a_hunt_that_ended_before_the_deal_is_told() -> None:
    say = speaker("en")
    told = hunt_end_words(hunt_end(town=TownScene(Hunt(), labels(say))), say)
    assert "Slain Draugr" not in told and "Kept" not in told


def test_F37_nothing_is_said_of_none() -> None:
    say = speaker("en")
    assert "Slain Draugr" not in hunt_end_words(hunt_end(), say)
    everyone = TownScene(replace(HUNT, rows=(0,) * len(DRAUGR_CARDS)), labels(say))
    assert "Slain Draugr: " in hunt_end_words(hunt_end(town=everyone), say)


@pytest.mark.parametrize("locale", LOCALES)
def test_F37_a_result_tells_all_that_it_shows_and_no_more(locale: Locale) -> None:
    scene = daily(locale)
    told = daily_words(scene)
    parts = (scene.title, scene.hunter, scene.result, scene.slain.word, scene.kept.word)
    assert told == " ".join(f"{part}." for part in parts)


@settings(max_examples=60)
@given(st.text(max_size=700), st.text(max_size=700), st.lists(st.text(max_size=500), max_size=4))
def test_F37_words_never_pass_1024_characters(name: str, told: str, facts: list[str]) -> None:
    say = speaker("ru")
    board = replace(TABLE, top=Plate(name, told), bottom=Plate(told, name), result=told)
    for scene in (KEPT, WON):
        assert len(end_words(replace(scene, board=board, facts=tuple(facts), kept=told), say)) <= LIMIT
    two = (name, told)
    assert len(hunt_end_words(replace(hunt_end("ru"), title=name, told=told, facts=two), say)) <= LIMIT
    assert len(daily_words(replace(daily(), hunter=name, result=told))) <= LIMIT


def test_what_does_not_fit_is_left_out_and_what_follows_kept() -> None:
    assert with_more("a", ("b", "", "c!", "x" * 2000, "d;")) == "a b. c! d;"
