"""Words for a picture (F37): complete, and never too long."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from render import alt
from render.scene import Plate, Scene
from rules.game import Seat
from rules.tafl.position import START, Move, Piece, Position, read_position
from rules.tafl.squares import Square, name, square

ENGLISH = {
    "alt-board": "A tafl board.",
    "alt-attackers-to-move": "The attackers are to move.",
    "alt-defenders-to-move": "The defenders are to move.",
    "alt-attackers": "Attackers: {pieces}.",
    "alt-defenders": "Defenders: {pieces}.",
    "alt-none": "no pieces",
    "alt-jarl": "Jarl {squares}",
    "alt-shieldmaidens": "shieldmaidens ({count}) {squares}",
    "alt-black-draug": "Black Draug {squares}",
    "alt-thralls": "thralls ({count}) {squares}",
    "alt-last": "Last move: {move}.",
    "alt-last-captures": "Last move: {move}, capturing on {squares}.",
    "alt-taken": "Captured so far: {pieces}.",
    "alt-jarl-taken": "the Jarl",
    "alt-shieldmaidens-taken": "shieldmaidens: {count}",
    "alt-black-draug-taken": "the Black Draug",
    "alt-thralls-taken": "thralls: {count}",
    "alt-select": "Chosen: {square}; it may go to {targets}.",
    "alt-strikes": "It captures on {squares}.",
    "alt-placeable": "The Black Draug may be placed on {squares}.",
    "alt-player": "{name}: {role}.",
}


def say(key: str, **values: object) -> str:
    return ENGLISH[key].format(**values)


SQUARES = st.integers(0, 80).map(Square)
SCENES = st.builds(
    Scene,
    position=st.builds(Position, st.text("dbSJ.", min_size=81, max_size=81), st.sampled_from(list(Seat)[:2])),
    view=st.sampled_from(list(Seat)),
    last=st.none() | st.builds(Move, SQUARES, SQUARES),
    captures=st.lists(SQUARES, max_size=4).map(tuple),
    select=st.none() | SQUARES,
    targets=st.lists(SQUARES, max_size=16, unique=True).map(tuple),
    strikes=st.lists(SQUARES, max_size=5).map(tuple),
    placeable=st.lists(SQUARES, max_size=16).map(tuple),
    captured=st.lists(st.sampled_from(list(Piece)), max_size=25).map(tuple),
    top=st.none() | st.builds(Plate, st.text(max_size=2000), st.text(max_size=40)),
    bottom=st.none() | st.builds(Plate, st.text(max_size=60), st.text(max_size=40)),
    to_move=st.none() | st.sampled_from(list(Seat)),
    result=st.text(max_size=1500),
)


@settings(max_examples=150, deadline=None)
@given(SCENES)
def test_F37_words_fit_whatever_the_scene(scene: Scene) -> None:
    assert 0 < len(alt.board(scene, say)) <= alt.LIMIT


def test_F37_every_piece_and_square_is_named_at_the_start() -> None:
    told = alt.board(Scene(START, to_move=Seat.ATTACKERS), say)
    squares = [name(Square(at)) for at, letter in enumerate(START.board) if letter != "."]
    assert sorted(re.findall(r"[a-i][1-9]", told)) == sorted(squares)
    assert "Jarl e5" in told
    assert "Black Draug e9" in told
    assert "thralls (15)" in told
    assert "The attackers are to move." in told


def test_F37_last_move_captures_result_and_names_are_told() -> None:
    scene = Scene(
        read_position("9/9/9/9/9/9/9/9/b7J a"),
        last=Move(square("e1"), square("i1")),
        captures=(square("h1"),),
        captured=(Piece.THRALL, Piece.THRALL, Piece.SHIELDMAIDEN),
        top=Plate("Ann", "Attackers"),
        bottom=Plate("Bo", "Defenders"),
        result="The defenders win by escape",
    )
    told = alt.board(scene, say)
    for part in (
        "e1-i1, capturing on h1",
        "win by escape.",
        "thralls: 2",
        "shieldmaidens: 1",
        "Ann: Attackers.",
    ):
        assert part in told


def test_F37_long_names_are_left_out_before_the_position() -> None:
    scene = Scene(
        START, to_move=Seat.ATTACKERS, top=Plate("x" * 2000, "Attackers"), bottom=Plate("Bo", "Defenders")
    )
    told = alt.board(scene, say)
    assert "xxx" not in told
    assert "thralls (15)" in told


def test_F37_even_a_result_beyond_all_bounds_is_cut() -> None:
    assert len(alt.board(Scene(START, result="x" * 1500), say)) == alt.LIMIT


def test_the_board_in_letters() -> None:
    scene = Scene(START, last=Move(square("a3"), square("e9")))
    lines = alt.text_board(scene).split("\n")
    assert len(lines) == 11
    assert {len(text) for text in lines} == {21}
    assert lines[0] == "  a b c d e f g h i  "
    assert lines[1] == "9 . . . d[b]d . . . 9"
    assert lines[5] == "5 d d S S J S S d d 5"
    assert lines[7].startswith("3(.)")


def test_F38_a_pick_is_marked_in_letters() -> None:
    scene = Scene(
        START,
        last=Move(square("e7"), square("e8")),
        select=square("d1"),
        targets=(square("c1"), square("b1"), square("d2")),
        strikes=(square("d2"),),
    )
    lines = alt.text_board(scene).split("\n")
    assert {len(text) for text in lines} == {21}
    assert lines[9] == "1 . o o<d>d d . . . 1"
    assert lines[8] == "2 . . . x d . . . . 2"
    placing = alt.text_board(Scene(START, placeable=(square("a4"), square("e9"))))
    assert placing.count("o") == 2


def test_neighbours_in_brackets_share_a_stroke() -> None:
    lines = alt.text_board(Scene(START, last=Move(square("d1"), square("c1")))).split("\n")
    assert lines[9] == "1 . .[.|d)d d . . . 1"


@given(SCENES)
def test_the_attackers_letters_are_the_defenders_turned_round(scene: Scene) -> None:
    there = alt.text_board(Scene(scene.position, Seat.DEFENDERS)).split("\n")[1:10]
    here = alt.text_board(Scene(scene.position, Seat.ATTACKERS)).split("\n")[1:10]
    assert [text[::-1] for text in there] == here[::-1]


def test_empty_throne_and_barrows_are_marked() -> None:
    text = alt.text_board(Scene(read_position("9/9/9/9/9/9/9/9/b7J a")))
    assert text.count("*") == 1
    assert text.count("+") == 16
