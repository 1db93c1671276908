"""Pictures of playing sets: a collection's plates."""

import io
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from PIL import Image, ImageDraw

from render import palette, set_trays
from render.layout import SIZE
from render.set_trays import Tray
from render.shelf import Shelf
from render.text import NARROWEST, PAD, Face, Hand, clean, fit, fitting, line, width
from render.theme import THEMES, Colour, Theme

TITLES = tuple(Hand(Face.TITLE, size, small_caps=True) for size in (30, 27, 24))
NAMES = tuple(Hand(Face.TITLE, size) for size in (28, 26, 24, 22))
LINES = tuple(Hand(Face.TEXT, size) for size in (24, 22))
"""How names and what stands below them are written: the first that they fit in."""
_HEAD = 52
"""The title's strip."""

PICTURES: Shelf[tuple[object, ...], bytes] = Shelf(6 << 20, len)


@dataclass(frozen=True, slots=True)
class SetPlate:
    """A set with its words, already in the reader's language."""

    material: str
    """One of `materials.SETS`; any other is shown as the theme's own pieces."""
    style: str
    """One of `bands.STYLES`; any other is carved like "borre"."""
    name: str
    line: str = ""
    note: str = ""


def draw_sets(
    plates: Sequence[SetPlate], *, title: str = "", theme: str = "wood", cache_dir: Path | None = None
) -> bytes:
    """One to six sets as a PNG, 720 pixels wide, two in a row; a set alone has the whole width.

    Equal plates give equal bytes. Raises KeyError for an unknown theme, ValueError for no plates or over six.
    """
    if not 1 <= len(plates) <= 6:
        raise ValueError(len(plates))
    key = ("sets", *plates, title, theme)
    made = PICTURES.get(key)
    if made is None:
        trays = [Tray(theme, plate.material, plate.style, len(plates) == 1) for plate in plates]
        made = _png(_collection(plates, trays, title, cache_dir), trays, cache_dir)
        PICTURES.put(key, made)
    return made


def forget() -> None:
    """Drop every kept picture; what is drawn does not change by it."""
    PICTURES.clear()


def _collection(
    plates: Sequence[SetPlate], trays: Sequence[Tray], title: str, cache_dir: Path | None
) -> Image.Image:
    theme, head = THEMES[trays[0].theme], _HEAD if title else 0
    alone = len(plates) == 1
    high = set_trays.HIGH_ALONE if alone else set_trays.HIGH
    rows = (len(plates) + 1) // 2
    sheet = set_trays.ground(theme, head + rows * high)
    if title:
        shown, hand = _within(title, TITLES, SIZE - 48)
        _write(sheet, theme, shown, hand, ((SIZE - width(shown, hand)) / 2, 38), theme.ink)
    for index, plate in enumerate(plates):
        last = index == len(plates) - 1 and not index % 2
        x = 0 if alone else SIZE // 4 if last else index % 2 * SIZE // 2
        card = set_trays.tray(trays[index], cache_dir).copy()
        word(card, theme, plate)
        sheet.paste(card, (x + set_trays.GAP, head + index // 2 * high + set_trays.GAP))
    return sheet


def word(card: Image.Image, theme: Theme, plate: SetPlate) -> None:
    """Name and line into a card's lower part; the note on a tag at its upper right."""
    left, right, foot = 20, card.width - 20, card.height
    for text, hands, base, ink in (
        (plate.name, NAMES, foot - (46 if plate.line else 30), theme.ink),
        (plate.line, LINES, foot - 18, theme.faint),
    ):
        shown, hand = _within(text, hands, right - left)
        _write(card, theme, shown, hand, (left, base), ink)
    if plate.note:
        _tag(card, theme, plate.note)


def _within(text: str, hands: Sequence[Hand], room: int) -> tuple[str, Hand]:
    """The text, whole where one of the hands fits it into the room, else its beginning in the last one."""
    hand = fitting(clean(text), hands, room) or replace(hands[-1], narrow=NARROWEST)
    return fit(text, hand, room), hand


def _tag(card: Image.Image, theme: Theme, note: str) -> None:
    """A small cloth over the right end of the card's border."""
    shown, hand = _within(note, LINES, card.width // 2)
    right, top, bottom = card.width - 8, 4, 39
    left = right - round(width(shown, hand)) - 24
    ImageDraw.Draw(card).rectangle((left, top, right, bottom), fill=theme.banner, outline=theme.mark, width=2)
    _write(card, theme, shown, hand, (left + 12, bottom - 10), theme.ink)


def _write(
    sheet: Image.Image, theme: Theme, text: str, hand: Hand, at: tuple[float, float], ink: Colour
) -> None:
    """Write with a dark lower right edge, the baseline's left end at `at`."""
    shown = line(text, hand)
    left, top = round(at[0]) - PAD, round(at[1]) - shown.base
    sheet.paste((0, 0, 0), (left + 1, top + 1), shown.mask)
    sheet.paste(ink, (left, top), shown.mask)


def _png(shown: Image.Image, trays: Sequence[Tray], cache_dir: Path | None) -> bytes:
    """The picture in one palette: the wood's and the writing's colours, and as many for each half of a set."""
    theme = THEMES[trays[0].theme]
    different = list(dict.fromkeys(trays))
    count = min(60, _ROOM // (2 * len({tray.material for tray in different})))
    tones = {part for tray in different for part in set_trays.tones(tray, count, cache_dir)}
    inks = (theme.ink, theme.faint, theme.mark, theme.recess, theme.banner, (0, 0, 0))
    colours = palette.merged(sorted(tones | {bytes(ink) for ink in inks}))
    made = palette.indices(shown, colours)
    made.putpalette(colours)
    out = io.BytesIO()
    made.save(out, "PNG", compress_level=6)
    return out.getvalue()


_ROOM = 170
"""How many of the palette's colours are for pieces."""
