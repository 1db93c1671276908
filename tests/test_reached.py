"""What betrays a room without an import: the world outside, reached for by name, and SQL."""

import ast
import re
from collections.abc import Iterator

import pytest

from tests.sources import FILES

STARTERS = ("bot/__main__.py", "bot/playground.py")


# The environment, the clock and chance come from outside, through those that start the program


OUTSIDE = {
    "os.environ": STARTERS,
    "os.getenv": STARTERS,
    "datetime.now": STARTERS,
    "datetime.utcnow": STARTERS,
    "datetime.today": STARTERS,
    "date.today": STARTERS,
    "time.time": STARTERS,
    "discord.utils.utcnow": STARTERS,
    "utcnow": STARTERS,
    "random.": STARTERS,
    # The id of an unexpected error is no move of a game; it must only differ from the others in the log.
    "secrets.": (*STARTERS, "bot/apologies.py"),
}


def reached(source: str) -> Iterator[str]:
    """Which of the names of `OUTSIDE` the source reaches for."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute):
            name = ast.unparse(node)
            yield from (outside for outside in OUTSIDE if f"{name}.".startswith(outside.rstrip(".") + "."))
        elif isinstance(node, ast.ImportFrom) and node.module in ("os", "time", "random", "secrets"):
            if [name.name for name in node.names] == ["Random"]:
                continue  # a generator with a seed of its own: the same grain in every picture
            yield from (outside for outside in OUTSIDE if outside.startswith(node.module))


def strays(path: str, source: str) -> set[str]:
    """The names that the file reaches for although they are not its own to read."""
    return {outside for outside in reached(source) if path not in OUTSIDE[outside]}


@pytest.mark.parametrize("path", FILES)
def test_the_world_outside_is_passed_in(path: str) -> None:
    assert strays(path, FILES[path]) == set()


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import os\nhome = os.environ['HOME']", "os.environ"),
        ("from os import environ", "os.environ"),
        ("now = datetime.now(UTC)", "datetime.now"),
        ("def f():\n    return time.time()", "time.time"),
        ("import secrets\nn = secrets.randbelow(6)", "secrets."),
        ("from random import choice", "random."),
        ("from random import Random, choice", "random."),
    ],
)
def test_reaching_outside_is_seen(source: str, found: str) -> None:
    assert found in strays("bot/sessions.py", source)
    assert found not in strays("bot/__main__.py", source)


# SQL is spoken in the store alone

SQL = re.compile(
    r"\b(select\s.+\sfrom|insert\s+into|update\s+\w+\s+set|delete\s+from|create\s+(table|index|trigger|unique)"
    r"|alter\s+table|drop\s+(table|trigger|index)|pragma\s+\w+|begin\s+(immediate|exclusive))\b",
    re.IGNORECASE | re.DOTALL,
)


def sql_in(source: str) -> list[str]:
    """The texts of the source that are SQL; what documents it is not."""
    tree = ast.parse(source)
    told = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and id(node) not in told
        and SQL.search(node.value)
    ]


@pytest.mark.parametrize("path", FILES)
def test_only_the_store_speaks_sql(path: str) -> None:
    assert path.startswith("bot/store/") or sql_in(FILES[path]) == []


def test_sql_is_seen_where_it_is() -> None:
    assert sql_in("tx.run('update session set state = 1')")
    assert sql_in("tx.one('select id' ' from session')")
    assert not sql_in('def f():\n    """Select a row from the table."""')
    assert any(sql_in(source) for path, source in FILES.items() if path.startswith("bot/store/"))
