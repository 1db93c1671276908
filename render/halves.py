"""One side's pieces in one material on one theme's table, as palette indices: no table needs more of it than copies."""

from dataclasses import dataclass

from PIL import Image

from render import palette, relief
from render.grounds import FIELD_BOX, Ground
from render.layout import CELL, FIELD, MARGIN, ledges
from render.materials import SETS
from render.sides import SMALL, carved_side, own
from render.slots import SIDE, laid
from render.tape import Tape
from render.theme import Material, Theme
from rules.game import Seat
from rules.tafl.position import Piece

OWN = "own"
"""Stands for the theme's own pieces, and for any material that we don't know."""
_COUNTS = {Seat.ATTACKERS: 24, Seat.DEFENDERS: 28}
"""How many colours a theme's own pieces have."""
_GRIT = 18  # as in Theme.grit, for pieces standing on squares; unseen at their size


@dataclass(frozen=True, slots=True)
class Half:
    """One side's pieces as they stand on one theme's table."""

    seat: Seat
    name: str
    """The material, or `OWN`."""
    tones: bytes
    """The pieces' colours, at most as many as a side has slots, dark to bright."""
    pieces: dict[Piece, Image.Image]
    """RGBA, a square's size, shadow included."""
    small: dict[Piece, Image.Image]
    """RGBA, `SMALL` pixels square."""
    field: dict[Piece, Image.Image]
    """The field with the piece on every square as the screen shows it, indices into a table's palette, mode L."""

    def raw(self) -> bytes:
        """All of it as bytes that `read` understands."""
        images = [image for group in (self.pieces, self.small, self.field) for image in group.values()]
        return bytes([len(self.tones) // 3]) + self.tones + b"".join(image.tobytes() for image in images)

    @property
    def weight(self) -> int:
        """How many bytes it takes in memory, nearly."""
        return 2 * (4 * CELL * CELL + 4 * SMALL * SMALL + FIELD * FIELD) + 2000

    def palette(self, ground: Ground, *, gilded: bool = False) -> bytes:
        """The colours of these pieces and of their ground, each in its slot."""
        return beside(ground.tones, self.seat, self.tones, ground.gilding if gilded else b"")


def beside(ground: bytes, seat: Seat, tones: bytes, gilding: bytes = b"") -> bytes:
    """The palette of a table at which one side alone sits."""
    if seat is Seat.ATTACKERS:
        return laid(ground, tones, b"", gilding)
    return laid(ground, b"", tones, gilding)


def read(tape: Tape, seat: Seat, name: str) -> Half:
    """The seat's half that `Half.raw` wrote."""
    tones, kinds = tape.colours(), own(seat)
    return Half(
        seat=seat,
        name=name,
        tones=tones,
        pieces={piece: tape.image("RGBA", CELL) for piece in kinds},
        small={piece: tape.image("RGBA", SMALL) for piece in kinds},
        field={piece: tape.image("L", FIELD) for piece in kinds},
    )


def known(name: str | None) -> str:
    """The material, or `OWN` for none that we know."""
    return name if name is not None and name in SETS else OWN


def material(theme: Theme, seat: Seat, name: str) -> Material:
    """What the seat's pieces are carved from: a set's dark half for the attackers, its light half else."""
    if name in SETS:
        return SETS[name].dark if seat is Seat.ATTACKERS else SETS[name].light
    return theme.attackers if seat is Seat.ATTACKERS else theme.defenders


def carved(ground: Ground, seat: Seat, name: str) -> Half:
    """The half carved from scratch for a ground."""
    stuff = material(ground.theme, seat, name)
    if name == OWN:
        side = carved_side(seat, stuff, _COUNTS[seat], ground.theme.attackers.body)
    else:
        side = carved_side(seat, stuff, SIDE, stuff.body)
    bare, colours = ground.shown(FIELD_BOX), beside(ground.tones, seat, side.tones)
    field = {piece: _everywhere(bare, sprite, colours) for piece, sprite in side.pieces.items()}
    return Half(seat, name, side.tones, side.pieces, side.small, field)


def _everywhere(field: Image.Image, sprite: Image.Image, colours: bytes) -> Image.Image:
    """The field with the piece on every square, as palette indices."""
    full = field.copy()
    for place in range(81):
        full.paste(sprite, (place % 9 * CELL, place // 9 * CELL), sprite)
    return palette.indices(relief.settled(full, _GRIT, ledges(MARGIN, MARGIN + FIELD)), colours)
