"""Relief and light: height maps in, lit pixels out. All of it deterministic, all of it Pillow."""

from collections.abc import Sequence
from random import Random

from PIL import Image, ImageChops, ImageFilter, ImageMath

Colour = tuple[int, int, int]
Stops = tuple[tuple[int, Colour], ...]

LIGHT = (-0.56, -0.60, 0.57)
"""Towards the low sun at the upper left; x to the right, y down, z to the eye."""


def noise(size: tuple[int, int], grain: tuple[float, float], seed: int) -> Image.Image:
    """Smooth noise, mode L; `grain` is the width and height of one bump in pixels."""
    cells = (max(2, round(size[0] / grain[0]) + 2), max(2, round(size[1] / grain[1]) + 2))
    field = Image.frombytes("L", cells, Random(seed).randbytes(cells[0] * cells[1]))
    return field.resize(size, Image.Resampling.BICUBIC)


def fractal(size: tuple[int, int], grain: tuple[float, float], seed: int, octaves: int = 3) -> Image.Image:
    """Layers of `noise`, each half as coarse and half as strong as the one before."""
    total = noise(size, grain, seed)
    for octave in range(1, octaves):
        finer = (max(1.0, grain[0] / 2**octave), max(1.0, grain[1] / 2**octave))
        total = Image.blend(total, noise(size, finer, seed + octave), 1 / (2**octave + 1))
    return total


def ramp(tone: Image.Image, stops: Stops) -> Image.Image:
    """The L image `tone` coloured through `stops` (tone, colour), linear between them."""
    tables: list[list[int]] = [[], [], []]
    for value in range(256):
        low = max((s for s in stops if s[0] <= value), default=stops[0])
        high = min((s for s in stops if s[0] >= value), default=stops[-1])
        share = 0.0 if high[0] == low[0] else (value - low[0]) / (high[0] - low[0])
        for channel in range(3):
            tables[channel].append(round(low[1][channel] + share * (high[1][channel] - low[1][channel])))
    return Image.merge("RGB", [tone.point(table) for table in tables])


def scaled(image: Image.Image, factor: float) -> Image.Image:
    """An L image with each value multiplied and clipped."""
    return image.point([min(255, round(value * factor)) for value in range(256)])


def shading(height: Image.Image, slope: float, gloss: float, rim: float) -> tuple[Image.Image, Image.Image]:
    """(diffuse, glint) of a height map (mode L or F), both mode L.

    Diffuse is 128 on flat ground. `gloss` weighs the glint of the sun, `rim` a weak light from behind on the
    lower right that lifts dark edges off a dark ground.
    """
    field = height.convert("F")
    gx = _slope(field, 1, 0, slope)
    gy = _slope(field, 0, 1, slope)
    up = ImageMath.lambda_eval(lambda a: (a["x"] * a["x"] + a["y"] * a["y"] + 1.0) ** -0.5, x=gx, y=gy)
    lx, ly, lz = LIGHT
    lambert = ImageMath.lambda_eval(
        lambda a: (a["x"] * lx + a["y"] * ly + lz) * a["z"] * (128 / lz), x=gx, y=gy, z=up
    )
    half = ImageMath.lambda_eval(
        lambda a: (a["x"] * lx + a["y"] * ly + (lz + 1)) * a["z"] * 0.564, x=gx, y=gy, z=up
    )
    glint = ImageMath.lambda_eval(
        lambda a: (
            ((a["h"] * a["h"]) ** 10 - 0.08) * (255 * gloss)
            + (a["x"] * 0.6 + a["y"] * 0.45 - 0.35) * a["z"] * (1.0 - a["z"]) * (255 * rim)
        ),
        h=half,
        x=gx,
        y=gy,
        z=up,
    )
    return lambert.convert("L"), glint.convert("L")


def _slope(field: Image.Image, dx: int, dy: int, slope: float) -> Image.Image:
    """The surface's rise towards smaller coordinates: the normal's x or y before it is scaled to length 1."""
    before, after = ImageChops.offset(field, dx, dy), ImageChops.offset(field, -dx, -dy)
    rise: Image.Image = ImageMath.lambda_eval(lambda a: (a["b"] - a["a"]) * slope, b=before, a=after)
    return rise


def hollows(height: Image.Image, radius: float, strength: float) -> Image.Image:
    """How much sky each point sees, mode L: 255 in the open, darker in grooves and beneath higher neighbours."""
    around = height.filter(ImageFilter.GaussianBlur(radius))
    return ImageChops.subtract(around, height).point([max(0, 255 - round(v * strength)) for v in range(256)])


def lit(colour: Image.Image, diffuse: Image.Image, glint: Image.Image, sky: Image.Image) -> Image.Image:
    """The RGB image `colour` under the light: multiplied by diffuse and sky, the glint added on top."""
    shade = ImageChops.multiply(diffuse, sky)
    dark = ImageChops.multiply(
        colour, Image.merge("RGB", [shade.point([min(255, v * 2) for v in range(256)])] * 3)
    )
    over = shade.point([min(255, max(0, (v - 128) * 2)) for v in range(256)])
    bright = ImageChops.multiply(colour, Image.merge("RGB", [over] * 3))
    return ImageChops.add(ImageChops.add(dark, bright), Image.merge("RGB", [glint] * 3))


def settled(image: Image.Image, reach: int, ledges: Sequence[tuple[int, int]] = ()) -> Image.Image:
    """The image with each pixel made equal to the one above where no channel differs by more than `reach`.

    A pixel that would stand alone between two such may differ by half as much again. In the rows of the ledges, from
    the first of each to before its second, the pixel to the left stands for the one above; the row after a ledge
    begins anew. The eye takes it for texture; a PNG's filters turn it into runs of zeros.
    """
    made = _along(image, reach, ledges)
    begun = {y for first, after in ledges for y in range(first, after + 1)}
    little, more = (Image.new("L", (image.width, 1), most) for most in (reach, reach * 3 // 2))
    above = made.crop((0, 0, made.width, 1))
    for y in range(1, made.height):
        row = made.crop((0, y, made.width, y + 1))
        if y in begun:
            above = row
            continue
        red, green, blue = ImageChops.difference(row, above).split()
        worst = ImageChops.lighter(ImageChops.lighter(red, green), blue)
        far, further = (ImageChops.subtract(worst, most, _SHARP) for most in (little, more))
        beside = ImageChops.lighter(ImageChops.offset(far, 1, 0), ImageChops.offset(far, -1, 0))
        above = above.copy()
        above.paste(row, mask=ImageChops.darker(far, ImageChops.lighter(beside, further)))
        made.paste(above, (0, y))
    return made


_SHARP = 1 / 255
"""Scales any difference up to 255."""
_TURN = Image.Transpose.TRANSPOSE


def _along(image: Image.Image, reach: int, ledges: Sequence[tuple[int, int]]) -> Image.Image:
    """A copy whose ledges are settled, all of them in one pass, lying on their sides."""
    made = image.copy()
    places, wide = [], 0
    for first, after in ledges:
        places.append((wide, first, after))
        wide += after - first
    if not places:
        return made
    turned = Image.new("RGB", (wide, image.width))
    for x, first, after in places:
        turned.paste(image.crop((0, first, image.width, after)).transpose(_TURN), (x, 0))
    turned = settled(turned, reach)
    for x, first, after in places:
        made.paste(turned.crop((x, 0, x + after - first, image.width)).transpose(_TURN), (0, first))
    return made
