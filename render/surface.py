"""What a carved surface shows beyond its colour: fibres, pores, clouds, layers, runes, wires."""

from functools import lru_cache

from PIL import Image

from render import relief
from render.theme import Material

FIGURES = ("fibre",)


@lru_cache(maxsize=12)
def figure(kind: str, size: tuple[int, int], scale: float) -> Image.Image:
    """The figure's tone, mode L, 255 where it leaves the colour alone; not to be changed."""
    return relief.fractal(size, (3 * scale, 26 * scale), 7)


def tint(tone: Image.Image, material: Material) -> Image.Image:
    """What the colour is multiplied by, RGB."""
    plain = [round(255 - material.grain * 0.5 * (255 - v)) for v in range(256)]
    return Image.merge("RGB", [tone.point(plain)] * 3)
