"""What can be done in a match: place, move, agree, resign, run out of time, take back, annul."""

from dataclasses import dataclass
from typing import Final

from rules.game import Seat, Unreadable
from rules.tafl.notation import plain, read_square
from rules.tafl.position import Move
from rules.tafl.squares import Square, name


@dataclass(frozen=True, slots=True)
class Place:
    """T3: the attackers put the Black Draug on a barrow square."""

    square: Square


@dataclass(frozen=True, slots=True)
class Agree:
    """T18: both agree on a draw."""


@dataclass(frozen=True, slots=True)
class Resign:
    """T19: this seat resigns."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class RunOut:
    """T19: this seat's clock has run out."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Undo:
    """Back to the latest earlier state in which this seat was to act."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Annul:
    """The match ends without a result."""


Action = Place | Move | Agree | Resign | RunOut | Undo | Annul

_SEATED: Final[dict[str, type[Resign] | type[RunOut] | type[Undo]]] = {
    "resign": Resign,
    "time": RunOut,
    "undo": Undo,
}
_PLAIN: Final[dict[str, Action]] = {"draw": Agree(), "annul": Annul()}
_SEATS: Final = {seat.value: seat for seat in (Seat.ATTACKERS, Seat.DEFENDERS)}


def write_action(action: Action) -> str:
    """The canonical text: "place e9", "e8-e6", "draw", "resign attackers", "undo defenders", "annul"."""
    match action:
        case Move(start, end):
            return f"{name(start)}-{name(end)}"
        case Place(square):
            return f"place {name(square)}"
        case Agree():
            return "draw"
        case Annul():
            return "annul"
        case _:
            word = next(word for word, kind in _SEATED.items() if isinstance(action, kind))
            return f"{word} {action.seat}"


def read_spoken(text: str) -> Action | None:
    """The action of a text that begins with a word ("place e9", "undo attackers"); None for any other text.

    Raises Unreadable where the word is known and what follows it is not.
    """
    word, _, rest = text.strip().lower().partition(" ")
    if word == "place":
        return Place(read_square(rest))
    if word in _SEATED:
        seat = _SEATS.get(rest.strip())
        if seat is None:
            raise Unreadable(reason="seat", text=text[:80])
        return _SEATED[word](seat)
    return _PLAIN.get(plain(text))
