"""PNG files put together from bands that were compressed separately.

A PNG's pixels are one zlib stream. Deflate may be flushed fully between any two rows, after which nothing
refers back; the Adler-32 of the whole follows from those of its parts. So a band of rows that was compressed
once serves every picture in which it appears.
"""

import struct
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image
from zlib_ng import zlib_ng

from render.layout import Stretch
from render.raster import apart

_MOD = 65521
_NONE, _SUB, _UP = 0, 1, 2
QUICK, CLOSE = 1, 2
"""Levels: half the time, or a fifth fewer bytes."""


@dataclass(frozen=True, slots=True)
class Band:
    """Rows of palette indices, ready to be written: a whole IDAT chunk, and what its raw bytes add up to."""

    chunk: bytes
    adler: int
    length: int


def _chunk(kind: bytes, body: bytes) -> bytes:
    return (
        struct.pack(">L", len(body))
        + kind
        + body
        + struct.pack(">L", zlib_ng.crc32(body, zlib_ng.crc32(kind)))
    )


def band(rows: Image.Image, ledges: tuple[Stretch, ...] = (), *, level: int = QUICK) -> Band:
    """Compress the rows (mode L, palette indices), fully flushed; equal rows give equal bytes.

    A row is told by the one above it, the first by nothing; those of the ledges by their left neighbours.
    """
    raw = apart(rows, ledges, _filters(rows.height, ledges))
    press = zlib_ng.compressobj(level, zlib_ng.DEFLATED, -15, 9, zlib_ng.Z_FILTERED)
    body = press.compress(raw) + press.flush(zlib_ng.Z_FULL_FLUSH)
    return Band(_chunk(b"IDAT", body), zlib_ng.adler32(raw), len(raw))


@lru_cache(maxsize=32)
def _filters(high: int, ledges: tuple[Stretch, ...]) -> Image.Image:
    """The filter by which each row is told, a column."""
    made = Image.new("L", (1, high), _UP)
    made.putpixel((0, 0), _NONE)
    for first, after in ledges:
        made.paste(_SUB, (0, first, 1, after))
    return made


def joined(first: int, second: int, length: int) -> int:
    """The Adler-32 of two stretches of bytes, `length` being the second's."""
    low = ((first & 0xFFFF) + (second & 0xFFFF) - 1) % _MOD
    high = ((first >> 16) + (second >> 16) + length * ((first & 0xFFFF) - 1)) % _MOD
    return high << 16 | low


def head(size: tuple[int, int], palette: bytes) -> bytes:
    """Everything before the first band; `palette` is at most 256 RGB triples."""
    header = struct.pack(">LLBBBBB", *size, 8, 3, 0, 0, 0)
    start = b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header) + _chunk(b"PLTE", palette)
    return start + _chunk(b"IDAT", b"\x78\x01")


def assemble(start: bytes, bands: list[Band]) -> bytes:
    """The whole file from a `head` and the bands from top to bottom."""
    adler = 1
    for part in bands:
        adler = joined(adler, part.adler, part.length)
    tail = _chunk(b"IDAT", b"\x03\x00" + struct.pack(">L", adler)) + _chunk(b"IEND", b"")
    return b"".join([start, *(part.chunk for part in bands), tail])
