"""A film as a GIF."""

from collections.abc import Hashable, Iterable, Iterator, Sequence

from PIL import Image

from render import gif, lzw
from render.film import Band, Film, Patch, box_of, laid, whole
from render.shelf import Shelf

_BEGINNINGS: Shelf[Hashable, lzw.Stretch] = Shelf(4 << 20, lambda codes: codes.length // 8 + 400)


def pieces(film: Film) -> Iterator[bytes]:
    """The file, piece by piece; it runs without end."""
    yield gif.head(film.size, film.palette)
    bands = film.opening()
    canvas = whole(bands, film.size)
    durations = iter(film.durations)
    yield gif.image(_beginning(bands), (0, 0, *film.size), film.stays, next(durations))
    for patches in film.changes():
        yield _image(canvas, patches, film.stays, next(durations))
    yield gif.TAIL


def forget() -> None:
    """Drop what is kept of first frames; what is written does not change by it."""
    _BEGINNINGS.clear()


def _beginning(bands: Iterable[Band]) -> Iterator[lzw.Stretch]:
    """The first frame band by band: most matches begin alike."""
    for name, band in bands:
        codes = None if name is None else _BEGINNINGS.get(name)
        if codes is None:
            codes = lzw.stretch(band)
            if name is not None:
                _BEGINNINGS.put(name, codes)
        yield codes


def _image(canvas: Image.Image, patches: Sequence[Patch], stays: int, duration: int) -> bytes:
    """An image of what the patches change on the canvas, which has them afterwards."""
    box, layer = laid(canvas, patches, stays)
    rows = _covered((edge[1] - box[1], edge[3] - box[1]) for edge in map(box_of, patches))
    return gif.image(_codes(layer, rows, stays), box, stays, duration)


def _codes(layer: Image.Image, covered: Iterable[tuple[int, int]], stays: int) -> Iterator[lzw.Stretch]:
    """The layer's codes; rows that are not covered hold nothing but `stays`."""
    end = 0
    for first, after in covered:
        if first > end:
            yield lzw.run(stays, (first - end) * layer.width)
        yield lzw.stretch(layer.crop((0, first, layer.width, after)))
        end = after
    if end < layer.height:
        yield lzw.run(stays, (layer.height - end) * layer.width)


def _covered(ranges: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The ranges in order, those that touch made one."""
    found: list[tuple[int, int]] = []
    for first, after in sorted(ranges):
        if found and first <= found[-1][1]:
            found[-1] = (found[-1][0], max(after, found[-1][1]))
        else:
            found.append((first, after))
    return found
