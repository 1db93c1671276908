"""A hunt's result to share: who hunted, how it went, how many were slain and kept; nothing of cards or dice."""

from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from render import png
from render.daily_blanks import BLANKS, CLOTH, COUNT, FOOT, HEAD, NAME, ROW, TOKEN, TOKENS, banner
from render.end_kit import CardKit, card_kit
from render.end_match import FACT_SIZE, SMALLEST, TITLE_SIZE, lettered_name
from render.layout import SIZE
from render.shelf import Shelf
from render.text import Face
from render.town_text import Pen, lettering

HIGH = HEAD + 2 * ROW + FOOT
"""The picture's height."""


@dataclass(frozen=True, slots=True)
class Tally:
    """So many of all, in words."""

    count: int
    all: int
    word: str


@dataclass(frozen=True, slots=True)
class DailyScene:
    """All that the picture shows; the strings are already in the reader's language.

    Two equal scenes give the same bytes.
    """

    title: str
    """Which hunt it was: the day, or the seed."""
    hunter: str
    result: str
    """Whether it was won, and in how many rounds."""
    slain: Tally
    kept: Tally
    won: bool = False
    theme: str = "wood"


PICTURES: Shelf[DailyScene, bytes] = Shelf(4 << 20, len)


def draw_daily(scene: DailyScene, *, cache_dir: Path | None = None) -> bytes:
    """The result as a PNG, 720 × `HIGH`, opaque; equal scenes give equal bytes.

    `cache_dir` is where carved parts are kept between runs. Raises KeyError for an unknown theme.
    """
    made = PICTURES.get(scene)
    if made is None:
        blank = card_kit(BLANKS, scene.theme, cache_dir)
        whole = Image.new("L", (SIZE, HIGH))
        whole.paste(_head(scene, blank), (0, 0))
        kept = "kept" if scene.won else "forsaken"
        tallies = ((scene.slain, "slain", "standing"), (scene.kept, kept, "lost"))
        for row, (tally, counted, other) in enumerate(tallies):
            whole.paste(_row(blank, tally, counted, other), (0, HEAD + row * ROW))
        whole.paste(blank.images["foot"], (0, HEAD + 2 * ROW))
        made = png.assemble(png.head(whole.size, blank.palette), [png.band(whole, level=png.CLOSE)])
        PICTURES.put(scene, made)
    return made


def forget() -> None:
    """Drop every kept picture; what is drawn does not change by it."""
    PICTURES.clear()


def _head(scene: DailyScene, blank: CardKit) -> Image.Image:
    theme = blank.theme
    made = blank.images["head-won" if scene.won else "head-lost"].copy()
    room = (CLOTH[2] - CLOTH[0] - 24, CLOTH[3] - CLOTH[1])
    title = lettering(scene.title, room, TITLE_SIZE, SMALLEST, Face.TITLE)
    Pen(blank.palette, banner(theme, won=scene.won)).centred(made, CLOTH, title, theme.ink)
    pen = Pen(blank.palette, theme.recess)
    left, top, right, bottom = NAME
    middle = bottom - 42
    name = lettered_name(scene.hunter, (right - left - 24, middle - top))
    pen.centred(made, (left, top + 2, right, middle), name, theme.ink)
    result = lettering(scene.result, (right - left - 24, bottom - middle), FACT_SIZE, SMALLEST)
    ink = theme.mark if scene.won else theme.faint
    pen.centred(made, (left, middle - 2, right, bottom - 6), result, ink)
    return made


def _row(blank: CardKit, tally: Tally, counted: str, other: str) -> Image.Image:
    """The tally in words, then a token for each: those that count first."""
    made = blank.images["row"].copy()
    room = (COUNT[2] - COUNT[0] - 16, COUNT[3] - COUNT[1] - 12)
    word = lettering(tally.word, room, FACT_SIZE, SMALLEST)
    Pen(blank.palette, blank.theme.recess).centred(made, COUNT, word, blank.theme.ink)
    left, top, right, bottom = TOKENS
    pitch = (right - left - 8) / tally.all
    side = min(TOKEN, int(pitch))
    for place in range(tally.all):
        token = blank.images[counted if place < tally.count else other]
        inset = (TOKEN - side) // 2
        shown = token.crop((inset, 0, inset + side, TOKEN))
        made.paste(shown, (round(left + 4 + pitch * (place + 0.5) - side / 2), (top + bottom - TOKEN) // 2))
    return made
