"""The marks on squares: each has its own form, so that none is told by colour alone. 64 × 64 RGBA."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.layout import CELL
from render.theme import Colour, Theme

_ZOOM = 4
_SIDE = CELL * _ZOOM
_Shape = Callable[[ImageDraw.ImageDraw], None]


def _at(*values: float) -> tuple[float, ...]:
    return tuple(value * _ZOOM for value in values)


def _corners(draw: ImageDraw.ImageDraw) -> None:
    """Where a piece came from: four corner brackets."""
    for x, y, dx, dy in ((5, 5, 1, 1), (59, 5, -1, 1), (5, 59, 1, -1), (59, 59, -1, -1)):
        draw.line(_at(x, y + 15 * dy, x, y, x + 15 * dx, y), fill=255, width=5 * _ZOOM, joint="curve")
        draw.ellipse(_at(x - 2.5, y - 2.5, x + 2.5, y + 2.5), fill=255)
    draw.ellipse(_at(27.5, 27.5, 36.5, 36.5), fill=255)


def _frame(draw: ImageDraw.ImageDraw) -> None:
    """Where it went: a whole frame."""
    draw.rounded_rectangle(_at(2.5, 2.5, 61.5, 61.5), 6 * _ZOOM, outline=255, width=round(4.5 * _ZOOM))


def _across(draw: ImageDraw.ImageDraw) -> None:
    """A square that it passed from side to side: three beads."""
    for x in (10.5, 32, 53.5):
        draw.ellipse(_at(x - 3.5, 28.5, x + 3.5, 35.5), fill=255)


def _along(draw: ImageDraw.ImageDraw) -> None:
    """A square that it passed up or down: three beads."""
    for y in (10.5, 32, 53.5):
        draw.ellipse(_at(28.5, y - 3.5, 35.5, y + 3.5), fill=255)


def _ring(draw: ImageDraw.ImageDraw) -> None:
    """The piece that is picked up: a double frame."""
    draw.rounded_rectangle(_at(1.5, 1.5, 62.5, 62.5), 8 * _ZOOM, outline=255, width=4 * _ZOOM)
    draw.rounded_rectangle(_at(8, 8, 56, 56), 5 * _ZOOM, outline=255, width=2 * _ZOOM)


def _dot(draw: ImageDraw.ImageDraw) -> None:
    """Where it may go: a disc."""
    draw.ellipse(_at(20, 20, 44, 44), fill=255)


def _strike(draw: ImageDraw.ImageDraw) -> None:
    """Where it may go and captures: a ring with a diamond, and four ticks."""
    draw.ellipse(_at(14, 14, 50, 50), outline=255, width=4 * _ZOOM)
    draw.polygon(_at(32, 22, 42, 32, 32, 42, 22, 32), fill=255)
    for x1, y1, x2, y2 in ((32, 7, 32, 17), (32, 47, 32, 57), (7, 32, 17, 32), (47, 32, 57, 32)):
        draw.line(_at(x1, y1, x2, y2), fill=255, width=4 * _ZOOM)


def _beads(draw: ImageDraw.ImageDraw) -> None:
    """Where the Black Draug may be placed: a string of beads around the square."""
    for step in range(6):
        along = 6 + step * 52 / 5
        for x, y in ((along, 4), (along, 60), (4, along), (60, along)):
            draw.ellipse(_at(x - 3, y - 3, x + 3, y + 3), fill=255)


def _crack(draw: ImageDraw.ImageDraw) -> None:
    """Where a piece fell: a jagged cross."""
    for bends in (
        (11, 13, 22, 20, 24, 27, 33, 31, 37, 40, 44, 42, 53, 52),
        (53, 12, 44, 21, 39, 23, 34, 32, 25, 37, 22, 44, 11, 52),
    ):
        draw.line(_at(*bends), fill=255, width=round(5.5 * _ZOOM), joint="curve")


_SHAPES: Mapping[str, tuple[_Shape, str]] = MappingProxyType(
    {
        "across": (_across, "mark"),
        "along": (_along, "mark"),
        "from": (_corners, "mark"),
        "to": (_frame, "mark"),
        "select": (_ring, "choice"),
        "target": (_dot, "choice"),
        "strike": (_strike, "wound"),
        "place": (_beads, "mark"),
        "fallen": (_crack, "wound"),
    }
)
KINDS = tuple(_SHAPES)
"""The marks' names, in the order in which they are laid on a square."""


def mark(kind: str, theme: Theme) -> Image.Image:
    """One mark in a theme's colours: a bright form, a dark edge around it; raises KeyError."""
    shape, colour_name = _SHAPES[kind]
    colour: Colour = {"mark": theme.mark, "choice": theme.choice, "wound": theme.wound}[colour_name]
    bright = Image.new("L", (_SIDE, _SIDE), 0)
    shape(ImageDraw.Draw(bright))
    edge = bright.filter(ImageFilter.MaxFilter(11)).filter(ImageFilter.GaussianBlur(3))
    rim: Colour = theme.label if colour_name == "wound" else (24, 14, 8)
    alpha = ImageChops.lighter(bright, edge.point([round(v * 0.9) for v in range(256)]))
    shown = Image.new("RGB", bright.size, rim)
    light = Image.linear_gradient("L").resize(bright.size).point([255 - v // 4 for v in range(256)])
    shown.paste(
        ImageChops.multiply(Image.new("RGB", bright.size, colour), Image.merge("RGB", [light] * 3)),
        mask=bright,
    )
    shown.putalpha(alpha)
    return shown.reduce(_ZOOM)
