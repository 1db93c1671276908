"""A GIF decoder of our own, to read our animations by a second one beside Pillow's."""

import struct
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Image:
    """One image of a file: its box, how long it is shown, the transparent index, its indices row by row."""

    box: tuple[int, int, int, int]
    duration: int
    transparent: int
    indices: bytes


def decoded(data: bytes) -> tuple[tuple[int, int], bytes, list[Image]]:
    """(size, palette, images) of a file with one palette whose every image has a control block before it."""
    assert data[:6] == b"GIF89a"
    wide, high, packed = struct.unpack("<HHB", data[6:11])
    at = 13 + (6 << (packed & 7))
    palette, images = data[13:at], list[Image]()
    flags, hundredths, transparent = 0, 0, 0
    while data[at] != 0x3B:
        if data[at] == 0x21:
            body, end = _blocks(data, at + 2)
            if data[at + 1] == 0xF9:
                flags, hundredths, transparent = struct.unpack("<BHB", body)
        else:
            assert data[at] == 0x2C
            left, top, width, height, local, size = struct.unpack("<HHHHBB", data[at + 1 : at + 11])
            assert (local, size, flags) == (0, 8, 5)
            body, end = _blocks(data, at + 11)
            indices = b"".join(_strings(body))
            assert len(indices) == width * height
            box = (left, top, left + width, top + height)
            images.append(Image(box, hundredths * 10, transparent, indices))
        at = end
    assert at == len(data) - 1
    return (wide, high), palette, images


def composed(data: bytes) -> Iterator[bytes]:
    """Each frame's indices, whole, as a viewer lays one image over the other."""
    (wide, high), _, images = decoded(data)
    canvas = bytearray(wide * high)
    for image in images:
        left, top, right, bottom = image.box
        assert right <= wide
        assert bottom <= high
        for at, index in enumerate(image.indices):
            if index != image.transparent:
                row, column = divmod(at, right - left)
                canvas[(top + row) * wide + left + column] = index
        yield bytes(canvas)


def _blocks(data: bytes, at: int) -> tuple[bytes, int]:
    found = []
    while size := data[at]:
        found.append(data[at + 1 : at + 1 + size])
        at += size + 1
    return b"".join(found), at + 1


def _strings(stream: bytes) -> Iterator[bytes]:
    """What each code stands for; the last one is the end code, and nothing but a byte's rest comes after it."""
    held, bits, at, width = 0, 0, 0, 9
    table: list[bytes] = []
    before = b""
    while True:
        while bits < width:
            held |= stream[at] << bits
            at, bits = at + 1, bits + 8
        code, held, bits = held & (1 << width) - 1, held >> width, bits - width
        if code == 256:
            table, before, width = [bytes([index]) for index in range(256)] + [b"", b""], b"", 9
            continue
        if code == 257:
            assert at == len(stream)
            return
        string = table[code] if code < len(table) else before + before[:1]
        if before and len(table) < 4096:
            table.append(before + string[:1])
        yield string
        before, width = string, min(12, len(table).bit_length())
