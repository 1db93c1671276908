"""Who may know whom: the rooms of the house, checked over every import."""

import ast
import sys
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field

import pytest

from tests.sources import FILES

RULES_MAY_IMPORT = frozenset(
    {
        "collections",
        "dataclasses",
        "enum",
        "functools",
        "hashlib",
        "importlib.resources",
        "itertools",
        "json",
        "math",
        "operator",
        "re",
        "textwrap",
        "types",
        "typing",
        "unicodedata",
    }
)
COMMAND_LINES_MAY_IMPORT = frozenset({"argparse", "pathlib", "statistics", "sys"})
DATABASES = frozenset({"sqlite3", "aiosqlite"})
FACES = frozenset({"discord", "PIL", "zlib_ng", "render", "resvg_py", "simcord"})
DRAWING = frozenset({"PIL", "zlib_ng", "resvg_py"})
# The services, what they stand on, and of that what is a value alone.
SERVICES = ("archive", "blocks", "challenges", "collections", "hunts", "preferences", "sessions")
VALUES = ("limits", "people", "playing_sets", "refusals", "session")
BENEATH = ("deeds", "ledger", "seating", "welcome", *VALUES)
ABOVE_THE_SERVICES = frozenset(
    f"bot.{name}"
    for name in (
        "answering",
        "challenging",
        "client",
        "commands",
        "house",
        "hunting",
        "intents",
        "play",
        "reply",
        "request",
        "screens",
        "tables",
        "views",
    )
)


@dataclass(frozen=True)
class Room:
    """Files that live by the same law: by their path's beginning, what they may never import, or all they may."""

    path: str
    never: Set[str] = frozenset()
    only: Set[str] | None = None
    but: Mapping[str, Set[str]] = field(default_factory=dict)


ROOMS = (
    Room(
        "rules/",
        only=RULES_MAY_IMPORT | {"rules"},
        but={
            "rules/tafl/__main__.py": COMMAND_LINES_MAY_IMPORT,
            "rules/draugr/__main__.py": COMMAND_LINES_MAY_IMPORT,
        },
    ),
    Room("rules/tafl/", never=frozenset({"rules.draugr"})),
    Room("rules/draugr/", never=frozenset({"rules.tafl"})),
    Room("render/", never=DATABASES | {"bot", "discord", "simcord"}),
    Room(
        "bot/store/", never=FACES | {"rules", "bot.sessions", "bot.challenges", "bot.views", "bot.commands"}
    ),
    *(Room(f"bot/{name}.py", never=FACES | ABOVE_THE_SERVICES) for name in (*SERVICES, *BENEATH, "audit")),
    Room("bot/house.py", never=FACES | ABOVE_THE_SERVICES - {"bot.house"}),
    # Beneath the services: these take the caller's transaction, or are values.
    *(
        Room(f"bot/{name}.py", never=frozenset(f"bot.{service}" for service in SERVICES if service != name))
        for name in BENEATH
    ),
    Room("bot/archive.py", never=frozenset({"bot.sessions", "bot.ledger", "bot.deeds"})),
    Room("bot/sessions.py", never=frozenset({"bot.ledger", "bot.deeds"})),
    *(Room(f"bot/{name}.py", never=frozenset({"bot.store"})) for name in VALUES),
    # What judges the services' work must not ask them.
    Room(
        "bot/audit.py",
        never=frozenset(f"bot.{name}" for name in (*SERVICES, "ledger", "deeds"))
        | {"bot.store.sets", "bot.store.sessions", "bot.store.challenges", "bot.store.dailies"},
    ),
    *(
        Room(f"bot/{name}.py", never=DRAWING | {"bot.store", "bot.ledger", "bot.commands", "bot.client"})
        for name in (
            "access",
            "challenging",
            "hunting",
            "intents",
            "play",
            "reply",
            "request",
            "screens",
            "sentences",
            "tables",
        )
    ),
    Room("bot/words/", never=FACES | DATABASES | {"rules", "bot.sessions", "bot.store", "bot.views"}),
    Room(
        "bot/views/",
        never=frozenset(
            {"bot.store", "bot.sessions", "bot.commands", "bot.reply", "bot.request", "bot.client"}
        ),
    ),
    Room("bot/commands/", never=frozenset({"bot.store", "bot.client"})),
    Room(
        "bot/",
        never=DATABASES,
        but={
            "bot/store/backup.py": {"sqlite3"},
            "bot/store/database.py": {"sqlite3"},
            "bot/store/errors.py": {"sqlite3"},
            "bot/store/transaction.py": DATABASES,
        },
    ),
    Room("bot/", never=frozenset({"simcord"}), but={"bot/playground.py": {"simcord"}}),
)


def imported(source: str) -> Iterator[str]:
    """The full names of all modules that the source imports, inside functions too, but for types alone."""
    tree = ast.parse(source)
    for_types = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) in ("TYPE_CHECKING", "typing.TYPE_CHECKING")
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if id(node) in for_types:
            continue
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            assert node.module is not None
            yield node.module
            yield from (f"{node.module}.{name.name}" for name in node.names)
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in (
            "__import__",
            "importlib.import_module",
        ):
            yield "importlib.import_module"


def within(module: str, rooms: Set[str]) -> bool:
    """Whether the module is one of those or lies in one of them."""
    parts = module.split(".")
    return any(".".join(parts[:end]) in rooms for end in range(1, len(parts) + 1))


def trespasses(path: str, source: str) -> Iterator[str]:
    """What the file imports against the law of a room that it lives in."""
    modules = set(imported(source))
    if "importlib.import_module" in modules:
        yield "importlib.import_module"
    for room in ROOMS:
        if path.startswith(room.path):
            allowed = room.but.get(path, frozenset())
            for module in modules:
                if within(module, allowed):
                    continue
                if within(module, room.never) or (room.only is not None and not within(module, room.only)):
                    yield module


@pytest.mark.parametrize("path", FILES)
def test_no_room_knows_what_it_must_not(path: str) -> None:
    assert set(trespasses(path, FILES[path])) == set()


@pytest.mark.parametrize(
    ("path", "source", "found"),
    [
        ("rules/game.py", "import random", {"random"}),
        ("rules/game.py", "import sys", {"sys"}),
        ("rules/game.py", "import importlib.metadata", {"importlib.metadata"}),
        ("rules/game.py", "def f():\n    import asyncio", {"asyncio"}),
        ("rules/tafl/match.py", "from datetime import datetime", {"datetime", "datetime.datetime"}),
        ("rules/tafl/match.py", "import render.board", {"render.board"}),
        ("rules/tafl/match.py", "from rules.draugr.hunt import Hunt", {"rules.draugr.hunt"}),
        ("rules/tafl/__main__.py", "import random", {"random"}),
        ("render/board.py", "from bot.words import say", {"bot.words"}),
        ("render/board.py", "import discord.ui", {"discord.ui"}),
        ("render/board.py", "import sqlite3", {"sqlite3"}),
        ("bot/store/sessions.py", "from discord import User", {"discord"}),
        ("bot/sessions.py", "from render.board import draw", {"render.board"}),
        ("bot/sessions.py", "import PIL.Image", {"PIL.Image"}),
        ("bot/sessions.py", "from bot import reply", {"bot.reply"}),
        ("bot/challenges.py", "if x:\n    import discord", {"discord"}),
        ("bot/ledger.py", "from bot.sessions import Sessions", {"bot.sessions"}),
        ("bot/ledger.py", "from bot.views import sets", {"bot.views"}),
        ("bot/archive.py", "from bot import ledger", {"bot.ledger"}),
        ("bot/sessions.py", "from bot.ledger import settle", {"bot.ledger"}),
        ("bot/deeds.py", "import discord", {"discord"}),
        ("bot/playing_sets.py", "from bot.store import Store", {"bot.store"}),
        ("bot/collections.py", "from render.sets import SetPlate", {"render.sets"}),
        ("bot/house.py", "from bot.request import Request", {"bot.request"}),
        ("bot/audit.py", "from bot.ledger import owned", {"bot.ledger"}),
        ("bot/audit.py", "from bot.store import sets", {"bot.store.sets"}),
        ("bot/hunts.py", "from bot.hunting import begin", {"bot.hunting"}),
        ("bot/challenging.py", "from bot.store import sets", {"bot.store"}),
        ("bot/play.py", "from bot.commands import table", {"bot.commands"}),
        ("bot/screens.py", "from PIL import Image", {"PIL"}),
        ("bot/tables.py", "from bot.client import Haugbui", {"bot.client"}),
        ("bot/reply.py", "from bot import ledger", {"bot.ledger"}),
        ("bot/views/table.py", "import aiosqlite", {"aiosqlite"}),
        ("bot/views/table.py", "from bot.store import Store", {"bot.store"}),
        ("bot/client.py", "import simcord", {"simcord"}),
        (
            "bot/client.py",
            "import importlib\nimportlib.import_module('simcord')",
            {"importlib.import_module"},
        ),
    ],
)
def test_a_trespass_is_seen(path: str, source: str, found: set[str]) -> None:
    assert set(trespasses(path, source)) >= found


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("rules/game.py", "import json\nfrom dataclasses import dataclass\nfrom rules.game import Seat"),
        ("bot/store/transaction.py", "import aiosqlite"),
        ("bot/playground.py", "import simcord"),
        (
            "bot/refusals.py",
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from bot.views import x",
        ),
        ("render/board.py", "from PIL import Image"),
        ("bot/collections.py", "from bot import ledger"),
        ("bot/ledger.py", "from bot.store import sets"),
        ("bot/audit.py", "from bot.store import audit"),
        ("bot/house.py", "from bot.sessions import Sessions"),
        ("bot/screens.py", "from render import alt"),
    ],
)
def test_what_is_allowed_is_no_trespass(path: str, source: str) -> None:
    assert set(trespasses(path, source)) == set()


def test_every_room_is_there() -> None:
    assert [room.path for room in ROOMS if not any(path.startswith(room.path) for path in FILES)] == []
    assert [path for room in ROOMS for path in room.but if path not in FILES] == []


def test_the_rules_list_names_the_standard_library_alone() -> None:
    assert {module.partition(".")[0] for module in RULES_MAY_IMPORT} - sys.stdlib_module_names == set()
    assert not RULES_MAY_IMPORT & {
        "asyncio",
        "datetime",
        "logging",
        "os",
        "random",
        "secrets",
        "sqlite3",
        "time",
    }
