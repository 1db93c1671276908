"""Pictures of playing sets: a collection's plates, and a set that changes hands."""

import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from render import palette, set_prize, set_trays
from render.layout import SIZE
from render.set_trays import Tray
from render.shelf import Shelf
from render.text import PAD, Face, Hand, fit, line, width
from render.theme import THEMES, Colour, Theme

_TITLE = Hand(Face.TITLE, 30, small_caps=True)
_LINE = Hand(Face.TEXT, 24)
_SIZES = tuple(Hand(Face.TITLE, size) for size in (28, 25, 22))
"""For names, which get smaller before they are cut short."""
_HEAD = 52
"""The title's strip."""

PICTURES: Shelf[tuple[object, ...], bytes] = Shelf(12 << 20, len)


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
        shown = fit(title, _TITLE, SIZE - 48)
        _write(sheet, theme, shown, _TITLE, ((SIZE - width(shown, _TITLE)) / 2, 38), theme.ink)
    for index, plate in enumerate(plates):
        last = index == len(plates) - 1 and not index % 2
        x = 0 if alone else SIZE // 4 if last else index % 2 * SIZE // 2
        card = set_trays.tray(trays[index], cache_dir).copy()
        word(card, theme, plate)
        sheet.paste(card, (x + set_trays.GAP, head + index // 2 * high + set_trays.GAP))
    return sheet


def word(card: Image.Image, theme: Theme, plate: SetPlate) -> None:
    """Name, line and note into a card's lower part."""
    left, right, foot = 20, card.width - 20, card.height
    name_hand = _hand(plate.name, right - left)
    name = fit(plate.name, name_hand, right - left)
    _write(card, theme, name, name_hand, (left, foot - (46 if plate.line or plate.note else 30)), theme.ink)
    note = fit(plate.note, _LINE, (right - left) // 2)
    beside = width(note, _LINE)
    _write(card, theme, note, _LINE, (right - beside, foot - 18), theme.mark)
    room = right - left - round(beside) - (14 if note else 0)
    _write(card, theme, fit(plate.line, _LINE, room), _LINE, (left, foot - 18), theme.faint)


def draw_prize(
    plate: SetPlate, *, giver: str, taker: str, line: str, theme: str = "wood", cache_dir: Path | None = None
) -> bytes:
    """A set that goes from the giver to the taker, as a PNG, 720 × 360; raises KeyError for an unknown theme."""
    key = ("prize", plate, giver, taker, line, theme)
    made = PICTURES.get(key)
    if made is None:
        tray = Tray(theme, plate.material, plate.style, True)
        card = set_prize.card(tray, cache_dir)
        tell(card, THEMES[theme], plate, (giver, taker), line)
        sheet = set_trays.ground(THEMES[theme], set_prize.HIGH)
        sheet.paste(card, (set_trays.GAP, set_trays.GAP))
        made = _png(sheet, [tray], cache_dir)
        PICTURES.put(key, made)
    return made


def tell(card: Image.Image, theme: Theme, plate: SetPlate, people: tuple[str, str], said: str) -> None:
    """The words of a prize: what happened, the set, who gives and who takes."""
    _centred(card, theme, said, set_prize.BANNER, theme.ink)
    _centred(card, theme, plate.name, set_prize.NAME, theme.ink)
    _centred(card, theme, plate.line, set_prize.LINE, theme.faint, _LINE)
    for who, box, ink in zip(
        people, (set_prize.GIVER, set_prize.TAKER), (theme.faint, theme.mark), strict=True
    ):
        _centred(card, theme, who, box, ink)


def _hand(text: str, room: int) -> Hand:
    """The largest of `_SIZES` in which the text is no wider than `room`, else the smallest."""
    return next((hand for hand in _SIZES if not fit(text, hand, room).endswith("…")), _SIZES[-1])


def _centred(
    card: Image.Image, theme: Theme, text: str, box: set_trays.Box, ink: Colour, hand: Hand | None = None
) -> None:
    """Write in the middle of a box, in the largest size that holds the whole text, else its beginning."""
    room = box[2] - box[0] - 20
    hand = hand or _hand(text, room)
    shown = fit(text, hand, room)
    x = (box[0] + box[2] - width(shown, hand)) / 2
    _write(card, theme, shown, hand, (x, (box[1] + box[3]) / 2 + hand.size * 0.32), ink)


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
