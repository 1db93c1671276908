"""Sheets for those who look at all materials at once: side by side, and every pairing of two sides."""

from collections.abc import Sequence
from pathlib import Path

from PIL import Image

from render import relief, set_trays, town_slab
from render.layout import SIZE
from render.materials import SETS
from render.text import PAD, Face, Hand, fit, line
from render.theme import THEMES, Theme
from rules.game import Seat
from rules.tafl.position import Piece

_NAME = Hand(Face.TITLE, 22)
_SIGN = Hand(Face.TEXT, 17)
_CELL = (SIZE // 2, 132)
_PAIR = (72, 42)
_EDGE = 112
"""Room for the names beside and above the pairs."""


def title(material: str) -> str:
    """A material's id as an English heading."""
    return material.replace("_", " ").capitalize()


def side_by_side(theme_name: str, cache_dir: Path | None = None) -> Image.Image:
    """All materials, two in a row: two pieces of the light half and two of the dark one. RGB, 720 wide."""
    theme = THEMES[theme_name]
    rows = (len(SETS) + 1) // 2
    made = town_slab.slab(theme, SIZE, rows * _CELL[1], theme.frame, 17)
    places = [(index % 2 * _CELL[0], index // 2 * _CELL[1]) for index in range(len(SETS))]
    boxes = [
        {
            Seat.DEFENDERS: (x + 10, y + 30, x + 178, y + 126),
            Seat.ATTACKERS: (x + 182, y + 30, x + 350, y + 126),
        }
        for x, y in places
    ]
    for seat in set_trays.LAID_OUT:
        set_trays.floor(made, theme, seat, [halves[seat] for halves in boxes])
    sheet = relief.settled(town_slab.lit(made, theme), theme.grit)
    for name, halves, (x, y) in zip(SETS, boxes, places, strict=True):
        tray = set_trays.Tray(theme_name, name, "", False)
        for seat, box in halves.items():
            set_trays.stand(sheet, tray, seat, box, cache_dir, set_trays.LAID_OUT[seat][:2])
        _label(sheet, theme, title(name), _NAME, (x + 14, y + 23), _CELL[0] - 28)
    return sheet


def pairs(theme_name: str, cache_dir: Path | None = None) -> Image.Image:
    """Every dark half beside every light one on the theme's squares: attackers in rows, defenders in columns."""
    theme = THEMES[theme_name]
    names = list(SETS)
    wide, high = _PAIR
    size = (_EDGE + wide * len(names), _EDGE + high * len(names))
    sheet = relief.ramp(town_slab.texture(theme, size, 5), theme.field)
    little: dict[tuple[Seat, str], Image.Image] = {}
    for seat, piece in ((Seat.ATTACKERS, Piece.THRALL), (Seat.DEFENDERS, Piece.SHIELDMAIDEN)):
        for name in names:
            sprite = set_trays.sprites(theme, seat, name, set_trays.BIG[False], cache_dir)[piece]
            little[seat, name] = sprite.resize((36, 36), Image.Resampling.LANCZOS)
    for row, dark in enumerate(names):
        _label(sheet, theme, title(dark), _SIGN, (6, _EDGE + row * high + 28), _EDGE - 10)
        for column, light in enumerate(names):
            for seat, name, x in ((Seat.ATTACKERS, dark, 0), (Seat.DEFENDERS, light, 33)):
                sprite = little[seat, name]
                sheet.paste(sprite, (_EDGE + column * wide + x, _EDGE + row * high + 3), sprite)
    _upright(sheet, theme, names)
    return sheet


def _upright(sheet: Image.Image, theme: Theme, names: Sequence[str]) -> None:
    """The columns' names, read from below."""
    for column, name in enumerate(names):
        written = line(fit(title(name), _SIGN, _EDGE - 10), _SIGN).mask.transpose(Image.Transpose.ROTATE_90)
        x = _EDGE + column * _PAIR[0] + (_PAIR[0] - written.width) // 2
        for drop, ink in ((1, (0, 0, 0)), (0, theme.ink)):
            sheet.paste(ink, (x + drop, _EDGE - 4 - written.height + drop), written)


def _label(sheet: Image.Image, theme: Theme, text: str, hand: Hand, at: tuple[int, int], room: int) -> None:
    shown = line(fit(text, hand, room), hand)
    for drop, ink in ((1, (0, 0, 0)), (0, theme.ink)):
        sheet.paste(ink, (at[0] - PAD + drop, at[1] - shown.base + drop), shown.mask)
