"""Pictures and palettes read back one after another from a run of bytes."""

from PIL import Image


class Tape:
    """A reader of what was written end to end; nothing in it says where a thing ends, the reader must know."""

    def __init__(self, raw: bytes) -> None:
        self._raw = memoryview(raw)
        self._at = 0

    def _take(self, count: int) -> bytes:
        start, self._at = self._at, self._at + count
        return bytes(self._raw[start : self._at])

    def colours(self) -> bytes:
        """A palette, stored after the number of its colours in one byte."""
        return self._take(self._take(1)[0] * 3)

    def image(self, mode: str, side: int) -> Image.Image:
        """A square picture of a mode with a letter for each byte of a pixel."""
        return Image.frombytes(mode, (side, side), self._take(side * side * len(mode)))
