"""Pixels moved at the least cost: what Pillow itself does, without what its methods check and wrap each time.

A picture is put together from some hundred small parts; checking takes thrice as long as copying them.
"""

from PIL import Image

from render.layout import Box


def copy(source: Image.Image, box: Box, onto: Image.Image, at: tuple[int, int]) -> None:
    """Copy a part of one image onto another that nobody else has, both of one mode; beyond its edges it is zero."""
    left, top, right, bottom = box
    x, y = at
    onto.im.paste(source.im.crop(box), (x, y, x + right - left, y + bottom - top))


def ink(coverage: Image.Image, onto: Image.Image, at: tuple[int, int]) -> None:
    """Lay a coverage onto another that nobody else has, both of mode L; what lies beyond its edges is left out."""
    x, y = at
    onto.im.paste(255, (x, y, x + coverage.width, y + coverage.height), coverage.im)
