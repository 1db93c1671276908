"""Tables by line for the fast board: what a rank's or a file's contents allow (T5-T15).

A line is one of the nine ranks (0 to 8) or of the nine files (9 to 17). Its contents are one number with three
bits to a square: 0 empty, 1 thrall, 2 Black Draug, 3 shieldmaiden, 4 Jarl. A rook's moves depend on their own
line alone, and so do captures, but for a Jarl by the throne (T13) and abandoned barrows (T12).
"""

from collections.abc import Callable
from functools import cache, partial
from typing import Final, Generic, NamedTuple, TypeVar

from rules.game import Seat
from rules.tafl.pieces import may_cross, may_stop
from rules.tafl.ruleset import Ruleset
from rules.tafl.squares import BARROW_OF, ESCAPES, SIDES, SIZE, THRONE, Square

LETTERS: Final = ".dbSJ"
EMPTY, THRALL, BLACK_DRAUG, SHIELDMAIDEN, JARL = range(5)
BITS: Final = 3
LINES: Final = 2 * SIZE

_LIMIT: Final = 4096
"""Contents that one table keeps before it starts afresh: a bound on memory."""
_OCCUPIED: Final = 0o111111111
_WINDOW: Final = 5
WINDOW_MASK: Final = (1 << BITS * _WINDOW) - 1
"""A capture is judged by five squares: the one that was moved to and two on either side of it."""

T = TypeVar("T")


class Table(dict[int, tuple[T, ...]], Generic[T]):
    """From contents to what they allow; worked out when first asked."""

    def __init__(self, work_out: Callable[[int], tuple[T, ...]]):
        super().__init__()
        self._work_out = work_out

    def __missing__(self, contents: int) -> tuple[T, ...]:
        if len(self) >= _LIMIT:
            self.clear()
        self[contents] = answer = self._work_out(contents)
        return answer


class Place(NamedTuple):
    """Where a square lies: on its rank's and on its file's line, each with its lowest bit there."""

    rank: int
    rank_bit: int
    file: int
    file_bit: int


class Capture(NamedTuple):
    """A piece that falls if draugs stand on all `guards` (T13) and on none of the `barrow` (T12)."""

    place: Place
    piece: int
    guards: tuple[Place, ...] = ()
    barrow: tuple[Place, ...] = ()


class Step(NamedTuple):
    """A move of one kind of piece: what it adds to the line it goes along and to the two lines it crosses.

    The two tables hold what it captures along either line, by the five squares from the given bit on.
    """

    along: int
    change: int
    left: int
    entered: int
    weight: int
    along_bit: int
    along_captures: Table[Capture]
    crossing_bit: int
    crossing_captures: Table[Capture]
    escapes: bool
    start: Square
    end: Square


PLACES: Final = tuple(
    Place(s // SIZE, BITS * (s % SIZE), SIZE + s % SIZE, BITS * (s // SIZE)) for s in range(SIZE * SIZE)
)
SQUARES: Final = tuple(
    tuple(Square(k + SIZE * line if line < SIZE else line - SIZE + SIZE * k) for k in range(SIZE))
    for line in range(LINES)
)
"""The nine squares of each line, in the order of its bits."""
_BITS: Final = tuple(range(0, BITS * SIZE, BITS))


def _window(k: int) -> int:
    """The first of the five squares by which captures round the k-th square are judged."""
    return max(0, k - 2)


class Tables:
    """Everything that one reading of T8 and T12 allows, line by line."""

    def __init__(self, ruleset: Ruleset):
        self._ruleset = ruleset
        self._captures = [
            [Table(partial(self._captures_on, line, k)) for k in range(SIZE)] for line in range(LINES)
        ]
        self._steps: dict[tuple[int, int, int, int], Step] = {}
        self._reach = [
            {
                (bit, piece): Table(partial(self._steps_from, line, bit // BITS, piece))
                for bit in _BITS
                for piece in (THRALL, BLACK_DRAUG, SHIELDMAIDEN, JARL)
            }
            for line in range(LINES)
        ]
        self.moves: dict[Seat, list[Table[Step]]] = {
            Seat.ATTACKERS: [
                Table(partial(self._moves_on, line, (THRALL, BLACK_DRAUG))) for line in range(LINES)
            ],
            Seat.DEFENDERS: [
                Table(partial(self._moves_on, line, (SHIELDMAIDEN, JARL))) for line in range(LINES)
            ],
        }

    def _moves_on(self, line: int, own: tuple[int, int], contents: int) -> tuple[Step, ...]:
        reach = self._reach[line]
        occupied = (contents | contents >> 1 | contents >> 2) & _OCCUPIED
        steps: tuple[Step, ...] = ()
        for bit in _BITS:
            piece = contents >> bit & 7
            if piece in own:
                steps += reach[bit, piece][occupied]
        return steps

    def _steps_from(self, line: int, k: int, piece: int, occupied: int) -> tuple[Step, ...]:
        """T5-T8: the steps of a piece on the line's k-th square; `occupied` has one bit in three."""
        squares, letter = SQUARES[line], LETTERS[piece]
        steps = []
        known = self._steps
        for way in (range(k - 1, -1, -1), range(k + 1, SIZE)):
            for end in way:
                if occupied >> BITS * end & 1:
                    break
                if may_stop(letter, squares[k], squares[end]):
                    step = known.get((line, piece, k, end))
                    if step is None:
                        step = known[line, piece, k, end] = self._step(line, piece, k, end)
                    steps.append(step)
                if not may_cross(letter, squares[k], squares[end], self._ruleset):
                    break
        return tuple(steps)

    def _step(self, line: int, piece: int, k: int, end: int) -> Step:
        start_square, end_square = SQUARES[line][k], SQUARES[line][end]
        start, target = PLACES[start_square], PLACES[end_square]
        left, entered, bit = (
            (start.file, target.file, start.file_bit)
            if line < SIZE
            else (start.rank, target.rank, start.rank_bit)
        )
        return Step(
            along=line,
            change=(piece << BITS * end) - (piece << BITS * k),
            left=left,
            entered=entered,
            weight=piece << bit,
            along_bit=BITS * _window(end),
            along_captures=self._captures[line][end],
            crossing_bit=BITS * _window(bit // BITS),
            crossing_captures=self._captures[entered][bit // BITS],
            escapes=piece == JARL and end_square in ESCAPES,
            start=start_square,
            end=end_square,
        )

    def _captures_on(self, line: int, k: int, window: int) -> tuple[Capture, ...]:
        """T9-T14: what the piece that has just stopped on the line's k-th square takes along this line."""
        contents = window << BITS * _window(k)
        pieces = [contents >> bit & 7 for bit in _BITS]
        found = (self._capture(line, pieces, k, towards) for towards in (-1, 1))
        return tuple(capture for capture in found if capture is not None)

    def _capture(self, line: int, pieces: list[int], k: int, towards: int) -> Capture | None:
        near, far = k + towards, k + 2 * towards
        attack = pieces[k] in (THRALL, BLACK_DRAUG)
        enemies = (SHIELDMAIDEN, JARL) if attack else (THRALL, BLACK_DRAUG)
        if not 0 <= near < SIZE or pieces[near] not in enemies:
            return None
        victim = SQUARES[line][near]
        falls = Capture(PLACES[victim], pieces[near])
        if pieces[near] == JARL and (victim == THRONE or THRONE in SIDES[victim]):
            return falls._replace(guards=tuple(PLACES[s] for s in SIDES[victim] if s != THRONE))
        if not 0 <= far < SIZE:
            return None
        beyond = SQUARES[line][far]
        if pieces[far] not in (EMPTY, *enemies):
            return falls
        if beyond == THRONE:
            return falls if not attack or pieces[far] != JARL else None
        if beyond not in BARROW_OF:
            return None
        if attack:
            return falls
        judged = BARROW_OF[beyond] if self._ruleset.barrow_hostility == "abandoned" else (beyond,)
        return falls._replace(barrow=tuple(PLACES[s] for s in sorted(judged)))


@cache
def tables(crossing: str, hostility: str) -> Tables:
    """The tables of one reading, shared by all boards."""
    return Tables(Ruleset(barrow_crossing=crossing, barrow_hostility=hostility))  # type: ignore[arg-type]
