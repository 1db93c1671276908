"""F37: every picture in words: the whole position, at most 1,024 characters, in every language."""

import re
from collections import Counter
from dataclasses import replace

import pytest

from bot.words import LOCALES, Locale, speaker
from render import alt
from render.gallery_scenes import LONGEST, game, tables, towns
from render.lessons import DRAUGR_TOPICS, TAFL_TOPICS, topic_hunt, topic_scene
from render.scene import Plate, Scene
from render.town import TownScene, labels, town_words
from rules.draugr.town import NAMES
from rules.game import Seat
from rules.tafl.position import START, Move
from rules.tafl.squares import Square, name, square

SIDES = (Seat.ATTACKERS, Seat.DEFENDERS)
ALL = pytest.mark.parametrize("locale", LOCALES)
SQUARE = re.compile(r"(?<![a-z])[a-i][1-9](?![0-9])")


def standing(scene: Scene) -> Counter[str]:
    """The squares that a scene's words must name, as often."""
    named = [name(Square(at)) for at, letter in enumerate(scene.position.board) if letter != "."]
    named += [name(each) for each in (*scene.targets, *scene.strikes, *scene.placeable, *scene.captures)]
    if scene.select is not None:
        named.append(name(scene.select))
    if scene.last is not None:
        named += [name(scene.last.start), name(scene.last.end)]
    return Counter(named)


def whole(scene: Scene, locale: Locale) -> str:
    """The scene in words, whose squares are all there."""
    told = alt.board(scene, speaker(locale))
    assert 0 < len(told) <= alt.LIMIT
    assert Counter(SQUARE.findall(told)) == standing(scene), (locale, told)
    assert "{" not in told and "alt-" not in told
    return told


@ALL
def test_F37_every_state_of_a_table_is_told_whole(locale: Locale) -> None:
    for state, scene in tables("wood", speaker(locale)).items():
        told = whole(scene, locale)
        assert scene.result in told, state
        for plate in (scene.top, scene.bottom):
            assert plate is not None
            assert plate.name in told and plate.role in told, state
    for topic in TAFL_TOPICS:
        whole(topic_scene(topic), locale)


@ALL
def test_F37_the_fullest_table_with_the_longest_names_is_told_whole(locale: Locale) -> None:
    """Twenty-five pieces, sixteen targets, four of them captures, and a last move with three captures."""
    say = speaker(locale)
    top, bottom = (Plate(name, say(f"side-{seat}")) for name, seat in zip(LONGEST[:2], SIDES, strict=True))
    empty = [Square(at) for at, letter in enumerate(START.board) if letter == "."]
    scene = Scene(
        START,
        to_move=Seat.ATTACKERS,
        top=top,
        bottom=bottom,
        last=Move(square("a1"), square("i9")),
        captures=tuple(empty[:3]),
        select=square("e9"),
        targets=tuple(empty[3:19]),
        strikes=tuple(empty[3:7]),
    )
    told = whole(scene, locale)
    assert top.name in told and bottom.name in told
    whole(replace(scene, select=None, targets=(), strikes=(), placeable=scene.targets), locale)


@ALL
def test_F37_an_animation_is_told_by_its_length_and_its_end(locale: Locale) -> None:
    scenes = game("wood", speaker(locale))
    told = alt.replay(scenes, speaker(locale))
    assert len(told) <= alt.LIMIT
    assert str(len(scenes) - 1) in told
    assert Counter(SQUARE.findall(told)) == standing(scenes[-1])


@ALL
def test_F37_every_state_of_a_town_is_told_whole(locale: Locale) -> None:
    say = speaker(locale)
    scenes = dict(towns("wood", say))
    scenes |= {topic: TownScene(topic_hunt(topic), labels(say)) for topic in DRAUGR_TOPICS}
    for state, scene in scenes.items():
        told = town_words(scene, say)
        assert 0 < len(told) <= alt.LIMIT, state
        assert "{" not in told and "town-" not in told, state
        if not scene.hunt.grid:
            continue
        for cell, card in enumerate(scene.hunt.grid):
            assert f"{NAMES[cell]} {scene.labels.cards[card]}" in told, (state, NAMES[cell])
        for draugr, rows in enumerate(scene.hunt.rows):
            assert not rows or scene.labels.draugr[draugr] in told, (state, draugr)
