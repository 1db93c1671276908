"""What hangs in the gallery: every picture that can be made, in every theme, and samples in every language."""

import io
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import cycle, pairwise
from pathlib import Path

from PIL import Image

from render import set_sheets
from render.bands import STYLES
from render.board import diagram, draw
from render.daily_card import draw_daily
from render.end_match import draw_end
from render.gallery import Exhibit
from render.gallery_ends import dailies, hunt_ends, match_ends
from render.gallery_films import films
from render.gallery_scenes import LONGEST, PLAYERS, tables, towns
from render.hunt_end import draw_hunt_end
from render.lessons import DRAUGR_TOPICS, TAFL_TOPICS, topic_hunt, topic_scene
from render.materials import SETS
from render.scene import Plate
from render.sets import SetPlate, draw_sets
from render.theme import THEMES
from render.town import TownScene, draw_town, labels
from render.town_scene import Say

Says = Mapping[str, Say]
"""Each language's sentences."""


def exhibits(says: Says) -> list[Exhibit]:
    """Every picture, room by room."""
    return [
        *_tables(says),
        *_spoken(says),
        *_names(says),
        *_dressed(says),
        *_ends(says),
        *_towns(says),
        *_rules(says),
        *_sets(says),
        *films(says),
    ]


def _tables(says: Says) -> Iterator[Exhibit]:
    """Every state of a table in every theme, the languages in turn."""
    for theme, (language, say) in zip(THEMES, cycle(says.items()), strict=False):
        for state, scene in tables(theme, say).items():
            name = f"table-{theme}-{state}"
            yield Exhibit(f"Tables: {theme}", name, f"{state}, {language}", partial(draw, scene))


def _spoken(says: Says) -> Iterator[Exhibit]:
    for language, say in says.items():
        for state, scene in tables("wood", say).items():
            if state != "turned":
                name = f"table-{language}-{state}"
                yield Exhibit(f"Words on a table: {language}", name, state, partial(draw, scene))


def _names(says: Says) -> Iterator[Exhibit]:
    """The longest names, and the shortest."""
    say = says["en"]
    scene = tables("wood", say)["moved"]
    for number, (above, below) in enumerate([*pairwise(LONGEST), ("", "I")]):
        note = say("label-to-move")
        top, bottom = Plate(above, say("side-attackers")), Plate(below, say("side-defenders"), note)
        shown = replace(scene, top=top, bottom=bottom)
        yield Exhibit("Names", f"names-{number}", f"{above} / {below}", partial(draw, shown))


def _dressed(says: Says) -> Iterator[Exhibit]:
    """Playing sets on the board: each material at least once on each side, and at stake."""
    names = list(SETS)
    for place, dark in enumerate(names):
        light, theme = names[(place + 5) % len(names)], list(THEMES)[place % len(THEMES)]
        scene = tables(theme, says["en"])["moved"]
        scene = replace(scene, attackers=dark, defenders=light, staked=place % 3 == 0)
        caption = f"{dark} against {light}, {theme}" + (", staked" if scene.staked else "")
        yield Exhibit("Sets on the board", f"set-{dark}-{light}", caption, partial(draw, scene))
    for theme in THEMES:
        scene = replace(tables(theme, says["en"])["start"], staked=True)
        yield Exhibit("Sets on the board", f"staked-{theme}", f"{theme}, staked", partial(draw, scene))


def _ends(says: Says) -> Iterator[Exhibit]:
    """The cards that close a match and a hunt, and a hunt's result to share."""
    for theme, language in _themes_and_languages(says):
        say, told = says[language], f"{theme}, {language}"
        cards = (
            ("Matches' ends", "end", partial(draw_end), match_ends(theme, say)),
            ("Hunts' ends", "hunt", partial(draw_hunt_end), hunt_ends(theme, say)),
            ("Results", "daily", partial(draw_daily), dailies(theme, say)),
        )
        for room, stem, drawing, scenes in cards:
            for state, scene in scenes.items():
                name = f"{stem}-{theme}-{language}-{state.replace(' ', '-')}"
                yield Exhibit(room, name, f"{state}, {told}", partial(drawing, scene))


def _themes_and_languages(says: Says) -> Iterator[tuple[str, str]]:
    """Every theme with the languages in turn, then the first theme with the others."""
    first = next(iter(THEMES))
    pairs = list(zip(THEMES, cycle(says), strict=False))
    yield from pairs
    yield from ((first, language) for language in says if (first, language) not in pairs)


def _towns(says: Says) -> Iterator[Exhibit]:
    for theme, language in zip(THEMES, cycle(says), strict=False):
        for state, scene in towns(theme, says[language]).items():
            name = f"town-{theme}-{state}"
            yield Exhibit(f"Towns: {theme}", name, f"{state}, {language}", partial(draw_town, scene))
    for language, say in says.items():
        for state, scene in towns("wood", say).items():
            name = f"town-{language}-{state}"
            yield Exhibit(f"Words in the town: {language}", name, state, partial(draw_town, scene))


def _rules(says: Says) -> Iterator[Exhibit]:
    for topic in TAFL_TOPICS:
        yield Exhibit("Rules", f"rules-tafl-{topic}", f"tafl, {topic}", partial(draw, topic_scene(topic)))
    for topic in DRAUGR_TOPICS:
        scene = TownScene(topic_hunt(topic), labels(says["en"]))
        yield Exhibit("Rules", f"rules-draugr-{topic}", f"draugr, {topic}", partial(draw_town, scene))
    small = partial(diagram, topic_scene("capture"))
    yield Exhibit("Rules", "diagram", "a small board", small)


def _sets(says: Says) -> Iterator[Exhibit]:
    """Collections of one to six, and the sheets of all materials, in every theme."""
    for theme, (language, say) in zip(THEMES, cycle(says.items()), strict=False):
        plates = [_plate(say, number, material) for number, material in enumerate(SETS)]
        plates[1] = replace(plates[1], name=LONGEST[len(language) % len(LONGEST)])
        title = say("sets-of", name=PLAYERS[0], count=len(plates))
        for count in (1, 2, 5, 6):
            shown = partial(draw_sets, plates[:count], title=title, theme=theme)
            yield Exhibit("Sets", f"sets-{theme}-{count}", f"{count}, {theme}, {language}", shown)
        yield Exhibit("Sets", f"materials-{theme}", f"all materials, {theme}", partial(_materials, theme))
        yield Exhibit("Sets", f"pairs-{theme}", f"every pairing, {theme}", partial(_pairs, theme))


def _plate(say: Say, number: int, material: str) -> SetPlate:
    style = STYLES[number % len(STYLES)]
    stuff = say(f"material-{material}")
    note = (say("set-used"), say("set-staked"), "")[number % 3]
    line = say("set-made-of", material=stuff, style=say(f"style-{style}"))
    return SetPlate(material, style, say("set-unnamed", material=stuff, number=number + 1), line, note)


def _materials(theme: str, *, cache_dir: Path | None) -> bytes:
    return _png(set_sheets.side_by_side(theme, cache_dir))


def _pairs(theme: str, *, cache_dir: Path | None) -> bytes:
    return _png(set_sheets.pairs(theme, cache_dir))


def _png(shown: Image.Image) -> bytes:
    out = io.BytesIO()
    shown.save(out, "PNG")
    return out.getvalue()
