"""The backup: one moment of a living database, whole or not at all, and a house that goes on from it."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot import backup
from bot.audit import audit
from bot.challenges import Challenges
from bot.people import Place, SessionId
from bot.refusals import StaleTable
from bot.session import Session
from bot.sessions import Sessions
from bot.store import Store, UnusableDatabase
from bot.store.backup import Copied, DamagedCopy, TargetTaken, copy
from tests.bot.folk import BJORN, ESCAPE, GUILD, NOON, OPENING, never, opened, play

COPIES = 4


@pytest.fixture
def target(tmp_path: Path) -> Path:
    """Where the copies go; the folder is there, as an operator has it."""
    folder = tmp_path / "backups"
    folder.mkdir()
    return folder / "haugbui.sqlite3"


def room(number: int) -> Place:
    """One of many channels."""
    return Place(GUILD, 900 + number, "bot")


async def restored(path: Path) -> tuple[Store, Sessions]:
    """The services over a copy, as after a restore."""
    store = await Store.open(path)
    return store, Sessions(store)


def beside(target: Path) -> list[str]:
    """What lies in the folder of the copies."""
    return sorted(path.name for path in target.parent.iterdir())


async def test_a_copy_made_while_matches_are_played_is_one_moment_of_them(
    store: Store, sessions: Sessions, challenges: Challenges, target: Path
) -> None:
    playing = True

    async def play_on(number: int) -> None:
        while playing:
            session = await play(sessions, await opened(challenges, place=room(number)), *OPENING, ESCAPE)
            assert session.outcome

    tables = [asyncio.create_task(play_on(number)) for number in range(3)]
    paths = [target.with_name(f"{number}.sqlite3") for number in range(COPIES)]
    counted = [(await asyncio.to_thread(copy, store.path, path)).sessions for path in paths]
    playing = False
    await asyncio.gather(*tables)
    assert counted == sorted(counted)
    assert counted[-1] > 0
    for path, count in zip(paths, counted, strict=True):
        # An outcome without its last action, or an action without its outcome, would be told here.
        report = await audit(path)
        assert (report.sessions, report.found) == (count, [])


async def test_a_restored_match_is_played_on_to_its_end(
    store: Store, sessions: Sessions, challenges: Challenges, target: Path
) -> None:
    left = await play(sessions, await opened(challenges), *OPENING)
    copy(store.path, target)
    over, _ = await restored(target)
    try:
        again = Sessions(over)
        found = await again.get(left.id)
        assert (found.ply, found.state) == (left.ply, left.state)
        ended = await play(again, found, ESCAPE)
        assert ended.outcome
    finally:
        await over.close()
    assert (await sessions.get(left.id)).ply == left.ply


async def test_F4_a_table_newer_than_the_restored_backup_is_out_of_date(
    store: Store, sessions: Sessions, challenges: Challenges, target: Path
) -> None:
    begun = await play(sessions, await opened(challenges), *OPENING[:3])
    copy(store.path, target)
    later: Session = await play(sessions, begun, *OPENING[3:5])
    over, again = await restored(target)
    try:
        with pytest.raises(StaleTable):
            await again.act(later.id, later.ply, BJORN.id, OPENING[5], now=NOON, draw=never)
        assert (await again.get(SessionId(later.id))).ply == begun.ply
    finally:
        await over.close()


async def test_a_copy_is_one_file_with_what_no_checkpoint_has_moved_yet(
    store: Store, sessions: Sessions, challenges: Challenges, target: Path
) -> None:
    await opened(challenges)
    wal = store.path.with_name(f"{store.path.name}-wal")
    assert wal.stat().st_size > 0
    store.path.chmod(0o600)
    assert copy(store.path, target) == Copied(target.stat().st_size, 1)
    assert beside(target) == [target.name]
    assert target.stat().st_mode & 0o777 == 0o600


async def test_what_lies_at_the_target_stays(store: Store, target: Path) -> None:
    target.write_text("last week's")
    with pytest.raises(TargetTaken) as caught:
        copy(store.path, target)
    assert caught.value.path == target
    assert target.read_text() == "last week's"


async def test_what_comes_to_lie_at_the_target_meanwhile_stays(
    store: Store, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The same command started twice: the second one's look came before the first one's end.
    target.write_text("the other's")
    monkeypatch.setattr(Path, "exists", lambda path: False)
    with pytest.raises(TargetTaken):
        copy(store.path, target)
    assert (target.read_text(), beside(target)) == ("the other's", [target.name])


async def test_a_database_with_torn_pages_gives_no_copy(
    store: Store, challenges: Challenges, target: Path
) -> None:
    await opened(challenges)
    await store.close()
    content = bytearray(store.path.read_bytes())
    # The first page stays, and with it all that tells a database from any other file.
    content[4096:] = bytes(len(content) - 4096)
    store.path.write_bytes(content)
    with pytest.raises(UnusableDatabase):
        copy(store.path, target)
    assert beside(target) == []


async def test_a_database_that_breaks_its_own_laws_gives_no_copy(
    store: Store, challenges: Challenges, target: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await opened(challenges)
    await store.close()
    with closing(sqlite3.connect(store.path, isolation_level=None)) as connection:
        connection.execute("pragma ignore_check_constraints = on")
        connection.execute("update session set state = 'nowhere'")
    with pytest.raises(DamagedCopy) as caught:
        copy(store.path, target)
    assert caught.value.found == ["CHECK constraint failed in session"]
    assert backup.main([str(store.path), str(target)]) == backup.NOT_COPIED
    assert "CHECK constraint failed in session" in capsys.readouterr().err
    assert beside(target) == []


@pytest.mark.parametrize("content", [None, b"", b"no database at all" * 100])
def test_what_is_no_database_of_ours_gives_no_copy(
    content: bytes | None, tmp_path: Path, target: Path
) -> None:
    database = tmp_path / "other.sqlite3"
    if content is not None:
        database.write_bytes(content)
    with pytest.raises(UnusableDatabase) as caught:
        copy(database, target)
    assert caught.value.path == database
    assert beside(target) == []
    assert database.exists() == (content is not None)


async def test_the_command_says_one_line(
    store: Store, challenges: Challenges, target: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await opened(challenges)
    assert backup.main([str(store.path), str(target)]) == 0
    told = capsys.readouterr()
    assert told.out == f"{target}: 1 sessions, {target.stat().st_size} bytes, whole\n"
    assert told.err == ""


async def test_the_command_says_in_one_line_why_there_is_no_copy(
    store: Store, target: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target.write_text("last week's")
    nowhere = tmp_path / "nowhere" / "copy.sqlite3"
    for database, to in ((store.path, target), (tmp_path / "none", nowhere), (store.path, nowhere)):
        assert backup.main([str(database), str(to)]) == backup.NOT_COPIED
        told = capsys.readouterr()
        assert told.out == ""
        assert told.err.count("\n") == 1
        assert str(to) in told.err or str(database) in told.err
