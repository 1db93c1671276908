"""The four kinds of piece and where each may stop and cross (T6-T8)."""

from enum import StrEnum
from typing import Final

from rules.game import Seat
from rules.tafl.ruleset import Ruleset
from rules.tafl.squares import BARROW_OF, BARROW_SQUARES, THRONE, Square

EMPTY: Final = "."
ATTACKERS: Final = "db"
DEFENDERS: Final = "SJ"


class Piece(StrEnum):
    """What stands on a square; the values are the letters of a board."""

    THRALL = "d"
    BLACK_DRAUG = "b"
    SHIELDMAIDEN = "S"
    JARL = "J"

    @property
    def seat(self) -> Seat:
        """Whose piece it is."""
        return Seat.ATTACKERS if self in (Piece.THRALL, Piece.BLACK_DRAUG) else Seat.DEFENDERS


def pieces_of(seat: Seat) -> str:
    """The letters of one side's pieces."""
    return ATTACKERS if seat is Seat.ATTACKERS else DEFENDERS


def may_stop(piece: str, start: Square, end: Square) -> bool:
    """T6, T7: may `piece`, coming from `start`, stop on the empty square `end`?"""
    if piece == Piece.BLACK_DRAUG:
        return True
    if end == THRONE:
        return piece == Piece.JARL
    if end in BARROW_SQUARES:
        return piece == Piece.THRALL and start in BARROW_OF[end]
    return True


def may_cross(piece: str, start: Square, passed: Square, ruleset: Ruleset) -> bool:
    """T6, T8: may `piece`, coming from `start`, cross the empty square `passed`?"""
    if passed not in BARROW_SQUARES or ruleset.barrow_crossing == "open":
        return True
    return piece == Piece.BLACK_DRAUG or (piece == Piece.THRALL and start in BARROW_OF[passed])
