"""The README and `.env.example` tell of every command and every setting, and of nothing that is not there."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from discord import app_commands

from bot.client import Haugbui
from bot.house import House
from bot.settings import Settings
from bot.store import Store

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
EXAMPLE = (ROOT / ".env.example").read_text(encoding="utf-8")
SETTINGS = [f"HAUGBUI_{name}".upper() for name in Settings.model_fields]
FOR_TESTS_ALONE = {"HAUGBUI_API", "HAUGBUI_GATEWAY"}

FOR_OPERATORS = {"/health", "/metrics"}  # pages of the process, not commands in Discord

AnyCommand = app_commands.Command[Any, ..., Any] | app_commands.Group | app_commands.ContextMenu


def named(command: AnyCommand) -> Iterator[str]:
    """How the command, or each one of the group, is called."""
    if isinstance(command, app_commands.Group):
        for inner in command.commands:
            yield from named(inner)
    elif isinstance(command, app_commands.ContextMenu):
        yield command.name
    else:
        yield f"/{command.qualified_name}"


@pytest.fixture
async def commands(tmp_path: Path) -> list[str]:
    """Every command of the bot, by its name."""
    store = await Store.open(tmp_path / "haugbui.sqlite3")
    try:
        client = Haugbui(House.over(store, clock=lambda: None, draw=lambda n: 0, cache=tmp_path))  # type: ignore[arg-type, return-value]
    finally:
        await store.close()
    return [name for command in client.tree.walk_commands() for name in named(command)] + [
        menu.name for menu in client.tree.get_commands() if isinstance(menu, app_commands.ContextMenu)
    ]


async def test_the_readme_names_every_command(commands: list[str]) -> None:
    assert {"/tafl challenge", "/help", "Challenge to tafl"} <= set(commands)
    assert {command for command in commands if not re.search(rf"{re.escape(command)}\b", README)} == set()


async def test_the_readme_names_no_other_command(commands: list[str]) -> None:
    parts = [command.split() for command in commands]
    words = {" ".join(part[:end]) for part in parts for end in range(1, len(part) + 1)}
    told = set(re.findall(r"`(/[a-z]+(?: [a-z-]+)?)", README))
    assert told - words == FOR_OPERATORS


@pytest.mark.parametrize("setting", SETTINGS)
def test_the_example_explains_every_setting(setting: str) -> None:
    lines = EXAMPLE.splitlines()
    found = [number for number, line in enumerate(lines) if re.match(rf"#? ?{setting}=", line)]
    assert len(found) == 1
    above = [line for line in lines[: found[0]] if not re.match(r"#? ?HAUGBUI_", line)]
    assert above[-1].startswith("# ")


def test_the_example_sets_nothing_else() -> None:
    assert set(re.findall(r"HAUGBUI_[A-Z_]+", EXAMPLE)) <= set(SETTINGS)


@pytest.mark.parametrize("setting", [name for name in SETTINGS if name not in FOR_TESTS_ALONE])
def test_the_readme_names_every_setting(setting: str) -> None:
    assert setting in README


def test_the_readme_names_no_other_setting() -> None:
    assert set(re.findall(r"HAUGBUI_[A-Z_]+", README)) <= set(SETTINGS)


def test_what_the_readme_links_to_is_there() -> None:
    linked = re.findall(r"\]\((?!https?://|#)([^)#]+)", README)
    assert [path for path in linked if not (ROOT / path).exists()] == []


def test_every_make_target_that_the_readme_names_exists() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    told = set(re.findall(r"`make ([a-z]+)`", README))
    assert told
    assert {target for target in told if not re.search(rf"^{target}:", makefile, re.MULTILINE)} == set()
