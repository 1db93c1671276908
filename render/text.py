"""Writing on pictures: any name in any script, in a box, without an exception.

Pillow has no fallback from one font to another, so a text is cut into runs that one font covers. What no font
covers is drawn as a neutral box.
"""

import struct
import unicodedata
from bisect import bisect_right
from dataclasses import dataclass
from enum import Enum
from functools import cache, lru_cache
from importlib.resources import files
from threading import Lock

from PIL import Image, ImageDraw, ImageFont, features

from render.runes import RUNES, rune

_LOCK = Lock()  # a FreeType face must not be used by two threads at once
_RAQM = features.check("raqm")


class Face(Enum):
    """The hands we write in: `TITLE` for names and headings, `TEXT` for the rest."""

    TITLE = "title"
    TEXT = "text"


_FILES = {
    "vollkorn": ("fontpkg_vollkorn", "files/Vollkorn[wght].ttf"),
    "alegreya": ("fontpkg_alegreya_sans", "files/AlegreyaSans-Bold.ttf"),
    "hangul": ("pylopdf_fonts_ko", "NotoSansKR-Regular.otf"),
    "hangul-serif": ("pylopdf_fonts_ko", "NotoSerifKR-Regular.otf"),
}
_ORDER = {Face.TITLE: ("vollkorn", "hangul-serif", "alegreya"), Face.TEXT: ("alegreya", "hangul", "vollkorn")}


@cache
def _bytes(font: str) -> bytes:
    package, path = _FILES[font]
    return files(package).joinpath(path).read_bytes()


@cache
def _cover(font: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """(firsts, lasts) of the ranges of code points that a font has glyphs for, read from its cmap."""
    data = _bytes(font)
    tables = struct.unpack(">H", data[4:6])[0]
    for number in range(tables):
        tag, _, offset, _ = struct.unpack(">4sLLL", data[12 + 16 * number : 28 + 16 * number])
        if tag == b"cmap":
            return _cmap(data, offset)
    return (), ()


def _cmap(data: bytes, start: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    ranges: list[tuple[int, int]] = []
    for number in range(struct.unpack(">H", data[start + 2 : start + 4])[0]):
        offset = start + struct.unpack(">L", data[start + 8 + 8 * number : start + 12 + 8 * number])[0]
        form = struct.unpack(">H", data[offset : offset + 2])[0]
        if form == 12:
            groups = struct.unpack(">L", data[offset + 12 : offset + 16])[0]
            for group in range(groups):
                first, last, _ = struct.unpack(
                    ">LLL", data[offset + 16 + 12 * group : offset + 28 + 12 * group]
                )
                ranges.append((first, last))
        elif form == 4:
            double = struct.unpack(">H", data[offset + 6 : offset + 8])[0]
            lasts = struct.unpack(f">{double // 2}H", data[offset + 14 : offset + 14 + double])
            firsts = struct.unpack(f">{double // 2}H", data[offset + 16 + double : offset + 16 + 2 * double])
            ranges += [(first, last) for first, last in zip(firsts, lasts, strict=True) if first != 0xFFFF]
    ranges = sorted(set(ranges))
    return tuple(first for first, _ in ranges), tuple(last for _, last in ranges)


def covers(font: str, character: str) -> bool:
    """Whether one of our fonts ("vollkorn", "alegreya", "hangul"…) has a glyph for the character."""
    firsts, lasts = _cover(font)
    at = bisect_right(firsts, ord(character)) - 1
    return at >= 0 and ord(character) <= max(lasts[max(0, at - 3) : at + 1])


@cache
def _font(font: str, size: int) -> ImageFont.FreeTypeFont:
    import io

    made = ImageFont.truetype(io.BytesIO(_bytes(font)), size)
    if font == "vollkorn":
        made.set_variation_by_axes([800])
    return made


def clean(text: str) -> str:
    """The text as it is drawn: NFC, one line, no control, direction or zero-width characters."""
    spaced = " ".join(unicodedata.normalize("NFC", text).split())
    return "".join(
        c for c in spaced if unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Co", "Mn", "Me", "Zl", "Zp")
    )


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of text in one font; font "rune" is drawn as strokes, font "" as neutral boxes."""

    font: str
    text: str


@lru_cache(maxsize=4096)
def runs(text: str, face: Face) -> tuple[Run, ...]:
    """The text, cleaned and cut into stretches that one font covers."""
    made: list[Run] = []
    for character in clean(text):
        font = _font_for(character, face, made[-1].font if made else "")
        if made and made[-1].font == font:
            made[-1] = Run(font, made[-1].text + character)
        else:
            made.append(Run(font, character))
    return tuple(made)


def _font_for(character: str, face: Face, before: str) -> str:
    if character in RUNES:
        return "rune"
    if character == " " and before in _FILES:
        return before
    return next((font for font in _ORDER[face] if covers(font, character)), "")


def _options(font: str, small_caps: bool) -> dict[str, list[str]]:
    return {"features": ["smcp"]} if small_caps and _RAQM and font == "vollkorn" else {}


def _run_size(font: str, size: int) -> int:
    return round(size * 0.9) if font.startswith("hangul") else size


def _advance(run: Run, size: int, small_caps: bool) -> float:
    if run.font == "rune":
        return sum(size * 0.5 for _ in run.text)
    if not run.font:
        return len(run.text) * size * 0.62
    return _font(run.font, _run_size(run.font, size)).getlength(run.text, **_options(run.font, small_caps))


def width(text: str, face: Face, size: int, *, small_caps: bool = False) -> float:
    """How many pixels wide the text is drawn."""
    with _LOCK:
        return sum(_advance(run, size, small_caps) for run in runs(text, face))


def fit(text: str, face: Face, size: int, room: float, *, small_caps: bool = False) -> str:
    """The longest beginning of the text, cleaned, that with an ellipsis fits into `room` pixels."""
    whole = clean(text)[:400]
    if width(whole, face, size, small_caps=small_caps) <= room:
        return whole
    low, high = 0, len(whole)
    while low < high:
        middle = (low + high + 1) // 2
        shown = whole[:middle].rstrip() + "…"
        low, high = (
            (middle, high) if width(shown, face, size, small_caps=small_caps) <= room else (low, middle - 1)
        )
    return whole[:low].rstrip() + "…"


def write(
    mask: Image.Image, at: tuple[float, float], text: str, face: Face, size: int, *, small_caps: bool = False
) -> float:
    """Write the text into the L image `mask`, its baseline's left end at `at`; gives the x where it ends."""
    x, y = at
    draw = ImageDraw.Draw(mask)
    with _LOCK:
        for run in runs(text, face):
            step = _advance(run, size, small_caps)
            if run.font == "rune":
                for number, character in enumerate(run.text):
                    rune(draw, (x + number * size * 0.5, y), character, size * 0.7)
            elif not run.font:
                for number in range(len(run.text)):
                    left = x + number * size * 0.62
                    draw.rectangle((left + 1.5, y - size * 0.6, left + size * 0.5, y), outline=255, width=2)
            else:
                options = _options(run.font, small_caps)
                font = _font(run.font, _run_size(run.font, size))
                bold = 0.35 if run.font.startswith("hangul") else 0
                draw.text((x, y), run.text, fill=255, font=font, anchor="ls", stroke_width=bold, **options)
            x += step
    return x
