"""Real trouble with the disk: full, locked, closed to us, replaced, deleted, damaged; nothing is kept that isn't so."""

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

import bot.store.transaction
from bot.audit import audit
from bot.backup import NOT_COPIED, main
from bot.house import House
from bot.people import Place, Player, PlayerId
from bot.session import Session
from bot.store import DatabaseBusy, DatabaseFailing, Store, UnusableDatabase
from bot.store.backup import copy
from render import stock
from rules.draugr.ruleset import STANDARD
from tests.bot.folk import ASTRID, BJORN, OPENING, YARD, Clock, first, play
from tests.bot.staking import check_laws, house_over, look, staked, unstaked

WAITING = 3.0  # seconds until Discord calls an interaction failed
SHORT = 0.05


@pytest.fixture
async def house(store: Store) -> House:
    """The services over the open store."""
    return house_over(store, Clock())


async def plies(house: House, session: Session) -> int:
    """How much is kept of a session."""
    return (await house.sessions.get(session.id)).ply


def damage(database: Path, number: int) -> None:
    """Overwrite one page."""
    (size,) = look(database, "pragma page_size")[0]
    with database.open("r+b") as file:
        file.seek((number - 1) * size)
        file.write(b"\xa5" * size)


# A full disk


async def test_F42_on_a_full_disk_nothing_is_kept_by_half_and_later_it_goes_through(house: House) -> None:
    async def begin(number: int) -> Session:
        return await house.hunts.begin(
            place=Place(None, 1_000 + number, "bot"),
            locale="en",
            hunter=Player(PlayerId(number), "Hild"),
            ruleset=STANDARD,
            seed="mist",
            now=house.clock(),
            draw=first,
        )

    async with house.store.transaction() as tx:
        await tx.all("pragma max_page_count = 1")  # as many as there are
    for number in range(1, 500):
        try:
            await begin(number)
        except DatabaseFailing:
            break
    assert 1 < number < 499
    assert len(await house.sessions.live()) == number - 1
    with pytest.raises(DatabaseFailing):
        await begin(number)
    async with house.store.transaction() as tx:
        await tx.all("pragma max_page_count = 100000")
    assert (await begin(number)).id == number
    assert not (await audit(house.store.path)).found


_NO_ROOM = """
import asyncio, os, resource, sys
from pathlib import Path
from bot.store import DatabaseFailing, Store
from tests.bot.folk import OPENING, Clock, play
from tests.bot.staking import house_over, unstaked

async def main(path):
    house = house_over(await Store.open(path), Clock())
    match = await unstaked(house)
    log = os.path.getsize(f"{path}-wal")
    hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    resource.setrlimit(resource.RLIMIT_FSIZE, (log + 100, hard))
    try:
        await play(house.sessions, match, OPENING[0])
    except DatabaseFailing:
        print("failing")
    print((await house.sessions.get(match.id)).ply)
    resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
    print((await play(house.sessions, match, OPENING[0])).ply)
    await house.store.close()

asyncio.run(main(Path(sys.argv[1])))
"""


async def test_F42_where_the_log_of_writes_can_not_grow_a_move_is_not_kept(tmp_path: Path) -> None:
    path = tmp_path / "haugbui.sqlite3"
    ended = subprocess.run(
        [sys.executable, "-c", _NO_ROOM, str(path)], capture_output=True, text=True, timeout=60, check=False
    )
    assert ended.stdout.split() == ["failing", "0", "1"], ended.stderr
    assert not (await audit(path)).found


# A neighbour who keeps it locked


@pytest.fixture
async def hasty(database: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[House]:
    """The services over a store that waits for others only shortly."""
    assert bot.store.transaction.BUSY_SECONDS < WAITING
    monkeypatch.setattr(bot.store.transaction, "BUSY_SECONDS", SHORT)
    store = await Store.open(database)
    yield house_over(store, Clock())
    await store.close()


@pytest.fixture
def neighbour(hasty: House) -> Iterator[sqlite3.Connection]:
    """Another process's connection."""
    with closing(sqlite3.connect(hasty.store.path, isolation_level=None)) as connection:
        yield connection


async def test_F44_while_another_writes_nothing_is_kept_and_reading_goes_on(
    hasty: House, neighbour: sqlite3.Connection
) -> None:
    match = await staked(hasty)
    neighbour.execute("begin exclusive")
    with pytest.raises(DatabaseBusy):
        await play(hasty.sessions, match, OPENING[0])
    with pytest.raises(DatabaseBusy):
        await hasty.sessions.resign(match.id, ASTRID.id, now=hasty.clock())
    assert await plies(hasty, match) == 0
    neighbour.execute("rollback")
    await play(hasty.sessions, match, OPENING[0])
    check_laws(hasty.store.path)


async def test_F44_many_who_wait_are_all_told_and_none_waits_for_ever(
    hasty: House, neighbour: sqlite3.Connection
) -> None:
    matches = [await unstaked(hasty), await unstaked(hasty, place=YARD)]
    neighbour.execute("begin immediate")
    told = await asyncio.gather(
        *(play(hasty.sessions, match, OPENING[0]) for match in matches), return_exceptions=True
    )
    assert [type(error) for error in told] == [DatabaseBusy, DatabaseBusy]
    neighbour.execute("commit")
    for match in matches:
        await play(hasty.sessions, match, OPENING[0])


# A file that is closed to us, gone, or another's


async def test_F42_a_database_that_may_only_be_read_keeps_nothing(house: House) -> None:
    match = await unstaked(house)
    await house.store._writer.execute("pragma query_only = on")
    with pytest.raises(DatabaseFailing):
        await play(house.sessions, match, OPENING[0])
    assert await plies(house, match) == 0
    await house.store._writer.execute("pragma query_only = off")
    await play(house.sessions, match, OPENING[0])


def deleted(path: Path) -> None:
    path.unlink()


def replaced(path: Path) -> None:
    older = path.with_name("older")
    older.write_bytes(path.read_bytes())
    older.replace(path)


def log_deleted(path: Path) -> None:
    path.with_name(f"{path.name}-wal").unlink()


@pytest.mark.parametrize("trouble", [deleted, replaced, log_deleted])
async def test_F42_what_a_restart_would_not_find_is_not_called_kept(
    house: House, trouble: Callable[[Path], None]
) -> None:
    """SQLite would go on writing to the file that it has open, which no name leads to any more."""
    match = await unstaked(house)
    assert await house.store.answers()
    trouble(house.store.path)
    with pytest.raises(DatabaseFailing):
        await play(house.sessions, match, OPENING[0])
    assert not await house.store.answers()


async def test_F42_put_back_the_database_serves_on(house: House) -> None:
    match = await unstaked(house)
    aside = house.store.path.with_name("aside")
    house.store.path.rename(aside)
    with pytest.raises(DatabaseFailing):
        await play(house.sessions, match, OPENING[0])
    aside.rename(house.store.path)
    await play(house.sessions, match, OPENING[0])
    assert await house.store.answers()


# Damage


@pytest.fixture
async def damaged(database: Path) -> Path:
    """A database with two matches in it, closed; the page that holds their actions is overwritten."""
    store = await Store.open(database)
    house = house_over(store, Clock())
    await play(house.sessions, await unstaked(house), *OPENING)
    await play(house.sessions, await unstaked(house, place=YARD), *OPENING)
    await store.close()
    (root,) = look(database, "select rootpage from sqlite_master where name = 'action'")[0]
    damage(database, root)
    return database


async def test_a_damaged_page_is_told_by_the_audit_and_copied_by_no_backup(
    damaged: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(UnusableDatabase):
        await audit(damaged)
    target = damaged.with_name("copy")
    assert main([str(damaged), str(target)]) == NOT_COPIED
    assert capsys.readouterr().err.count("\n") == 1
    assert not target.exists()


async def test_a_damaged_page_keeps_nothing_and_what_lies_elsewhere_is_served(damaged: Path) -> None:
    store = await Store.open(damaged)
    house = house_over(store, Clock())
    with pytest.raises(DatabaseFailing):
        await house.sessions.act(1, None, BJORN.id, "f2-i2", now=house.clock(), draw=first)  # type: ignore[arg-type]
    await house.collections.of(ASTRID, now=house.clock(), own=True)
    await store.close()


# Beside it: backups, and pictures kept in files


def test_a_backup_that_finds_no_room_leaves_nothing(tmp_path: Path, database: Path) -> None:
    async def fill() -> None:
        store = await Store.open(database)
        house = house_over(store, Clock())
        await play(house.sessions, await unstaked(house), *OPENING)
        await store.close()

    asyncio.run(fill())
    script = (
        "import resource, sys\nfrom bot.backup import main\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))\nsys.exit(main(sys.argv[1:]))"
    )
    target = tmp_path / "copy.sqlite3"
    arguments = [sys.executable, "-c", script, str(database), str(target)]
    ended = subprocess.run(arguments, capture_output=True, text=True, timeout=60, check=False)
    assert (ended.returncode, ended.stdout) == (NOT_COPIED, "")
    assert ended.stderr.count("\n") == 1 and "Traceback" not in ended.stderr
    assert [found.name for found in tmp_path.iterdir()] == ["data"]
    assert copy(database, target).sessions == 1


@pytest.mark.parametrize("harm", [b"", b"nonsense", b"\0" * 5000])
def test_F43_what_is_damaged_among_the_kept_pictures_is_made_again(tmp_path: Path, harm: bytes) -> None:
    made = iter((b"first", b"second", b"third"))
    assert stock.kept(tmp_path, "kit-", "origin", lambda: next(made)) == b"first"
    (path,) = tmp_path.iterdir()
    path.write_bytes(harm)
    assert stock.kept(tmp_path, "kit-", "origin", lambda: next(made)) == b"second"
    assert stock.kept(tmp_path, "kit-", "origin", lambda: next(made)) == b"second"


_NO_ROOM_FOR_PICTURES = """
import resource, sys
from pathlib import Path
from render import stock
resource.setrlimit(resource.RLIMIT_FSIZE, (50, 50))
print(len(stock.kept(Path(sys.argv[1]), "kit-", "origin", lambda: bytes(range(256)) * 9)))
"""


def test_F43_a_full_folder_of_pictures_costs_no_picture_and_is_left_tidy(tmp_path: Path) -> None:
    arguments = [sys.executable, "-c", _NO_ROOM_FOR_PICTURES, str(tmp_path)]
    ended = subprocess.run(arguments, capture_output=True, text=True, timeout=60, check=False)
    assert ended.stdout == f"{256 * 9}\n", ended.stderr
    assert list(tmp_path.iterdir()) == []
