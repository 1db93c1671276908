"""The frame of a table at which sets are at stake: gilded ropes around plates and trays, oath rings at the corners."""

from dataclasses import replace
from functools import cache
from math import cos, pi, sin

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render import bands, palette, relief, town_slab, weave
from render.grounds import Ground, borders
from render.layout import CORNERS, EDGE, SIZE
from render.slots import laid
from render.theme import Colour
from render.town_slab import ZOOM

GOLD: Colour = (236, 178, 62)
GARNET: Colour = (176, 22, 34)
_ROPE = 9
"""How broad a rope is."""
_COUNT = 14
_GRIT = 24
"""As in `Theme.grit`."""


def gilded(base: Ground, gilding: Image.Image, own: bytes) -> Ground:
    """The theme's ground with the gilding (RGBA, as large as the picture, of `own` colours) laid over its frame."""
    colours = laid(base.tones, gilding=own)
    touched = gilding.getchannel("A").point([0, *[255] * 255])
    sheets = {}
    for view, sheet in base.sheets.items():
        shown = base.shown((0, 0, SIZE, SIZE), view)
        shown.paste(gilding, mask=gilding)
        sheets[view] = sheet.copy()
        sheets[view].paste(palette.indices(shown, colours), mask=touched)
    return replace(base, sheets=sheets, borders=borders(sheets), gilding=own)


def tones(gilding: Image.Image) -> bytes:
    """The few colours that the gilding needs."""
    solid = gilding.getchannel("A").point([255 if value > 230 else 0 for value in range(256)])
    sample = Image.new("RGB", gilding.size, GOLD)
    sample.paste(gilding, mask=solid)
    return palette.merged(
        [palette.chosen(sample.resize((SIZE // 2, SIZE // 2), Image.Resampling.NEAREST), _COUNT)]
    )


def gilding() -> Image.Image:
    """Ropes and rings with their shadow, RGBA, 720 × 720; the rest is clear."""
    made = town_slab.Slab(
        Image.new("RGB", (SIZE * ZOOM, SIZE * ZOOM), GOLD),
        Image.new("L", (SIZE * ZOOM, SIZE * ZOOM), town_slab.FLAT),
    )
    cover = Image.new("L", made.size)
    for inset in (0, EDGE - _ROPE):
        _rope_square(made, cover, inset)
    for left, top, right, _ in CORNERS:
        _lay(made, cover, _ring((right - left) * ZOOM * 2), (left, top))
        _stone(made, cover, (left + right) / 2, top + (right - left) / 2)
    smooth = made.height.filter(ImageFilter.GaussianBlur(0.8))
    diffuse, glint = relief.shading(smooth, 0.075, 0.6, 0.3)
    lit = relief.lit(made.colour, diffuse, glint, relief.hollows(smooth, 4, 1.6)).reduce(ZOOM)
    clear = cover.reduce(ZOOM)
    shadow = ImageChops.offset(clear.filter(ImageFilter.GaussianBlur(2)), 2, 2)
    over = Image.new("RGBA", lit.size)
    over.putalpha(relief.scaled(shadow, 0.6))
    lit = relief.settled(lit, _GRIT)
    lit.putalpha(clear)
    return Image.alpha_composite(over, lit)


def _lay(made: town_slab.Slab, cover: Image.Image, height: Image.Image, at: tuple[float, float]) -> None:
    town_slab.lay(made, height, at, GOLD)
    shape = height.point([255 if value > 40 else 0 for value in range(256)]).reduce(2)
    cover.paste(255, (round(at[0] * ZOOM), round(at[1] * ZOOM)), shape)


def _rope_square(made: town_slab.Slab, cover: Image.Image, inset: int) -> None:
    """A rope around the square that lies `inset` within the picture."""
    length, far = SIZE - 2 * inset, SIZE - inset - _ROPE
    strip = _rope(length * ZOOM * 2)
    upright = strip.transpose(Image.Transpose.TRANSPOSE)
    for across in (inset, far):
        _lay(made, cover, strip, (inset, across))
        _lay(made, cover, upright, (across, inset))


@cache
def _rope(length: int) -> Image.Image:
    """Two strands twisted about each other."""
    breadth = _ROPE * ZOOM * 2
    pair = weave.plait(length, breadth * 1.5, breadth * 0.22, 0.0, strands=2)
    strands = tuple(
        weave.Strand(tuple((x, y + breadth / 2) for x, y in strand.points), strand.depth) for strand in pair
    )
    return weave.heights(strands, (length, breadth), breadth * 0.44, closed=False)


@cache
def _ring(side: int) -> Image.Image:
    """An arm ring of two twisted rods, as oaths are sworn on."""

    def rod(phase: float) -> list[tuple[float, float]]:
        points = []
        for step in range(361):
            angle = 2 * pi * step / 360
            away = 0.395 + 0.042 * sin(10 * angle + phase)
            points.append((away * cos(angle), away * sin(angle)))
        return points

    strands = bands.interlaced([(rod(0.0), 1.0), (rod(pi), 1.0)], side, (side / 2, side / 2))
    return weave.heights(strands, (side, side), side * 0.085, closed=False)


def _stone(made: town_slab.Slab, cover: Image.Image, x: float, y: float) -> None:
    """A garnet in a gold setting."""
    for reach, low, high, colour in ((11.5, 130, 168, GOLD), (8.5, 120, 200, GARNET)):
        box = [value * ZOOM for value in (x - reach, y - reach, x + reach, y + reach)]
        shape = Image.new("L", made.size)
        ImageDraw.Draw(shape).ellipse(box, fill=255)
        town_slab.carve(made, shape, low, high, 4)
        town_slab.tint(made, shape, colour)
        cover.paste(255, (0, 0, *cover.size), shape)
