"""Checks the rules against recorded cases: worked moves, whole games, texts and perft counts."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, Final

from rules.game import Ending, Outcome, WrongAction
from rules.tafl.board import Board, from_position
from rules.tafl.match import begin_from, play_typed
from rules.tafl.notation import read_move, write_turned
from rules.tafl.position import Position, read_position, write_position
from rules.tafl.ruleset import Ruleset
from rules.tafl.squares import name

Case = Mapping[str, Any]
LEAVES: Final = 1_000_000
"""Perft counts larger than this are not worked out."""


def differences(case: Case, leaves: int = LEAVES) -> list[str]:
    """What differs from the case, as "what: got, not expected"; raises KeyError, TypeError or ValueError for no case.

    The case's keys tell its kind: "perft", "moves" (a game), "kind" (a text), or else a worked move.
    """
    try:
        if "perft" in case:
            return list(_perft(case, leaves))
        if "moves" in case:
            return list(_game(case))
        return list(_text(case) if "kind" in case else _worked(case))
    except WrongAction as wrong:
        return [f"{type(wrong).__name__}: {wrong.rule or wrong.reason} {wrong.text}".strip()]


def outcome_name(outcome: Outcome | None) -> str:
    """The outcome in one word: "none", "attackers_capture", "defenders_escape", "immobility", "repetition"..."""
    if outcome is None:
        return "none"
    if outcome.ending in (Ending.CAPTURE, Ending.ESCAPE):
        return f"{outcome.winner}_{outcome.ending}"
    return outcome.ending.value


def _rulesets(case: Case) -> Iterator[Ruleset]:
    """Every reading of T8 and T12 that the case holds under; a case that names none holds under the standard."""
    readings = (("crossing", ("sealed", "open")), ("hostility", ("empty", "abandoned")))
    chosen = [values if case.get(key) == "any" else (case.get(key, values[0]),) for key, values in readings]
    for crossing, hostility in product(*chosen):
        yield Ruleset(barrow_crossing=crossing, barrow_hostility=hostility)


def _compare(what: str, got: object, expected: object) -> Iterator[str]:
    if got != expected:
        yield f"{what}: {got}, not {expected}"


def _worked(case: Case) -> Iterator[str]:
    position = read_position(case["position"])
    for ruleset in _rulesets(case):
        try:
            move = read_move(position, case["move"], ruleset)
        except WrongAction as wrong:
            if case["legal"]:
                yield f"refused by {wrong.rule or wrong.reason}"
            continue
        turned = position.play(move, ruleset)
        yield from _compare("legal", True, case["legal"])
        if case["legal"]:
            yield from _compare("captures", [name(s) for s in turned.captures], sorted(case["captures"]))
            yield from _compare("after", write_position(turned.position), case["after"])
            yield from _compare_outcome(turned.outcome, case["outcome"])
            yield from _compare("record", write_turned(move, turned), case["record"])


def _compare_outcome(got: Outcome | None, expected: str) -> Iterator[str]:
    """An expected "immobility" may go on to name who won."""
    if got is None or got.ending is not Ending.IMMOBILITY or not expected.startswith("immobility"):
        yield from _compare("outcome", outcome_name(got), expected)


def _game(case: Case) -> Iterator[str]:
    for ruleset in _rulesets(case):
        match = begin_from(read_position(case["start"]), ruleset)
        for text in case["moves"]:
            if match.outcome is not None:
                break
            match = play_typed(match, text)
        yield from _compare_outcome(match.outcome, case["outcome"])
        yield from _compare("ends at ply", match.number if match.outcome else None, case["ends_at_ply"])


def _text(case: Case) -> Iterator[str]:
    if case["kind"] == "position":
        yield from _compare("read", _reads(case["text"]), case["ok"])
        return
    position = read_position(case["position"])
    for ruleset in _rulesets(case):
        yield from _compare("move", _typed(position, case["text"], ruleset), case["move"])


def _reads(text: str) -> bool:
    try:
        read_position(text)
    except WrongAction:
        return False
    return True


def _typed(position: Position, text: str, ruleset: Ruleset) -> str | None:
    try:
        move = read_move(position, text, ruleset)
    except WrongAction:
        return None
    return f"{name(move.start)}-{name(move.end)}"


def _perft(case: Case, leaves: int) -> Iterator[str]:
    state = from_position(read_position(case["position"]))
    for ruleset in _rulesets(case):
        board = Board(ruleset)
        for depth, expected in enumerate(case["perft"], 1):
            if expected <= leaves:
                yield from _compare(f"perft {depth}", board.perft(state, depth), expected)
