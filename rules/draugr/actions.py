"""The actions of a hunt: chance's two, the hunter's choices, and the three that a session adds (D21)."""

from dataclasses import dataclass

from rules.draugr.cards import CardNo, DraugrNo, Marker
from rules.draugr.town import Cell


@dataclass(frozen=True, slots=True)
class Deal:
    """Chance: the cards by cell (D5), the Draugr by seat: left side from the top, then right (D6)."""

    grid: tuple[CardNo, ...]
    seats: tuple[DraugrNo, ...]


@dataclass(frozen=True, slots=True)
class Roll:
    """Chance: the die shows this face, 1–6 (D8, D9, D24)."""

    face: int


@dataclass(frozen=True, slots=True)
class Go:
    """The hunter moves to a cell (D14)."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class Act:
    """The hunter begins the special action with this index on the card they stand on (D15)."""

    index: int


@dataclass(frozen=True, slots=True)
class Stay:
    """The hunter stays their hand: no special action (D15)."""


@dataclass(frozen=True, slots=True)
class Place:
    """One marker on a Draugr (D16). `slides` may name at once who slides should it be slain (D19)."""

    marker: Marker
    draugr: DraugrNo
    slides: DraugrNo | None = None


@dataclass(frozen=True, slots=True)
class Cleanse:
    """The card on this cell is cleansed (D16)."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class Ward:
    """The Shepherdess counter goes on the card on this cell (D16)."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class Travel:
    """The hunter travels to this cell (D16, D17)."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class Slide:
    """This Draugr slides over the rows that the slain one held (D19)."""

    draugr: DraugrNo


@dataclass(frozen=True, slots=True)
class Undo:
    """Back by one choice of the hunter's (D22)."""


@dataclass(frozen=True, slots=True)
class Abandon:
    """The hunter gives up."""


@dataclass(frozen=True, slots=True)
class Expire:
    """The hunter's clock ran out."""


Target = Place | Cleanse | Ward | Travel
Action = Deal | Roll | Go | Act | Stay | Target | Slide | Undo | Abandon | Expire
