"""The set-up, and each refusal with its rule, its reason and what the piece may do instead (T1-T17)."""

import pytest

from rules.game import Ending, IllegalAction, Outcome, Seat, Unreadable
from rules.tafl.position import (
    PLACEMENTS,
    START,
    Move,
    Piece,
    Position,
    read_position,
    start,
    write_position,
)
from rules.tafl.ruleset import PRESETS, STANDARD, Ruleset
from rules.tafl.squares import BARROW_SQUARES, BARROWS, EDGE, ESCAPES, THRONE, Square, name, square


def move(text: str) -> Move:
    first, last = text.split("-")
    return Move(square(first), square(last))


def names(squares: frozenset[Square]) -> set[str]:
    return {name(s) for s in squares}


def test_T1_throne_and_barrows() -> None:
    assert name(THRONE) == "e5"
    assert names(BARROWS["north"]) == {"d9", "e9", "f9", "e8"}
    assert names(BARROWS["south"]) == {"d1", "e1", "f1", "e2"}
    assert names(BARROWS["west"]) == {"a4", "a5", "a6", "b5"}
    assert names(BARROWS["east"]) == {"i4", "i5", "i6", "h5"}
    assert len(EDGE) == 32
    assert len(ESCAPES) == 20
    assert (square("a1"), square("b1"), square("i9")) == (0, 1, 80)


@pytest.mark.parametrize("text", ["", "e", "e0", "j1", "e10", "E5", "5e", "ё5"])
def test_T1_what_is_no_square(text: str) -> None:
    with pytest.raises(Unreadable):
        square(text)


def test_T2_defenders() -> None:
    pieces = START.pieces(Seat.DEFENDERS)
    maidens = {name(at) for at, piece in pieces if piece is Piece.SHIELDMAIDEN}
    assert maidens == {"e6", "e7", "e4", "e3", "d5", "c5", "f5", "g5"}
    assert START.at(THRONE) is Piece.JARL
    assert len(pieces) == 9


@pytest.mark.parametrize("placement", PLACEMENTS)
def test_T3_the_black_draug_stands_on_any_barrow_square(placement: str) -> None:
    position = start(square(placement))
    pieces = position.pieces(Seat.ATTACKERS)
    assert {at for at, _ in pieces} == BARROW_SQUARES
    assert [name(at) for at, piece in pieces if piece is Piece.BLACK_DRAUG] == [placement]


def test_T3_nowhere_else_and_e9_by_default() -> None:
    assert write_position(START) == "3dbd3/4d4/4S4/d3S3d/ddSSJSSdd/d3S3d/4S4/4d4/3ddd3 a"
    with pytest.raises(IllegalAction) as refused:
        start(square("e7"))
    assert refused.value.rule == "T3"
    assert refused.value.squares == PLACEMENTS
    assert len(PLACEMENTS) == 16


def test_T4_the_attackers_begin_and_turns_alternate() -> None:
    assert START.turn is Seat.ATTACKERS
    after = START.play(move("d9-d6"), STANDARD).position
    assert after.turn is Seat.DEFENDERS
    assert after.play(move("e7-f7"), STANDARD).position.turn is Seat.ATTACKERS


REFUSALS = [
    ("4b4/9/9/9/4J4/9/9/9/8d a", "b4-b6", "T4", "empty", "b4", ""),
    ("4b4/9/9/9/4J4/9/9/9/8d a", "e5-e6", "T4", "turn", "e5", ""),
    (
        "4b4/9/9/2S6/9/6J2/9/9/9 d",
        "c6-d7",
        "T5",
        "line",
        "",
        "c1 c2 c3 c4 c5 b6 d6 e6 f6 g6 h6 c7 c8 c9",
    ),
    ("4b4/9/9/2S6/9/6J2/9/9/9 d", "c6-c6", "T5", "same", "", None),
    ("4b4/9/9/2S6/2d6/6J2/9/9/9 d", "c6-c4", "T5", "blocked", "c5", "b6 d6 e6 f6 g6 h6 c7 c8 c9"),
    ("4b4/9/9/2S6/2d6/6J2/9/9/9 d", "c6-c5", "T5", "blocked", "c5", None),
    ("4b4/9/9/9/2S1J4/9/9/9/9 d", "c5-g5", "T5", "blocked", "e5", None),
    ("4b4/9/9/9/2S6/6J2/9/9/9 d", "c5-e5", "T6", "throne", "e5", "c1 c2 c3 c4 d5 f5 g5 c6 c7 c8 c9"),
    ("4b4/9/9/9/2d6/6J2/9/9/9 a", "c5-e5", "T6", "throne", "e5", None),
    ("4b4/9/9/9/9/3J5/9/9/9 d", "d4-d1", "T7", "barrow", "d1", None),
    ("4b4/9/9/9/9/2J6/9/9/3d5 a", "d1-d9", "T7", "barrow", "d9", None),
    ("4b4/9/9/9/9/2J6/9/4d4/9 a", "e2-e8", "T7", "barrow", "e8", None),
    ("4b4/2S6/9/9/9/6J2/9/9/9 d", "c8-f8", "T8", "crossing", "e8", "c1 c2 c3 c4 c5 c6 c7 a8 b8 d8 c9"),
    ("9/9/9/9/6J2/9/9/9/d8 a", "a1-a2", "T16", "over", "capture", ""),
    ("4b4/9/9/9/9/9/9/9/d8 d", "a1-a2", "T16", "over", "capture", ""),
    ("4b4/9/9/9/9/9/9/9/d5J2 a", "a1-a2", "T15", "over", "escape", ""),
]


@pytest.mark.parametrize(("position", "text", "rule", "reason", "about", "instead"), REFUSALS)
def test_T4_to_T16_refusals(
    position: str, text: str, rule: str, reason: str, about: str, instead: str | None
) -> None:
    with pytest.raises(IllegalAction) as refused:
        read_position(position).play(move(text), STANDARD)
    wrong = refused.value
    assert (wrong.rule, wrong.reason, wrong.text) == (rule, reason, about)
    assert instead is None or " ".join(wrong.squares) == instead


def test_T4_a_piece_has_targets_only_on_its_turn() -> None:
    assert [name(s) for s in START.targets(square("d9"), STANDARD)] == ["d6", "d7", "d8", "a9", "b9", "c9"]
    assert START.targets(square("e7"), STANDARD) == ()
    assert START.targets(square("a1"), STANDARD) == ()


def test_T5_moves_come_in_board_order() -> None:
    moves = START.legal(STANDARD)
    assert list(moves) == sorted(moves)
    assert len(moves) == len(set(moves)) == 80


@pytest.mark.parametrize(("preset", "legal"), [("standard", False), ("open", True), ("mounds", False)])
def test_T8_presets(preset: str, legal: bool) -> None:
    position = read_position("4b4/2S6/9/9/9/6J2/9/9/9 d")
    assert (move("c8-f8") in position.legal(PRESETS[preset])) is legal


def test_T10_a_piece_between_two_enemies_falls_only_to_one_that_comes_to_its_side() -> None:
    between = read_position("4b4/9/1d1d5/9/2S6/9/6J2/9/8d d").play(move("c5-c7"), STANDARD)
    assert (between.captures, between.outcome) == ((), None)
    elsewhere = between.position.play(move("i1-i2"), STANDARD)
    assert elsewhere.captures == ()
    away = between.position.play(move("b7-b8"), STANDARD).position
    back = away.play(move("g3-g2"), STANDARD).position.play(move("b8-b7"), STANDARD)
    assert [name(s) for s in back.captures] == ["c7"]


@pytest.mark.parametrize(("preset", "taken"), [("standard", ["e7"]), ("open", ["e7"]), ("mounds", [])])
def test_T12_presets(preset: str, taken: list[str]) -> None:
    turned = read_position("4b4/9/4d4/7S1/9/6J2/9/9/9 d").play(move("h6-e6"), PRESETS[preset])
    assert [name(s) for s in turned.captures] == taken


def test_T13_the_black_draug_may_be_the_last_to_surround_by_stepping_onto_the_throne() -> None:
    position = read_position("9/9/4d4/3dJd3/9/9/9/4b4/8S a")
    turned = position.play(move("e2-e5"), STANDARD)
    assert [name(s) for s in turned.captures] == ["e6"]


@pytest.mark.parametrize(
    ("position", "last"),
    [
        ("S8/9/1bS6/9/9/9/6J2/9/8d d", "a9-a7"),
        ("9/9/4S4/9/3Sb4/9/6J2/9/8d d", "e7-e6"),
        ("9/5S3/9/9/3Sb4/9/6J2/9/8d d", "f8-f5"),
    ],
    ids=["in the open", "not round a corner", "on the throne"],
)
def test_T14_T16_the_black_draug_falls_like_any_piece_and_ends_the_match(position: str, last: str) -> None:
    turned = read_position(position).play(move(last), STANDARD)
    if last == "e7-e6":
        assert (turned.captures, turned.outcome) == ((), None)
    else:
        assert turned.outcome == Outcome(Seat.DEFENDERS, Ending.CAPTURE)
        assert turned.position.legal(STANDARD) == ()


def test_T15_a_jarl_on_the_edge_has_ended_the_match() -> None:
    position = read_position("4b4/9/9/9/9/9/9/9/d5J2 a")
    assert position.legal(STANDARD) == ()
    assert position.outcome(STANDARD) == Outcome(Seat.DEFENDERS, Ending.ESCAPE)


@pytest.mark.parametrize(
    ("immobility", "winner"), [("loses", Seat.ATTACKERS), ("draws", None)], ids=["loses", "draws"]
)
def test_T17_no_move_left(immobility: str, winner: Seat | None) -> None:
    position = read_position("4b4/9/3dJd3/4d4/9/9/1d7/d8/S8 a")
    rules = Ruleset(immobility=immobility)  # type: ignore[arg-type]
    assert position.play(move("b3-b1"), rules).outcome == Outcome(winner, Ending.IMMOBILITY)


UNREADABLE = [
    ("", "side"),
    ("a", "side"),
    ("9/9/9/9/4J4/9/9/9/4b4 x", "side"),
    ("9/9/9/9/4J4/9/9/9/4b4 a a", "side"),
    ("9/9/9/9/4J4/9/9/4b4 a", "ranks"),
    ("9/9/9/9/4J4/9/9/9/4b3 a", "rank"),
    ("9/9/9/9/4J4/9/9/9/4b5 a", "rank"),
    ("9/9/9/9/4J4/9/9/9/44b a", "letter"),
    ("9/9/9/9/4J4/9/9/9/04b4 a", "letter"),
    ("9/9/9/9/4J4/9/9/9/4B4 a", "letter"),
    ("9/9/9/9/4J4/9/9/9/4²b2 a", "letter"),
    ("9/9/9/9//9/9/9/4b4 a", "rank"),
    ("9/9/9/9/4S4/9/9/9/4b4 a", "throne"),
    ("9/9/9/9/9/9/9/9/4J4 a", "barrow"),
    ("9/9/9/9/S8/9/9/9/4b4 a", "barrow"),
    ("9/9/bb7/9/4J4/9/9/9/9 a", "count"),
    ("9/SSSSSSS2/SS7/9/4J4/9/9/9/9 a", "count"),
    ("9/ddddddddd/ddddddd2/9/4J4/9/9/9/9 a", "count"),
]


@pytest.mark.parametrize(("text", "reason"), UNREADABLE)
def test_T2_T3_T6_T7_positions_that_are_none(text: str, reason: str) -> None:
    with pytest.raises(Unreadable) as refused:
        read_position(text)
    assert refused.value.reason == reason


def test_a_position_is_a_value() -> None:
    again = read_position(f"  {write_position(START)}\n")
    assert again == START
    assert hash(again) == hash(START)
    assert Position(START.board, Seat.DEFENDERS) != START
    with pytest.raises(AttributeError):
        START.turn = Seat.DEFENDERS  # type: ignore[misc]
