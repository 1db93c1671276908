"""Names in boxes: on one line or two, as large as they fit."""

from dataclasses import dataclass, replace
from functools import lru_cache
from math import sqrt

from PIL import Image

from render.palette import blend
from render.shelf import picture_bytes, shelved
from render.text import NARROWEST, PAD, Face, Hand, clean, fit, line, width
from render.theme import Colour

SMALLEST = 22
"""The em in pixels, below which a text is rather cut short."""
_VISIBLE = [255 if value > 40 else 0 for value in range(256)]


@dataclass(frozen=True, slots=True)
class Lettering:
    """A text as it stands in its box."""

    lines: tuple[str, ...]
    hand: Hand
    pitch: int
    whole: bool
    """Whether nothing had to be left out."""


@lru_cache(maxsize=1024)
def lettering(
    text: str, room: tuple[int, int], largest: int, smallest: int = SMALLEST, face: Face = Face.TEXT
) -> Lettering:
    """The text for a box of that width and height, on one line or two, as large and as broad as fits.

    Letters get narrower, to `NARROWEST`, before they get much smaller. Where not even the smallest size fits,
    the text is shortened and ends in an ellipsis.
    """
    whole = clean(text)
    found: dict[float, Lettering] = {}
    for size in range(largest, smallest - 1, -1):
        hand, pitch = Hand(face, size), round(size * 0.89)
        for lines in _broken(whole):
            share = min(100, int(100 * room[0] / max(1.0, *(width(part, hand) for part in lines))))
            if share >= NARROWEST and size * 0.90 + pitch * (len(lines) - 1) <= room[1]:
                shown = Lettering(lines, replace(hand, narrow=share), pitch, True)
                found.setdefault(size * sqrt(share), shown)
    if found:
        return found[max(found)]
    hand = Hand(face, smallest)
    return Lettering((fit(whole, hand, room[0]),), hand, smallest, False)


def _broken(text: str) -> list[tuple[str, ...]]:
    """The text on one line, then every way to break it in two, the evenest first."""
    words = text.split(" ")
    halves = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    halves += [
        (text[: at + 1], text[at + 1 :])
        for at, sign in enumerate(text)
        if sign == "-" and 0 < at < len(text) - 1
    ]
    return [(text,), *sorted(halves, key=lambda pair: (max(len(pair[0]), len(pair[1])), -len(pair[0])))]


@shelved(4 << 20, lambda pair: picture_bytes(*pair))
def _inked(
    text: str, hand: Hand, palette: bytes, paper: Colour, ink: Colour
) -> tuple[Image.Image, Image.Image]:
    mask = line(text, hand).mask
    return mask.point(blend(palette, paper, ink)), mask.point(_VISIBLE)


@dataclass(frozen=True, slots=True)
class Pen:
    """Writes palette indices onto a floor of one even colour."""

    palette: bytes
    paper: Colour

    def write(self, onto: Image.Image, at: tuple[float, int], text: str, hand: Hand, ink: Colour) -> float:
        """Write one line, its baseline's left end at `at`, and give its width."""
        if not text:
            return 0.0
        letters, mask = _inked(text, hand, self.palette, self.paper, ink)
        onto.paste(letters, (round(at[0]) - PAD, at[1] - line(text, hand).base), mask)
        return width(text, hand)

    def centred(
        self, onto: Image.Image, box: tuple[int, int, int, int], shown: Lettering, ink: Colour
    ) -> None:
        """Write in the middle of the box."""
        middle = (box[0] + box[2]) / 2
        high = shown.hand.size * 0.70 + shown.pitch * (len(shown.lines) - 1)
        base = (box[1] + box[3]) / 2 - high / 2 + shown.hand.size * 0.68
        for row, part in enumerate(shown.lines):
            self.write(
                onto,
                (middle - width(part, shown.hand) / 2, round(base + row * shown.pitch)),
                part,
                shown.hand,
                ink,
            )
