"""An animation before it is a file: one palette, a whole first frame, and what each later one lays over it."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor

from PIL import Image, ImageChops

from render import palette
from render.layout import Box

Patch = tuple[tuple[int, int], Image.Image]
"""Palette indices, mode L, and the place of their upper left corner."""
Band = tuple[Hashable, Image.Image]
"""A band over the whole breadth, palette indices, and a name: equal names, equal bands; None names nothing."""

_REACH = 3  # as far as a pixel's neighbours have a say in it when it is made smaller


@dataclass(frozen=True, slots=True)
class Film:
    """Nothing is drawn before it is asked for, and then again each time, a frame at a time."""

    size: tuple[int, int]
    palette: bytes
    """RGB triples, at most 255."""
    durations: Sequence[int]
    """How long each frame is shown, in milliseconds."""
    opening: Callable[[], Sequence[Band]]
    """The first frame, its bands from above."""
    changes: Callable[[], Iterator[Sequence[Patch]]]
    """What each later frame changes."""

    @property
    def stays(self) -> int:
        """An index beyond the palette's: what was there shows through."""
        return len(self.palette) // 3


def whole(bands: Iterable[Band], size: tuple[int, int]) -> Image.Image:
    """The first frame in one piece."""
    made = Image.new("L", size)
    top = 0
    for _, band in bands:
        made.paste(band, (0, top))
        top += band.height
    return made


def box_of(patch: Patch) -> Box:
    """The pixels that it covers."""
    (left, top), shown = patch
    return left, top, left + shown.width, top + shown.height


def laid(canvas: Image.Image, patches: Sequence[Patch], stays: int, grid: int = 1) -> tuple[Box, Image.Image]:
    """What the patches change on the canvas, which has them afterwards: a box, and its indices.

    Where nothing changes the index is `stays`. The box's left and upper edges are multiples of `grid`; where
    there are no patches, it is one pixel.
    """
    if not patches:
        return (0, 0, 1, 1), Image.new("L", (1, 1), stays)
    boxes = [box_of(patch) for patch in patches]
    left, top = (min(box[side] for box in boxes) // grid * grid for side in (0, 1))
    right, bottom = max(box[2] for box in boxes), max(box[3] for box in boxes)
    layer = Image.new("L", (right - left, bottom - top), stays)
    for box, ((x, y), patch) in zip(boxes, patches, strict=True):
        apart = ImageChops.difference(patch, canvas.crop(box))
        layer.paste(patch, (x - left, y - top), ImageChops.add(apart, apart, 1 / 255))
        canvas.paste(patch, (x, y))
    return (left, top, right, bottom), layer


def smaller(film: Film, width: int) -> Film:
    """The same film with frames of that breadth, as if each were made smaller as a whole."""
    size = width, round(film.size[1] * width / film.size[0])

    def opening() -> Sequence[Band]:
        shown = whole(film.opening(), film.size)
        return [(None, _shrunk(film, size, shown, (0, 0, *film.size))[1])]

    def changes() -> Iterator[Sequence[Patch]]:
        shown = whole(film.opening(), film.size)
        for patches in film.changes():
            for at, patch in patches:
                shown.paste(patch, at)
            yield [_shrunk(film, size, shown, box_of(patch)) for patch in patches]

    return Film(size, film.palette, film.durations, opening, changes)


def _shrunk(film: Film, size: tuple[int, int], shown: Image.Image, box: Box) -> Patch:
    """What of the smaller frame shows that part of the whole one."""
    ratio = film.size[0] / size[0]
    left, top = (max(0, floor(edge / ratio) - _REACH) for edge in box[:2])
    right, bottom = (min(most, ceil(edge / ratio) + _REACH) for most, edge in zip(size, box[2:], strict=True))
    spare = ceil(_REACH * ratio)
    x, y = (max(0, floor(edge * ratio) - spare) for edge in (left, top))
    far_x, far_y = (
        min(most, ceil(edge * ratio) + spare) for most, edge in zip(film.size, (right, bottom), strict=True)
    )
    source = shown.crop((x, y, far_x, far_y))
    coloured = Image.frombytes("P", source.size, source.tobytes())
    coloured.putpalette(film.palette)
    exact = (left * ratio - x, top * ratio - y, right * ratio - x, bottom * ratio - y)
    small = coloured.convert("RGB").resize((right - left, bottom - top), Image.Resampling.LANCZOS, box=exact)
    return (left, top), palette.indices(small, film.palette)
