"""The picture's margins: the two players' plates, the result's ribbon, the trays of taken pieces."""

from dataclasses import replace
from functools import cache

from PIL import Image, ImageDraw

from render import layout
from render.kit import Kit, emblem
from render.layout import CELL, EDGE, MARGIN, SIZE
from render.palette import blend, recoloured
from render.raster import lay
from render.scene import Plate
from render.shelf import picture_bytes, shelved
from render.sides import SMALL
from render.text import NARROWEST, PAD, Face, Hand, clean, fit, fitting, line, width
from render.theme import Colour
from rules.game import Seat
from rules.tafl.position import Piece

NAMES = tuple(Hand(Face.TITLE, size, small_caps=True) for size in (31, 28, 25))
"""How a plate's name is written, the first that it fits in."""
NOTE = Hand(Face.TEXT, 24)
"""How a plate's role and note are written."""
RESULT = Hand(Face.TITLE, 22)
_LEFT, _RIGHT = MARGIN + 62, SIZE - MARGIN - 18
RIBBON = (SIZE - MARGIN - 288, 2, SIZE - MARGIN - 20, EDGE - 1)
"""Where the result's ribbon hangs in the top strip."""
_PITCH = 35

Slots = tuple[tuple[int, Piece], ...]
"""Taken pieces that show in one band: (y within the band, piece), in the order in which they are pasted."""


@shelved(3 << 20, lambda images: picture_bytes(*images))
def _inked(
    text: str, hand: Hand, palette: bytes, paper: Colour, ink: Colour
) -> tuple[Image.Image, Image.Image, Image.Image]:
    """A line on a paper as palette indices, in black and in its colour; and a mask of where it shows."""
    mask = line(text, hand).mask
    black, coloured = (bytes(blend(palette, paper, colour)) for colour in ((0, 0, 0), ink))
    raw = mask.tobytes()
    shadow, letters, visible = (
        Image.frombytes("L", mask.size, raw.translate(table)) for table in (black, coloured, _VISIBLE)
    )
    return shadow, letters, visible


_VISIBLE = bytes(255 if value > 40 else 0 for value in range(256))


def write(strip: Image.Image, kit: Kit, at: tuple[float, int], text: str, hand: Hand, colour: Colour) -> None:
    """Write onto a plate's palette indices, the baseline's left end at `at`, with a dark lower right edge."""
    _write(strip, kit, at, text, hand, colour, kit.theme.recess)


def _write(
    strip: Image.Image,
    kit: Kit,
    at: tuple[float, int],
    text: str,
    hand: Hand,
    colour: Colour,
    paper: Colour,
) -> None:
    left, top = round(at[0]) - PAD, at[1] - line(text, hand).base
    shadow, letters, visible = _inked(text, hand, kit.ground.tones, paper, colour)
    lay(shadow, visible, strip, (left + 1, top + 1))
    lay(letters, visible, strip, (left, top))


def plate(
    strip: Image.Image,
    kit: Kit,
    shown: Plate,
    seat: Seat,
    active: bool,
    above: bool,
    *,
    right: int = _RIGHT,
) -> None:
    """Write one player's plate into the top or bottom strip: emblem, name, role; the note before `right`.

    The strip is palette indices, mode L. The seat whose turn it is has a pennant before the note. Nothing is
    written beyond the plate.
    """
    theme = kit.theme
    top = 0 if above else MARGIN - EDGE
    leader, visible = emblem(kit, seat)
    lay(leader, visible, strip, (MARGIN + 12, top + 1))
    base = top + 33
    bright = theme.mark if active else theme.faint
    note = fit(shown.note, NOTE, 200)
    at = right - width(note, NOTE)
    write(strip, kit, (at, base - 1), note, NOTE, bright)
    if active:
        at -= 24
        sign = _pennant()
        strip.paste(kit.ground.index(bright), (round(at), top + 14), sign)
    name, hand, role = named(shown, int(at) - 14 - _LEFT)
    write(strip, kit, (_LEFT, base), name, hand, theme.ink)
    write(strip, kit, (_LEFT + width(name, hand) + 12, base - 1), role, NOTE, theme.faint)


def named(shown: Plate, room: int) -> tuple[str, Hand, str]:
    """(name, how it is written, role) within `room` pixels.

    A long name is written smaller and narrower, then without the role, which the emblem shows; then it is cut.
    """
    name, role = clean(shown.name), fit(shown.role, NOTE, int(room * 0.45))
    for told in (role, ""):
        hand = fitting(name, NAMES, room - (round(width(told, NOTE)) + 12 if told else 0))
        if hand is not None:
            return name, hand, told
    hand = replace(NAMES[-1], narrow=NARROWEST)
    return fit(name, hand, room), hand, ""


@cache
def _pennant() -> Image.Image:
    """The sign before the note of the player whose turn it is."""
    big = Image.new("L", (72, 84), 0)
    ImageDraw.Draw(big).polygon([(0, 4), (68, 42), (0, 80)], fill=255)
    return recoloured(big.reduce(4), _VISIBLE)


def ribbon(strip: Image.Image, kit: Kit, result: str) -> None:
    """Hang the result's ribbon over the right end of the upper plate (palette indices, mode L).

    The name keeps the rest of the plate, and every coordinate its place.
    """
    theme = kit.theme
    lines = ribbon_lines(result)
    left, top, right, bottom = RIBBON
    pen = ImageDraw.Draw(strip)
    red, green, blue = theme.banner
    cloth, shade, edge = (
        kit.ground.index(colour) for colour in (theme.banner, (red // 2, green // 2, blue // 2), theme.mark)
    )
    for near, side in ((left, -1), (right, 1)):
        tip = near + side * 15
        tail = [
            (near, top + 8),
            (tip, top + 8),
            (tip - side * 9, (top + bottom) // 2 + 4),
            (tip, bottom),
            (near, bottom),
        ]
        pen.polygon(tail, fill=shade, outline=edge)
    pen.rectangle((left, top, right, bottom - 4), fill=cloth, outline=edge, width=2)
    first = (top + bottom - 4) // 2 + 8 - 10 * (len(lines) - 1)
    for row, text in enumerate(lines):
        at = ((left + right - width(text, RESULT)) / 2, first + 20 * row)
        _write(strip, kit, at, text, RESULT, theme.ink, theme.banner)


def ribbon_lines(result: str) -> tuple[str, ...]:
    """The result on one line or two, cut short where even two are too narrow."""
    room = RIBBON[2] - RIBBON[0] - 16
    words = clean(result).split(" ")
    if width(" ".join(words), RESULT) <= room:
        return (" ".join(words),)
    halves = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    evenest = min(halves, key=lambda pair: max(width(half, RESULT) for half in pair), default=(result, ""))
    return tuple(fit(half, RESULT, room) for half in evenest if half)


def slots(captured: tuple[Piece, ...], below: Seat) -> tuple[tuple[Slots, Slots], ...]:
    """For each of the nine ranks from above: what shows of the left tray and of the right one.

    What the player at the bottom took stands at the left, from below; what the other took, at the right,
    from above.
    """
    left = [piece for piece in captured if piece.seat is not below]
    right = [piece for piece in captured if piece.seat is below]
    last = SIZE - MARGIN - 6 - SMALL
    stacks = (
        [(last - index * _PITCH, piece) for index, piece in enumerate(left)][::-1],
        [(MARGIN + 4 + index * _PITCH, piece) for index, piece in enumerate(right)],
    )
    return tuple((_within(stacks[0], top), _within(stacks[1], top)) for top, _ in layout.BANDS[1:10])


def _within(stack: list[tuple[int, Piece]], top: int) -> Slots:
    return tuple((y - top, piece) for y, piece in stack if top - SMALL < y < top + CELL)
