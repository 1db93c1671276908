"""Interlace: ribbons that pass over and under each other in turn, drawn as height maps."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from math import cos, hypot, pi, sin

from PIL import Image, ImageDraw

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Strand:
    """A ribbon: the points of its middle line, each with its depth; a greater depth lies on top."""

    points: tuple[Point, ...]
    depth: tuple[float, ...]
    broad: float = 1.0
    """Its breadth, as a share of the breadth that `heights` is given."""


def knot(curve: Callable[[float], Point], steps: int = 480) -> Strand:
    """The closed curve (parameter 0 to 1) as a ribbon that alternates over and under at its crossings."""
    points = tuple(curve(step / steps) for step in range(steps))
    places = sorted(_crossings(points))
    marks = [(place, 1.0 if index % 2 else -1.0) for index, place in enumerate(places)]
    return Strand(points, tuple(depth_at(step, marks, steps) for step in range(steps)))


def _crossings(points: tuple[Point, ...]) -> list[float]:
    """Where along the curve it meets itself, as fractional step numbers, each meeting twice."""
    count = len(points)
    found = []
    for i in range(count):
        a, b = points[i], points[(i + 1) % count]
        for j in range(i + 2, count - (i == 0)):
            c, d = points[j], points[(j + 1) % count]
            at = meeting(a, b, c, d)
            if at is not None:
                found += [i + at[0], j + at[1]]
    return found


def meeting(a: Point, b: Point, c: Point, d: Point) -> tuple[float, float] | None:
    """Where the stretches a-b and c-d cross, as shares of each; None where they don't."""
    if max(a[0], b[0]) < min(c[0], d[0]) or max(c[0], d[0]) < min(a[0], b[0]):
        return None
    rx, ry, sx, sy = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    cross = rx * sy - ry * sx
    if abs(cross) < 1e-9:
        return None
    s = ((c[0] - a[0]) * sy - (c[1] - a[1]) * sx) / cross
    t = ((c[0] - a[0]) * ry - (c[1] - a[1]) * rx) / cross
    return (s, t) if 0 <= s < 1 and 0 <= t < 1 else None


def depth_at(step: float, marks: list[tuple[float, float]], steps: int) -> float:
    """The depth between two crossings, eased so that a ribbon is flat where it crosses."""
    if not marks:
        return 0.0
    around = [(marks[-1][0] - steps, marks[-1][1]), *marks, (marks[0][0] + steps, marks[0][1])]
    for (start, low), (end, high) in pairwise(around):
        if start <= step <= end:
            share = (step - start) / (end - start) if end > start else 0.0
            return low + (high - low) * (1 - cos(pi * share)) / 2
    return 0.0


def plait(
    length: float, period: float, reach: float, phase: float = 0.0, strands: int = 3
) -> tuple[Strand, ...]:
    """An open plait along x from 0 to `length`, swinging `reach` to each side of y = 0."""
    made = []
    steps = max(2, round(length))
    for number in range(strands):
        shift = 2 * pi * number / strands + phase
        angles = [2 * pi * (step * length / steps) / period + shift for step in range(steps + 1)]
        points = tuple((step * length / steps, reach * sin(angle)) for step, angle in enumerate(angles))
        made.append(Strand(points, tuple(sin(2 * angle) for angle in angles)))
    return tuple(made)


def heights(strands: tuple[Strand, ...], size: tuple[int, int], width: float, closed: bool) -> Image.Image:
    """The ribbons' height map, mode L: 0 the ground, up to 255; a round profile, a gap where one passes under."""
    pieces = []
    for strand in strands:
        count = len(strand.points)
        for step in range(count if closed else count - 1):
            ends = strand.points[step], strand.points[(step + 1) % count]
            pieces.append((strand.depth[step], *ends, width * strand.broad))
    pieces.sort(key=lambda piece: piece[0])
    field = Image.new("L", size, 0)
    draw = ImageDraw.Draw(field)
    for depth, a, b, broad in pieces:
        lift = 10 * depth
        reach = hypot(b[0] - a[0], b[1] - a[1])
        if reach == 0:
            continue
        for share, tone in (
            (1.36, 0.0),
            (1.0, 110 + lift),
            (0.8, 160 + lift),
            (0.58, 195 + lift),
            (0.32, 212 + lift),
        ):
            _stroke(draw, a, b, broad * share, round(tone))
    return field


def _stroke(draw: ImageDraw.ImageDraw, a: Point, b: Point, width: float, tone: int) -> None:
    reach = hypot(b[0] - a[0], b[1] - a[1])
    ux, uy = (b[0] - a[0]) / reach, (b[1] - a[1]) / reach
    nx, ny, over = -uy * width / 2, ux * width / 2, 1.0
    ends = (a[0] - ux * over, a[1] - uy * over), (b[0] + ux * over, b[1] + uy * over)
    draw.polygon(
        [
            (ends[0][0] + nx, ends[0][1] + ny),
            (ends[1][0] + nx, ends[1][1] + ny),
            (ends[1][0] - nx, ends[1][1] - ny),
            (ends[0][0] - nx, ends[0][1] - ny),
        ],
        fill=tone,
    )
