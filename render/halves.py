"""One side's pieces in one material on one theme's board, and a theme's kit dressed with two such halves."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from PIL import Image

from render import palette
from render.kit import ART, FIELD_BOX, LEADERS, SMALL, Kit, Squares, borders, carved_side, emblem, everywhere
from render.layout import CELL, FIELD
from render.materials import SETS
from render.scene import Look
from render.tape import Tape
from render.theme import Material, Theme
from rules.game import Seat
from rules.tafl.position import Piece

OWN = "own"
"""Stands for the theme's own pieces where the other side brings a set."""
_COUNT = 32


@dataclass(frozen=True, slots=True)
class Half:
    """One side's pieces as they stand on one theme's board."""

    palette: bytes
    """The ground's colours and the pieces' own, dark to bright."""
    tones: bytes
    """The pieces' own."""
    pieces: dict[Piece, Image.Image]
    small: dict[Piece, Image.Image]
    field: dict[Piece, Image.Image]
    """The field with the piece on every square, indices into `palette`, mode L."""

    def raw(self) -> bytes:
        """All of it as bytes that `read` understands."""
        images = [image for group in (self.pieces, self.small, self.field) for image in group.values()]
        head = b"".join(bytes([len(part) // 3]) + part for part in (self.palette, self.tones))
        return head + b"".join(image.tobytes() for image in images)

    @property
    def weight(self) -> int:
        """How many bytes it takes in memory, nearly."""
        return 2 * (4 * CELL * CELL + 4 * SMALL * SMALL + FIELD * FIELD) + 2000


def read(raw: bytes, seat: Seat) -> Half:
    """The half that `Half.raw` wrote for that seat."""
    tape = Tape(raw)
    own = [piece for piece in ART if piece.seat is seat]
    return Half(
        palette=tape.colours(),
        tones=tape.colours(),
        pieces={piece: tape.image("RGBA", CELL) for piece in own},
        small={piece: tape.image("RGBA", SMALL) for piece in own},
        field={piece: tape.image("L", FIELD) for piece in own},
    )


def material(theme: Theme, seat: Seat, name: str) -> Material:
    """What the seat's pieces are carved from: a set's dark half for the attackers, its light half else."""
    own = theme.attackers if seat is Seat.ATTACKERS else theme.defenders
    if name not in SETS:
        return own
    return SETS[name].dark if seat is Seat.ATTACKERS else SETS[name].light


def carved(base: Kit, seat: Seat, name: str) -> Half:
    """The half carved from scratch for the theme of a kit."""
    stuff = material(base.theme, seat, name)
    side = carved_side(seat, stuff, _COUNT, stuff.body)
    colours = palette.merged([base.tones, side.tones])
    board = base.grounds[Seat.DEFENDERS]
    return Half(
        palette=colours,
        tones=side.tones,
        pieces=side.pieces,
        small=side.small,
        field={
            piece: everywhere(board.crop(FIELD_BOX), sprite, colours) for piece, sprite in side.pieces.items()
        },
    )


def known(look: Look) -> Look:
    """The look without materials that we don't know."""
    attackers, defenders = (name if name in SETS else None for name in (look.attackers, look.defenders))
    return replace(look, attackers=attackers, defenders=defenders)


def dressed(base: Kit, look: Look, attackers: Half, defenders: Half) -> Kit:
    """The kit of a theme, gilded where sets are at stake, with the pieces of two halves."""
    colours = palette.merged([base.tones, attackers.tones, defenders.tones])
    ground = palette.moved(base.palette, colours)
    standing: dict[Piece, Sequence[Image.Image]] = {}
    emblems = {}
    for seat, half in ((Seat.ATTACKERS, attackers), (Seat.DEFENDERS, defenders)):
        table = palette.moved(half.palette, colours)
        shown = emblem(base.grounds[Seat.DEFENDERS], half.small[LEADERS[seat]])
        emblems[seat] = palette.indices(shown, colours)
        for piece, field in half.field.items():
            standing[piece] = Squares(field, bytes(table))
    sheets = {view: palette.recoloured(sheet, bytes(ground)) for view, sheet in base.sheets.items()}
    return Kit(
        theme=base.theme,
        palette=colours,
        tones=base.tones,
        grounds=base.grounds,
        pieces={**attackers.pieces, **defenders.pieces},
        small={**attackers.small, **defenders.small},
        marks=base.marks,
        sheets=sheets,
        borders=borders(sheets),
        standing=standing,
        emblems=emblems,
        look=look,
    )


def weight(kit: Kit) -> int:
    """How many bytes a dressed kit takes in memory beside its theme's own and its halves."""
    images = [*kit.sheets.values()]
    images += kit.grounds.values() if kit.look.staked else ()
    return sum(image.width * image.height * len(image.getbands()) + 200 for image in images)
