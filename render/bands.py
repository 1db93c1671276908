"""Bands of carving in the five styles, as height maps: ring-chain, gripping rings, S-beasts, tendrils, great loops.

A band repeats. Its curves are drawn over more than is shown, so that what is cut out of the middle joins.
"""

from collections.abc import Callable, Mapping, Sequence
from math import cos, pi, sin
from types import MappingProxyType

from PIL import Image, ImageChops, ImageDraw

from render import weave
from render.shelf import picture_bytes, shelved
from render.weave import Point, Strand

_Line = tuple[list[Point], float]
"""Points in units of the band's breadth, x along it, y from -0.5 to 0.5; and the ribbon's breadth."""


def _curve(path: Callable[[float], Point], start: float, end: float, steps: int) -> list[Point]:
    return [path(start + (end - start) * step / steps) for step in range(steps + 1)]


def _circle(x: float, y: float, radius: float, steps: int = 40) -> list[Point]:
    """A closed ring, begun where nothing crosses it."""
    return _curve(
        lambda t: (x + radius * cos(2 * pi * t + 0.3), y + radius * sin(2 * pi * t + 0.3)), 0, 1, steps
    )


def _wave(period: float, swing: float, shift: float, reach: float) -> list[Point]:
    return _curve(lambda x: (x, swing * sin(2 * pi * x / period + shift)), 0, reach, round(reach * 26))


def _borre(reach: float) -> list[_Line]:
    """Two ribbons that cross, a ring about each crossing."""
    rings = [(_circle(x * 0.9, 0, 0.27, 32), 0.8) for x in range(round(reach / 0.9) + 1)]
    return [(_wave(1.8, 0.36, 0, reach), 1.0), (_wave(1.8, 0.36, pi, reach), 1.0), *rings]


def _oseberg(reach: float) -> list[_Line]:
    """Rings that grip their neighbours, as the beasts do with their paws."""
    return [(_circle(x * 0.6, 0, 0.37, 44), 0.95) for x in range(round(reach / 0.6) + 1)]


def _spiral(turn: float, size: float, steps: int = 84) -> list[Point]:
    """An S that winds itself up at both ends; its middle at (0, 0)."""
    x, y, points = 0.0, 0.0, [(0.0, 0.0)]
    for step in range(1, steps + 1):
        way = step / steps
        heading = turn - 5.4 * way**1.75
        x, y = x + cos(heading) * size / steps, y + sin(heading) * size / steps
        points.append((x, y))
    return [(-x, -y) for x, y in reversed(points[1:])] + points


def _jelling(reach: float) -> list[_Line]:
    """Beasts bent like an S, each with its head about the next one's hip."""
    made: list[_Line] = []
    for place in range(round(reach / 1.25) + 1):
        made.append(([(x + place * 1.25, y) for x, y in _spiral(0.62, 2.15)], 1.0))
    return made


def _ringerike(reach: float) -> list[_Line]:
    """A stem with bunches of tendrils that curl into its bays."""
    made: list[_Line] = [(_wave(2.0, 0.3, 0, reach), 1.1)]
    for place in range(round(reach) + 1):
        side = 1.0 if place % 2 else -1.0
        for start, size, lean in ((0.12, 1.5, 0.1), (0.46, 0.8, -0.9)):
            made.append((_tendril(place + start, side, size, lean), 0.75))
    return made


def _tendril(x: float, side: float, size: float, lean: float, steps: int = 54) -> list[Point]:
    y = side * (0.13 - 0.3 * sin(pi * (x % 1.0)))
    points = [(x, y)]
    for step in range(1, steps + 1):
        way = step / steps
        heading = lean + 6.6 * way**1.5
        x, y = x + cos(heading) * size / steps, y + side * sin(heading) * size / steps
        points.append((x, y))
    return points


def _urnes(reach: float) -> list[_Line]:
    """A great slow beast, and thin snakes that loop about it."""

    def loop(shift: float, side: float) -> list[Point]:
        return _curve(
            lambda t: (t + shift + 0.42 * sin(2 * pi * t / 1.2), side * (0.3 * cos(2 * pi * t / 1.2) - 0.06)),
            -1,
            reach,
            round(reach * 30),
        )

    return [(_wave(2.4, 0.3, 0.6, reach), 1.25), (loop(0.1, 1.0), 0.45), (loop(0.7, -1.0), 0.45)]


_STYLES: Mapping[str, tuple[Callable[[float], list[_Line]], float, float]] = MappingProxyType(
    {
        "oseberg": (_oseberg, 1.2, 0.12),
        "borre": (_borre, 1.8, 0.13),
        "jelling": (_jelling, 2.5, 0.13),
        "ringerike": (_ringerike, 2.0, 0.13),
        "urnes": (_urnes, 2.4, 0.12),
    }
)
"""By style: its curves, after how much of its breadth it repeats, and how broad its ribbons are."""
STYLES = tuple(_STYLES)


def interlaced(lines: Sequence[_Line], scale: float, at: Point) -> tuple[Strand, ...]:
    """The lines as ribbons that go over and under in turn, `scale` pixels to a unit, their origin at `at`."""
    paths = [tuple((x * scale + at[0], y * scale + at[1]) for x, y in points) for points, _ in lines]
    marks: list[list[tuple[float, float]]] = [[] for _ in paths]
    crossings = _crossings(paths)
    over: dict[int, bool] = {}
    for number in range(len(paths)):
        own = sorted(
            (place, key) for key, ends in enumerate(crossings) for who, place in ends if who == number
        )
        known = next((index for index, (_, key) in enumerate(own) if key in over), None)
        first = True if known is None else (not over[own[known][1]]) ^ bool(known % 2)
        for index, (place, key) in enumerate(own):
            above = first ^ bool(index % 2)
            if key in over:
                above = not over[key]
            over[key] = above
            marks[number].append((place, 1.0 if above else -1.0))
    made = []
    for path, found, (_, broad) in zip(paths, marks, lines, strict=True):
        depth = tuple(weave.depth_at(step, found, len(path)) for step in range(len(path)))
        made.append(Strand(path, depth, broad))
    return tuple(made)


def _crossings(paths: Sequence[tuple[Point, ...]]) -> list[tuple[tuple[int, float], tuple[int, float]]]:
    """Each crossing as two (path, fractional step)."""
    stretches = [
        (number, step, path[step], path[step + 1])
        for number, path in enumerate(paths)
        for step in range(len(path) - 1)
    ]
    stretches.sort(key=lambda s: min(s[2][0], s[3][0]))
    found = []
    for index, (one, i, a, b) in enumerate(stretches):
        right = max(a[0], b[0])
        for other, j, c, d in stretches[index + 1 :]:
            if min(c[0], d[0]) > right:
                break
            if one == other and abs(i - j) < 2:
                continue
            at = weave.meeting(a, b, c, d)
            if at is not None:
                found.append(((one, i + at[0]), (other, j + at[1])))
    return found


def known(style: str) -> str:
    """The style, or "borre" for one that we don't carve."""
    return style if style in _STYLES else "borre"


@shelved(8 << 20, picture_bytes)
def band(style: str, length: int, breadth: int) -> Image.Image:
    """A band's height map, mode L, 0 the ground; a style that is not known is carved like "borre"."""
    style = known(style)
    lines, period, broad = _STYLES[style]
    repeats = max(1, round(length / (2 * period * breadth)))
    scale = length / (repeats * 2 * period)
    tile = Image.new("L", (round(scale * 6 * period), breadth))
    strands = interlaced(lines(6 * period), scale, (0, breadth / 2))
    tile = weave.heights(strands, tile.size, broad * breadth, closed=False)
    start = scale * 2 * period
    made = Image.new("L", (length, breadth))
    for repeat in range(repeats):
        left, right = round(repeat * start), round((repeat + 1) * start)
        made.paste(tile.crop((round(start), 0, round(start) + right - left, breadth)), (left, 0))
    return _pelleted(made, style, scale, breadth)


def _pelleted(made: Image.Image, style: str, scale: float, breadth: int) -> Image.Image:
    """Pellets where the style has them: within Oseberg's rings and Borre's bays."""
    spots = {"oseberg": (0.3, 0.6, 0.085), "borre": (0.45, 0.9, 0.075)}.get(style)
    if spots is None:
        return made
    first, pitch, radius = spots
    dots = Image.new("L", made.size)
    pen = ImageDraw.Draw(dots)
    x = first * scale
    while x < made.width:
        for share, tone in ((1.0, 120), (0.7, 190), (0.4, 225)):
            reach = radius * breadth * share
            pen.ellipse((x - reach, breadth / 2 - reach, x + reach, breadth / 2 + reach), fill=tone)
        x += pitch * scale
    return ImageChops.lighter(made, dots)
