"""Every numbered rule of the match and of the wager is cited by a test's name or docstring."""

import ast
import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
RULES = [f"T{number}" for number in range(1, 20)] + [f"W{number}" for number in range(1, 5)]


def cited(source: str) -> set[str]:
    """The rules that a test file's functions cite: "T3_to_T5" cites all three."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            words = f"{node.name} {ast.get_docstring(node) or ''}"
            found |= set(re.findall(r"(?<![A-Za-z0-9])[TW]\d+(?!\d)", words.replace("_", " ")))
    return found


CITED = set().union(*(cited(path.read_text(encoding="utf-8")) for path in sorted(TESTS.rglob("test_*.py"))))


@pytest.mark.parametrize("rule", RULES)
def test_a_test_cites_the_rule(rule: str) -> None:
    assert rule in CITED


def test_citations_are_found_in_names_and_docstrings_only() -> None:
    assert cited("def test_T3_x():\n  'W2, T14.'\n  'T5'\ndef helper_T6(): ...\n# T7") == {"T3", "W2", "T14"}
