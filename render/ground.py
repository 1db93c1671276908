"""The board without pieces: planks or slabs, inlaid squares, the knotwork border, plates and trays.

Everything is shaped at twice the picture's size as a height map with a colour map, and lit once.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import cos, pi, sin

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render import layout, relief, weave
from render.layout import CELL, EDGE, FIELD, FRAME, MARGIN, SIZE
from render.text import PAD, Face, Hand, line
from render.theme import Colour, Stops, Theme
from rules.game import Seat
from rules.tafl.squares import BARROW_SQUARES, FILES, THRONE

ZOOM = 2
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
    figure = relief.noise(size, (70 * coarse, 900), seed)
    rings = figure.point([round(128 + 70 * sin(v / 255 * pi * 22)) for v in range(256)])
    fibre = relief.fractal(size, (5, 420), seed + 3, 2)
    return Image.blend(rings.filter(ImageFilter.GaussianBlur(1.5)), fibre, 0.55)


def _raw(theme: Theme) -> Slab:
    tone = _texture(theme, 11, 1.0)
    height = tone.point([_FLAT + round((v - 128) * 0.03) for v in range(256)])
    return Slab(relief.ramp(tone, theme.frame), height)


def _scaled(box: tuple[float, float, float, float], inset: float = 0) -> tuple[int, int, int, int]:
    left, top, right, bottom = box
    return (
        round((left + inset) * ZOOM),
        round((top + inset) * ZOOM),
        round((right - inset) * ZOOM) - 1,
        round((bottom - inset) * ZOOM) - 1,
    )


def _mask(boxes: list[tuple[float, float, float, float]], inset: float, corner: float) -> Image.Image:
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


def _cells() -> list[tuple[float, float, float, float]]:
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
    _raise(slab, _mask(_cells(), 0.7, 3), _FLAT - 34, _FLAT, 2.2)


def _recesses(slab: Slab, theme: Theme) -> None:
    """The floors of the two plates and the two trays."""
    boxes: list[tuple[float, float, float, float]] = [*layout.PLATES, *layout.TRAYS]
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
    strip = _plait(FRAME * ZOOM * 2)
    upright = strip.transpose(Image.Transpose.TRANSPOSE)
    for step in range(9):
        along = (MARGIN + step * CELL) * ZOOM
        for across in (near * ZOOM, far * ZOOM):
            _ribbon(slab, theme, strip, (along, across))
            _ribbon(slab, theme, upright, (across, along))


def _plait(breadth: int) -> Image.Image:
    """One square's length of the border, twice as fine as the slab; the boss hides its middle.

    The plait is even about the boss, so that neighbours join.
    """
    length = CELL * ZOOM * 2
    period = length / _TURNS
    half = [
        _shifted(strand, breadth / 2) for strand in weave.plait(length / 2, period, breadth * 0.27, _PHASE)
    ]
    right = weave.heights(tuple(half), (length // 2, breadth), breadth * 0.2, closed=False)
    whole = Image.new("L", (length, breadth))
    whole.paste(right.transpose(Image.Transpose.FLIP_LEFT_RIGHT), (length // 2, 0))
    whole.paste(right, (0, 0))
    return whole


_TURNS, _PHASE = 1.5, pi / 2


def _shifted(strand: weave.Strand, down: float) -> weave.Strand:
    return weave.Strand(tuple((x, y + down) for x, y in strand.points), strand.depth)


def _corners(slab: Slab, theme: Theme) -> None:
    """A woven knot in each corner."""
    side = MARGIN * ZOOM * 2
    knot = weave.heights(
        (weave.knot(_wreath(side / 2, side * 0.235, side * 0.135)),), (side, side), side * 0.082, closed=True
    )
    far = SIZE - MARGIN
    boxes: list[tuple[float, float, float, float]] = [
        (x, y, x + MARGIN, y + MARGIN) for x in (0, far) for y in (0, far)
    ]
    _raise(slab, _mask(boxes, 3, 6), _FLAT + 10, _FLAT + 36, 2)
    floor = _mask(boxes, 6, 5)
    _raise(slab, floor, _FLAT, _FLAT - 40, 3)
    slab.colour.paste(theme.boss, mask=floor)
    for x in (0, far):
        for y in (0, far):
            _ribbon(slab, theme, knot, (x * ZOOM, y * ZOOM))


def _wreath(middle: float, reach: float, swing: float) -> Callable[[float], tuple[float, float]]:
    """A ring of three woven turns and eight bights, drawn out towards the corners of its square."""

    def curve(u: float) -> tuple[float, float]:
        angle = 6 * pi * u
        away = (reach + swing * cos(angle * 8 / 3)) * (1 + 0.13 * cos(4 * angle + pi))
        return middle + away * cos(angle), middle + away * sin(angle)

    return curve


def _inlays(slab: Slab, theme: Theme) -> None:
    """The four barrows and the throne, let into the field."""
    tone = _texture(theme, 71, 0.5)
    barrows: list[tuple[float, float, float, float]] = []
    for square in sorted(BARROW_SQUARES):
        barrows.append(layout.tile(*layout.screen(square, Seat.DEFENDERS)))
    shape = _mask(barrows, 4, 4)
    _raise(slab, shape, _FLAT - 20, _FLAT + 4, 2)
    slab.colour.paste(relief.ramp(tone, theme.barrow), mask=shape)
    mound, door = _mound()
    for box in barrows:
        at = (round(box[0] * ZOOM), round(box[1] * ZOOM), round(box[2] * ZOOM), round(box[3] * ZOOM))
        shaped = ImageChops.add(slab.height.crop(at), relief.scaled(mound, 0.14))
        slab.height.paste(ImageChops.subtract(shaped, relief.scaled(door, 0.2)), at)
        slab.colour.paste(_dim(theme.barrow[0][1]), at, mask=relief.scaled(door, 0.85))
    throne = layout.tile(*layout.screen(THRONE, Seat.DEFENDERS))
    shape = _mask([throne], 4, 4)
    _raise(slab, shape, _FLAT - 20, _FLAT + 2, 2)
    slab.colour.paste(relief.ramp(tone, theme.throne), mask=shape)
    _ribbon(slab, theme, _bowen(CELL * ZOOM * 2), (round(throne[0] * ZOOM), round(throne[1] * ZOOM)))


def _dim(colour: Colour) -> Colour:
    return (colour[0] // 2, colour[1] // 2, colour[2] // 2)


def _mound() -> tuple[Image.Image, Image.Image]:
    """A barrow's sign, two L images: the mound that stands out, its door and kerb that are cut in."""
    side = CELL * ZOOM
    mound, door = Image.new("L", (side, side), 0), Image.new("L", (side, side), 0)
    pen = ImageDraw.Draw(mound)
    foot = side * 0.70
    pen.chord((side * 0.13, foot - side * 0.44, side * 0.87, foot + side * 0.44), 180, 360, fill=255)
    pen = ImageDraw.Draw(door)
    pen.rectangle((side * 0.43, foot - side * 0.17, side * 0.57, foot), fill=255)
    pen.rectangle((side * 0.38, foot - side * 0.235, side * 0.62, foot - side * 0.20), fill=255)
    pen.rectangle((side * 0.13, foot + side * 0.035, side * 0.87, foot + side * 0.06), fill=255)
    soft = mound.filter(ImageFilter.GaussianBlur(side * 0.06))
    return ImageChops.multiply(soft, mound.filter(ImageFilter.GaussianBlur(1))), door.filter(
        ImageFilter.GaussianBlur(0.8)
    )


def _bowen(side: int) -> Image.Image:
    """The looped square of the throne."""

    def curve(u: float) -> tuple[float, float]:
        a = 2 * pi * u
        reach = side * 0.225
        x, y = reach * (cos(a) + 0.74 * cos(3 * a)), reach * (sin(a) - 0.74 * sin(3 * a))
        return side / 2 + (x - y) * 0.7071, side / 2 + (x + y) * 0.7071

    return weave.heights((weave.knot(curve),), (side, side), side * 0.07, closed=True)


def _boss_boxes() -> list[tuple[float, float, float, float]]:
    half, near, far = FRAME / 2, EDGE + FRAME / 2, SIZE - MARGIN + FRAME / 2
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
    floor = _mask(boxes, 1.8, 11)
    _raise(slab, floor, _FLAT + 20, _FLAT - 10, 2)
    slab.colour.paste(theme.boss, mask=floor)


def labelled(ground: Image.Image, theme: Theme, view: Seat) -> Image.Image:
    """The ground with files and ranks on all four sides, as the view has them."""
    lit = ground.copy()
    hand = Hand(Face.TEXT, 20)
    for step in range(9):
        square = step if view is not Seat.ATTACKERS else 8 - step
        middle = MARGIN + step * CELL + CELL / 2
        near, far = EDGE + FRAME / 2, SIZE - MARGIN + FRAME / 2
        file, rank = FILES[square], str(9 - square)
        for label, x, y in (
            (file, middle, near),
            (file, middle, far),
            (rank, near, middle),
            (rank, far, middle),
        ):
            shown = line(label, hand)
            drop = 5 if label in "aceg" else 6.5
            at = (round(x - shown.width / 2) - PAD, round(y + drop) - shown.base)
            lit.paste(Image.new("RGB", shown.mask.size, theme.label), at, shown.mask)
    return lit


def _vignette(lit: Image.Image) -> Image.Image:
    """A little less light towards the lower right, where the low sun hardly reaches."""
    fall = Image.linear_gradient("L").rotate(45, expand=False, resample=Image.Resampling.BILINEAR)
    fall = fall.crop((48, 48, 208, 208)).resize(lit.size, Image.Resampling.BICUBIC)
    shade = fall.point([255 - round(v * 0.10) for v in range(256)])
    return ImageChops.multiply(lit, Image.merge("RGB", [shade] * 3))
