"""GIF files of palette images: one palette for all, and after the first image only what changes."""

import struct
from collections.abc import Iterable

from render import lzw
from render.layout import Box
from render.lzw import Stretch

MOST_COLOURS = 255
"""One index beyond the palette's is left for what stays as it was."""
TAIL = b";"

_STAYS = 1 << 2  # the next image is laid over this one
_SEEN_THROUGH = 1


def head(size: tuple[int, int], palette: bytes) -> bytes:
    """Everything before the first image of an animation that runs for ever.

    `palette` is at most `MOST_COLOURS` RGB triples; more are a ValueError.
    """
    if len(palette) > 3 * MOST_COLOURS:
        raise ValueError(f"{len(palette) // 3} colours")
    depth = (len(palette) // 3).bit_length()
    screen = struct.pack("<HHBBB", *size, 0xF0 | depth - 1, 0, 0)
    loop = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0"
    return b"GIF89a" + screen + palette.ljust(3 << depth, b"\0") + loop


def image(codes: Iterable[Stretch], box: Box, stays: int, duration: int) -> bytes:
    """One image, laid over those before it and shown for `duration` milliseconds, in steps of ten.

    The codes are those of the box's rows; where they name the index `stays`, what was there shows through.
    """
    left, top, right, bottom = box
    control = struct.pack("<BBBBHBB", 0x21, 0xF9, 4, _STAYS | _SEEN_THROUGH, duration // 10, stays, 0)
    place = struct.pack("<BHHHHBB", 0x2C, left, top, right - left, bottom - top, 0, 8)
    return control + place + lzw.joined(codes)
