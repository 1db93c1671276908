"""A whole match as one immutable value, and the game that the sessions replay (T3, T4, T18, T19)."""

from dataclasses import dataclass, field, replace
from typing import Final

from rules.game import Draw, Ending, IllegalAction, Outcome, Seat, Unreadable
from rules.tafl.action import Action, Agree, Annul, Place, Resign, RunOut, Undo, read_spoken, write_action
from rules.tafl.notation import plain, read_move, write_turned
from rules.tafl.position import PLACEMENTS, START, Move, Piece, Position, start
from rules.tafl.ruleset import STANDARD, Ruleset, read_ruleset
from rules.tafl.squares import Square, name, square

_RULE: Final = {
    Ending.CAPTURE: "T16",
    Ending.ESCAPE: "T15",
    Ending.IMMOBILITY: "T17",
    Ending.REPETITION: "T18",
    Ending.AGREEMENT: "T18",
    Ending.RESIGNATION: "T19",
    Ending.TIME: "T19",
}


@dataclass(frozen=True, slots=True)
class Played:
    """A board move that was made; `captures` and `captured_pieces` go in pairs, in the order of notation."""

    move: Move
    captures: tuple[Square, ...]
    captured_pieces: tuple[Piece, ...]
    notation: str
    seat: Seat
    piece: Piece


@dataclass(frozen=True, slots=True)
class Match:
    """One state of a match.

    `captured` are all pieces taken so far, in order; `number` counts the board moves. `seen` are the boards
    since the last capture or the placement, this one included; the sides to move alternate along it.
    `root` is the state that the match began from (None: this one), `line` the placement and the board moves
    from there to here; they are not compared. So a state is small, however long the match.
    """

    ruleset: Ruleset
    position: Position
    turn: Seat | None
    outcome: Outcome | None = None
    placing: bool = False
    root: "Match | None" = field(default=None, compare=False, repr=False)
    line: tuple[Place | Move, ...] = field(default=(), compare=False, repr=False)
    last: Played | None = None
    captured: tuple[Piece, ...] = ()
    number: int = 0
    seen: tuple[str, ...] = ()

    @property
    def moves(self) -> tuple[Played, ...]:
        """The board moves so far, oldest first; `number` of them."""
        return tuple(state.last for state in self.states if state.last is not None)

    @property
    def states(self) -> "tuple[Match, ...]":
        """Every state from the first one to this, oldest first, played anew; what was taken back is not among them."""
        if self.root is None:
            return (self,)
        found = [self.root]
        for action in self.line[:-1]:
            found.append(play(found[-1], action))
        return (*found, self)


def begin(ruleset: Ruleset = STANDARD) -> Match:
    """T3: a match whose attackers have yet to place the Black Draug."""
    return Match(ruleset, START, Seat.ATTACKERS, placing=True)


def begin_from(position: Position, ruleset: Ruleset = STANDARD) -> Match:
    """A match (a study) that starts from any position, which counts as met once (T18)."""
    outcome = position.outcome(ruleset)
    return Match(ruleset, position, None if outcome else position.turn, outcome, seen=(position.board,))


def play(match: Match, action: Action) -> Match:
    """The state after the action; raises IllegalAction."""
    if match.outcome is not None:
        raise IllegalAction(
            rule=_RULE.get(match.outcome.ending, ""), reason="over", text=match.outcome.ending
        )
    match action:
        case Move():
            return _move(match, action)
        case Place(square):
            return _place(match, square)
        case Undo(seat):
            return _undone(match, seat)
        case Resign(seat):
            return _over(match, Outcome(seat.opponent, Ending.RESIGNATION))
        case RunOut(seat):
            return _over(match, Outcome(seat.opponent, Ending.TIME))
        case Agree():
            return _over(match, Outcome(None, Ending.AGREEMENT))
        case Annul():
            return _over(match, Outcome(None, Ending.ANNULMENT))


def play_typed(match: Match, text: str) -> Match:
    """The state after the board move that the text means; raises WrongAction."""
    _refuse_once_over(match)
    return play(match, read_move(match.position, text, match.ruleset))


def _refuse_once_over(match: Match) -> None:
    if match.outcome is not None:
        raise IllegalAction(
            rule=_RULE.get(match.outcome.ending, ""), reason="over", text=match.outcome.ending
        )


def _over(match: Match, outcome: Outcome) -> Match:
    return replace(match, turn=None, outcome=outcome)


def _place(match: Match, square: Square) -> Match:
    if not match.placing:
        raise IllegalAction(rule="T3", reason="placed", text=name(square))
    position = start(square)
    return Match(
        match.ruleset,
        position,
        position.turn,
        root=match.root or match,
        line=(*match.line, Place(square)),
        seen=(position.board,),
    )


def _move(match: Match, move: Move) -> Match:
    if match.placing:
        raise IllegalAction(rule="T3", reason="placing", squares=PLACEMENTS)
    before = match.position
    turned = before.play(move, match.ruleset)
    after = turned.position
    taken = tuple(Piece(before.board[s]) for s in turned.captures)
    # What was met before a capture can never be met again.
    seen = (after.board,) if taken else (*match.seen, after.board)
    outcome = turned.outcome
    if outcome is None and match.ruleset.repetition == seen[::-2].count(after.board):
        outcome = Outcome(None, Ending.REPETITION)
    return Match(
        match.ruleset,
        after,
        None if outcome else after.turn,
        outcome,
        root=match.root or match,
        line=(*match.line, move),
        last=Played(
            move,
            turned.captures,
            taken,
            write_turned(move, turned),
            before.turn,
            Piece(before.board[move.start]),
        ),
        captured=match.captured + taken,
        number=match.number + 1,
        seen=seen,
    )


def _undone(match: Match, seat: Seat) -> Match:
    for state in reversed(match.states[:-1]):
        if state.turn is seat:
            return state
    raise IllegalAction(reason="undo", text=seat)


class Tafl:
    """The match as a game of the house. A setup is a ruleset in canonical JSON, or a preset's name."""

    name = "tafl"

    def start(self, setup: str) -> Match:
        """The state before the placement of the Black Draug; raises Unreadable."""
        return begin(read_ruleset(setup))

    def turn(self, state: Match) -> Seat | None:
        """Who must act now; None once the match is over."""
        return state.turn

    def outcome(self, state: Match) -> Outcome | None:
        """How the match ended, or None while it goes on."""
        return state.outcome

    def legal(self, state: Match) -> tuple[Action, ...]:
        """The placements or the board moves of the seat to act, in board order; empty once it is over."""
        if state.outcome is not None:
            return ()
        if state.placing:
            return tuple(Place(square(placement)) for placement in PLACEMENTS)
        return state.position.legal(state.ruleset)

    def play(self, state: Match, action: Action) -> Match:
        """The state after the action; raises IllegalAction."""
        return play(state, action)

    def chance(self, state: Match, draw: Draw) -> Action:
        """There is no chance in tafl: always raises IllegalAction."""
        raise IllegalAction(reason="chance")

    def read(self, state: Match, text: str) -> Action:
        """The action that the text means; while the Black Draug is to be placed a lone square places it."""
        spoken = read_spoken(text)
        if spoken is not None:
            if isinstance(spoken, Place):
                play(state, spoken)
            return spoken
        _refuse_once_over(state)
        if not state.placing:
            return read_move(state.position, text, state.ruleset)
        return _read_placement(state, text)

    def write(self, state: Match, action: Action) -> str:
        """The canonical text, as stored: a board move is plain "e8-e6", without what it captures."""
        return write_action(action)


def _read_placement(state: Match, text: str) -> Place:
    try:
        placement = Place(square(plain(text)))
    except Unreadable:
        # A board move before the placement is understood, and refused with its reason.
        play_typed(state, text)
        raise
    play(state, placement)
    return placement


TAFL: Final = Tafl()
