"""A reader of our own for the chunks of an animated WebP."""

import base64
import io
import struct
from collections.abc import Iterator
from dataclasses import dataclass

import resvg_py
from PIL import Image


@dataclass(frozen=True, slots=True)
class Frame:
    """One frame: its box, how long it is shown, its flags, the names of its chunks and the size that they state."""

    box: tuple[int, int, int, int]
    duration: int
    flags: int
    chunks: tuple[str, ...]
    stated: tuple[int, int]
    still: bytes
    """What it lays over the one before, as a file of its own."""


def read(data: bytes) -> tuple[tuple[int, int], int, list[Frame]]:
    """(size, times that it runs, frames) of a file whose every frame is lossless and without a chunk of its own."""
    assert data[:4] == b"RIFF"
    assert int.from_bytes(data[4:8], "little") == len(data) - 8
    assert data[8:12] == b"WEBP"
    (name, extended), (second, animated), *frames = _chunks(data[12:])
    assert (name, second, {name for name, _ in frames}) == ("VP8X", "ANIM", {"ANMF"})
    assert extended[0] == 0b10010  # an animation, with alpha
    return (
        (_three(extended, 4) + 1, _three(extended, 7) + 1),
        animated[4],
        [_frame(body) for _, body in frames],
    )


def _frame(body: bytes) -> Frame:
    left, top = 2 * _three(body, 0), 2 * _three(body, 3)
    inner = list(_chunks(body[16:]))
    bits = struct.unpack("<BI", inner[0][1][:5])
    assert bits[0] == 0x2F
    return Frame(
        (left, top, left + _three(body, 6) + 1, top + _three(body, 9) + 1),
        _three(body, 12),
        body[15],
        tuple(name for name, _ in inner),
        ((bits[1] & 0x3FFF) + 1, (bits[1] >> 14 & 0x3FFF) + 1),
        b"RIFF" + (len(body) - 16 + 4).to_bytes(4, "little") + b"WEBP" + body[16:],
    )


def composed(data: bytes) -> Iterator[Image.Image]:
    """Each frame as a viewer lays one over the other, its stills decoded by resvg's decoder, not by Pillow's."""
    size, _, frames = read(data)
    canvas = Image.new("RGBA", size)
    for frame in frames:
        across, down = frame.stated
        link = f"data:image/webp;base64,{base64.b64encode(frame.still).decode()}"
        image = f'<image width="{across}" height="{down}" href="{link}"/>'
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="{across}" height="{down}">{image}</svg>'
        png = resvg_py.svg_to_bytes(svg_string=svg, width=across, height=down, skip_system_fonts=True)
        with Image.open(io.BytesIO(bytes(png))) as still:
            canvas.alpha_composite(still.convert("RGBA"), frame.box[:2])
        yield canvas.convert("RGB")


def _chunks(data: bytes) -> Iterator[tuple[str, bytes]]:
    at = 0
    while at < len(data):
        size = int.from_bytes(data[at + 4 : at + 8], "little")
        yield data[at : at + 4].decode(), data[at + 8 : at + 8 + size]
        assert not any(data[at + 8 + size : at + 8 + size + (size & 1)])
        at += 8 + size + (size & 1)
    assert at == len(data)


def _three(data: bytes, at: int) -> int:
    return int.from_bytes(data[at : at + 3], "little")
