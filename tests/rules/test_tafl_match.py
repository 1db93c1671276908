"""A match from the placement to its end, taken back and replayed (T3, T4, T18, T19)."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.game import Ambiguous, Ending, IllegalAction, Outcome, Seat, Unreadable, WrongAction
from rules.tafl.action import Agree, Annul, Place, Resign, RunOut, Undo
from rules.tafl.match import TAFL, Match, begin, begin_from, play
from rules.tafl.position import START, Move, read_position
from rules.tafl.ruleset import PRESETS, Ruleset, read_ruleset, write_ruleset
from rules.tafl.squares import Square, square
from tests.rules.tafl_play import RULESETS, SEATS, matches

ATTACKERS, DEFENDERS = Seat.ATTACKERS, Seat.DEFENDERS


def played(*texts: str, match: Match | None = None) -> Match:
    """The match after the actions that the texts mean."""
    state = match or TAFL.start("standard")
    for text in texts:
        state = TAFL.play(state, TAFL.read(state, text))
    return state


def test_T3_a_match_begins_with_the_placement() -> None:
    match = TAFL.start(write_ruleset(PRESETS["mounds"]))
    assert match.ruleset == PRESETS["mounds"]
    assert (match.placing, match.turn, match.position) == (True, ATTACKERS, START)
    assert len(TAFL.legal(match)) == 16
    placed = played("d9", match=match)
    assert (placed.placing, placed.turn, placed.states) == (False, ATTACKERS, (match, placed))
    assert placed.position.board[square("d9")] == "b"
    assert placed.moves == ()


@pytest.mark.parametrize("text", ["e9", "place e9", " Place E9 ", "е9", "Ｅ９"])
def test_T3_typed_placements(text: str) -> None:
    assert TAFL.read(begin(), text) == Place(square("e9"))


@pytest.mark.parametrize(
    ("text", "reason"),
    [("e7", "placement"), ("place a1", "placement"), ("e9-a9", None), ("d9-d6", "placing")],
)
def test_T3_no_other_square_and_no_move_before(text: str, reason: str | None) -> None:
    with pytest.raises(IllegalAction) as refused:
        TAFL.read(begin(), text)
    assert reason is None or (refused.value.rule, refused.value.reason) == ("T3", reason)
    with pytest.raises(IllegalAction):
        play(begin(), Move(square("d9"), square("d6")))


def test_T3_only_once() -> None:
    with pytest.raises(IllegalAction) as refused:
        TAFL.read(played("e9"), "place d9")
    assert (refused.value.rule, refused.value.reason) == ("T3", "placed")
    with pytest.raises(Ambiguous):
        TAFL.read(played("e9"), "d9")


def test_T11_what_was_taken_is_remembered() -> None:
    start = read_position("4b4/2S3d2/9/6J2/2dS5/2S6/9/9/9 d")
    match = played("c8-c6", match=begin_from(start))
    last = match.last
    assert last is not None
    assert (last.notation, last.seat, last.piece) == ("c8-c6xc5", DEFENDERS, "S")
    assert (last.captures, last.captured_pieces) == ((square("c5"),), ("d",))
    assert match.captured == ("d",)
    assert match.number == len(match.moves) == 1


def test_T16_nothing_can_be_done_once_it_is_over() -> None:
    match = played("a7-e7", match=begin_from(read_position("4b4/9/d8/3dJd3/9/9/9/7S1/9 a")))
    assert match.outcome == Outcome(ATTACKERS, Ending.CAPTURE)
    assert (match.turn, TAFL.turn(match), TAFL.legal(match)) == (None, None, ())
    for text in ("h2-h3", "draw", "undo attackers", "resign defenders", "annul", "h2"):
        with pytest.raises(IllegalAction) as refused:
            played(text, match=match)
        assert (refused.value.rule, refused.value.reason) == ("T16", "over")


SHUFFLE = ["d9-a9", "e7-d7", "a9-b9", "d7-e7", "b9-a9", "e7-d7", "a9-b9", "d7-e7", "b9-a9"]


@pytest.mark.parametrize(("repetition", "plies"), [(2, 5), (3, 9), (4, None), (None, None)])
def test_T18_repetition_as_the_ruleset_has_it(repetition: int | None, plies: int | None) -> None:
    match = played("e9", match=begin(Ruleset(repetition=repetition)))
    for text in SHUFFLE:
        if match.outcome is None:
            match = played(text, match=match)
    assert match.outcome == (Outcome(None, Ending.REPETITION) if plies else None)
    assert match.number == (plies or len(SHUFFLE))


def test_T18_undo_takes_back_what_was_counted() -> None:
    match = played("e9", *SHUFFLE[:-1], "undo defenders")
    assert match == played("e9", *SHUFFLE[:-2])
    assert played(*SHUFFLE[-2:], match=match).outcome == Outcome(None, Ending.REPETITION)


@pytest.mark.parametrize("before", [[], ["e9"], ["e9", "d9-d6"]])
def test_T18_a_draw_by_agreement_at_any_time(before: list[str]) -> None:
    match = played(*before, "draw")
    assert (match.outcome, match.turn) == (Outcome(None, Ending.AGREEMENT), None)


@pytest.mark.parametrize("before", [[], ["e9"], ["e9", "d9-d6"]])
@pytest.mark.parametrize(("word", "ending"), [("resign", Ending.RESIGNATION), ("time", Ending.TIME)])
@pytest.mark.parametrize(("loser", "winner"), [(ATTACKERS, DEFENDERS), (DEFENDERS, ATTACKERS)])
def test_T19_resignation_and_time(
    before: list[str], word: str, ending: Ending, loser: Seat, winner: Seat
) -> None:
    assert played(*before, f"{word} {loser}").outcome == Outcome(winner, ending)


def test_an_annulled_match_has_no_winner() -> None:
    assert played("e9", "annul").outcome == Outcome(None, Ending.ANNULMENT)


def test_undo_goes_back_to_the_seats_own_turn() -> None:
    match = played("e9", "d9-d6", "e7-f7", "a6-b6")
    assert played("undo attackers", match=match) == played("e9", "d9-d6", "e7-f7")
    assert played("undo defenders", match=match) == played("e9", "d9-d6")
    assert played("undo attackers", match=played("e9", "d9-d6", "e7-f7")) == played("e9")
    assert played("undo attackers", match=played("e9")) == begin()
    for seat, texts in ((DEFENDERS, ["e9", "d9-d6"]), (DEFENDERS, ["e9"]), (ATTACKERS, [])):
        with pytest.raises(IllegalAction) as refused:
            played(*texts, f"undo {seat}")
        assert refused.value.reason == "undo"


@pytest.mark.parametrize(
    "text", ["resign", "resign hunter", "undo me", "time", "place", "draw now", "xyzzy", ""]
)
def test_texts_that_are_no_action(text: str) -> None:
    with pytest.raises(Unreadable):
        TAFL.read(played("e9"), text)


def test_there_is_no_chance_in_tafl() -> None:
    with pytest.raises(IllegalAction):
        TAFL.chance(begin(), lambda n: 0)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "1",
        "[" * 9999,
        '{"x": 1}',
        '{"barrow_crossing": "shut"}',
        '{"immobility": ["loses"]}',
        '{"repetition": 1}',
        '{"repetition": true}',
        '{"repetition": NaN}',
        '{"repetition": "3"}',
        '{"repetition": 3.0}',
        '{"resignation_takes_stake": 1}',
    ],
)
def test_T8_T12_T17_T18_W3_setups_that_are_none(text: str) -> None:
    with pytest.raises(Unreadable):
        TAFL.start(text)


@given(RULESETS)
def test_T8_T12_T17_T18_W3_a_ruleset_is_read_as_it_is_written(ruleset: Ruleset) -> None:
    assert read_ruleset(write_ruleset(ruleset)) == ruleset


@settings(deadline=None, max_examples=50)
@given(matches(), SEATS)
def test_every_action_is_read_as_it_is_written(match: Match, seat: Seat) -> None:
    actions = [*TAFL.legal(match), Agree(), Annul(), Resign(seat), RunOut(seat), Undo(seat)]
    for action in actions:
        assert TAFL.read(match, TAFL.write(match, action)) == action


@settings(deadline=None, max_examples=50)
@given(matches())
def test_T3_T4_a_match_replays_from_its_texts(match: Match) -> None:
    states = match.states
    again = TAFL.start(write_ruleset(match.ruleset))
    for state in states[1:]:
        action = state.last.move if state.last else Place(square_of_the_black_draug(state))
        again = TAFL.play(again, TAFL.read(again, TAFL.write(again, action)))
        assert again == state
        assert hash(again) == hash(state)
    assert again.moves == match.moves
    assert match.number == len(match.moves)


def square_of_the_black_draug(match: Match) -> Square:
    return Square(match.position.board.index("b"))


@settings(deadline=None, max_examples=50)
@given(matches())
def test_T9_T11_material_never_grows_and_three_fall_at_most(match: Match) -> None:
    for earlier, state in pairwise(match.states):
        if state.last is not None:
            before, after = (sum(x != "." for x in each.position.board) for each in (earlier, state))
            assert after == before - len(state.last.captures)
            assert len(state.last.captures) <= 3
            assert len(state.captured) == 25 - after
            assert (len(state.seen) == 1) is bool(state.last.captures)


@settings(deadline=None, max_examples=50)
@given(matches(), SEATS)
def test_undo_restores_a_state_that_was(match: Match, seat: Seat) -> None:
    try:
        restored = TAFL.play(match, Undo(seat))
    except WrongAction:
        assert match.outcome is not None or restorable(match, seat) is None
    else:
        assert restored == restorable(match, seat)
        assert restored.states == match.states[: len(restored.states)]
        assert restored.turn is seat


def restorable(match: Match, seat: Seat) -> Match | None:
    return next((state for state in match.states[-2::-1] if state.turn is seat), None)


@settings(deadline=None, max_examples=50)
@given(matches())
def test_T17_while_a_match_goes_on_somebody_can_move(match: Match) -> None:
    assert (match.outcome is None) == (match.turn is not None) == bool(TAFL.legal(match))


@given(st.text(max_size=40))
def test_garbage_raises_a_wrong_action_and_nothing_else(text: str) -> None:
    for state in (begin(), played("e9"), played("e9", "annul")):
        try:
            TAFL.read(state, text)
        except WrongAction as wrong:
            assert wrong.reason
    try:
        read_ruleset(text)
    except Unreadable as wrong:
        assert wrong.reason or wrong.rule


def test_a_long_match_neither_recurses_nor_forgets() -> None:
    match = played("e9", *SHUFFLE[:4], match=begin(Ruleset(repetition=None)))
    while match.number < 1200:
        match = played("b9-a9", "e7-d7", "a9-b9", "d7-e7", match=match)
    assert len(match.moves) == 1200
    assert hash(match) == hash(match)
    assert match == played("b9-a9", match=match).states[-2]
    assert len(repr(match)) < 200_000
