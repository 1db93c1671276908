"""Game records: written, read, replayed."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rules.game import Ending, IllegalAction, Outcome, Seat, Unreadable, WrongAction
from rules.tafl.action import Agree, Annul, Resign, RunOut
from rules.tafl.match import TAFL, Match, begin, begin_from, play
from rules.tafl.position import START, read_position, write_position
from rules.tafl.record import Record, read_record, record_of, replay, write_record
from rules.tafl.ruleset import PRESETS, STANDARD, Ruleset, read_spelling, spell_ruleset
from rules.tafl.squares import square
from tests.rules.tafl_play import RULESETS, SEATS, matches

SHORT = """\
[Event "Yule"]
[Date "2031.12.21"]
[Attacker "Ása"]
[Defender "Bo \\"the \\\\ Bold\\""]
[Result "defenders"]
[Termination "resignation"]
[Rules "standard"]
[BlackDraug "d9"]

1. f9-i9 e7-f7 2. i9-h9
"""


def test_T3_T19_a_record_as_the_rules_show_it() -> None:
    record = read_record(SHORT)
    assert record.tags["Defender"] == 'Bo "the \\ Bold"'
    assert record.black_draug == square("d9")
    assert record.moves == ("f9-i9", "e7-f7", "i9-h9")
    match = replay(record)
    assert match.outcome == Outcome(Seat.DEFENDERS, Ending.RESIGNATION)
    assert write_position(match.position).startswith("3bd2d1/4d4/5S3/")
    assert write_record(record_of(match, record.tags)) == SHORT


def test_a_bare_list_of_moves_is_a_record_too() -> None:
    record = read_record("\ufeff1.d9-d6 e7-f7 {well\nplayed} 2... d6-d7\r\n*")
    assert (record.ruleset, record.black_draug) == (STANDARD, square("e9"))
    assert record.moves == ("d9-d6", "e7-f7", "d6-d7")


def test_lines_of_moves_are_short() -> None:
    match = begin(Ruleset(repetition=None))
    for text in ["e9", "d9-b9"] + ["e7-d7", "b9-a9", "d7-e7", "a9-b9"] * 20:
        match = TAFL.play(match, TAFL.read(match, text))
    text = write_record(record_of(match, {}))
    assert max(map(len, text.partition("\n\n")[2].splitlines())) <= 80
    assert replay(read_record(text)).position == match.position


@pytest.mark.parametrize(
    ("text", "reason", "line"),
    [
        ("", "record", ""),
        ("\n \n", "record", ""),
        ('[Event "x"\n', "tag", "1"),
        ('[Event "x"]\n[Event "y"]\n', "tag", "2"),
        ("[Event]\n", "tag", "1"),
        ('[Event "x"]\n\n1. d9-d6\n2. d9_d6\n', "move", "4"),
        ("hello", "move", "1"),
        ("1. d9-d6 1/2-1/2", "move", "1"),
        ('[Rules "strange"]\n\n1. d9-d6', "ruleset", "strange"),
        ('[Rules "repetition=1"]\n', "repetition", "1"),
        ('[BlackDraug "k9"]\n', "square", "k9"),
    ],
)
def test_texts_that_are_no_record(text: str, reason: str, line: str) -> None:
    with pytest.raises(Unreadable) as refused:
        read_record(text)
    assert (refused.value.reason, refused.value.text) == (reason, line)


def test_T3_T5_a_wrong_placement_or_move_is_found_by_replaying() -> None:
    with pytest.raises(IllegalAction) as placed:
        replay(read_record('[BlackDraug "e7"]\n'))
    assert placed.value.rule == "T3"
    with pytest.raises(IllegalAction) as moved:
        replay(read_record("1. d9-d6 d6-d5"))
    assert moved.value.rule == "T4"


def test_a_result_that_the_moves_contradict() -> None:
    text = '[Result "{}"]\n[Position "4b4/7d1/9/9/9/9/2J6/7S1/9 d"]\n\n1... c3-a3#\n'
    assert replay(read_record(text.format("defenders"))).outcome == Outcome(Seat.DEFENDERS, Ending.ESCAPE)
    assert replay(read_record(text.format("*"))).outcome is not None
    with pytest.raises(Unreadable) as refused:
        replay(read_record(text.format("attackers")))
    assert refused.value.reason == "result"


def test_a_study_keeps_its_position() -> None:
    match = begin_from(read_position("4b4/7d1/9/9/9/9/2J6/7S1/9 d"))
    match = TAFL.play(match, TAFL.read(match, "c3-c4"))
    record = record_of(match, {"Event": "a study"})
    assert record.black_draug is None
    text = write_record(record)
    assert '[Position "4b4/7d1/9/9/9/9/2J6/7S1/9 d"]' in text
    assert "1... c3-c4" in text
    assert replay(read_record(text)) == match


@given(RULESETS)
def test_T8_T12_T17_T18_W3_rules_in_a_tag(ruleset: Ruleset) -> None:
    assert read_spelling(spell_ruleset(ruleset)) == ruleset
    assert spell_ruleset(PRESETS["mounds"]) == "mounds"


@given(st.text(max_size=60))
@example("two\nlines\r\u2028of\u2029\x0btext\x85")
@example('\\" ] [Result "x"]')
def test_any_tag_survives_but_for_control_characters(value: str) -> None:
    record = Record(
        {"Result": "*", "Termination": "unterminated", "Event": value}, STANDARD, square("e9"), ()
    )
    text = write_record(record)
    assert len(text.splitlines()) == 6
    kept = read_record(text).tags["Event"]
    assert kept == "".join(c for c in value if c in kept)
    assert value.isprintable() is False or kept == value
    text.encode()


@pytest.mark.parametrize("tag", ["", "a b", "9", 'x"', "Ž", "x\n"])
def test_a_tag_needs_a_plain_name(tag: str) -> None:
    with pytest.raises(Unreadable):
        write_record(Record({tag: "x"}, STANDARD, square("e9"), ()))


ENDINGS = SEATS.flatmap(lambda seat: st.sampled_from([None, Agree(), Annul(), Resign(seat), RunOut(seat)]))


@settings(deadline=None, max_examples=60)
@given(matches(), ENDINGS)
def test_T18_T19_a_record_leads_to_the_same_match(match: Match, ending: Resign | RunOut | None) -> None:
    if match.placing:
        match = play(match, TAFL.legal(match)[0])
    if match.outcome is None and ending is not None:
        match = play(match, ending)
    record = record_of(match, {"Event": "x"})
    again = read_record(write_record(record))
    assert again == record
    assert replay(again) == match


@given(st.text(max_size=60) | st.text(alphabet='[]"\\ \nEventRules.123d9-6{}', max_size=60))
def test_garbage_raises_unreadable_and_nothing_else(text: str) -> None:
    try:
        record = read_record(text)
    except Unreadable as wrong:
        assert wrong.reason or wrong.rule
        return
    try:
        assert replay(record).position != START or not record.moves
    except WrongAction as wrong:
        assert wrong.reason
