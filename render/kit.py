"""What one table is put together from: its theme's ground and two halves of playing sets."""

from collections.abc import Mapping
from dataclasses import dataclass

from render.grounds import Ground
from render.halves import Half
from render.scene import Look
from render.slots import laid
from render.theme import Theme
from rules.game import Seat
from rules.tafl.position import Piece


@dataclass(frozen=True, slots=True)
class Kit:
    """References alone: making one for another look takes no picture's work."""

    look: Look
    ground: Ground
    sides: Mapping[Seat, Half]

    @property
    def theme(self) -> Theme:
        """What the board is made of."""
        return self.ground.theme

    @property
    def palette(self) -> bytes:
        """The colours of every picture of this look: the parts as `slots` lays them, each dark to bright."""
        attackers, defenders = (self.sides[seat].tones for seat in (Seat.ATTACKERS, Seat.DEFENDERS))
        return laid(self.ground.tones, attackers, defenders, self.ground.gilding)

    def half(self, piece: Piece) -> Half:
        """The half that a piece belongs to."""
        return self.sides[piece.seat]
