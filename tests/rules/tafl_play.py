"""What the tafl tests draw from: rulesets, positions that play reaches, positions that anybody could set up."""

from hypothesis import strategies as st

from rules.game import Seat
from rules.tafl.action import Place
from rules.tafl.match import Match, begin, play
from rules.tafl.position import PLACEMENTS, Move, Position
from rules.tafl.ruleset import Ruleset
from rules.tafl.squares import BARROW_SQUARES, THRONE, square

RULESETS = st.builds(
    Ruleset,
    barrow_crossing=st.sampled_from(["sealed", "open"]),
    barrow_hostility=st.sampled_from(["empty", "abandoned"]),
    immobility=st.sampled_from(["loses", "draws"]),
    repetition=st.sampled_from([2, 3, 5, None]),
    resignation_takes_stake=st.booleans(),
)
SEATS = st.sampled_from([Seat.ATTACKERS, Seat.DEFENDERS])


@st.composite
def matches(draw: st.DrawFn, longest: int = 60) -> Match:
    """A match after up to `longest` moves; sometimes over, sometimes still before the placement."""
    match = begin(draw(RULESETS))
    if draw(st.integers(0, 19)) == 0:
        return match
    match = play(match, Place(square(draw(st.sampled_from(PLACEMENTS)))))
    for choice in draw(st.lists(st.integers(0, 10_000), max_size=longest)):
        moves = match.position.legal(match.ruleset)
        if match.outcome is not None or not moves:
            break
        taking = [move for move in moves if choice % 3 == 0 and takes(match, move)]
        match = play(match, (taking or moves)[choice % len(taking or moves)])
    return match


def takes(match: Match, move: Move) -> bool:
    """Whether the move captures: draws prefer such moves now and then, or boards would stay full."""
    return bool(match.position.play(move, match.ruleset).captures)


CENTRE = [
    square(place) for place in ["e5", "e6", "e4", "d5", "f5", "e7", "e3", "c5", "g5", "d6", "f6", "d4", "f4"]
]


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Any position that can be read, crowded round the throne and in the barrows or not; few are ever reached."""
    places = draw(st.permutations(range(81)))
    first = draw(st.sampled_from([[], CENTRE, sorted(BARROW_SQUARES)]))
    letters = ["."] * 81
    left = {"J": 1, "b": 1, "d": draw(st.integers(1, 15)), "S": draw(st.integers(0, 8))}
    for place in [*draw(st.permutations(first)), *places][: draw(st.integers(2, 50))]:
        piece = draw(st.sampled_from("JJbdddSSS.."))
        barred = piece in "JS" if place in BARROW_SQUARES else piece in "dS" and place == THRONE
        if piece != "." and letters[place] == "." and left[piece] and not barred:
            letters[place] = piece
            left[piece] -= 1
    return Position("".join(letters), draw(SEATS))
