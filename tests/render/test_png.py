"""PNG files from separately compressed bands, read by two decoders."""

import io
import zlib
from itertools import accumulate
from random import Random

from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from render import png
from tests.render.decoder import decoded

GREY = bytes(value for level in range(256) for value in (level, level, level))


@given(st.binary(max_size=3000), st.binary(max_size=3000))
def test_the_checksum_of_two_stretches_follows_from_theirs(first: bytes, second: bytes) -> None:
    together = png.joined(zlib.adler32(first), zlib.adler32(second), len(second))
    assert together == zlib.adler32(first + second)


@given(
    st.integers(1, 40),
    st.lists(st.integers(1, 9), min_size=1, max_size=4),
    st.lists(st.integers(1, 4), max_size=5),
    st.randoms(use_true_random=False),
)
def test_bands_decode_to_what_was_put_in(
    wide: int, heights: list[int], steps: list[int], chance: Random
) -> None:
    edges = [*accumulate(steps)]
    ledges = tuple(zip(edges[::2], edges[1::2], strict=False))
    high = sum(heights)
    pixels = bytes(chance.randrange(256) for _ in range(wide * high))
    whole = Image.frombytes("L", (wide, high), pixels)
    bands, top = [], 0
    for height in heights:
        within = tuple((first, min(after, height)) for first, after in ledges if first < height)
        bands.append(png.band(whole.crop((0, top, wide, top + height)), within))
        top += height
    data = png.assemble(png.head((wide, high), GREY), bands)
    assert decoded(data) == ((wide, high), GREY, pixels)
    assert Image.open(io.BytesIO(data)).convert("L").tobytes() == pixels
