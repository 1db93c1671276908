"""A PNG decoder of our own, to read our files by a second one beside Pillow's."""

import struct
import zlib
from collections.abc import Iterator
from itertools import accumulate


def chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The chunks of a PNG, each checksum tested."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at = 8
    while at < len(data):
        length = struct.unpack(">L", data[at : at + 4])[0]
        kind, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        assert struct.unpack(">L", data[at + 8 + length : at + 12 + length])[0] == zlib.crc32(kind + body)
        yield kind, body
        at += 12 + length


def decoded(data: bytes) -> tuple[tuple[int, int], bytes, bytes]:
    """(size, palette, indices), by a decoder of our own for 8-bit palette images with filters None, Sub and Up."""
    parts = list(chunks(data))
    wide, high, depth, colour, *rest = struct.unpack(">LLBBBBB", dict(parts)[b"IHDR"])
    assert (depth, colour, rest) == (8, 3, [0, 0, 0])
    raw = zlib.decompress(b"".join(body for kind, body in parts if kind == b"IDAT"))
    assert len(raw) == (wide + 1) * high
    above = bytes(wide)
    rows = []
    for y in range(high):
        filtered = raw[y * (wide + 1)]
        row = raw[y * (wide + 1) + 1 : (y + 1) * (wide + 1)]
        assert filtered in (0, 1, 2)
        if filtered == 1:
            row = bytes(total & 255 for total in accumulate(row))
        above = row if filtered != 2 else bytes((a + b) & 255 for a, b in zip(row, above, strict=True))
        rows.append(above)
    return (wide, high), dict(parts)[b"PLTE"], b"".join(rows)
