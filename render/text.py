"""Writing on pictures: any name in any script, in a box, without an exception.

Pillow has no fallback from one font to another, so a text is cut into runs that one font covers. What no font
covers is drawn as a neutral box.
"""

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from threading import Lock

from PIL import Image, ImageDraw
from PIL import features as libraries

from render import letters
from render.fonts import FILES, covers
from render.letters import Setting
from render.runes import RUNES, rune
from render.shelf import picture_bytes, shelved

_LOCK = Lock()  # a FreeType face must not be used by two threads at once
_RAQM = libraries.check("raqm")
_RUNE, _BOX = 0.5, 0.62  # advances of a rune and of the box for a missing glyph, in ems


class Face(Enum):
    """`TITLE` for names and headings, `TEXT` for sentences, `SIGN` for single letters and numbers."""

    TITLE = "title"
    TEXT = "text"
    SIGN = "sign"


@dataclass(frozen=True, slots=True)
class Hand:
    """How a line is written; `size` is the em in pixels."""

    face: Face
    size: int
    small_caps: bool = False
    lining: bool = True
    """Whether figures stand as high as capitals: an old-style 1 is easily taken for an I."""
    narrow: int = 100
    """How broad the letters are, in hundredths of their own breadth."""


_ORDER = {
    Face.TITLE: ("vollkorn", "hangul-serif", "alegreya"),
    Face.TEXT: ("alegreya", "hangul", "vollkorn"),
    Face.SIGN: ("alegreya-heavy", "hangul", "vollkorn"),
}


@lru_cache(maxsize=1024)
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
    made: list[tuple[str, list[str]]] = []
    before = ""
    for character in clean(text):
        font = _font_for(character, face, before)
        if made and before == font:
            made[-1][1].append(character)
        else:
            made.append((font, [character]))
        before = font
    return tuple(Run(font, "".join(characters)) for font, characters in made)


@lru_cache(maxsize=4096)
def _font_for(character: str, face: Face, before: str) -> str:
    if character in RUNES:
        return "rune"
    if character == " " and before in FILES:
        return before
    return next((font for font in _ORDER[face] if covers(font, character)), "")


def _setting(run: Run, hand: Hand) -> Setting:
    hangul = run.font.startswith("hangul")
    features = ("smcp",) if hand.small_caps and run.font == "vollkorn" else ()
    if hand.lining and not hangul:
        features = (*features, "lnum")
    size = round(hand.size * 0.9) if hangul else hand.size
    return Setting(run.font, size, features if _RAQM else (), 0.35 if hangul else 0)


def _spaced(run: Run) -> str:
    """The run as it is shaped: Alegreya's own space is so narrow that words run together on a phone."""
    return run.text.replace(" ", "\u2005") if _RAQM and run.font.startswith("alegreya") else run.text


def _advance(run: Run, hand: Hand) -> float:
    size = hand.size
    if run.font == "rune":
        return len(run.text) * size * _RUNE
    if not run.font:
        return len(run.text) * size * _BOX
    return letters.advance(_setting(run, hand), _spaced(run))


@lru_cache(maxsize=4096)
def width(text: str, hand: Hand) -> float:
    """How many pixels wide the text is drawn."""
    with _LOCK:
        return sum(_advance(run, hand) for run in runs(text, hand.face)) * hand.narrow / 100


@lru_cache(maxsize=4096)
def fit(text: str, hand: Hand, room: int) -> str:
    """The longest beginning of the text, cleaned, that with an ellipsis fits into `room` pixels.

    Empty where not even the ellipsis fits.
    """
    whole = clean(text)[:400]
    if width(whole, hand) <= room:
        return whole
    low, high = -1, len(whole)
    while low < high:
        middle = (low + high + 1) // 2
        shown = whole[:middle].rstrip() + "…"
        fits = width(shown, hand) <= room
        low, high = (middle, high) if fits else (low, middle - 1)
    return whole[:low].rstrip() + "…" if low >= 0 else ""


@dataclass(frozen=True, slots=True)
class Line:
    """A written line: its coverage (mode L, not to be changed), and where its baseline is in it."""

    mask: Image.Image
    base: int
    width: float


@shelved(3 << 20, lambda line: picture_bytes(line.mask))
def line(text: str, hand: Hand) -> Line:
    """The text as a picture of its own, starting at x = `PAD`."""
    if hand.narrow != 100:
        return _narrowed(text, hand)
    across = width(text, hand)
    base = round(hand.size * 1.1)
    mask = Image.new("L", (int(across) + 2 * PAD + 1, base + round(hand.size * 0.45)), 0)
    _write(mask, text, hand, (PAD, base))
    return Line(mask, base, across)


def fitting(text: str, hands: Iterable[Hand], room: int) -> Hand | None:
    """The first hand in which the text takes no more than `room`, as narrow as it then must be; None if none does."""
    for hand in hands:
        share = int(100 * room / max(1.0, width(text, hand)))
        if share >= NARROWEST:
            return replace(hand, narrow=min(100, share))
    return None


def _narrowed(text: str, hand: Hand) -> Line:
    broad = line(text, replace(hand, narrow=100))
    share = hand.narrow / 100
    inner = broad.mask.resize((round(broad.mask.width * share), broad.mask.height), Image.Resampling.BICUBIC)
    mask = Image.new("L", (inner.width + PAD, inner.height), 0)
    mask.paste(inner, (PAD - round(PAD * share), 0))
    return Line(mask, broad.base, broad.width * share)


PAD = 3
NARROWEST = 82
"""How narrow, in hundredths of their own breadth, letters may get before a text is rather cut short."""


def _write(mask: Image.Image, text: str, hand: Hand, at: tuple[int, int]) -> None:
    x, y, size = float(at[0]), at[1], hand.size
    with _LOCK:
        for run in runs(text, hand.face):
            if run.font == "rune":
                _runes(mask, run.text, size, x, y)
            elif not run.font:
                _boxes(mask, len(run.text), size, x, y)
            else:
                letters.write(mask, _setting(run, hand), _spaced(run), (x, y))
            x += _advance(run, hand)


def _runes(mask: Image.Image, text: str, size: int, x: float, y: float) -> None:
    pen = ImageDraw.Draw(mask)
    for number, character in enumerate(text):
        rune(pen, (x + number * size * _RUNE, y), character, size * 0.7)


def _boxes(mask: Image.Image, count: int, size: int, x: float, y: float) -> None:
    pen = ImageDraw.Draw(mask)
    for number in range(count):
        left = x + number * size * _BOX
        pen.rectangle((left + 1.5, y - size * 0.6, left + size * 0.5, y), outline=255, width=2)
