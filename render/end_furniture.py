"""What the closing cards are carved with: a cloth for the title, hollows for words, oath rings for who won."""

from functools import cache
from math import cos, pi, sin

from PIL import Image, ImageDraw

from render import bands, ornaments, relief, weave
from render.theme import Colour, Stops, Theme
from render.town_slab import FLAT, ZOOM, Slab, carve, lay, lit, mixed, polygon, rounded, slab, tint

Box = tuple[int, int, int, int]
GOLD: Colour = (236, 178, 62)
_BEYOND = 40
"""How far a part that is joined to others below or above reaches past its own end."""


def plank(theme: Theme, width: int, height: int, *, above: bool = True, below: bool = True) -> Slab:
    """A piece of the card's wood or stone; without an end `above` or `below` another piece joins it there."""
    made = slab(theme, width, height, _quiet(theme.frame), 17)
    box = (0, 0 if above else -_BEYOND, width, height if below else height + _BEYOND)
    carve(made, rounded(made, box, 8), FLAT - 24, FLAT + 24, 3)
    return made


def _quiet(stops: Stops) -> Stops:
    """The ramp, a little closer to its middle."""
    middle = stops[len(stops) // 2][1]
    return tuple((at, mixed(colour, middle, 0.3)) for at, colour in stops)


def cloth(
    made: Slab, theme: Theme, box: Box, *, edge: Colour | None = None, dye: Colour | None = None
) -> None:
    """A cloth with swallow tails, hung over the plank; its tails reach 40 pixels past the box.

    It is as the theme's banner unless dyed, and hemmed in the theme's mark unless it has another edge.
    """
    dye = dye or theme.banner
    left, top, right, bottom = box
    for side, near in ((-1, left), (1, right)):
        tip = near + side * 40
        tail = [(near - side * 14, top + 7), (tip, top + 7), (tip - side * 14, (top + bottom) / 2 + 4)]
        shape = polygon(made, [*tail, (tip, bottom + 2), (near - side * 14, bottom + 2)])
        carve(made, shape, FLAT + 6, FLAT + 20, 3)
        tint(made, shape, mixed(dye, (0, 0, 0), 0.2))
    for inset, colour in ((0, edge or theme.mark), (2, dye)):
        shape = rounded(made, (left + inset, top + inset, right - inset, bottom - inset - 2), 3)
        carve(made, shape, FLAT + 24, FLAT + 44, 4)
        tint(made, shape, colour)


def hollow(made: Slab, theme: Theme, box: Box, *, gilt: bool = False) -> None:
    """A floor for words, with a gilded rim of 6 pixels around it where asked for."""
    left, top, right, bottom = box
    if gilt:
        rim = rounded(made, (left - 6, top - 6, right + 6, bottom + 6), 11)
        carve(made, rim, FLAT + 10, FLAT + 70, 4)
        tint(made, rim, GOLD)
    shape = rounded(made, box, 7)
    carve(made, shape, FLAT + 8, FLAT - 36, 4)
    tint(made, shape, theme.recess)


def niche(made: Slab, theme: Theme, centre: tuple[int, int], reach: int, *, ringed: bool) -> None:
    """A round hollow for a figure; the winner's has a twisted ring of gold about it."""
    x, y = centre
    floor = theme.barrow[1][1]
    shape = Image.new("L", made.size, 0)
    ImageDraw.Draw(shape).ellipse(
        [at * ZOOM for at in (x - reach, y - reach, x + reach, y + reach)], fill=255
    )
    carve(made, shape, FLAT + 4, FLAT - 34, 4)
    tint(made, shape, mixed(floor, theme.recess, 0.1))
    if ringed:
        side = (reach + 5) * 2
        lay(made, oath_ring(side * ZOOM * 2), (x - side / 2, y - side / 2), GOLD)


@cache
def oath_ring(side: int) -> Image.Image:
    """A height map of an arm ring of two twisted rods, with a knob where its ends meet."""

    def rod(phase: float) -> list[tuple[float, float]]:
        points = []
        for step in range(361):
            angle = 2 * pi * step / 360
            away = 0.452 + 0.026 * sin(15 * angle + phase)
            points.append((away * cos(angle), away * sin(angle)))
        return points

    strands = bands.interlaced([(rod(0.0), 1.0), (rod(pi), 1.0)], side, (side / 2, side / 2))
    return weave.heights(strands, (side, side), side * 0.05, closed=False)


def plait(made: Slab, theme: Theme, box: Box) -> None:
    """A channel with the border's three ribbons in it, along x."""
    left, top, right, bottom = box
    channel = rounded(made, box, 4)
    carve(made, channel, FLAT, FLAT - 40, 2)
    tint(made, channel, theme.boss)
    high = bottom - top - 2
    count = max(1, round((right - left - 8) / (high * 2.7)))
    length = (right - left - 8) // count
    strip = ornaments.plait(length * 4, high * 4)
    start = left + (right - left - length * count) // 2
    for step in range(count):
        lay(made, strip, (start + step * length, top + 1), theme.ribbon)


def boss(made: Slab, theme: Theme, centre: tuple[float, float], reach: float, *, gilt: bool) -> None:
    """A round stud."""
    x, y = centre
    for share, low, high in ((1.0, FLAT - 10, FLAT + 50), (0.55, FLAT + 30, FLAT + 90)):
        away = reach * share
        shape = Image.new("L", made.size, 0)
        ImageDraw.Draw(shape).ellipse(
            [at * ZOOM for at in (x - away, y - away, x + away, y + away)], fill=255
        )
        carve(made, shape, low, high, 3)
        tint(made, shape, GOLD if gilt else theme.ribbon)


def even(shown: Image.Image, box: Box, colour: Colour, inset: int) -> None:
    """Give a floor one flat colour, so that what is written on it needs no blending."""
    left, top, right, bottom = box
    shown.paste(colour, (left + inset, top + inset, right - inset, bottom - inset))


def shown(made: Slab, theme: Theme) -> Image.Image:
    """The carving under the light, RGB, with its texture calmed."""
    return relief.settled(lit(made, theme), theme.grit)
