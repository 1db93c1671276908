"""What one table is put together from: its theme's ground and two halves of playing sets."""

from collections.abc import Mapping
from dataclasses import dataclass

from PIL import Image

from render import palette
from render.grounds import Ground
from render.halves import Half
from render.layout import MARGIN
from render.scene import Look
from render.shelf import Shelf, picture_bytes
from render.sides import LEADERS, SMALL
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
    fields: Mapping[str, Image.Image]
    """A half's field by the letter of the piece that stands on it."""

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


def kit_of(look: Look, ground: Ground, sides: Mapping[Seat, Half]) -> Kit:
    """The kit of these parts."""
    fields = {piece.value: field for half in sides.values() for piece, field in half.field.items()}
    return Kit(look, ground, sides, fields)


_TOUCHED = bytes(255 if value > 12 else 0 for value in range(256))
_EMBLEMS: Shelf[tuple[str, bool, Seat, str], tuple[Image.Image, Image.Image]] = Shelf(
    1 << 18, lambda pair: picture_bytes(*pair)
)


def emblem(kit: Kit, seat: Seat) -> tuple[Image.Image, Image.Image]:
    """A side's leader on a plate's floor, palette indices, `SMALL` pixels square; and a mask of where it shows."""
    ground, half = kit.ground, kit.sides[seat]
    key = (kit.theme.name, ground.gilded, seat, half.name)
    made = _EMBLEMS.get(key)
    if made is None:
        floor = ground.shown((MARGIN + 12, 1, MARGIN + 12 + SMALL, 1 + SMALL))
        leader = half.small[LEADERS[seat]]
        floor.paste(leader, mask=leader)
        visible = palette.recoloured(leader.getchannel("A"), _TOUCHED)
        made = palette.indices(floor, half.palette(ground, gilded=ground.gilded)), visible
        _EMBLEMS.put(key, made)
    return made


def forget() -> None:
    """Drop the kept emblems, as when the halves are dropped that they are made of."""
    _EMBLEMS.clear()
