"""The rules of moving and ending (T2-T8, T15-T17) on an immutable position: the readable reference."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from rules.game import Ending, IllegalAction, Outcome, Seat, Unreadable
from rules.tafl.capture import captures
from rules.tafl.pieces import EMPTY, Piece, may_cross, may_stop, pieces_of
from rules.tafl.ruleset import Ruleset
from rules.tafl.squares import (
    BARROW_SQUARES,
    ESCAPES,
    RAYS,
    SIZE,
    THRONE,
    Square,
    between,
    name,
    square,
)

__all__ = [
    "PLACEMENTS",
    "START",
    "Move",
    "Piece",
    "Position",
    "Turned",
    "read_position",
    "start",
    "write_position",
]


@dataclass(frozen=True, slots=True, order=True)
class Move:
    """One piece goes from `start` to `end`. Moves sort in board order."""

    start: Square
    end: Square


@dataclass(frozen=True, slots=True)
class Position:
    """Where the pieces stand and whose turn it is.

    `board` has 81 characters, indexed by Square: the letters of Piece, "." for an empty square.
    """

    board: str
    turn: Seat

    def at(self, square: Square) -> Piece | None:
        """What stands on the square."""
        letter = self.board[square]
        return None if letter == EMPTY else Piece(letter)

    def pieces(self, seat: Seat) -> tuple[tuple[Square, Piece], ...]:
        """One side's pieces and their squares, in board order."""
        own = pieces_of(seat)
        return tuple((Square(s), Piece(letter)) for s, letter in enumerate(self.board) if letter in own)

    @property
    def decided(self) -> Outcome | None:
        """T15, T16: how the position itself shows that the match is over, whoever is to move."""
        jarl = self.board.find(Piece.JARL)
        if Piece.BLACK_DRAUG not in self.board:
            return Outcome(Seat.DEFENDERS, Ending.CAPTURE)
        if jarl < 0:
            return Outcome(Seat.ATTACKERS, Ending.CAPTURE)
        return Outcome(Seat.DEFENDERS, Ending.ESCAPE) if jarl in ESCAPES else None

    def outcome(self, ruleset: Ruleset) -> Outcome | None:
        """T15-T17: how the match has ended in this position; repetition (T18) is the match's to judge."""
        decided = self.decided
        if decided is not None or next(self._moves(ruleset), None) is not None:
            return decided
        return Outcome(None if ruleset.immobility == "draws" else self.turn.opponent, Ending.IMMOBILITY)

    def legal(self, ruleset: Ruleset) -> tuple[Move, ...]:
        """Every legal move, by start and then end in board order; empty once the match is over."""
        return () if self.decided else tuple(self._moves(ruleset))

    def targets(self, square: Square, ruleset: Ruleset) -> tuple[Square, ...]:
        """Where the piece on `square` may go now, in board order; empty if it is not its turn."""
        if self.board[square] not in pieces_of(self.turn) or self.decided:
            return ()
        return tuple(self._targets(square, ruleset))

    def check(self, move: Move, ruleset: Ruleset) -> None:
        """Raise IllegalAction, with the rule that forbids it, for a move that isn't legal here."""
        refusal = self._refusal(move, ruleset)
        if refusal is not None:
            rule, reason, text = refusal
            squares = tuple(name(s) for s in self.targets(move.start, ruleset))
            raise IllegalAction(rule=rule, reason=reason, text=text, squares=squares)

    def play(self, move: Move, ruleset: Ruleset) -> "Turned":
        """The position after a legal move; raises IllegalAction with the rule that forbids it."""
        self.check(move, ruleset)
        letters = list(self.board)
        letters[move.end], letters[move.start] = letters[move.start], EMPTY
        taken = captures("".join(letters), move.end, self.turn, ruleset)
        for captured in taken:
            letters[captured] = EMPTY
        after = Position("".join(letters), self.turn.opponent)
        return Turned(after, taken, after.outcome(ruleset))

    def _moves(self, ruleset: Ruleset) -> Iterator[Move]:
        own = pieces_of(self.turn)
        for start, letter in enumerate(self.board):
            if letter in own:
                for end in self._targets(Square(start), ruleset):
                    yield Move(Square(start), end)

    def _targets(self, start: Square, ruleset: Ruleset) -> list[Square]:
        """T5-T8, for the piece on `start`, whoever is to move; in board order."""
        piece = self.board[start]
        targets = []
        for ray in RAYS[start]:
            for end in ray:
                if self.board[end] != EMPTY:
                    break
                if may_stop(piece, start, end):
                    targets.append(end)
                if not may_cross(piece, start, end, ruleset):
                    break
        return sorted(targets)

    def _refusal(self, move: Move, ruleset: Ruleset) -> tuple[str, str, str] | None:
        """The rule, the reason in one word and the square in the way; None for a legal move."""
        piece = self.board[move.start]
        way = between(move.start, move.end)
        decided = self.decided
        if decided is not None:
            return ("T15" if decided.ending is Ending.ESCAPE else "T16"), "over", decided.ending.value
        if piece not in pieces_of(self.turn):
            return "T4", ("empty" if piece == EMPTY else "turn"), name(move.start)
        if way is None:
            return "T5", ("same" if move.start == move.end else "line"), ""
        for passed in (*way, move.end):
            if self.board[passed] != EMPTY:
                return "T5", "blocked", name(passed)
        if not may_stop(piece, move.start, move.end):
            at_throne = move.end == THRONE
            return ("T6" if at_throne else "T7"), ("throne" if at_throne else "barrow"), name(move.end)
        for passed in way:
            if not may_cross(piece, move.start, passed, ruleset):
                return "T8", "crossing", name(passed)
        return None


@dataclass(frozen=True, slots=True)
class Turned:
    """What a move leads to. `captures` in the order of notation: a to i, 1 to 9 on each file."""

    position: Position
    captures: tuple[Square, ...]
    outcome: Outcome | None


_HOME: Final = square("e9")


def start(black_draug: Square = _HOME) -> Position:
    """T2, T3: the set-up with the Black Draug on one of the sixteen barrow squares; raises IllegalAction."""
    if black_draug not in BARROW_SQUARES:
        raise IllegalAction(rule="T3", reason="placement", text=name(black_draug), squares=PLACEMENTS)
    letters = [Piece.THRALL.value if s in BARROW_SQUARES else EMPTY for s in range(81)]
    for maiden in ("e6", "e7", "e4", "e3", "d5", "c5", "f5", "g5"):
        letters[square(maiden)] = Piece.SHIELDMAIDEN.value
    letters[THRONE] = Piece.JARL.value
    letters[black_draug] = Piece.BLACK_DRAUG.value
    return Position("".join(letters), Seat.ATTACKERS)


PLACEMENTS: Final = tuple(name(s) for s in sorted(BARROW_SQUARES))
"""The names of the sixteen barrow squares, in board order (T3)."""
START: Final = start()
"""The default set-up (T3)."""

_SIDES: Final = {"a": Seat.ATTACKERS, "d": Seat.DEFENDERS}
_MOST: Final = {Piece.JARL: 1, Piece.BLACK_DRAUG: 1, Piece.SHIELDMAIDEN: 8, Piece.THRALL: 15}


def write_position(position: Position) -> str:
    """Ranks 9 to 1, then the side to move: "3dbd3/4d4/... a"."""
    ranks = []
    for low in range(SIZE * (SIZE - 1), -1, -SIZE):
        runs = ((letter, len(list(run))) for letter, run in groupby(position.board[low : low + SIZE]))
        ranks.append("".join(str(count) if letter == EMPTY else letter * count for letter, count in runs))
    return "/".join(ranks) + (" a" if position.turn is Seat.ATTACKERS else " d")


def read_position(text: str) -> Position:
    """The position that `write_position` writes so; raises Unreadable.

    Finished positions are read; those that no set-up and no move can lead to (T2, T3, T6, T7) are not.
    """
    parts = text.split()
    if len(parts) != 2 or parts[1] not in _SIDES:
        raise Unreadable(reason="side", text=text[:80])
    ranks = parts[0].split("/")
    if len(ranks) != SIZE:
        raise Unreadable(reason="ranks", text=str(len(ranks)))
    board = "".join(_read_rank(rank) for rank in reversed(ranks))
    _check(board)
    return Position(board, _SIDES[parts[1]])


def _read_rank(text: str) -> str:
    squares = ""
    previous = ""
    for letter in text[: SIZE + 1]:
        if letter in "123456789" and previous not in tuple("123456789"):
            squares += EMPTY * int(letter)
        elif letter in ("d", "b", "S", "J"):
            squares += letter
        else:
            raise Unreadable(reason="letter", text=letter)
        previous = letter
    if len(squares) != SIZE:
        raise Unreadable(reason="rank", text=text[:20])
    return squares


def _check(board: str) -> None:
    for piece, most in _MOST.items():
        if board.count(piece) > most:
            raise Unreadable(rule="T3" if piece.seat is Seat.ATTACKERS else "T2", reason="count", text=piece)
    if board[THRONE] in (Piece.THRALL, Piece.SHIELDMAIDEN):
        raise Unreadable(rule="T6", reason="throne", text=name(THRONE))
    for barrow_square in sorted(BARROW_SQUARES):
        if board[barrow_square] in (Piece.SHIELDMAIDEN, Piece.JARL):
            raise Unreadable(rule="T7", reason="barrow", text=name(barrow_square))
