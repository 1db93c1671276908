"""Pictures of playing sets: a collection's plates, and a set that changes hands."""

import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from render import carve, halves
from render.kit import ART
from render.layout import SIZE
from render.text import PAD, Face, Hand, fit, line
from render.theme import THEMES, Theme
from rules.tafl.position import Piece

LAID_OUT = (
    Piece.JARL,
    Piece.SHIELDMAIDEN,
    Piece.SHIELDMAIDEN,
    Piece.BLACK_DRAUG,
    Piece.THRALL,
    Piece.THRALL,
)


@dataclass(frozen=True, slots=True)
class SetPlate:
    """A set with its words, already in the reader's language."""

    material: str
    """One of `materials.SETS`; any other is shown as the theme's own pieces."""
    style: str
    name: str
    line: str = ""
    note: str = ""


def draw_sets(
    plates: Sequence[SetPlate], *, title: str = "", theme: str = "wood", cache_dir: Path | None = None
) -> bytes:
    """One to six sets as a PNG, 720 pixels wide, two in a row; a set alone has the whole width.

    Raises KeyError for an unknown theme, ValueError for no plates or more than six.
    """
    if not 1 <= len(plates) <= 6:
        raise ValueError(len(plates))
    look = THEMES[theme]
    wide = SIZE if len(plates) == 1 else SIZE // 2
    high = 280
    sheet = Image.new("RGB", (SIZE, high * ((len(plates) + 1) // 2)), look.recess)
    for index, plate in enumerate(plates):
        x, y = index % 2 * wide, index // 2 * high
        for place, piece in enumerate(LAID_OUT):
            stuff = halves.material(look, piece.seat, plate.material)
            (sprite,) = carve.sprites(ART[piece], stuff, (88,))
            sheet.paste(sprite, (x + 20 + place % 3 * 100, y + 8 + place // 3 * 96), sprite)
        for text, size, down in ((plate.name, 26, 226), (plate.line, 18, 248), (plate.note, 18, 268)):
            _write(sheet, look, text, size, (x + 16, y + down), wide - 32)
    return _png(sheet)


def draw_prize(
    plate: SetPlate, *, giver: str, taker: str, line: str, theme: str = "wood", cache_dir: Path | None = None
) -> bytes:
    """A set that goes from the giver to the taker, as a PNG 720 pixels wide; raises KeyError."""
    return draw_sets([plate], title=line, theme=theme, cache_dir=cache_dir)


def _write(sheet: Image.Image, look: Theme, text: str, size: int, at: tuple[int, int], room: int) -> None:
    hand = Hand(Face.TEXT, size)
    shown = line(fit(text, hand, room), hand)
    sheet.paste(look.ink, (at[0] - PAD, at[1] - shown.base), shown.mask)


def _png(shown: Image.Image) -> bytes:
    out = io.BytesIO()
    shown.quantize(200, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()
