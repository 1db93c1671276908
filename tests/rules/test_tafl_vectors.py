"""Recorded cases: worked moves, games, texts, perft counts (T1-T18)."""

import json
from pathlib import Path
from typing import Any

import pytest

from rules.tafl.board import Board, from_position
from rules.tafl.position import START
from rules.tafl.ruleset import STANDARD
from rules.tafl.verify import differences

VECTORS = Path(__file__).parents[1] / "vectors"


def cases(kind: str) -> list[Any]:
    lines = (VECTORS / f"tafl-{kind}.jsonl").read_text(encoding="utf-8").splitlines()
    found = [json.loads(line) for line in lines]
    names = [case.get("rule", case.get("name", kind)) for case in found]
    return [pytest.param(case, id=f"{names[n]}-{n + 1}") for n, case in enumerate(found)]


@pytest.mark.parametrize("case", cases("vectors"))
def test_T3_to_T17_worked_moves(case: dict[str, Any]) -> None:
    assert differences(case) == []


@pytest.mark.parametrize("case", cases("games"))
def test_T18_games(case: dict[str, Any]) -> None:
    assert differences(case) == []


@pytest.mark.parametrize("case", cases("texts"))
def test_texts_are_read_or_refused(case: dict[str, Any]) -> None:
    assert differences(case) == []


@pytest.mark.parametrize("case", cases("perft"))
def test_T5_to_T16_perft_to_depth_three(case: dict[str, Any]) -> None:
    assert sum(count <= 400_000 for count in case["perft"]) >= 3
    assert differences(case, leaves=400_000) == []


def test_T5_to_T16_perft_of_the_start_to_depth_four() -> None:
    assert Board(STANDARD).perft(from_position(START), 4) == 18_542_744


@pytest.mark.parametrize(
    ("kind", "key", "wrong"),
    [
        ("vectors", "captures", ["a1"]),
        ("vectors", "after", "9/9/9/9/9/9/9/9/9 a"),
        ("vectors", "outcome", "immobility"),
        ("vectors", "record", "e8-a8#"),
        ("vectors", "legal", False),
        ("vectors", "move", "e8-a9"),
        ("games", "outcome", "none"),
        ("games", "ends_at_ply", 8),
        ("texts", "ok", False),
        ("perft", "perft", [80, 4345]),
    ],
)
def test_a_wrong_case_is_found_out(kind: str, key: str, wrong: object) -> None:
    line = (VECTORS / f"tafl-{kind}.jsonl").read_text(encoding="utf-8").splitlines()[0]
    case = json.loads(line)
    assert differences(case) == []
    assert differences(case | {key: wrong}) != []
