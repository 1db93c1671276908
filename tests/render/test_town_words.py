"""The town in words, and the words on its picture."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.words import LOCALES, Locale, speaker
from render.town import TownScene, labels, town_words
from render.town_recorded import ENGLISH, recorded_scene
from rules.draugr import CARDS, DRAUGR, DRAUGR_CARDS, NAMES, Hunt, Ruleset, dice, write_setup
from rules.draugr.ruleset import Difficulty
from tests.rules.draugr_town import going, marks, placed

RECORDS = Path(__file__).parents[1] / "vectors" / "draugr-hunts.jsonl"


def keyed(key: str, **values: object) -> str:
    """Speaks in keys: `hunter(cell=c2)`."""
    return (
        key.removeprefix("town-alt-")
        + "("
        + ", ".join(f"{name}={value}" for name, value in values.items())
        + ")"
    )


def plain(key: str, **values: object) -> str:
    """Speaks in values alone."""
    return " ".join(str(value) for value in values.values()) or key


def test_labels_ask_for_every_card_and_Draugr() -> None:
    asked: list[str] = []

    def say(key: str, **_: object) -> str:
        asked.append(key)
        return key.upper()

    made = labels(say)
    assert made.cards[0] == "CARD-SHEPHERDESS" and made.draugr[-1] == "DRAUGR-SNOW_BRIDE"
    assert {f"card-{card.id}" for card in CARDS} | {f"draugr-{one.id}" for one in DRAUGR_CARDS} <= set(asked)


def test_the_words_tell_all_that_the_picture_shows() -> None:
    hunt = going(
        dice=(1, 2, 5),
        ruleset=Ruleset(difficulty=Difficulty.HARD),
        marks=marks(midwife=4, foundry=6),
        placed=placed(steersman=(1, 2)),
        supply=(3, 1),
        ward=CARDS[14].no,
        struck=(CARDS[9].no,),
        rows=(3, 0, 4, 1, 2, 4),
        round=17,
    )
    told = town_words(TownScene(hunt, ENGLISH, lit=(0, 5), chosen=5), plain)
    for part in (
        "17",
        "The Steersman",
        "e2 Foundry 6",
        "b1 Midwife",
        "1–2",
        "1/2",
        "2/3",
        "c2",
        "e3",
        "a1, a2",
    ):
        assert part in told
    keys = town_words(TownScene(hunt, ENGLISH, lit=(0, 5), chosen=5), keyed)
    for key in (
        "hunter",
        "ward",
        "sway",
        "die-mound",
        "theft-holy",
        "struck",
        "mounds",
        "supply",
        "stock",
        "slain",
    ):
        assert f"{key}(" in keys
    assert "slain(count=1, need=4)" in keys
    assert "turned(card=b1 Midwife)" in keys
    assert "thief(draugr=The Steersman)" in keys


def test_before_the_deal_there_is_little_to_tell() -> None:
    assert town_words(TownScene(Hunt(), ENGLISH), keyed) == "town-alt(round=0)"


def test_an_end_is_told() -> None:
    record = RECORDS.read_text(encoding="utf-8").splitlines()[0]
    scene = recorded_scene(record, None, "wood")
    assert "defeat()" in town_words(scene, keyed)


def states(seed: str, steps: int, difficulty: Difficulty) -> Hunt:
    """A hunt after so many choices, all of them drawn by the seed."""
    hunt: Hunt = DRAUGR.start(write_setup(Ruleset(difficulty=difficulty)))
    for step in range(steps):
        if hunt.outcome is not None:
            break
        draw = dice(seed, f"{step}")
        if DRAUGR.turn(hunt) == "chance":
            hunt = DRAUGR.play(hunt, DRAUGR.chance(hunt, draw))
        else:
            legal = DRAUGR.legal(hunt)
            hunt = DRAUGR.play(hunt, legal[draw(len(legal))])
    return hunt


@settings(max_examples=60, deadline=None)
@given(
    seed=st.text(max_size=8),
    steps=st.integers(0, 160),
    difficulty=st.sampled_from(Difficulty),
    long=st.integers(0, 400),
    lit=st.lists(st.integers(0, 14), unique=True),
)
def test_the_words_never_pass_1024_characters(
    seed: str, steps: int, difficulty: Difficulty, long: int, lit: list[int]
) -> None:
    hunt = states(seed, steps, difficulty)

    def say(key: str, **values: Any) -> str:
        return keyed(key, **values) + "ы" * long

    told = town_words(TownScene(hunt, labels(say), lit=tuple(lit)), say)
    assert 0 < len(told) <= 1024
    assert told == " ".join(told.split(" "))


def test_what_matters_least_is_left_out_first() -> None:
    hunt = going(dice=(1, 2, 0), struck=(CARDS[0].no,))
    long: Callable[..., str] = lambda key, **values: keyed(key, **values) + "x" * 90  # noqa: E731
    told = town_words(TownScene(hunt, ENGLISH, lit=tuple(range(15)), chosen=3), long)
    assert "hunter(" in told and "a1 Shepherdess" in told and "lit(" not in told


@pytest.mark.parametrize("locale", LOCALES)
def test_in_each_language_nothing_has_to_be_left_out(locale: Locale) -> None:
    say = speaker(locale)
    for line in RECORDS.read_text(encoding="utf-8").splitlines():
        for number in range(0, len(json.loads(line)["rounds"]), 3):
            scene = replace(recorded_scene(line, number, "wood"), labels=labels(say))
            told = town_words(scene, say)
            assert (
                say("town-alt-lit", cells=", ".join(NAMES[cell] for cell in scene.lit)) in told
                or not scene.lit
            )
            struck = sorted(scene.hunt.cells[card] for card in scene.hunt.struck)
            assert (
                not struck or say("town-alt-struck", cells=", ".join(NAMES[cell] for cell in struck)) in told
            )


@pytest.mark.parametrize(
    "wrong",
    [
        "",
        "[]",
        "{}",
        '{"rounds": 3}',
        '{"rounds": [], "grid": [], "seats": [], "start": {}}',
        "9" * 5000,
        "[" * 5000,
    ],
)
def test_what_is_no_recorded_hunt_is_a_ValueError(wrong: str) -> None:
    with pytest.raises(ValueError):
        recorded_scene(wrong, None, "wood")


def test_a_recorded_hunt_is_read_at_every_round() -> None:
    for line in RECORDS.read_text(encoding="utf-8").splitlines()[:4]:
        record = json.loads(line)
        for number in range(len(record["rounds"]) + 1):
            scene = recorded_scene(line, number, "wood")
            assert len(town_words(scene, keyed)) <= 1024
            assert NAMES[scene.hunt.hunter] not in [NAMES[number] for number in scene.lit]
        with pytest.raises(ValueError, match="no round"):
            recorded_scene(line, len(record["rounds"]) + 1, "wood")
    assert replace(scene, chosen=1) != scene
