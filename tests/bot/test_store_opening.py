"""The store when it is opened: migrated whole or not at all, and no file that isn't ours is touched."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

import bot.store.database
from bot.store import NewerDatabase, Store, UnusableDatabase
from bot.store.database import migrations
from tests.bot.staking import look

SECOND = "begin immediate; create table extra (id integer) strict; pragma user_version = 2; commit;"
FAILING = "begin immediate; create table extra (id integer) strict; pragma user_version = 2; select nonsense;"


def tables(database: Path) -> set[object]:
    """The names of the tables."""
    return {name for (name,) in look(database, "select name from sqlite_master where type = 'table'")}


async def test_opening_makes_the_folder_and_the_schema(database: Path) -> None:
    store = await Store.open(database)
    await store.close()
    assert {"session", "seat", "action", "offer", "shown", "challenge"} <= tables(database)
    assert look(database, "pragma user_version") == [(len(migrations()),)]


async def test_the_promises_to_the_disk_are_really_on(store: Store) -> None:
    async with store.transaction() as tx:
        assert [row[0] for row in await tx.all("pragma journal_mode")] == ["wal"]
        assert [row[0] for row in await tx.all("pragma synchronous")] == [2]
        assert [row[0] for row in await tx.all("pragma foreign_keys")] == [1]
    async with store.reading() as tx:
        assert [row[0] for row in await tx.all("pragma query_only")] == [1]


async def test_every_table_is_strict(store: Store, beside: sqlite3.Connection) -> None:
    rows = beside.execute("select name, strict from pragma_table_list where schema = 'main'").fetchall()
    assert rows
    assert [name for name, strict in rows if not strict and not name.startswith("sqlite_")] == []


async def test_a_newer_database_is_refused_and_left_alone(database: Path) -> None:
    await (await Store.open(database)).close()
    known = len(migrations())
    with closing(sqlite3.connect(database)) as connection:
        connection.execute(f"pragma user_version = {known + 1}")
    with pytest.raises(NewerDatabase) as caught:
        await Store.open(database)
    assert (caught.value.path, caught.value.found, caught.value.known) == (database, known + 1, known)
    assert look(database, "pragma user_version") == [(known + 1,)]


async def test_a_later_script_runs_once_on_an_older_database(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = migrations()[:1]
    monkeypatch.setattr(bot.store.database, "migrations", lambda: first)
    await (await Store.open(database)).close()
    monkeypatch.setattr(bot.store.database, "migrations", lambda: [*first, SECOND])
    for _ in range(2):
        await (await Store.open(database)).close()
        assert look(database, "pragma user_version") == [(2,)]
    assert "extra" in tables(database)


async def test_a_failing_script_leaves_neither_its_table_nor_its_number(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = migrations()[:1]
    monkeypatch.setattr(bot.store.database, "migrations", lambda: [*first, FAILING])
    with pytest.raises(UnusableDatabase):
        await Store.open(database)
    assert "extra" not in tables(database)
    assert "session" in tables(database)
    assert look(database, "pragma user_version") == [(1,)]


@pytest.mark.parametrize("number", range(len(migrations())))
def test_each_script_is_one_transaction_that_sets_its_own_number(number: int) -> None:
    statements = [line for line in migrations()[number].splitlines() if line and not line.startswith("--")]
    assert statements[0] == "begin immediate;"
    assert statements[-2:] == [f"pragma user_version = {number + 1};", "commit;"]


def not_a_database(path: Path) -> Path:
    path.write_bytes(b"To whom it may concern: this is a letter. " * 200)
    return path


def a_folder(path: Path) -> Path:
    path.mkdir()
    return path


def beneath_a_file(path: Path) -> Path:
    path.write_text("a file where a folder should be")
    return path / "haugbui.sqlite3"


def somebody_elses(path: Path) -> Path:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("create table session (song text)")
        connection.commit()
    return path


@pytest.mark.parametrize("spoil", [not_a_database, a_folder, beneath_a_file, somebody_elses])
async def test_a_file_that_cannot_be_ours_is_refused(tmp_path: Path, spoil: Callable[[Path], Path]) -> None:
    path = spoil(tmp_path / "letter")
    with pytest.raises(UnusableDatabase) as caught:
        await Store.open(path)
    assert caught.value.path == path
    assert caught.value.reason


async def test_a_folder_that_cannot_be_written_is_refused() -> None:
    with pytest.raises(UnusableDatabase):
        await Store.open(Path("/proc/haugbui/haugbui.sqlite3"))
