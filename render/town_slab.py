"""Shaping the town's wood and stone: height and colour at twice the size, lit once."""

from dataclasses import dataclass
from math import pi, sin

from PIL import Image, ImageDraw, ImageFilter

from render import relief
from render.theme import Colour, Stops, Theme

ZOOM = 2
FLAT = 128
DANGER: Colour = (166, 22, 14)
"""Who holds sway, and what was struck this round."""


@dataclass(frozen=True, slots=True)
class Slab:
    """What is being shaped: colours (RGB) and heights (L) at `ZOOM` times its size in the picture."""

    colour: Image.Image
    height: Image.Image

    @property
    def size(self) -> tuple[int, int]:
        """Width and height, zoomed."""
        return self.height.size


def texture(theme: Theme, size: tuple[int, int], seed: int) -> Image.Image:
    """Tone of the bare material at the zoomed size, mode L: fibres along y, or mottled stone."""
    if theme.stone:
        return relief.fractal(size, (70, 54), seed, 3)
    figure = relief.noise(size, (60, 700), seed)
    rings = figure.point([round(128 + 70 * sin(v / 255 * pi * 14)) for v in range(256)])
    return Image.blend(
        rings.filter(ImageFilter.GaussianBlur(1.5)), relief.fractal(size, (6, 380), seed + 3, 2), 0.5
    )


def slab(theme: Theme, width: int, height: int, stops: Stops, seed: int) -> Slab:
    """A flat piece of material, `width` × `height` in the picture."""
    size = (width * ZOOM, height * ZOOM)
    return Slab(relief.ramp(texture(theme, size, seed), stops), Image.new("L", size, FLAT))


def rounded(sheet: Slab | Image.Image, box: tuple[float, float, float, float], corner: float) -> Image.Image:
    """The coverage of a rounded box of the sheet, given in the picture's pixels."""
    shape = Image.new("L", sheet.size, 0)
    left, top, right, bottom = (round(value * ZOOM) for value in box)
    ImageDraw.Draw(shape).rounded_rectangle(
        (left, top, right - 1, bottom - 1), round(corner * ZOOM), fill=255
    )
    return shape


def polygon(sheet: Slab | Image.Image, points: list[tuple[float, float]]) -> Image.Image:
    """The coverage of a polygon of the sheet, given in the picture's pixels."""
    shape = Image.new("L", sheet.size, 0)
    ImageDraw.Draw(shape).polygon([(x * ZOOM, y * ZOOM) for x, y in points], fill=255)
    return shape


def carve(made: Slab, shape: Image.Image, low: int, high: int, bevel: float) -> None:
    """Set the height within `shape`: `low` at its rim going over to `high` within `bevel` pixels."""
    soft = shape.filter(ImageFilter.GaussianBlur(bevel * ZOOM / 2))
    profile = [round(low + (high - low) * min(1.0, max(0.0, (v / 255 - 0.5) * 2) ** 0.7)) for v in range(256)]
    made.height.paste(soft.point(profile), mask=shape)


def tint(made: Slab, shape: Image.Image, paint: Colour | Image.Image) -> None:
    """Colour the shape."""
    if isinstance(paint, Image.Image):
        made.colour.paste(paint, mask=shape)
    else:
        made.colour.paste(paint, (0, 0, *made.size), mask=shape)


def lay(made: Slab, height: Image.Image, at: tuple[float, float], colour: Colour) -> None:
    """Lay interlace onto the slab, `height` being four times as fine as the picture."""
    shape = height.point([255 if value > 60 else 0 for value in range(256)]).reduce(2)
    top = height.filter(ImageFilter.GaussianBlur(2)).reduce(2)
    x, y = round(at[0] * ZOOM), round(at[1] * ZOOM)
    box = (x, y, x + top.width, y + top.height)
    ground = made.height.crop(box)
    ground.paste(top.point([round(FLAT - 40 + value * 0.30) for value in range(256)]), mask=shape)
    made.height.paste(ground, box)
    made.colour.paste(Image.new("RGB", top.size, colour), box, mask=shape)


def lit(made: Slab, theme: Theme) -> Image.Image:
    """The slab under the light, RGB, in the picture's size."""
    smooth = made.height.filter(ImageFilter.GaussianBlur(0.8))
    diffuse, glint = relief.shading(smooth, 0.055 * theme.relief, 0.25, 0.0)
    return relief.lit(made.colour, diffuse, glint, relief.hollows(smooth, 5, 1.9)).reduce(ZOOM)


def around(colour: Colour, reach: int) -> Stops:
    """A narrow ramp about a colour."""

    def moved(by: int) -> Colour:
        return (_level(colour[0] + by), _level(colour[1] + by), _level(colour[2] + by))

    return ((0, moved(-reach)), (128, colour), (255, moved(reach)))


def calmed(stops: Stops) -> Stops:
    """The ramp, drawn halfway in towards its middle."""
    middle = stops[len(stops) // 2][1]
    return tuple((at, mixed(colour, middle, 0.5)) for at, colour in stops)


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """The colour that lies `share` of the way from one to the other."""
    r, g, b = (_level(round(a + (z - a) * share)) for a, z in zip(one, other, strict=True))
    return r, g, b


def _level(value: int) -> int:
    return max(0, min(255, value))
