"""What a picture of a tafl table shows, as a value."""

from dataclasses import dataclass

from rules.game import Seat
from rules.tafl.position import Move, Piece, Position
from rules.tafl.squares import Square


@dataclass(frozen=True, slots=True)
class Plate:
    """A player's plate; the strings are already in the reader's language."""

    name: str
    role: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Look:
    """What a table is made of: the board's theme, the materials of the two sides, whether sets are at stake."""

    theme: str
    attackers: str | None = None
    defenders: str | None = None
    staked: bool = False

    def material(self, seat: Seat) -> str | None:
        """What a side's pieces are made of."""
        return self.attackers if seat is Seat.ATTACKERS else self.defenders


@dataclass(frozen=True, slots=True)
class Scene:
    """All that a picture shows. Two equal scenes give the same bytes."""

    position: Position
    view: Seat = Seat.DEFENDERS
    """Whose side sits at the bottom: rank 1 for the defenders, rank 9 for the attackers."""
    theme: str = "wood"
    last: Move | None = None
    trail: bool = False
    """Whether the squares that the last move passed are marked."""
    captures: tuple[Square, ...] = ()
    """The squares that the last move emptied."""
    select: Square | None = None
    targets: tuple[Square, ...] = ()
    """Where the selected piece may go."""
    strikes: tuple[Square, ...] = ()
    """Those targets on which it would capture."""
    placeable: tuple[Square, ...] = ()
    """The squares offered for the Black Draug before the first move (T3)."""
    captured: tuple[Piece, ...] = ()
    """All pieces taken so far."""
    top: Plate | None = None
    bottom: Plate | None = None
    to_move: Seat | None = None
    result: str = ""
    """How the match ended, for the ribbon; empty while it goes on."""
    attackers: str | None = None
    """What the attackers' set is made of: one of `materials.SETS`; any other means the theme's own pieces."""
    defenders: str | None = None
    staked: bool = False
    """Whether the sets are at stake; the frame shows it."""

    @property
    def look(self) -> Look:
        """What the table is made of."""
        return Look(self.theme, self.attackers, self.defenders, self.staked)
