"""The README's table of faults: one row each, F1 to F47, and every test that it names is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MOST = 47
ROW = re.compile(r"^\| (F\d+) \| ([^|]+) \| ([^|]+) \| `(test_\w+)` \|$", re.MULTILINE)
ROWS = [match.groups() for match in ROW.finditer((ROOT / "README.md").read_text(encoding="utf-8"))]

UNREACHABLE: dict[str, str] = {}
"""Faults that can't reach this bot, each with the reason; at present all of them can."""


def written() -> set[str]:
    """The names of all tests."""
    files = (ROOT / "tests").rglob("test_*.py")
    return {name for file in files for name in re.findall(r"def (test_\w+)", file.read_text("utf-8"))}


def test_every_fault_has_one_row_in_order() -> None:
    assert [row[0] for row in ROWS] == [f"F{n}" for n in range(1, MOST + 1) if f"F{n}" not in UNREACHABLE]


@pytest.mark.parametrize(("fault", "cause", "seen", "test"), ROWS, ids=[row[0] for row in ROWS])
def test_each_row_names_a_test_of_that_fault(fault: str, cause: str, seen: str, test: str) -> None:
    assert test in written()
    assert fault in test.split("_"), f"{test} is no test of {fault}"
    assert cause.strip() and seen.strip()
