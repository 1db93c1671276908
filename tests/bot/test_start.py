"""`python -m bot` where it can't start: one sentence on stderr, exit 2, and nothing on the disk is harmed."""

import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import pytest
from filelock import FileLock

from bot.__main__ import CANNOT_START, main
from bot.settings import Settings
from bot.store.database import migrations

ROOT = Path(__file__).parents[2]
TOKEN = "not-a-token-of-anybody"


def start(folder: Path, settings: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    """Start the bot in a folder of its own, with no environment but the settings."""
    path = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "ignore"}
    return subprocess.run(
        [sys.executable, "-m", "bot"],
        cwd=folder,
        env={**path, **settings},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def one_sentence(text: str) -> bool:
    """Whether the text is one line that ends like a sentence."""
    return bool(re.fullmatch(r"[^\n]+\.\n", text)) and "Traceback" not in text


def test_without_a_token_the_process_says_so_and_exits_2(tmp_path: Path) -> None:
    ended = start(tmp_path, {})
    assert ended.returncode == 2
    assert one_sentence(ended.stderr)
    assert "HAUGBUI_TOKEN" in ended.stderr
    assert ended.stdout == ""
    assert list(tmp_path.iterdir()) == []


def test_a_second_process_on_one_database_is_refused(tmp_path: Path) -> None:
    database = tmp_path / "data" / "haugbui.sqlite3"
    database.parent.mkdir()
    with FileLock(f"{database}.lock"):
        ended = start(tmp_path, {"HAUGBUI_TOKEN": TOKEN})
    assert ended.returncode == 2
    assert one_sentence(ended.stderr)
    assert "data/haugbui.sqlite3" in ended.stderr
    assert not database.exists()


# The rest in this process


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a token and nothing else."""
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(f"HAUGBUI_{name}".upper(), raising=False)
    monkeypatch.setenv("HAUGBUI_TOKEN", TOKEN)
    return tmp_path


def refused(capsys: pytest.CaptureFixture[str]) -> str:
    """What the start says when it is refused."""
    assert main() == CANNOT_START == 2
    said = capsys.readouterr()
    assert one_sentence(said.err)
    assert said.out == ""
    assert TOKEN not in said.err
    return said.err


def test_every_wrong_setting_is_named_at_once(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("HAUGBUI_TOKEN")
    monkeypatch.setenv("HAUGBUI_LOG_LEVEL", "LOUD")
    monkeypatch.setenv("HAUGBUI_API", "https://elsewhere.example")
    said = refused(capsys)
    assert {"HAUGBUI_TOKEN", "HAUGBUI_LOG_LEVEL", "HAUGBUI_API"} == set(re.findall(r"HAUGBUI_[A-Z_]+", said))
    assert "must be a loopback address" in said


def test_a_newer_database_is_refused_and_left_alone(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = here / "data" / "haugbui.sqlite3"
    database.parent.mkdir()
    newer = len(migrations()) + 1
    with closing(sqlite3.connect(database)) as connection:
        connection.execute(f"pragma user_version = {newer}")
    before = database.read_bytes()
    said = refused(capsys)
    assert "newer" in said
    assert str(newer) in said
    assert database.read_bytes()[:16] == before[:16]
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("pragma user_version").fetchone() == (newer,)
        assert connection.execute("select count(*) from sqlite_master").fetchone() == (0,)


def test_a_file_that_is_no_database_is_refused(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = here / "data" / "haugbui.sqlite3"
    database.parent.mkdir()
    database.write_bytes(b"A shopping list: mead, bread, a goat. " * 100)
    said = refused(capsys)
    assert "data/haugbui.sqlite3" in said
    assert database.read_bytes().startswith(b"A shopping list")


def test_a_folder_that_cannot_be_made_is_refused(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (here / "data").write_text("a file where a folder should be")
    assert "data/haugbui.sqlite3" in refused(capsys)
    monkeypatch.setenv("HAUGBUI_DATABASE", "/proc/haugbui/haugbui.sqlite3")
    assert "/proc/haugbui/haugbui.sqlite3" in refused(capsys)


def test_a_folder_in_the_databases_place_is_refused(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (here / "data" / "haugbui.sqlite3").mkdir(parents=True)
    assert "data/haugbui.sqlite3" in refused(capsys)
