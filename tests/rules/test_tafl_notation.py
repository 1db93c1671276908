"""What people type, and what is made of it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.game import Ambiguous, IllegalAction, Unreadable, WrongAction
from rules.tafl.match import Match
from rules.tafl.notation import read_move, write_move
from rules.tafl.position import START, Position, read_position, write_position
from rules.tafl.ruleset import STANDARD, Ruleset
from rules.tafl.squares import name
from tests.rules.tafl_play import RULESETS, matches, positions

TWO_AND_THE_DRAUG = read_position("9/9/5S3/5d3/3Sb4/9/5S3/6J2/9 d")


@pytest.mark.parametrize(
    "text",
    [
        "d9-d6", "d9d6", "d9 d6", " D9-D6 ", "D9D6", "d9 - d6", "d9–d6", "d9—d6", "d9→d6", "d9 → d6", "d9−d6",
        "ｄ９－ｄ６", "Ｄ９Ｄ６", "d9\td6", "d9\u00a0d6", "d9 -d6",
    ],
)  # fmt: skip
def test_T5_forms_that_are_read(text: str) -> None:
    assert write_move(START, read_move(START, text, STANDARD), STANDARD) == "d9-d6"


@pytest.mark.parametrize(
    ("text", "meant"), [("е7-е4", "e7-e4"), ("С5-С9", "c5-c9"), ("с5 а7", None), ("с5с8", "c5-c8")]
)
def test_T5_cyrillic_letters_that_look_alike(text: str, meant: str | None) -> None:
    position = read_position("9/9/4S4/9/2S6/9/6J2/4b4/9 d")
    if meant is None:
        with pytest.raises(IllegalAction) as refused:
            read_move(position, text, STANDARD)
        assert (refused.value.rule, refused.value.reason) == ("T5", "line")
    else:
        assert write_move(position, read_move(position, text, STANDARD), STANDARD) == meant


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "-", "d9--d6", "9d6d", "d0-d6", "d9-d10", "d9-d6-d5", "j9-d6", "d9-d6x", "d9-d6##", "d9xd6", "x",
        "resign", "d9-d6!", "d9-" * 40, "d9>d6", "\x00", "\ud800",
    ],
)  # fmt: skip
def test_forms_that_are_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        read_move(START, text, STANDARD)


@pytest.mark.parametrize("text", ["f3-f5", "f3-f5xe5xf6#", "f3-f5xf6xe5", "F3 F5 x E5", "f3f5#", "f3-f5хе5"])
def test_T9_captures_may_be_written_or_not(text: str) -> None:
    move = read_move(TWO_AND_THE_DRAUG, text, STANDARD)
    assert write_move(TWO_AND_THE_DRAUG, move, STANDARD) == "f3-f5xe5xf6#"


@pytest.mark.parametrize("text", ["f3-f4#", "f3-f5xe5xf6xd5", "f3-f5xe5xe5", "f3-f4xe5"])
def test_T9_captures_that_the_move_does_not_make(text: str) -> None:
    with pytest.raises(Unreadable) as refused:
        read_move(TWO_AND_THE_DRAUG, text, STANDARD)
    assert refused.value.reason == "captures"


def test_T9_captures_are_written_by_file_and_then_by_rank() -> None:
    position = read_position("4b4/4d4/6J2/9/9/2dS1Sd2/4S4/4d4/9 a")
    assert write_move(position, read_move(position, "e8-e4", STANDARD), STANDARD) == "e8-e4xd4xe3xf4"


def test_T15_an_escape_ends_with_the_sign_and_immobility_does_not() -> None:
    escape = read_position("4b4/7d1/9/9/9/9/2J6/7S1/9 d")
    assert write_move(escape, read_move(escape, "c3-a3", STANDARD), STANDARD) == "c3-a3#"
    shut = read_position("4b4/9/3dJd3/4d4/9/9/1d7/d8/S8 a")
    assert write_move(shut, read_move(shut, "b3-b1", STANDARD), STANDARD) == "b3-b1"
    with pytest.raises(Unreadable):
        read_move(shut, "b3-b1#", STANDARD)


def test_a_lone_square_is_ambiguous_with_what_fits() -> None:
    with pytest.raises(Ambiguous) as start:
        read_move(START, "d9", STANDARD)
    assert start.value.squares == ("d9-d6", "d9-d7", "d9-d8", "d9-a9", "d9-b9", "d9-c9")
    with pytest.raises(Ambiguous) as end:
        read_move(START, "D6", STANDARD)
    assert end.value.squares == ("a6-d6", "d9-d6")
    with pytest.raises(Unreadable):
        read_move(START, "e5", STANDARD)


@settings(deadline=None, max_examples=40)
@given(matches())
def test_T5_every_legal_move_is_read_as_it_is_written(match: Match) -> None:
    position, rules = match.position, match.ruleset
    for move in position.legal(rules):
        written = write_move(position, move, rules)
        bare = f"{name(move.start)}-{name(move.end)}"
        assert written.startswith(bare)
        assert read_move(position, written, rules) == move
        assert read_move(position, bare.replace("-", "").upper(), rules) == move


@settings(deadline=None, max_examples=200)
@given(positions())
def test_every_position_is_read_as_it_is_written(position: Position) -> None:
    assert read_position(write_position(position)) == position


@settings(deadline=None, max_examples=300)
@given(
    st.text(max_size=30) | st.text(alphabet="abcdefghi123456789-x# →asеAE", max_size=14),
    positions(),
    RULESETS,
)
def test_garbage_raises_a_wrong_action_and_nothing_else(
    text: str, position: Position, rules: Ruleset
) -> None:
    try:
        move = read_move(position, text, rules)
    except WrongAction as wrong:
        assert wrong.reason
    else:
        assert move in position.legal(rules)
    try:
        read = read_position(text)
    except Unreadable as wrong:
        assert wrong.reason
    else:
        assert write_position(read) == " ".join(text.split())


@settings(deadline=None, max_examples=200)
@given(st.text(alphabet="/123456789dbSJa ", max_size=40))
def test_garbage_that_looks_like_a_position(text: str) -> None:
    try:
        read = read_position(text)
    except Unreadable as wrong:
        assert wrong.reason
    else:
        assert write_position(read) == " ".join(text.split())
