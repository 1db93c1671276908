"""Letters drawn once each and set side by side, as their font would set them: a line costs no outline anew.

Letters that change each other, as in a ligature, are drawn together.
"""

import io
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from math import floor
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

from render.fonts import font_bytes
from render.raster import ink
from render.shelf import picture_bytes, shelved

_SEEN_AT = 24
"""The size at which it is seen whether letters change each other."""


class Setting(NamedTuple):
    """How letters are drawn."""

    font: str
    size: int
    features: tuple[str, ...]
    bold: float = 0

    @property
    def syllables(self) -> bool:
        """Whether there are too many letters to keep each; a line is then drawn in one."""
        return self.font.startswith("hangul")

    @property
    def face(self) -> ImageFont.FreeTypeFont:
        """The font itself."""
        return _face(self.font, self.size)


@cache
def _face(font: str, size: int) -> ImageFont.FreeTypeFont:
    made = ImageFont.truetype(io.BytesIO(font_bytes(font)), size)
    if font == "vollkorn":
        made.set_variation_by_axes([800])
    return made


def advance(setting: Setting, text: str) -> float:
    """How many pixels further the text after it begins."""
    return _length(setting, text) if setting.syllables else _placed(setting, text)[1]


def write(mask: Image.Image, setting: Setting, text: str, at: tuple[float, int]) -> None:
    """Lay the text's coverage on the mask (mode L), its baseline beginning at the place."""
    if setting.syllables:
        _draw(mask, setting, text, at)
        return
    for unit, x in _placed(setting, text)[0]:
        _lay(mask, _glyph(setting, unit), (at[0] + x, at[1]))


@lru_cache(maxsize=512)
def _placed(setting: Setting, text: str) -> tuple[Sequence[tuple[str, float]], float]:
    """What is drawn in one, and where each begins; and where the text ends."""
    units: list[tuple[str, float]] = []
    end, before = 0.0, ""
    for letter in text:
        kerning = _kerning(setting, before, letter) if before else 0.0
        before = letter
        if kerning is None:
            unit, x = units.pop()
            units.append((unit + letter, x))
        else:
            units.append((letter, end + kerning))
        end = units[-1][1] + _length(setting, units[-1][0])
    return units, end


@lru_cache(maxsize=4096)
def _length(setting: Setting, text: str) -> float:
    return setting.face.getlength(text, features=list(setting.features) or None)


@lru_cache(maxsize=8192)
def _kerning(setting: Setting, first: str, second: str) -> float | None:
    """How much further than it is long, or less far, the first letter puts the second; None if it changes it."""
    if _joined(setting._replace(size=_SEEN_AT), first, second):
        return None
    return _length(setting, first + second) - _length(setting, first) - _length(setting, second)


@lru_cache(maxsize=8192)
def _joined(setting: Setting, first: str, second: str) -> bool:
    """Whether the letters are not drawn as each is alone."""
    size = setting.size
    apart, together = (Image.new("L", (size * 4, size * 3)) for _ in range(2))
    before = _length(setting, first + second) - _length(setting, second)
    for unit, x in ((first, 0.0), (second, before)):
        _lay(apart, _glyph(setting, unit), (size + x, 2 * size))
    _draw(together, setting, first + second, (size, 2 * size))
    return apart.tobytes() != together.tobytes()


@dataclass(frozen=True, slots=True)
class _Glyph:
    """A letter, or several, and where it lies from where it begins on the baseline."""

    mask: Image.Image
    left: int
    top: int


@shelved(1 << 20, lambda glyph: picture_bytes(glyph.mask))
def _glyph(setting: Setting, text: str) -> _Glyph:
    size = setting.size
    whole, base = Image.new("L", (size * (3 + len(text)), size * 3)), (size, 2 * size)
    _draw(whole, setting, text, base)
    box = whole.getbbox() or (0, 0, 1, 1)
    return _Glyph(whole.crop(box), box[0] - base[0], box[1] - base[1])


def _lay(mask: Image.Image, glyph: _Glyph, at: tuple[float, int]) -> None:
    ink(glyph.mask, mask, (floor(at[0] + 0.5) + glyph.left, at[1] + glyph.top))


def _draw(mask: Image.Image, setting: Setting, text: str, base: tuple[float, int]) -> None:
    ImageDraw.Draw(mask).text(
        base,
        text,
        255,
        setting.face,
        anchor="ls",
        features=list(setting.features) or None,
        stroke_width=setting.bold,
    )
