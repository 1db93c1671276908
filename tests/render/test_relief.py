"""Interlace that really alternates, textures that stay near what they were."""

from itertools import pairwise
from math import cos, pi, sin
from random import Random

from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageStat

from render import relief, weave
from render.carve import read_parts, sprites
from render.theme import BOG_OAK, BONE

TREFOIL = weave.knot(
    lambda u: (
        50 + 14 * (sin(2 * pi * u) + 2 * sin(4 * pi * u)),
        50 + 14 * (cos(2 * pi * u) - 2 * cos(4 * pi * u)),
    )
)


def test_a_knot_passes_over_and_under_in_turn() -> None:
    peaks = [
        here
        for (before, here), (_, after) in pairwise(pairwise(TREFOIL.depth))
        if abs(here) > 0.99 and abs(here) >= max(abs(before), abs(after))
    ]
    turns = [peaks[0]] + [b for a, b in pairwise(peaks) if (a > 0) != (b > 0)]
    assert len(turns) in (6, 7)


def test_where_a_ribbon_meets_itself_one_is_over_and_one_under() -> None:
    points, depth = TREFOIL.points, TREFOIL.depth
    met = 0
    for i, (x, y) in enumerate(points):
        for j in range(i + 40, min(len(points), i + len(points) - 40)):
            if abs(points[j][0] - x) < 0.6 and abs(points[j][1] - y) < 0.6:
                assert depth[i] * depth[j] < 0
                met += 1
    assert met >= 3


@given(
    st.integers(0, 40), st.sampled_from([(), ((0, 2), (5, 7)), ((3, 4),)]), st.randoms(use_true_random=False)
)
def test_settling_moves_no_channel_further_than_it_may(
    reach: int, ledges: tuple[tuple[int, int], ...], chance: Random
) -> None:
    before = Image.frombytes("RGB", (6, 7), bytes(chance.randrange(256) for _ in range(126)))
    after = relief.settled(before, reach, ledges)
    worst = max(high for _, high in ImageChops.difference(before, after).getextrema())  # type: ignore[misc]
    assert worst <= reach * 3 // 2


def test_ledges_settle_along_themselves_and_what_is_below_begins_anew() -> None:
    shades = ((0, 9, 18, 27), (3, 3, 30, 30), (4, 6, 31, 33), (4, 6, 31, 33))
    before = Image.new("L", (4, 4))
    before.putdata([value for row in shades for value in row])
    after = relief.settled(before.convert("RGB"), 5, ((1, 2),)).getchannel("R")
    assert [*after.tobytes()] == [0, 9, 18, 27, 3, 3, 30, 30, 4, 6, 31, 33, 4, 6, 31, 33]
    after = relief.settled(before.convert("RGB"), 5, ((2, 3),)).getchannel("R")
    assert [*after.tobytes()] == [0, 9, 18, 27, 0, 3, 30, 27, 4, 4, 31, 31, 4, 6, 31, 33]


def test_a_pixel_that_stands_alone_settles_a_little_further() -> None:
    before = Image.new("L", (5, 2), 100)
    for x, value in ((1, 115), (2, 100), (3, 116)):
        before.putpixel((x, 1), value)
    after = relief.settled(before.convert("RGB"), 10).getchannel("R")
    assert [*after.tobytes()[5:]] == [100, 100, 100, 116, 100]


def test_light_comes_from_the_upper_left() -> None:
    hill = Image.new("L", (40, 40), 0)
    for step in range(8):
        hill.paste(20 + step * 10, (10 + step, 10 + step, 30 - step, 30 - step))
    diffuse, _ = relief.shading(hill, 0.1, 0.0, 0.0)
    assert diffuse.getpixel((12, 20)) > 150 > 100 > diffuse.getpixel((27, 20))  # type: ignore[operator]
    assert diffuse.getpixel((20, 12)) > 150 > 100 > diffuse.getpixel((20, 27))  # type: ignore[operator]
    assert abs(diffuse.getpixel((3, 3)) - 128) <= 1  # type: ignore[operator]


def test_a_part_is_carved_as_its_numbers_say() -> None:
    drawing = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128"><title>t</title>'
        '<path class="body" data-lift="40" data-swell="20" d="M0 0 H9 V9 Z"/>'
        '<path class="eye" data-cut="7" d="M0 0"/></svg>'
    )
    first, second = read_parts(drawing)
    assert (first.role, first.lift, first.swell, first.cut) == ("body", 40, 20, 0)
    assert (second.role, second.lift, second.cut) == ("eye", 0, 7)
    assert "<title>" not in first.svg


def test_one_drawing_takes_any_material() -> None:
    pale, dark = (sprites("thrall", material, (32,))[0] for material in (BONE, BOG_OAK))
    assert pale.getchannel("A").tobytes() == dark.getchannel("A").tobytes()
    solid = pale.getchannel("A").point([255 if value > 200 else 0 for value in range(256)])
    light = [ImageStat.Stat(sprite.convert("L"), solid).mean[0] for sprite in (pale, dark)]
    assert light[0] > light[1] + 60
