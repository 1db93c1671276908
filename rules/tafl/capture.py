"""Who captures whom (T9-T14), on a board of 81 letters."""

from rules.game import Seat
from rules.tafl.pieces import ATTACKERS, Piece, pieces_of
from rules.tafl.ruleset import Ruleset
from rules.tafl.squares import BARROW_OF, BARROW_SQUARES, NEXT_TWO, SIDES, THRONE, Square, in_square_order


def captures(board: str, end: Square, mover: Seat, ruleset: Ruleset) -> tuple[Square, ...]:
    """T9-T14: what the piece that has just stopped on `end` captures, in the order of notation.

    `board` still holds the captured pieces: all captures of a move are judged at once.
    """
    friends, enemies = pieces_of(mover), pieces_of(mover.opponent)
    captured = []
    for near, far in NEXT_TWO[end]:
        if board[near] not in enemies:
            continue
        if board[near] == Piece.JARL and (near == THRONE or THRONE in SIDES[near]):
            if surrounded(board, near):
                captured.append(near)
        elif far is not None and (board[far] in friends or hostile(board, far, mover.opponent, ruleset)):
            captured.append(near)
    return in_square_order(captured)


def surrounded(board: str, jarl: Square) -> bool:
    """T13: attackers on every side of a Jarl on the throne or next to it; the throne closes its own side."""
    return all(side == THRONE or board[side] in ATTACKERS for side in SIDES[jarl])


def hostile(board: str, square: Square, victims: Seat, ruleset: Ruleset) -> bool:
    """T12: does the square itself stand in for an enemy of `victims`?"""
    if square == THRONE:
        return victims is Seat.ATTACKERS or board[THRONE] != Piece.JARL
    if square not in BARROW_SQUARES:
        return False
    if victims is Seat.DEFENDERS:
        return True
    judged = (square,) if ruleset.barrow_hostility == "empty" else BARROW_OF[square]
    return not any(board[each] in ATTACKERS for each in judged)
