"""The Draugr's panels without what changes, over one row or several."""

from functools import cache
from math import pi

from PIL import Image, ImageDraw

from render import relief, weave
from render.theme import Colour, Theme
from render.town_blanks import even, floor, sunk
from render.town_layout import DRAUGR_NAME, GRAND, NEEDS, ROW, SIDE, Box
from render.town_slab import (
    DANGER,
    FLAT,
    ZOOM,
    Slab,
    calmed,
    carve,
    lay,
    lit,
    mixed,
    polygon,
    rounded,
    slab,
    texture,
    tint,
)

PANELS = ("calm", "sway", "fallen")
"""The states of a Draugr's panel: as it stands, holding sway, with nobody."""


def panel(theme: Theme, rows: int, state: str, left: bool) -> Image.Image:
    """A Draugr's panel over so many rows, RGB; its points show which rows it holds.

    Before `finish_panel`.
    """
    high = rows * ROW
    made = slab(theme, SIDE, high, calmed(theme.frame), 5)
    made.height.paste(FLAT - 40, (0, 0, *made.size))
    body = rounded(made, (7, 3, SIDE - 7, high - 3), 9)
    tint(made, body, relief.ramp(texture(theme, made.size, 41), _panel_stops(theme, state)))
    carve(made, body, FLAT - 20, FLAT + 30, 4)
    for row in range(rows if state != "fallen" else 0):
        _claw(made, theme, row * ROW + ROW / 2, state, left)
    if state == "sway":
        _sway_rim(made, theme, high)
    name, art, needs = panel_boxes(rows)
    if state == "fallen":
        sunk(made, (name[0], name[1], needs[2], needs[3]), theme.boss, 5)
        _grave(made, theme, high)
        return lit(made, theme)
    shape = rounded(made, art, 5)
    carve(made, shape, FLAT - 10, FLAT - 36, 4)
    tint(made, shape, relief.ramp(texture(theme, made.size, 67), calmed(theme.barrow)))
    if rows > 1:
        _spine(made, theme, art)
    for box in (name, needs):
        sunk(made, box, floor(theme), 4)
    return lit(made, theme)


def finish_panel(shown: Image.Image, theme: Theme, rows: int, state: str) -> None:
    """Give the panel's plates the even colour of `floor`."""
    name, _, needs = panel_boxes(rows)
    for box in (name, needs) if state != "fallen" else ():
        even(shown, box, floor(theme), 2)


def panel_boxes(rows: int) -> tuple[Box, Box, Box]:
    """(name, portrait, needs): the plates of a panel over so many rows."""
    high, left, right = rows * ROW, 11, SIDE - 11
    return (
        (left, 8, right, 8 + DRAUGR_NAME),
        (left, 10 + DRAUGR_NAME, right, high - 10 - NEEDS),
        (left, high - 8 - NEEDS, right, high - 8),
    )


def portrait_size(rows: int) -> tuple[int, int]:
    """The pixels of the portrait on a panel over so many rows."""
    _, art, _ = panel_boxes(rows)
    return art[2] - art[0] - 4, (art[3] - art[1] - 4 if rows == 1 else GRAND + 10)


def _panel_stops(theme: Theme, state: str) -> tuple[tuple[int, Colour], ...]:
    towards, share = (DANGER, 0.7) if state == "sway" else (theme.recess, 0.1)
    return calmed(tuple((at, mixed(colour, towards, share)) for at, colour in theme.frame))


def _claw(made: Slab, theme: Theme, middle: float, state: str, left: bool) -> None:
    """The point towards a row that the Draugr holds."""
    foot, tip = (SIDE - 10, SIDE - 0.5) if left else (10, 0.5)
    shape = polygon(made, [(foot, middle - 26), (tip, middle), (foot, middle + 26)])
    carve(made, shape, FLAT, FLAT + 50, 3)
    tint(made, shape, mixed(DANGER, theme.label, 0.25) if state == "sway" else theme.ribbon)


def _sway_rim(made: Slab, theme: Theme, high: int) -> None:
    rim = rounded(made, (5.5, 1.5, SIDE - 5.5, high - 1.5), 10)
    rim.paste(0, mask=rounded(made, (11, 7, SIDE - 11, high - 7), 6))
    carve(made, rim, FLAT, FLAT + 60, 3)
    tint(made, rim, mixed(DANGER, theme.label, 0.25))


def _spine(made: Slab, theme: Theme, art: Box) -> None:
    """Plaited ribbons above and below the portrait of one that spans several rows."""
    left, top, right, bottom = art
    middle = (top + bottom) / 2
    upright = _plait(round((bottom - top) / 2) - 62)
    for y in (top + 4, middle + 58):
        lay(made, upright, ((left + right) / 2 - _BREADTH / 2, y), theme.ribbon)


_BREADTH = 40


@cache
def _plait(length: int) -> Image.Image:
    """Three ribbons going down, as a height map four times as fine as the picture."""
    plait = weave.plait(length * 4, 150, _BREADTH * 4 * 0.27, pi / 2)
    moved = tuple(
        weave.Strand(tuple((x, y + _BREADTH * 2) for x, y in strand.points), strand.depth) for strand in plait
    )
    height = weave.heights(moved, (length * 4, _BREADTH * 4), _BREADTH * 0.8, False)
    return height.transpose(Image.Transpose.TRANSPOSE)


def _grave(made: Slab, theme: Theme, high: int) -> None:
    """A cross of two cracks: nobody holds this row any more."""
    middle, centre = SIDE / 2, high / 2
    for side in (-1, 1):
        points = [
            (middle - side * 34, centre - 60),
            (middle - side * 14, centre - 22),
            (middle - side * 18, centre - 8),
            (middle + side * 12, centre + 16),
            (middle + side * 10, centre + 30),
            (middle + side * 36, centre + 62),
        ]
        shape = Image.new("L", made.size, 0)
        ImageDraw.Draw(shape).line(
            [(x * ZOOM, y * ZOOM) for x, y in points], fill=255, width=9 * ZOOM, joint="curve"
        )
        carve(made, shape, FLAT - 30, FLAT - 90, 3)
        tint(made, shape, mixed(theme.barrow[1][1], theme.recess, 0.3))
