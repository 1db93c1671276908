"""The board without pieces: planks or slabs, inlaid squares, the knotwork border, plates and trays.

Everything is shaped at twice the picture's size as a height map with a colour map, and lit once.
"""

from dataclasses import dataclass
from math import pi, sin

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render import layout, ornaments, relief
from render.layout import CELL, EDGE, FIELD, FRAME, MARGIN, SIZE
from render.text import PAD, Face, Hand, line
from render.theme import Colour, Stops, Theme
from rules.game import Seat
from rules.tafl.squares import BARROW_SQUARES, FILES, THRONE

ZOOM = 2
_Box = tuple[float, float, float, float]
_FLAT = 128


@dataclass(frozen=True, slots=True)
class Slab:
    """What is being shaped: colours (RGB) and heights (L) at `ZOOM` times the picture's size."""

    colour: Image.Image
    height: Image.Image


def paint(theme: Theme) -> Image.Image:
    """The lit ground of a theme, its bosses still without coordinates, RGB, 720 × 720."""
    slab = _raw(theme)
    _field(slab, theme)
    _recesses(slab, theme)
    _border(slab, theme)
    _corners(slab, theme)
    _inlays(slab, theme)
    _bosses(slab, theme)
    smooth = slab.height.filter(ImageFilter.GaussianBlur(0.8))
    diffuse, glint = relief.shading(smooth, 0.055 * theme.relief, 0.25, 0.0)
    sky = relief.hollows(smooth, 5, 1.9)
    lit = relief.lit(slab.colour, diffuse, glint, sky).reduce(ZOOM)
    return _vignette(lit)


def _texture(theme: Theme, seed: int, coarse: float) -> Image.Image:
    """Tone of the bare material, mode L: fibres along y, or mottled stone with veins."""
    size = (SIZE * ZOOM, SIZE * ZOOM)
    if theme.stone:
        cloud = relief.fractal(size, (220 * coarse, 160 * coarse), seed, 3)
        vein = relief.noise(size, (260, 190), seed + 9).point(
            [max(0, 84 - abs(v - 128) * 21) for v in range(256)]
        )
        return ImageChops.add(relief.scaled(cloud, 0.9), vein)
    figure = relief.noise(size, (70 * coarse, 1800), seed)
    rings = figure.point([round(128 + 70 * sin(v / 255 * pi * 22)) for v in range(256)])
    fibre = relief.fractal(size, (5, 420), seed + 3, 2)
    return Image.blend(rings.filter(ImageFilter.GaussianBlur(1.5)), fibre, 0.55)


def _raw(theme: Theme) -> Slab:
    tone = _texture(theme, 11, 1.0)
    height = tone.point([_FLAT + round((v - 128) * 0.03) for v in range(256)])
    return Slab(relief.ramp(tone, theme.frame), height)


def _scaled(box: _Box, inset: float = 0) -> tuple[int, int, int, int]:
    left, top, right, bottom = box
    return (
        round((left + inset) * ZOOM),
        round((top + inset) * ZOOM),
        round((right - inset) * ZOOM) - 1,
        round((bottom - inset) * ZOOM) - 1,
    )


def _mask(boxes: list[_Box], inset: float, corner: float) -> Image.Image:
    shape = Image.new("L", (SIZE * ZOOM, SIZE * ZOOM), 0)
    draw = ImageDraw.Draw(shape)
    for box in boxes:
        draw.rounded_rectangle(_scaled(box, inset), round(corner * ZOOM), fill=255)
    return shape


def _raise(slab: Slab, shape: Image.Image, low: int, high: int, bevel: float) -> None:
    """Set the height within `shape`: `low` at its rim rising (or falling) to `high` over `bevel` pixels."""
    soft = shape.filter(ImageFilter.GaussianBlur(bevel * ZOOM / 2))
    profile = [round(low + (high - low) * min(1.0, max(0.0, (v / 255 - 0.5) * 2) ** 0.7)) for v in range(256)]
    slab.height.paste(soft.point(profile), mask=shape)


def _cells() -> list[_Box]:
    return [layout.tile(column, row) for row in range(9) for column in range(9)]


def _field(slab: Slab, theme: Theme) -> None:
    """The 81 squares, each a tile of its own tone between incised lines."""
    area = _mask([(MARGIN, MARGIN, MARGIN + FIELD, MARGIN + FIELD)], 0, 0)
    tone = _texture(theme, 31, 0.8)
    tint = Image.new("L", tone.size, 128)
    draw = ImageDraw.Draw(tint)
    for index, box in enumerate(_cells()):
        draw.rectangle(_scaled(box), fill=128 + (index * 7919 % 13 - 6) * 3 + (9 if index % 2 else -9))
    tone = ImageChops.add(tone, tint, 1, -128)
    slab.colour.paste(relief.ramp(tone, theme.field), mask=area)
    slab.height.paste(_FLAT - 40, mask=area)
    _raise(slab, _mask(_cells(), 0.7, 3), _FLAT - 34, _FLAT, 1.6)


def _recesses(slab: Slab, theme: Theme) -> None:
    """The floors of the two plates and the two trays."""
    boxes: list[_Box] = [*layout.PLATES, *layout.TRAYS]
    rim = _mask(boxes, 4, 7)
    _raise(slab, rim, _FLAT + 26, _FLAT + 40, 2)
    floor = _mask(boxes, 6.5, 5)
    _raise(slab, floor, _FLAT + 10, _FLAT - 34, 5)
    tone = _texture(theme, 51, 0.6)
    dark = relief.ramp(tone, _around(theme.recess, 9))
    slab.colour.paste(dark, mask=floor)


def _around(colour: Colour, reach: int) -> Stops:
    def moved(by: int) -> Colour:
        return (max(0, colour[0] + by), max(0, colour[1] + by), max(0, colour[2] + by))

    return ((0, moved(-reach)), (128, colour), (255, moved(reach)))


def _ribbon(slab: Slab, theme: Theme, height: Image.Image, at: tuple[int, int]) -> None:
    """Lay interlace onto the slab, its upper left corner at `at` (zoomed).

    `height` is twice as fine as the slab, so that the ribbons' edges come out smooth.
    """
    shape = height.point([255 if value > 60 else 0 for value in range(256)]).reduce(2)
    top = height.filter(ImageFilter.GaussianBlur(2)).reduce(2)
    box = (at[0], at[1], at[0] + top.width, at[1] + top.height)
    ground = slab.height.crop(box)
    ground.paste(top.point([round(_FLAT - 40 + value * 0.30) for value in range(256)]), mask=shape)
    slab.height.paste(ground, box)
    slab.colour.paste(Image.new("RGB", top.size, theme.ribbon), box, mask=shape)


def _border(slab: Slab, theme: Theme) -> None:
    """Four channels of plaited ribbons around the field."""
    near, far = EDGE, SIZE - MARGIN
    channel = _mask([*layout.CHANNELS], 1.5, 2)
    _raise(slab, channel, _FLAT - 10, _FLAT - 40, 2)
    slab.colour.paste(theme.boss, mask=channel)
    strip = ornaments.plait(CELL * ZOOM * 2, FRAME * ZOOM * 2)
    upright = strip.transpose(Image.Transpose.TRANSPOSE)
    for step in range(9):
        along = (MARGIN + step * CELL) * ZOOM
        for across in (near * ZOOM, far * ZOOM):
            _ribbon(slab, theme, strip, (along, across))
            _ribbon(slab, theme, upright, (across, along))


def _corners(slab: Slab, theme: Theme) -> None:
    """A woven knot in each corner."""
    knot = ornaments.wreath(MARGIN * ZOOM * 2)
    boxes: list[_Box] = [*layout.CORNERS]
    _raise(slab, _mask(boxes, 3, 6), _FLAT + 10, _FLAT + 36, 2)
    floor = _mask(boxes, 6, 5)
    _raise(slab, floor, _FLAT, _FLAT - 40, 3)
    slab.colour.paste(theme.boss, mask=floor)
    for x, y, _, _ in layout.CORNERS:
        _ribbon(slab, theme, knot, (x * ZOOM, y * ZOOM))


def _inlays(slab: Slab, theme: Theme) -> None:
    """The four barrows and the throne, let into the field."""
    tone = _texture(theme, 71, 0.5)
    barrows: list[_Box] = []
    for square in sorted(BARROW_SQUARES):
        barrows.append(layout.tile(*layout.screen(square, Seat.DEFENDERS)))
    shape = _mask(barrows, 4, 4)
    _raise(slab, shape, _FLAT - 20, _FLAT + 4, 2)
    slab.colour.paste(relief.ramp(tone, theme.barrow), mask=shape)
    mound, door = ornaments.mound(CELL * ZOOM)
    for box in barrows:
        at = (round(box[0] * ZOOM), round(box[1] * ZOOM), round(box[2] * ZOOM), round(box[3] * ZOOM))
        shaped = ImageChops.add(slab.height.crop(at), relief.scaled(mound, 0.14))
        slab.height.paste(ImageChops.subtract(shaped, relief.scaled(door, 0.2)), at)
        slab.colour.paste(_dim(theme.barrow[0][1]), at, mask=relief.scaled(door, 0.85))
    throne = layout.tile(*layout.screen(THRONE, Seat.DEFENDERS))
    shape = _mask([throne], 4, 4)
    _raise(slab, shape, _FLAT - 20, _FLAT + 2, 2)
    slab.colour.paste(relief.ramp(tone, theme.throne), mask=shape)
    _ribbon(
        slab,
        theme,
        ornaments.looped_square(CELL * ZOOM * 2),
        (round(throne[0] * ZOOM), round(throne[1] * ZOOM)),
    )


def _dim(colour: Colour) -> Colour:
    return (colour[0] // 2, colour[1] // 2, colour[2] // 2)


_NEAR, _FAR = MARGIN - FRAME / 2, SIZE - MARGIN + FRAME / 2
"""Where the middles of the bosses lie."""
COORDINATE = Hand(Face.SIGN, 25)


def _boss_boxes() -> list[_Box]:
    half, near, far = FRAME / 2, _NEAR, _FAR
    centres: list[tuple[float, float]] = []
    for step in range(9):
        middle = MARGIN + step * CELL + CELL / 2
        centres += [(middle, near), (middle, far), (near, middle), (far, middle)]
    return [(x - half, y - half, x + half, y + half) for x, y in centres]


def _bosses(slab: Slab, theme: Theme) -> None:
    """The round bosses that carry the coordinates."""
    boxes = _boss_boxes()
    _raise(slab, _mask(boxes, -0.5, 13), _FLAT - 10, _FLAT + 40, 3)
    slab.colour.paste(theme.ribbon, mask=_mask(boxes, -0.5, 13))
    floor = _mask(boxes, 1, 11.5)
    _raise(slab, floor, _FLAT + 20, _FLAT - 10, 2)
    slab.colour.paste(theme.boss, mask=floor)


def labelled(ground: Image.Image, theme: Theme, view: Seat) -> Image.Image:
    """The ground with files and ranks on all four sides, as the view has them."""
    lit = ground.copy()
    near, far = _NEAR, _FAR
    for step in range(9):
        square = step if view is not Seat.ATTACKERS else 8 - step
        middle = MARGIN + step * CELL + CELL / 2
        file, rank = FILES[square], str(9 - square)
        for label, x, y in (
            (file, middle, near),
            (file, middle, far),
            (rank, near, middle),
            (rank, far, middle),
        ):
            shown = line(label, COORDINATE)
            drop = 6 if label in "aceg" else 8
            at = (round(x - shown.width / 2) - PAD, round(y + drop) - shown.base)
            lit.paste(Image.new("RGB", shown.mask.size, theme.label), at, shown.mask)
    return lit


def _vignette(lit: Image.Image) -> Image.Image:
    """A little less light towards the lower right, where the low sun hardly reaches."""
    fall = Image.linear_gradient("L").rotate(45, expand=False, resample=Image.Resampling.BILINEAR)
    fall = fall.crop((48, 48, 208, 208)).resize(lit.size, Image.Resampling.BICUBIC)
    shade = fall.point([255 - round(v * 0.10) for v in range(256)])
    return ImageChops.multiply(lit, Image.merge("RGB", [shade] * 3))
