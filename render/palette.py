"""One palette for every picture of a theme, and pictures as indices into it.

The palette is put together from small ones, one for each kind of thing. So a square's wood keeps to the few
colours of the wood, neighbouring pixels differ little in index, and the files are small.
"""

from collections.abc import Iterable
from functools import lru_cache
from threading import Lock

from PIL import Image

from render.theme import Colour

_LOCK = Lock()


def chosen(sample: Image.Image, count: int) -> bytes:
    """The best `count` colours for an RGB image, as RGB triples."""
    rough = sample.quantize(count, Image.Quantize.MEDIANCUT, kmeans=1, dither=Image.Dither.NONE)
    return bytes(rough.getpalette() or [])[: count * 3]


def merged(parts: Iterable[bytes]) -> bytes:
    """All colours of several palettes, each once, from dark to bright."""
    colours = {part[at : at + 3] for part in parts for at in range(0, len(part), 3)}
    ordered: list[bytes] = sorted(colours, key=lambda c: (c[0] * 299 + c[1] * 587 + c[2] * 114, c))
    return b"".join(ordered)


# Each takes half a megabyte, for what Pillow has looked up in it.
@lru_cache(maxsize=32)
def _holder(palette: bytes) -> Image.Image:
    """An image that carries the palette; Pillow keeps what it has looked up in it."""
    made = Image.new("P", (1, 1))
    made.putpalette(palette + palette[-3:] * (256 - len(palette) // 3))
    return made


def _mapped(shown: Image.Image, palette: bytes) -> Image.Image:
    with _LOCK:  # the holder's look-up table is written to
        return shown.quantize(palette=_holder(palette), dither=Image.Dither.NONE)


def indices(shown: Image.Image, palette: bytes) -> Image.Image:
    """The nearest colours of the palette for an RGB image, as indices, mode L, without dither."""
    found = _mapped(shown, palette)
    return Image.frombytes("L", found.size, found.tobytes())


def reduced(shown: Image.Image, palette: bytes) -> Image.Image:
    """The RGB image in no other colours than the palette's."""
    return _mapped(shown, palette).convert("RGB")


@lru_cache(maxsize=64)
def _triples(palette: bytes) -> tuple[Colour, ...]:
    return tuple((palette[at], palette[at + 1], palette[at + 2]) for at in range(0, len(palette), 3))


@lru_cache(maxsize=8192)  # each colour of some dozens of boards
def nearest(palette: bytes, colour: Colour) -> int:
    """The index of the palette's colour nearest to this one."""
    red, green, blue = colour
    far = [(r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2 for r, g, b in _triples(palette)]
    return far.index(min(far))


def moved(before: bytes, after: bytes) -> list[int]:
    """For each index of one palette the index of the same colour in another, or of the nearest one there."""
    places = {after[at : at + 3]: at // 3 for at in range(0, len(after), 3)}
    found = []
    for at in range(0, len(before), 3):
        red, green, blue = before[at : at + 3]
        place = places.get(before[at : at + 3])
        found.append(nearest(after, (red, green, blue)) if place is None else place)
    return found + [0] * (256 - len(found))


@lru_cache(maxsize=64)
def blend(palette: bytes, paper: Colour, ink: Colour) -> list[int]:
    """For each coverage from 0 to 255 the palette's index of that much ink on the paper."""
    steps = []
    for step in range(17):
        r, g, b = (round(p + (i - p) * step / 16) for p, i in zip(paper, ink, strict=True))
        steps.append(nearest(palette, (r, g, b)))
    return [steps[round(value / 255 * 16)] for value in range(256)]


def recoloured(shown: Image.Image, table: bytes) -> Image.Image:
    """An image of mode L with each value replaced by what the table has for it; Pillow's own way checks the table."""
    return Image.frombytes("L", shown.size, shown.tobytes().translate(table))
