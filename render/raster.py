"""Pixels moved at the least cost: what Pillow itself does, without what its methods check and wrap each time.

A picture is put together from some hundred small parts; checking takes thrice as long as copying them.
"""

from PIL import Image

from render.layout import Stretch


def ink(coverage: Image.Image, onto: Image.Image, at: tuple[int, int]) -> None:
    """Lay a coverage onto another that nobody else has, both of mode L; what lies beyond its edges is left out."""
    x, y = at
    onto.im.paste(255, (x, y, x + coverage.width, y + coverage.height), coverage.im)


def lay(source: Image.Image, mask: Image.Image, onto: Image.Image, at: tuple[int, int]) -> None:
    """Copy an image where its mask, which is as large, is 255; what lies beyond the other's edges is left out."""
    x, y = at
    onto.im.paste(source.im, (x, y, x + source.width, y + source.height), mask.im)


def apart(rows: Image.Image, ledges: tuple[Stretch, ...], first: Image.Image) -> bytes:
    """Each pixel less the one above it, or in the rows of the ledges less the one to its left; mode L.

    Beyond the edges are zeros. Each row begins with its pixel of `first`, which is one pixel wide.
    """
    wide, high = rows.size
    shown = rows.im.crop((-1, 0, wide, high))
    expected = shown.crop((0, -1, wide + 1, high - 1))
    for top, bottom in ledges:
        expected.paste(shown.crop((-1, top, wide, bottom)), (0, top, wide + 1, bottom))
    made = shown.chop_subtract_modulo(expected)
    made.paste(first.im, (0, 0, 1, high))
    encoder = Image.core.raw_encoder("L", "L", 0, 1)  # type: ignore[attr-defined]  # as Pillow's plug-ins do
    encoder.setimage(made, (0, 0, wide + 1, high))
    data: bytes = encoder.encode((wide + 1) * high)[2]
    return data
