"""Stretches of GIF's LZW codes that were made separately, put together into one stream.

Each begins afresh after a clear code, so it says the same wherever it stands; only the width in which that clear
code is written depends on what comes before. A long run of one index is written down without looking at a pixel.
"""

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, chain

from PIL import Image

_CLEAR, _END, _FREE = 256, 257, 258
_FULL = 4096 - _FREE + 1  # codes after which the encoder starts afresh


def _width(codes: int) -> int:
    """The bits of the next code after that many since the last clear code; the first of them names no string."""
    return min(12, (_FREE + max(0, codes - 1)).bit_length())


_LENGTHS = tuple(chain((0,), accumulate(map(_width, range(_FULL)))))
_ROUND = _LENGTHS[-1] + _width(_FULL)


@dataclass(frozen=True, slots=True)
class Stretch:
    """`length` bits of codes, the first of them lowest; the next code has `width` bits."""

    bits: int
    length: int
    width: int


def stretch(rows: Image.Image) -> Stretch:
    """The codes of the image (mode L, palette indices), row by row."""
    found = int.from_bytes(_without_sizes(rows.tobytes("gif", "L", 8)), "little")
    # The end code has nine significant bits, whatever its width; before it stands no other padding.
    length = found.bit_length() - _END.bit_length()
    bits = (found & (1 << length) - 1) >> 9
    length -= 9
    return Stretch(bits, length, _width(bisect_right(_LENGTHS, length % _ROUND) - 1))


@lru_cache(maxsize=1024)
def run(index: int, count: int) -> Stretch:
    """The codes of `count` times one index, 1 to 7 million: each code stands for one time more than the last."""
    bits, length, codes, left = 0, 0, 0, count
    while left:
        step = min(left, codes + 1)
        bits |= (index if step == 1 else _FREE + step - 2) << length
        length += _width(codes)
        codes, left = codes + 1, left - step
    return Stretch(bits, length, _width(codes))


def joined(stretches: Iterable[Stretch]) -> bytes:
    """One stream of all, with its end code, in blocks of at most 255 bytes behind their sizes."""
    bits, length, width = 0, 0, 9
    for part in stretches:
        bits |= (_CLEAR | part.bits << width) << length
        length += width + part.length
        width = part.width
    bits |= _END << length
    stream = bits.to_bytes((length + width + 7) // 8, "little")
    blocks = [stream[at : at + 255] for at in range(0, len(stream), 255)]
    return b"".join([*(bytes([len(block)]) + block for block in blocks), b"\0"])


def _without_sizes(blocks: bytes) -> bytes:
    """The stream of what Pillow's encoder gives in blocks behind their sizes."""
    at, found = 0, []
    while at < len(blocks):
        size = blocks[at]
        found.append(blocks[at + 1 : at + 1 + size])
        at += 1 + size
    return b"".join(found)
