"""The picture of a hunt's town, put together from bands that earlier pictures left behind."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image

from render import layout, png, town_cards, town_kits, town_panels
from render.shelf import Shelf
from render.town_cards import Face, faces, tile
from render.town_kit import TownKit
from render.town_layout import CARD, HEIGHT, LEDGES, NAME, ROW, SIDE, STRIP_LEDGES, WIDTH
from render.town_panels import Panel, draw_panel, panels
from render.town_scene import TownLabels, TownScene, labels
from render.town_strips import Above, Below, above, below, draw_above, draw_below
from render.town_words import town_words
from rules.draugr.town import COLUMNS, ROWS

__all__ = ["TownLabels", "TownScene", "draw_town", "labels", "town_words"]

_SPLIT = NAME[1] - 2
"""Where a row is cut in two: above, the pictures and markers; below, the names."""


@dataclass(frozen=True, slots=True)
class Row:
    """What one row shows: five cards and the panels at its ends, with the row's place in each."""

    cards: tuple[Face, ...]
    left: Panel
    right: Panel
    number: int


BandKey = tuple[str, object]
_PICTURES: Shelf[TownScene, bytes] = Shelf(6 << 20, len)
_BANDS: Shelf[BandKey, png.Band] = Shelf(10 << 20, lambda band: len(band.chunk) + 600)


def shelves() -> tuple[Shelf[Any, Any], ...]:
    """All that earlier pictures left behind: bounded in bytes, safe for threads."""
    return _PICTURES, _BANDS, *town_cards.SHELVES, *town_panels.SHELVES


def forget() -> None:
    """Drop it."""
    for shelf in shelves():
        shelf.clear()


def forget_bands() -> None:
    """Drop pictures and their bands, but not the tiles that they were made of."""
    _PICTURES.clear()
    _BANDS.clear()


def draw_town(scene: TownScene, *, cache_dir: Path | None = None) -> bytes:
    """The scene as a PNG, 960 × 720, opaque; equal scenes give equal bytes.

    `cache_dir` is where carved pieces are kept between runs. Raises KeyError for an unknown theme.
    """
    known = _PICTURES.get(scene)
    if known is not None:
        return known
    kit = town_kits.town_kit(scene.theme, cache_dir)
    bands = [_strip(kit, above(scene))]
    for row in rows(scene):
        bands += _halves(kit, row)
    bands.append(_strip(kit, below(scene)))
    made = png.assemble(png.head((WIDTH, HEIGHT), kit.palette), bands)
    _PICTURES.put(scene, made)
    return made


def rows(scene: TownScene) -> tuple[Row, ...]:
    """The three rows of a scene."""
    shown, beside = faces(scene), panels(scene)
    made = []
    for number in range(ROWS):
        left, right = (
            next(panel for panel in beside if panel.left is side and panel.first <= number <= panel.last)
            for side in (True, False)
        )
        made.append(Row(shown[number * COLUMNS : (number + 1) * COLUMNS], left, right, number))
    return tuple(made)


def _strip(kit: TownKit, strip: Above | Below) -> png.Band:
    key = (kit.theme.name, strip)
    band = _BANDS.get(key)
    if band is None:
        shown = draw_above(kit, strip) if isinstance(strip, Above) else draw_below(kit, strip)
        band = png.band(shown, STRIP_LEDGES, level=png.CLOSE)
        _BANDS.put(key, band)
    return band


def _halves(kit: TownKit, row: Row) -> list[png.Band]:
    """The two bands of a row."""
    foot = ("foot", tuple(face.foot for face in row.cards), row.left, row.right, row.number)
    keys: list[BandKey] = [(kit.theme.name, row), (kit.theme.name, foot)]
    bands = [_BANDS.get(key) for key in keys]
    if None in bands:
        whole = _drawn(kit, row)
        for place, (top, bottom) in enumerate(((0, _SPLIT), (_SPLIT, ROW))):
            if bands[place] is None:
                made = png.band(
                    whole.crop((0, top, WIDTH, bottom)), layout.ledges(top, bottom, LEDGES), level=png.CLOSE
                )
                _BANDS.put(keys[place], made)
                bands[place] = made
    return [band for band in bands if band is not None]


def _drawn(kit: TownKit, row: Row) -> Image.Image:
    """The row as palette indices."""
    made = Image.new("L", (WIDTH, ROW))
    for panel, x in ((row.left, 0), (row.right, WIDTH - SIDE)):
        top = (row.number - panel.first) * ROW
        made.paste(draw_panel(kit, panel).crop((0, top, SIDE, top + ROW)), (x, 0))
    for column, face in enumerate(row.cards):
        made.paste(tile(kit, face), (SIDE + column * CARD, 0))
    return made
