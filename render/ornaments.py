"""The board's ornaments as height maps, mode L: the border's plait, the corners' wreath, the signs of the squares."""

from functools import cache
from math import cos, pi, sin

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render import weave


@cache
def plait(length: int, breadth: int) -> Image.Image:
    """One square's length of the border's three ribbons; a boss hides the middle.

    It is even about its ends, so that neighbours join.
    """
    half = weave.plait(length / 2, length / 1.5, breadth * 0.27, pi / 2)
    strands = tuple(
        weave.Strand(tuple((x, y + breadth / 2) for x, y in strand.points), strand.depth) for strand in half
    )
    left = weave.heights(strands, (length // 2, breadth), breadth * 0.2, closed=False)
    whole = Image.new("L", (length, breadth))
    whole.paste(left, (0, 0))
    whole.paste(left.transpose(Image.Transpose.FLIP_LEFT_RIGHT), (length // 2, 0))
    return whole


@cache
def wreath(side: int) -> Image.Image:
    """A ring of three woven turns and eight bights, drawn out towards the corners of its square."""
    middle, reach, swing = side / 2, side * 0.235, side * 0.135

    def curve(u: float) -> tuple[float, float]:
        angle = 6 * pi * u
        away = (reach + swing * cos(angle * 8 / 3)) * (1 + 0.13 * cos(4 * angle + pi))
        return middle + away * cos(angle), middle + away * sin(angle)

    return weave.heights((weave.knot(curve),), (side, side), side * 0.082, closed=True)


@cache
def looped_square(side: int) -> Image.Image:
    """The sign of the throne: one ribbon with a loop at each corner."""
    reach = side * 0.225

    def curve(u: float) -> tuple[float, float]:
        a = 2 * pi * u
        x, y = reach * (cos(a) + 0.74 * cos(3 * a)), reach * (sin(a) - 0.74 * sin(3 * a))
        return side / 2 + (x - y) * 0.7071, side / 2 + (x + y) * 0.7071

    return weave.heights((weave.knot(curve),), (side, side), side * 0.07, closed=True)


@cache
def mound(side: int) -> tuple[Image.Image, Image.Image]:
    """The sign of a barrow: (the mound, which stands out; its door and the ground line, which are cut in)."""
    hill, door = Image.new("L", (side, side), 0), Image.new("L", (side, side), 0)
    foot = side * 0.70
    pen = ImageDraw.Draw(hill)
    pen.chord((side * 0.13, foot - side * 0.44, side * 0.87, foot + side * 0.44), 180, 360, fill=255)
    pen = ImageDraw.Draw(door)
    pen.rectangle((side * 0.43, foot - side * 0.17, side * 0.57, foot), fill=255)
    pen.rectangle((side * 0.38, foot - side * 0.235, side * 0.62, foot - side * 0.20), fill=255)
    pen.rectangle((side * 0.13, foot + side * 0.035, side * 0.87, foot + side * 0.06), fill=255)
    round_hill = ImageChops.multiply(
        hill.filter(ImageFilter.GaussianBlur(side * 0.06)), hill.filter(ImageFilter.GaussianBlur(1))
    )
    return round_hill, door.filter(ImageFilter.GaussianBlur(0.8))
