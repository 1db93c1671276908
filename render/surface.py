"""What a carved surface shows beyond its colour: fibres, pores, clouds, layers; and runes, scrolls and wires."""

from collections.abc import Callable, Mapping
from itertools import pairwise
from math import cos, pi, sin
from random import Random
from types import MappingProxyType

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render import relief
from render.runes import rune
from render.shelf import picture_bytes, shelved
from render.theme import Material

Size = tuple[int, int]


def _fibre(size: Size, scale: float) -> Image.Image:
    return relief.fractal(size, (3 * scale, 26 * scale), 7)


def _rings(size: Size, scale: float) -> Image.Image:
    """A tree's yearly rings, cut along."""
    slow = relief.noise(size, (34 * scale, 170 * scale), 23)
    rings = slow.point([round(150 + 105 * sin(v / 255 * pi * 15)) for v in range(256)])
    return Image.blend(rings.filter(ImageFilter.GaussianBlur(0.5 * scale)), _fibre(size, scale), 0.4)


def _rays(size: Size, scale: float) -> Image.Image:
    """Oak: coarse fibres and dark, short pores."""
    return ImageChops.darker(
        _rings(size, scale), _specks(size, (1.3 * scale, 9 * scale), 31, 174, 120).filter(_soft(0.4 * scale))
    )


def _layers(size: Size, scale: float) -> Image.Image:
    """Slate: thin, slanting layers."""
    wide = (size[0] * 3 // 2, size[1] * 3 // 2)
    flat = relief.fractal(wide, (70 * scale, 3.4 * scale), 41).rotate(17, Image.Resampling.BICUBIC)
    left, top = size[0] // 4, size[1] // 4
    return _stretched(flat.crop((left, top, left + size[0], top + size[1])))


def _pores(size: Size, scale: float) -> Image.Image:
    """Bone: a soft cloud and fine pores that run along it."""
    cloud = relief.scaled(relief.fractal(size, (30 * scale, 44 * scale), 53), 0.3).point(
        [min(255, v + 178) for v in range(256)]
    )
    return ImageChops.darker(cloud, _specks(size, (1.2 * scale, 4.5 * scale), 59, 186, 40))


def _pith(size: Size, scale: float) -> Image.Image:
    """Antler: short fibres and patches of spongy pith."""
    patch = _stretched(relief.fractal(size, (22 * scale, 40 * scale), 61))
    return ImageChops.darker(
        Image.blend(patch, relief.fractal(size, (2 * scale, 12 * scale), 67), 0.4),
        _specks(size, (2.2 * scale, 2.6 * scale), 71, 190, 60),
    )


def _marble(size: Size, scale: float) -> Image.Image:
    """Tusk: smooth, with faint wavy bands of its growth."""
    slow = relief.noise(size, (60 * scale, 50 * scale), 73)
    return slow.point([round(205 + 50 * sin(v / 255 * pi * 9)) for v in range(256)]).filter(_soft(scale))


def _cloud(size: Size, scale: float) -> Image.Image:
    """Amber: clouds, with small bubbles and crumbs of bark."""
    cloud = _stretched(relief.fractal(size, (38 * scale, 30 * scale), 79))
    crumbs = _specks(size, (3 * scale, 2.4 * scale), 83, 206, 70)
    return ImageChops.darker(cloud, crumbs.filter(_soft(0.3 * scale)))


def _hammered(size: Size, scale: float) -> Image.Image:
    return _stretched(relief.noise(size, (9 * scale, 9 * scale), 89))


def _smooth(size: Size, scale: float) -> Image.Image:
    return Image.new("L", size, 255)


def _lattice(size: Size, scale: float) -> Image.Image:
    """Iron from the sky, etched: bright bars that cross at sixty degrees."""
    made = Image.new("L", size, 0)
    pen = ImageDraw.Draw(made)
    choose = Random(97)
    far = size[0]
    for turn in (0.15, 1.2, 2.25):
        along, across = (cos(turn), sin(turn)), (-sin(turn), cos(turn))
        for _ in range(24):
            x, y, reach = choose.uniform(0, far), choose.uniform(0, far), choose.uniform(8, 30) * scale
            for _ in range(choose.randrange(1, 4)):
                ends = [(x + side * reach * along[0], y + side * reach * along[1]) for side in (-1, 1)]
                pen.line(ends, fill=choose.choice((130, 190, 255)), width=max(1, round(1.4 * scale)))
                x, y = x + across[0] * 3.4 * scale, y + across[1] * 3.4 * scale
    return made.filter(_soft(0.25 * scale))


def _soft(radius: float) -> ImageFilter.GaussianBlur:
    return ImageFilter.GaussianBlur(radius)


def _stretched(tone: Image.Image) -> Image.Image:
    """The tone with more contrast, up to white."""
    return tone.point([min(255, max(0, round((v - 128) * 2.2 + 150))) for v in range(256)])


def _specks(size: Size, grain: tuple[float, float], seed: int, above: int, dark: int) -> Image.Image:
    """White with specks of the tone `dark` where a noise exceeds `above`."""
    table = [255 if v < above - 12 else dark if v > above + 6 else 160 for v in range(256)]
    return relief.noise(size, grain, seed).point(table)


FIGURES: Mapping[str, Callable[[Size, float], Image.Image]] = MappingProxyType(
    {
        "fibre": _fibre,
        "rings": _rings,
        "rays": _rays,
        "layers": _layers,
        "pores": _pores,
        "pith": _pith,
        "marble": _marble,
        "cloud": _cloud,
        "hammered": _hammered,
        "smooth": _smooth,
        "lattice": _lattice,
        "runes": _rings,
        "scrolls": _smooth,
        "cells": _smooth,
    }
)
"""How a surface is figured, by name."""


@shelved(8 << 20, picture_bytes)
def figure(kind: str, size: Size, scale: float) -> Image.Image:
    """The figure's tone, mode L, 255 where it leaves the colour alone; not to be changed."""
    return FIGURES[kind](size, scale)


def tint(tone: Image.Image, material: Material) -> Image.Image:
    """What the colour is multiplied by, RGB."""
    if material.shade is not None:
        return relief.ramp(tone, ((0, material.shade), (255, (255, 255, 255))))
    plain = [round(255 - material.grain * 0.5 * (255 - v)) for v in range(256)]
    return Image.merge("RGB", [tone.point(plain)] * 3)


def _rune_rows(pen: ImageDraw.ImageDraw, scale: float) -> None:
    """Two rows of runes around the foot, where no face is."""
    for row, (text, foot, left) in enumerate((("ᚺᚨᚢᚷᛒᚢᛁ", 120, 7), ("ᛏᚨᚠᛚᚱᚢᚾᛟ", 98, 1))):
        for place, sign in enumerate(text):
            rune(pen, ((left + place * (17.5 - row)) * scale, foot * scale), sign, 18 * scale)


def _scroll_lines(pen: ImageDraw.ImageDraw, scale: float) -> None:
    """Tendrils: paired waves with curls, over the lower two thirds."""
    for base, swing, shift in ((110, 7, 0.0), (84, 7, 2.0)):
        for phase in (0.0, pi):
            line = [(x * scale, (base + swing * sin(x / 9.5 + shift + phase)) * scale) for x in range(129)]
            pen.line(line, fill=255, width=max(1, round(1.6 * scale)), joint="curve")
    for base, shift in ((97, 8.0),):
        for x in range(0, 128, 30):
            box = [v * scale for v in (x + shift - 4, base - 4, x + shift + 4, base + 4)]
            pen.arc(box, 20, 330, fill=255, width=max(1, round(1.6 * scale)))


def _cell_walls(pen: ImageDraw.ImageDraw, scale: float) -> None:
    """Goldsmith's cells, stepped like honeycomb."""
    wide, high = 13.0, 10.0
    thick = max(1, round(1.8 * scale))
    for row in range(14):
        y = row * high
        shift = wide / 2 if row % 2 else 0.0
        zigzag = []
        for step in range(-1, 24):
            zigzag.append(((shift + step * wide / 2) * scale, (y + (2.4 if step % 2 else -2.4)) * scale))
        pen.line(zigzag, fill=255, width=thick)
        for step in range(-1, 12):
            x = shift + step * wide + wide / 2
            pen.line((x * scale, (y + 2) * scale, x * scale, (y + high - 2) * scale), fill=255, width=thick)


_LINES: Mapping[str, tuple[Callable[[ImageDraw.ImageDraw, float], None], float, frozenset[str]]] = (
    MappingProxyType(
        {
            "runes": (_rune_rows, -0.2, frozenset({"body", "cloth", "paint"})),
            "scrolls": (_scroll_lines, 0.03, frozenset({"body", "cloth", "paint"})),
            "cells": (_cell_walls, 0.12, frozenset({"cloth", "paint"})),
        }
    )
)


@shelved(2 << 20, lambda found: picture_bytes(found[0]) if found else 0)
def lines(kind: str, size: Size, scale: float) -> tuple[Image.Image, float, frozenset[str]] | None:
    """A figure's lines: (coverage L, how far they rise or are cut, the roles that carry them), or None."""
    if kind not in _LINES:
        return None
    draw, rise, roles = _LINES[kind]
    cover = Image.new("L", size, 0)
    draw(ImageDraw.Draw(cover), scale)
    return cover.filter(_soft(0.25 * scale)), rise, roles


def mirrored(diffuse: Image.Image, strength: float) -> Image.Image:
    """Diffuse light as polished metal gives it back: dark horizon, bright sky, a second band between."""
    return Image.blend(diffuse, diffuse.point(_SKY), strength)


def _between(value: int) -> int:
    stops = (
        (0, 6),
        (70, 34),
        (108, 86),
        (126, 112),
        (142, 176),
        (160, 132),
        (186, 210),
        (214, 255),
        (255, 255),
    )
    for (low, a), (high, b) in pairwise(stops):
        if value <= high:
            return round(a + (b - a) * (value - low) / (high - low))
    return 255


_SKY = [_between(value) for value in range(256)]
