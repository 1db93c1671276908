"""Short whole matches, each with one ending."""

from dataclasses import dataclass

from rules.game import Ending, Seat


@dataclass(frozen=True, slots=True)
class ShortGame:
    """The Black Draug's square and the moves, attackers first; who wins, and how."""

    black_draug: str
    moves: tuple[str, ...]
    winner: Seat
    ending: Ending


JARL_TAKEN = ShortGame(
    "e9",
    ("f9-f7", "e6-d6", "d1-c1", "e5-e6", "c1-b1", "e6-h6", "f7-h7"),
    Seat.ATTACKERS,
    Ending.CAPTURE,
)
JARL_ESCAPES = ShortGame(
    "e9",
    ("d1-c1", "e6-d6", "c1-b1", "e5-e6", "b1-c1", "e6-g6", "c1-b1", "g6-g9"),
    Seat.DEFENDERS,
    Ending.ESCAPE,
)
BLACK_DRAUG_TAKEN = ShortGame("d1", ("d1-d4", "e3-d3"), Seat.DEFENDERS, Ending.CAPTURE)
