"""`python -m bot.audit`: what can be audited and what can't, and that a running bot is no hindrance."""

import asyncio
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.audit import UNUSABLE, audit, main
from bot.people import Place
from bot.store import NewerDatabase, Store, UnusableDatabase
from bot.store.database import migrations
from rules.game import Seat
from tests.bot.books import tamper
from tests.bot.folk import GUILD, Clock
from tests.bot.staking import house_over, resigned, staked, unstaked

ROOT = Path(__file__).parents[2]


def test_an_empty_database_is_consistent(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "empty.sqlite3"
    asyncio.run(_opened(path))
    assert main([str(path)]) == 0
    assert capsys.readouterr().out == "0 sessions, 0 sets: consistent\n"


async def _opened(path: Path) -> None:
    await (await Store.open(path)).close()


# What can't be audited


@pytest.fixture
def unusable(tmp_path: Path) -> Iterator[Path]:
    """A file that is none of ours."""
    path = tmp_path / "notes.txt"
    path.write_text("no database at all, but long enough to be looked at " * 40)
    yield path
    assert path.read_text().startswith("no database")


def test_what_is_no_database_of_ours_can_not_be_audited(
    unusable: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    foreign = tmp_path / "foreign.sqlite3"
    with closing(sqlite3.connect(foreign)) as connection:
        connection.execute("create table recipe (name text)")
    for path in (unusable, tmp_path, tmp_path / "missing" / "haugbui.sqlite3", tmp_path / "none", foreign):
        there = path.exists()
        assert main([str(path)]) == UNUSABLE, path
        told = capsys.readouterr()
        assert told.out == ""
        assert told.err.startswith(f"{path} can't be audited: ")
        assert path.exists() == there, "nothing is made by looking"


@pytest.mark.parametrize("version", [0, len(migrations()) - 1, len(migrations()) + 1, 9_999])
def test_an_older_or_newer_schema_can_not_be_audited(
    rich: Path, capsys: pytest.CaptureFixture[str], version: int
) -> None:
    tamper(rich, f"pragma user_version = {version}")
    before = rich.read_bytes()
    assert main([str(rich)]) == UNUSABLE
    assert f"schema {version}" in capsys.readouterr().err
    assert rich.read_bytes() == before
    with pytest.raises(NewerDatabase if version > len(migrations()) else UnusableDatabase):
        asyncio.run(audit(rich))


def test_the_command_line(rich: Path, tmp_path: Path) -> None:
    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "bot.audit", *arguments],
            cwd=ROOT,
            env={"PATH": os.environ["PATH"]},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )

    whole = run(str(rich))
    assert (whole.returncode, whole.stderr) == (0, "")
    assert whole.stdout.endswith(": consistent\n")
    assert run().returncode == UNUSABLE


# Beside a running bot


async def test_it_looks_at_one_moment_beside_an_open_store(tmp_path: Path) -> None:
    clock = Clock()
    house = house_over(await Store.open(tmp_path / "haugbui.sqlite3"), clock)
    try:
        session = await staked(house)
        async with house.store.transaction() as tx:
            found = await house.sessions.load(tx, session.id)
            await house.sessions.append(tx, found, Seat.ATTACKERS, "resign attackers", clock())
            # Half of it is written, none of it committed.
            during = await audit(house.store.path)
        after = await audit(house.store.path)
        assert (list(during.found), during.sessions, during.sets) == ([], 1, 2)
        assert not after.found
        many = asyncio.gather(*[audit(house.store.path) for _ in range(5)])
        for number in range(10):
            await resigned(
                house, await unstaked(house, place=Place(GUILD, 900 + number, "bot")), Seat.ATTACKERS
            )
        assert not any(report.found for report in await many)
        async with house.store.transaction() as tx:
            assert [row[0] for row in await tx.all("pragma journal_mode")] == ["wal"]
    finally:
        await house.store.close()
