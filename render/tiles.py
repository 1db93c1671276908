"""The parts of a rank: its squares, and the stretches of the two trays beside it. Palette indices, mode L."""

from collections.abc import Iterable

from PIL import Image

from render import layout, palette
from render.grounds import Ground
from render.kit import Kit
from render.layout import BANDS, CELL, EDGE, FIELD, MARGIN, SIZE, Box
from render.parts import Kinds, Marked
from render.raster import ink
from render.shelf import Shelf, picture_bytes
from render.strips import Slots
from rules.game import Seat
from rules.tafl.position import Piece

LEFT, RIGHT = 0, SIZE - EDGE
"""Where the trays begin."""
Laid = tuple[Image.Image, int, int]
"""A sprite, RGBA, and the place of its upper left corner."""
_ANY = bytes((0, *[255] * 255))
_PIECES = {piece.value: piece for piece in Piece}
_SQUARES = [[(x, y, x + CELL, y + CELL) for x in range(0, FIELD, CELL)] for y in range(0, FIELD, CELL)]
"""The squares within the field, by row and column."""
_PLACES = [(x, 0, x + CELL, CELL) for x in range(MARGIN, MARGIN + FIELD, CELL)]
"""Where a row's squares are in its rank."""
_TILES: Shelf[tuple[str, str, int, int, str, tuple[str, ...]], Image.Image] = Shelf(6 << 20, picture_bytes)
_TRAYS: Shelf[tuple[str, bool, str, int, int, Slots], Image.Image] = Shelf(1 << 20, picture_bytes)


def forget() -> None:
    """Drop every kept part; what is drawn does not change by it."""
    _TILES.clear()
    _TRAYS.clear()


def square(kit: Kit, column: int, row: int, letter: str, marks: Kinds) -> Image.Image:
    """One square, empty or not; it is the same in both views and whether sets are at stake or not."""
    if marks:
        return _marked(kit, column, row, letter, marks)
    if letter == ".":
        return kit.ground.sheets[Seat.DEFENDERS].crop(layout.tile(column, row))
    return kit.fields[letter].crop(_SQUARES[row][column])


def stand(onto: Image.Image, kit: Kit, row: int, letters: str, marks: Marked) -> None:
    """Copy a row's squares onto its rank of the ground, an image that nobody else has."""
    kept, paste, fields = dict(marks), onto.im.paste, kit.fields
    for column, letter in enumerate(letters):
        if column in kept:
            paste(_marked(kit, column, row, letter, kept[column]).im, _PLACES[column])
        elif letter != ".":
            paste(fields[letter].im.crop(_SQUARES[row][column]), _PLACES[column])


def _marked(kit: Kit, column: int, row: int, letter: str, marks: Kinds) -> Image.Image:
    piece = None if letter == "." else _PIECES[letter]
    key = (kit.theme.name, kit.half(piece).name if piece else "", column, row, letter, marks)
    made = _TILES.get(key)
    if made is None:
        ground, half = kit.ground, kit.half(piece) if piece else None
        laid = [(ground.marks[kind], 0, 0) for kind in marks]
        if half and piece:
            laid.append((half.pieces[piece], 0, 0))
        made = _painted(
            ground, layout.tile(column, row), laid, half.palette(ground) if half else ground.tones
        )
        _TILES.put(key, made)
    return made


def tray(kit: Kit, row: int, x: int, taken: Slots) -> Image.Image:
    """The tray's floor beside a row of squares, from `x`, with what was taken of one side's pieces."""
    ground, (top, bottom) = kit.ground, BANDS[row + 1]
    if not taken:
        return ground.sheets[Seat.DEFENDERS].crop((x, top, x + EDGE, bottom))
    half = kit.half(taken[0][1])
    key = (kit.theme.name, ground.gilded, half.name, row, x, taken)
    made = _TRAYS.get(key)
    if made is None:
        laid = [(half.small[piece], 2, y) for y, piece in taken]
        made = _painted(ground, (x, top, x + EDGE, bottom), laid, half.palette(ground, gilded=ground.gilded))
        _TRAYS.put(key, made)
    return made


def _painted(ground: Ground, box: Box, laid: Iterable[Laid], colours: bytes) -> Image.Image:
    """A part of the ground with sprites laid on it; where none covers it, it stays what it is to an index."""
    made, shown = ground.sheets[Seat.DEFENDERS].crop(box), ground.shown(box)
    touched = Image.new("L", made.size)
    for sprite, x, y in laid:
        shown.paste(sprite, (x, y), sprite)
        ink(sprite.getchannel("A"), touched, (x, y))
    made.paste(palette.indices(shown, colours), mask=palette.recoloured(touched, _ANY))
    return made
