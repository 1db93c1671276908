"""A theme's kit: everything that is slow to make, made once."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import overload

from PIL import Image, ImageFilter

from render import carve, ground, marks, palette, png, relief
from render.layout import CELL, CHANNELS, CORNERS, EDGE, FIELD, MARGIN, SIZE, ledges
from render.scene import Look
from render.theme import Colour, Material, Theme
from rules.game import Seat
from rules.tafl.position import Piece

ART = {
    Piece.THRALL: "thrall",
    Piece.BLACK_DRAUG: "black-draug",
    Piece.SHIELDMAIDEN: "shieldmaiden",
    Piece.JARL: "jarl",
}
LEADERS = {Seat.ATTACKERS: Piece.BLACK_DRAUG, Seat.DEFENDERS: Piece.JARL}
VIEWS = (Seat.ATTACKERS, Seat.DEFENDERS)
SMALL = 44
"""The side of a piece in a tray or on a plate."""
_SPRITE = 60
_GRIT = 18  # as in Theme.grit, for pieces standing on squares; unseen at their size
FIELD_BOX = (MARGIN, MARGIN, MARGIN + FIELD, MARGIN + FIELD)


@dataclass(frozen=True, slots=True)
class Kit:
    """What the pictures of one theme are put together from."""

    theme: Theme
    palette: bytes
    """At most 128 RGB triples, dark to bright, shared by every picture of the theme; more with playing sets."""
    tones: bytes
    """Those of them that the ground, the marks and the writing use."""
    grounds: dict[Seat, Image.Image]
    """RGB, 720 × 720, by the seat at the bottom. The squares are the same in both."""
    pieces: dict[Piece, Image.Image]
    """RGBA, a square's size, shadow included."""
    small: dict[Piece, Image.Image]
    """RGBA, `SMALL` pixels square."""
    marks: dict[str, Image.Image]
    """RGBA, a square's size."""
    sheets: dict[Seat, Image.Image]
    """The grounds as palette indices, mode L."""
    standing: dict[Piece, Sequence[Image.Image]]
    """Palette indices: a piece on each of the 81 squares, row by row as the screen shows them."""
    emblems: dict[Seat, Image.Image]
    """A side's leader on a plate's floor, palette indices, `SMALL` pixels square."""
    look: Look
    borders: dict[tuple[Seat, bool], png.Band]
    """The rows between the field and the plate above (True) or below it, ready to be written, by the seat below."""

    def indices(self, shown: Image.Image) -> Image.Image:
        """An RGB image as palette indices, mode L."""
        return palette.indices(shown, self.palette)

    def index(self, colour: Colour) -> int:
        """The palette index nearest to a colour."""
        return palette.nearest(self.palette, colour)


def borders(sheets: dict[Seat, Image.Image]) -> dict[tuple[Seat, bool], png.Band]:
    """The borders of a kit with these sheets."""
    heights = {True: (EDGE, MARGIN), False: (SIZE - MARGIN, SIZE - EDGE)}
    return {
        (view, above): png.band(sheet.crop((0, top, SIZE, bottom)), ledges(top, bottom))
        for view, sheet in sheets.items()
        for above, (top, bottom) in heights.items()
    }


def make(theme: Theme) -> Kit:
    """The kit, carved from scratch; takes seconds."""
    board, ground_tones = _ground(theme)
    grounds = {view: ground.labelled(board, theme, view) for view in VIEWS}
    sides = [
        carved_side(
            seat, theme.attackers if seat is Seat.ATTACKERS else theme.defenders, count, theme.attackers.body
        )
        for seat, count in ((Seat.ATTACKERS, 24), (Seat.DEFENDERS, 28))
    ]
    pieces = {piece: sprite for side in sides for piece, sprite in side.pieces.items()}
    small = {piece: sprite for side in sides for piece, sprite in side.small.items()}
    signs = {kind: marks.mark(kind, theme) for kind in marks.KINDS}
    plain = (theme.ink, theme.faint, theme.label, theme.mark, theme.choice, theme.wound, theme.banner)
    own = palette.merged([*ground_tones, *(bytes(colour) for colour in plain)])
    colours = palette.merged([own, *(side.tones for side in sides)])
    table = palette.moved(own, colours)
    sheets = {view: palette.indices(shown, own).point(table) for view, shown in grounds.items()}
    return Kit(
        theme=theme,
        palette=colours,
        tones=own,
        grounds=grounds,
        pieces=pieces,
        small=small,
        marks=signs,
        sheets=sheets,
        standing={
            piece: Squares(everywhere(board.crop(FIELD_BOX), full, colours)) for piece, full in pieces.items()
        },
        emblems={
            view: palette.indices(emblem(board, small[leader]), colours) for view, leader in LEADERS.items()
        },
        look=Look(theme.name),
        borders=borders(sheets),
    )


def _ground(theme: Theme) -> tuple[Image.Image, list[bytes]]:
    """The ground with its texture calmed, and the palettes that its three kinds of area keep to."""
    bare = ground.paint(theme)
    made, tones = bare.copy(), []
    for boxes, grit, count in (
        (((0, 0, SIZE, SIZE),), theme.grit // 2, 14),
        ((*CORNERS, *CHANNELS), theme.grit * 7 // 2, 14),
        ((FIELD_BOX,), theme.grit, 40),
    ):
        areas = [relief.settled(bare.crop(box), grit, ledges(box[1], box[3])) for box in boxes]
        sample = _together(areas)
        tones.append(palette.chosen(sample.resize((sample.width, sample.height // 3), _NEAREST), count))
        for box, area in zip(boxes, areas, strict=True):
            made.paste(palette.reduced(area, tones[-1]), box)
    return made, tones


def _together(areas: list[Image.Image]) -> Image.Image:
    """The areas below each other, for their colours alone."""
    made = Image.new("RGB", (max(area.width for area in areas), sum(area.height for area in areas)))
    top = 0
    for area in areas:
        made.paste(area, (0, top))
        top += area.height
    return made


@dataclass(frozen=True, slots=True)
class Side:
    """One side's two kinds of pieces, and the colours that they keep to."""

    pieces: dict[Piece, Image.Image]
    """RGBA, a square's size, shadow included."""
    small: dict[Piece, Image.Image]
    """RGBA, `SMALL` pixels square."""
    tones: bytes


def carved_side(seat: Seat, material: Material, count: int, paper: Colour) -> Side:
    """The seat's pieces carved from the material in `count` colours, one of which goes to `paper`."""
    own = [piece for piece in ART if piece.seat is seat]
    carved = {piece: carve.sprites(ART[piece], material, (_SPRITE, SMALL - 4)) for piece in own}
    sample = Image.new("RGB", (_SPRITE * 2, _SPRITE), paper)
    for index, (big, _) in enumerate(carved.values()):
        sample.paste(big, (index * _SPRITE, 0), big.getchannel("A").point(_SOLID))
    made = Side({}, {}, palette.chosen(sample, count))
    for piece, (big, little) in carved.items():
        for sprite, side, drop, kept in ((big, CELL, 3.5, made.pieces), (little, SMALL, 2.0, made.small)):
            plain = palette.reduced(sprite.convert("RGB"), made.tones)
            plain.putalpha(sprite.getchannel("A"))
            kept[piece] = shadowed(plain, side, drop)
    return made


_NEAREST = Image.Resampling.NEAREST
_SOLID = [255 if value > 200 else 0 for value in range(256)]


def shadowed(sprite: Image.Image, side: int, drop: float) -> Image.Image:
    """The sprite at the foot of a `side` × `side` RGBA tile with its contact shadow."""
    tile = Image.new("RGBA", (side, side))
    left, top = (side - sprite.width) // 2 - 1, side - sprite.height - 2
    cast = Image.new("L", (side, side), 0)
    cast.paste(sprite.getchannel("A"), (left + round(drop), top + round(drop)))
    shadow = cast.filter(ImageFilter.GaussianBlur(drop * 0.7))
    tile.putalpha(relief.scaled(shadow, 0.55))
    tile.alpha_composite(sprite, (left, top))
    return tile


def emblem(board: Image.Image, small: Image.Image) -> Image.Image:
    """The small piece on the floor of the board's upper plate, RGB."""
    floor = board.crop((MARGIN + 12, 1, MARGIN + 12 + SMALL, 1 + SMALL))
    floor.paste(small, mask=small)
    return floor


def everywhere(field: Image.Image, sprite: Image.Image, colours: bytes) -> Image.Image:
    """The field with the piece on every square, as palette indices."""
    full = field.copy()
    for place in range(81):
        full.paste(sprite, (place % 9 * CELL, place // 9 * CELL), sprite)
    return palette.indices(relief.settled(full, _GRIT, ledges(MARGIN, MARGIN + FIELD)), colours)


class Squares(Sequence[Image.Image]):
    """The field's 81 squares, row by row; each is cut out and given its indices when it is asked for."""

    def __init__(self, field: Image.Image, table: bytes | None = None) -> None:
        self._field = field
        self._table = table

    def __len__(self) -> int:
        return 81

    @overload
    def __getitem__(self, place: int) -> Image.Image: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Image.Image]: ...
    def __getitem__(self, place: int | slice) -> Image.Image | Sequence[Image.Image]:
        if isinstance(place, slice):
            return [self[one] for one in range(81)[place]]
        row, column = divmod(range(81)[place], 9)
        x, y = column * CELL, row * CELL
        square = self._field.crop((x, y, x + CELL, y + CELL))
        return square if self._table is None else palette.recoloured(square, self._table)
