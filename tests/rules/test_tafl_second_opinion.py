"""A second, naive generator, written from the rules' text alone, agrees with the reference; so does the fast board."""

from hypothesis import given, settings

from rules.game import Ending, Outcome, Seat
from rules.tafl import board as fast
from rules.tafl.match import Match
from rules.tafl.position import Move, Position
from rules.tafl.ruleset import Ruleset
from rules.tafl.squares import Square, name, square
from tests.rules.tafl_play import RULESETS, matches, positions

BARROWS = ("d9 e9 f9 e8", "d1 e1 f1 e2", "a4 a5 a6 b5", "i4 i5 i6 h5")
WAYS = ((0, 1), (0, -1), (1, 0), (-1, 0))

Pieces = dict[str, str]
"""From a square's name to the letter that stands there."""


def shift(at: str, way: tuple[int, int], by: int = 1) -> str:
    """A square's name, perhaps of a square off the board."""
    return chr(ord(at[0]) + way[0] * by) + chr(ord(at[1]) + way[1] * by)


def barrow(at: str) -> set[str]:
    return next((set(squares.split()) for squares in BARROWS if at in squares.split()), set())


def goes(pieces: Pieces, start: str, end: str, rules: Ruleset) -> bool:
    piece = pieces[start]
    files, ranks = ord(end[0]) - ord(start[0]), ord(end[1]) - ord(start[1])
    if (files == 0) == (ranks == 0) or end in pieces:
        return False
    length = abs(files + ranks)
    way = (files // length, ranks // length)
    if end == "e5" and piece in "dS":
        return False
    if barrow(end) and (piece in "SJ" or (piece == "d" and start not in barrow(end))):
        return False
    passed = [shift(start, way, by) for by in range(1, length)]
    sealed = rules.barrow_crossing == "sealed" and piece != "b"
    inside = piece == "d" and barrow(start)
    return not any(
        at in pieces or (sealed and barrow(at) and not (inside and at in barrow(start))) for at in passed
    )


def enemy(pieces: Pieces, at: str, victims: str, rules: Ruleset) -> bool:
    """Whether a piece on the square, or the square itself, is hostile to the victims' side."""
    if pieces.get(at, ".") in ("SJ" if victims == "db" else "db"):
        return True
    if at == "e5":
        return victims == "db" or pieces.get("e5") != "J"
    if victims == "SJ":
        return bool(barrow(at))
    judged = barrow(at) if rules.barrow_hostility == "abandoned" else barrow(at) & {at}
    return bool(judged) and not any(pieces.get(each, ".") in "db" for each in judged)


def taken(pieces: Pieces, at: str, moved: str, rules: Ruleset) -> bool:
    """Whether the piece on `at` falls to the piece that has just come to `moved`, next to it."""
    victims = "db" if pieces[at] in "db" else "SJ"
    around = [shift(at, way) for way in WAYS]
    if pieces[at] == "J" and ("e5" in around or at == "e5"):
        return all(side == "e5" or pieces.get(side, ".") in "db" for side in around)
    way = (ord(at[0]) - ord(moved[0]), ord(at[1]) - ord(moved[1]))
    return enemy(pieces, shift(at, way), victims, rules)


def second_opinion(
    position: Position, rules: Ruleset
) -> dict[Move, tuple[Position, list[str], Outcome | None]]:
    """Every legal move, and what it leads to, T17 left out."""
    pieces = {name(Square(s)): letter for s, letter in enumerate(position.board) if letter != "."}
    standing = "".join(pieces.values())
    jarl = next((at for at, piece in pieces.items() if piece == "J"), "")
    if "b" not in standing or not jarl or (set(jarl) & set("ai19") and not barrow(jarl)):
        return {}
    own = "db" if position.turn is Seat.ATTACKERS else "SJ"
    found = {}
    for start in [at for at, piece in pieces.items() if piece in own]:
        for end in (file + rank for file in "abcdefghi" for rank in "123456789"):
            if goes(pieces, start, end, rules):
                found[Move(square(start), square(end))] = lead(position, pieces, start, end, rules)
    return found


def lead(
    position: Position, pieces: Pieces, start: str, end: str, rules: Ruleset
) -> tuple[Position, list[str], Outcome | None]:
    after = {at: piece for at, piece in pieces.items() if at != start} | {end: pieces[start]}
    foes = "SJ" if after[end] in "db" else "db"
    beside = [shift(end, way) for way in WAYS]
    falling = sorted(at for at in beside if after.get(at, ".") in foes and taken(after, at, end, rules))
    fallen = {after.pop(at) for at in falling}
    board = "".join(after.get(name(Square(s)), ".") for s in range(81))
    outcome = None
    if after[end] == "J" and set(end) & set("ai19"):
        outcome = Outcome(Seat.DEFENDERS, Ending.ESCAPE)
    if fallen & {"J", "b"}:
        outcome = Outcome(position.turn, Ending.CAPTURE)
    return Position(board, position.turn.opponent), falling, outcome


def agree(position: Position, rules: Ruleset) -> None:
    expected = second_opinion(position, rules)
    assert set(position.legal(rules)) == set(expected)
    board = fast.Board(rules)
    state = fast.from_position(position)
    assert fast.to_position(state) == position
    steps = {Move(step.start, step.end): step for step in board.moves(state)}
    assert len(steps) == board.perft(state, 1) == len(board.moves(state))
    assert set(steps) == set(expected)
    assert board.outcome(state) == position.outcome(rules)
    for move, (after, captures, outcome) in expected.items():
        turned = position.play(move, rules)
        assert turned.position == after
        assert [name(s) for s in turned.captures] == captures
        if turned.outcome is None or turned.outcome.ending is not Ending.IMMOBILITY:
            assert turned.outcome == outcome
        else:
            assert outcome is None and not second_opinion(after, rules)
        made = fast.play(state, steps[move])
        assert fast.to_position(made) == after
        assert board.outcome(made) == turned.outcome
    assert state == fast.from_position(position)


@settings(deadline=None, max_examples=120)
@given(positions(), RULESETS)
def test_T5_to_T17_three_generators_agree_on_any_position(position: Position, rules: Ruleset) -> None:
    agree(position, rules)


@settings(deadline=None, max_examples=60)
@given(matches())
def test_T5_to_T17_three_generators_agree_in_play(match: Match) -> None:
    agree(match.position, match.ruleset)
