"""A fast board for counting and searching: the same rules as `position`, looked up line by line.

A `State` is a list of numbers: the contents of the 18 lines (see `lines`), whose turn it is and what the last
move decided. Nobody changes a state once it is made: a search keeps as many as it likes and takes none back.
"""

from itertools import chain
from operator import getitem
from typing import Final

from rules.game import Ending, Outcome, Seat
from rules.tafl.lines import (
    BITS,
    BLACK_DRAUG,
    JARL,
    LETTERS,
    LINES,
    PLACES,
    WINDOW_MASK,
    Capture,
    Place,
    Step,
    tables,
)
from rules.tafl.position import Position
from rules.tafl.ruleset import Ruleset
from rules.tafl.squares import SIZE

State = list[int]

TURN: Final = LINES
DECIDED: Final = LINES + 1
_SEATS: Final = (Seat.ATTACKERS, Seat.DEFENDERS)
_OUTCOMES: Final = (
    None,
    Outcome(Seat.ATTACKERS, Ending.CAPTURE),
    Outcome(Seat.DEFENDERS, Ending.CAPTURE),
    Outcome(Seat.DEFENDERS, Ending.ESCAPE),
)
_JARL_TAKEN, _BLACK_DRAUG_TAKEN, _ESCAPED = 1, 2, 3


class Board:
    """The moves of one ruleset on states."""

    def __init__(self, ruleset: Ruleset):
        self.ruleset = ruleset
        found = tables(ruleset.barrow_crossing, ruleset.barrow_hostility)
        self._tables = tuple(found.moves[seat] for seat in _SEATS)

    def moves(self, state: State) -> list[Step]:
        """Every legal move, in a fixed order; empty once the match is over."""
        if state[DECIDED]:
            return []
        return [*chain.from_iterable(map(getitem, self._tables[state[TURN]], state))]

    def outcome(self, state: State) -> Outcome | None:
        """T15-T17; repetition is the caller's to count: equal states are equal positions."""
        if state[DECIDED]:
            return _OUTCOMES[state[DECIDED]]
        if any(map(getitem, self._tables[state[TURN]], state)):
            return None
        winner = None if self.ruleset.immobility == "draws" else _SEATS[1 - state[TURN]]
        return Outcome(winner, Ending.IMMOBILITY)

    def perft(self, state: State, depth: int) -> int:
        """How many sequences of `depth` moves begin here; a finished match has no moves."""
        if depth == 0:
            return 1
        if state[DECIDED]:
            return 0
        lines = map(getitem, self._tables[state[TURN]], state)
        if depth == 1:
            return sum(map(len, lines))
        return sum(self.perft(play(state, step), depth - 1) for moves in lines for step in moves)


def play(state: State, step: Step) -> State:
    """The state after a move that `moves` gave for this one."""
    (
        along,
        change,
        left,
        entered,
        weight,
        along_bit,
        taken_along,
        crossing_bit,
        taken_across,
        escapes,
        _,
        _,
    ) = step
    after = state.copy()
    after[along] = passed = after[along] + change
    after[left] -= weight
    after[entered] = crossed = after[entered] + weight
    after[TURN] ^= 1
    if escapes:
        after[DECIDED] = _ESCAPED
    found = (
        taken_along[passed >> along_bit & WINDOW_MASK] + taken_across[crossed >> crossing_bit & WINDOW_MASK]
    )
    if found:
        _capture(after, found)
    return after


def _capture(after: State, found: tuple[Capture, ...]) -> None:
    falling = [
        capture
        for capture in found
        if all(_draug(after, guard) for guard in capture.guards)
        and not any(_draug(after, place) for place in capture.barrow)
    ]
    for (rank, rank_bit, file, file_bit), piece, _, _ in falling:
        after[rank] -= piece << rank_bit
        after[file] -= piece << file_bit
        if piece == JARL:
            after[DECIDED] = _JARL_TAKEN
        elif piece == BLACK_DRAUG:
            after[DECIDED] = _BLACK_DRAUG_TAKEN


def _draug(state: State, place: Place) -> bool:
    return 0 < (state[place.rank] >> place.rank_bit & 7) <= BLACK_DRAUG


def from_position(position: Position) -> State:
    """The state of a position, finished ones included."""
    state = [0] * (LINES + 2)
    for square, letter in enumerate(position.board):
        rank, rank_bit, file, file_bit = PLACES[square]
        piece = LETTERS.index(letter)
        state[rank] += piece << rank_bit
        state[file] += piece << file_bit
    state[TURN] = _SEATS.index(position.turn)
    state[DECIDED] = _OUTCOMES.index(position.decided)
    return state


def to_position(state: State) -> Position:
    """The position of a state."""
    contents = (state[rank] >> BITS * k & 7 for rank in range(SIZE) for k in range(SIZE))
    return Position("".join(LETTERS[piece] for piece in contents), _SEATS[state[TURN]])
