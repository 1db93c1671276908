"""A film as an animated WebP, lossless: Pillow encodes what each frame changes, and no more.

Pillow's own writer of animations looks for the changes by comparing whole frames; a film knows them.
"""

import io
import struct
from collections.abc import Iterator

from PIL import Image

from render.film import Film, laid, whole
from render.layout import Box

_RIFF = 12  # the bytes of a still's file before its chunks
_ANIMATED, _SEEN_THROUGH = 2, 16


def pieces(film: Film) -> Iterator[bytes]:
    """The file's chunks one after another; it runs without end. `bound` makes them a file."""
    across, down = film.size
    extent = _three(across - 1) + _three(down - 1)
    yield _chunk(b"VP8X", bytes((_ANIMATED | _SEEN_THROUGH, 0, 0, 0)) + extent)
    yield _chunk(b"ANIM", struct.pack("<IH", 0xFF << 24, 0))
    colours = _colours(film)
    canvas = whole(film.opening(), film.size)
    durations = iter(film.durations)
    yield _frame(canvas, (0, 0, across, down), colours, next(durations))
    for patches in film.changes():
        # A frame's place is written in steps of two pixels.
        box, layer = laid(canvas, patches, film.stays, grid=2)
        yield _frame(layer, box, colours, next(durations))


def bound(chunks: bytes) -> bytes:
    """A file of all its chunks."""
    return b"RIFF" + struct.pack("<I", len(chunks) + 4) + b"WEBP" + chunks


def _frame(layer: Image.Image, box: Box, colours: bytes, duration: int) -> bytes:
    left, top, right, bottom = box
    place = (left // 2, top // 2, right - left - 1, bottom - top - 1, duration)
    return _chunk(b"ANMF", b"".join(map(_three, place)) + b"\0" + _still(layer, colours))


def _still(layer: Image.Image, colours: bytes) -> bytes:
    """The chunks of a still of palette indices."""
    shown = Image.frombytes("P", layer.size, layer.tobytes())
    shown.putpalette(colours, "RGBA")
    out = io.BytesIO()
    # Method 0 writes twice as much, methods beyond 1 take longer for a tenth less.
    shown.convert("RGBA").save(out, "WEBP", lossless=True, exact=True, method=1, quality=0)
    return out.getvalue()[_RIFF:]


def _colours(film: Film) -> bytes:
    """The palette with an alpha each; the colour of `stays` is none."""
    triples = (film.palette[at : at + 3] for at in range(0, len(film.palette), 3))
    return b"".join(colour + b"\xff" for colour in triples) + bytes(4)


def _three(value: int) -> bytes:
    return value.to_bytes(3, "little")


def _chunk(name: bytes, body: bytes) -> bytes:
    return name + struct.pack("<I", len(body)) + body + bytes(len(body) & 1)
