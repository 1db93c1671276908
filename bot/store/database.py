"""One SQLite file: opened, migrated, written by one writer at a time, read beside it."""

import asyncio
import importlib.resources
import logging
import os
import sqlite3
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any, Self, TypeVar
from urllib.parse import quote

from bot.observing import kept, timed
from bot.store.errors import DatabaseFailing, NewerDatabase, UnusableDatabase, told
from bot.store.transaction import Carry, Line, Row, Transaction, Value, finished, on_the_spot

log = logging.getLogger(__name__)

__all__ = ["NewerDatabase", "Row", "Store", "Transaction", "UnusableDatabase", "Value"]

T = TypeVar("T")
Intent = Callable[[Transaction], Coroutine[Any, Any, T]]

CHECKPOINT_EVERY = 300
"""Transactions; what they wrote goes from the log to the database file then, and the log begins anew."""

_CHECKPOINT = "pragma wal_checkpoint(passive)"


def migrations() -> Sequence[str]:
    """The numbered migration scripts, in order; script n brings a database from version n - 1 to n."""
    folder = importlib.resources.files("bot.store") / "migrations"
    files = sorted(
        (file for file in folder.iterdir() if file.name.endswith(".sql")), key=lambda file: file.name
    )
    return [file.read_text(encoding="utf-8") for file in files]


class Store:
    """An open database. `transaction()` commits whole or not at all; `reading()` sees one committed state."""

    def __init__(self, path: Path, writer: Line, reader: Line):
        self.path = path
        self._writer = writer
        self._reader = reader
        self._files = _identities(path)
        self._writing = asyncio.Lock()
        self._looking = asyncio.Lock()
        self._since_checkpoint = 0
        self._checkpointing: asyncio.Task[None] | None = None

    @classmethod
    async def open(cls, path: Path) -> Self:
        """Open and migrate the database at `path`, making its folder; raises UnusableDatabase or NewerDatabase."""
        connections: list[Line] = []
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            connections.append(await _connect(path))
            await _migrate(path, connections[0])
            connections.append(await _connect(path))
            await connections[1].execute("pragma query_only = on")
        except BaseException as error:
            # An open connection would keep the process alive.
            for connection in connections:
                await connection.close()
            if isinstance(error, OSError | sqlite3.Error):
                raise UnusableDatabase(path, str(error)) from error
            raise
        return cls(path, *connections)

    async def close(self) -> None:
        """Wait for what is under way, then close; the store can't be used afterwards."""
        if self._checkpointing is not None:
            await self._checkpointing
        async with self._writing, self._looking:
            await self._reader.close()
            await self._writer.close()

    async def answers(self) -> bool:
        """Whether the database can be read at this moment."""
        try:
            self._must_be_ours()
            async with self.reading() as tx:
                await tx.one("select id from session limit 1")
        except (sqlite3.Error, ValueError):  # aiosqlite's ValueError: closed
            return False
        return True

    @asynccontextmanager
    async def transaction(self, *, lasting: bool = True) -> AsyncIterator[Transaction]:
        """One intent, one transaction: commits at the end, rolls back on any exception, cancellation included.

        What is not `lasting` may be lost with the machine's power, though never with the process alone, nor in
        half. Raises DatabaseBusy or DatabaseFailing, and then nothing was written.
        """
        async with timed("db"), self._writing:
            transaction = self._begun_by(self._writer.do, lasting)
            try:
                yield transaction
                await transaction.end()
            except BaseException as error:
                await _roll_back(self._writer)
                if isinstance(error, sqlite3.Error):
                    raise told(error) from error
                raise
            self._written(transaction)

    async def at_once(self, intent: Intent[T]) -> T:
        """Like a lasting `transaction()`, but the whole intent is one trip to the database's thread.

        So nobody waits for the event loop while the database is held. The intent may wait for its statements alone.
        """

        def whole(connection: sqlite3.Connection) -> tuple[T, Transaction]:
            transaction = self._begun_by(on_the_spot(connection), lasting=True)

            async def work() -> T:
                found = await intent(transaction)
                await transaction.end()
                return found

            try:
                return finished(work()), transaction
            except BaseException:
                connection.rollback()
                raise

        async with timed("db"), self._writing:
            try:
                found, transaction = await self._writer.do(whole)
            except sqlite3.Error as error:
                raise told(error) from error
            except asyncio.CancelledError:
                await _roll_back(self._writer)
                raise
            self._written(transaction)
        return found

    def _begun_by(self, carry: Carry, lasting: bool) -> Transaction:
        synchronous = f"pragma synchronous = {'full' if lasting else 'normal'}"

        def begin(connection: sqlite3.Connection) -> None:
            self._must_be_ours()
            connection.execute(synchronous)
            connection.execute("begin immediate")

        return Transaction(carry, begin, lambda connection: connection.execute("commit"))

    def _written(self, transaction: Transaction) -> None:
        if transaction.wrote:
            kept()
            self._checkpoint_in_time()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Transaction]:
        """A consistent look at what is committed, beside the writer; raises DatabaseBusy or DatabaseFailing."""
        async with timed("db"), self._looking:
            transaction = Transaction(
                self._reader.do,
                lambda connection: connection.execute("begin"),
                lambda connection: connection.rollback(),
            )
            try:
                yield transaction
            except sqlite3.Error as error:
                raise told(error) from error
            finally:
                if transaction.begun:
                    self._reader.end()

    def _checkpoint_in_time(self) -> None:
        # Not within a commit, as SQLite would do it by itself: somebody waits for that.
        self._since_checkpoint += 1
        if self._since_checkpoint >= CHECKPOINT_EVERY and self._checkpointing is None:
            self._since_checkpoint = 0
            self._checkpointing = asyncio.create_task(self._checkpoint(), name="checkpoint")

    async def _checkpoint(self) -> None:
        try:
            # Most of it while others write; then the rest, so that the log can begin anew.
            await asyncio.to_thread(_checkpointed, self.path)
            async with self._writing:
                await self._writer.do(lambda connection: connection.execute(_CHECKPOINT).fetchall())
        except (sqlite3.Error, ValueError) as error:  # aiosqlite's ValueError: closed meanwhile
            log.warning("checkpoint put off: %s", error)
        finally:
            self._checkpointing = None

    def _must_be_ours(self) -> None:
        """Raise DatabaseFailing where the files we write to are no longer those that a restart would find."""
        now = _identities(self.path)
        if any(was is not None and was != found for was, found in zip(self._files, now, strict=True)):
            raise DatabaseFailing(f"{self.path} was replaced or deleted")


def _identities(path: Path) -> list[tuple[int, int] | None]:
    """Which files stand for the database and for what has been written to it since the last checkpoint."""
    found: list[tuple[int, int] | None] = []
    for name in (path, f"{path}-wal"):
        try:
            status = os.stat(name)
        except FileNotFoundError:
            found.append(None)
        else:
            found.append((status.st_dev, status.st_ino))
    return found


def _checkpointed(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(_CHECKPOINT).fetchall()


async def _connect(path: Path) -> Line:
    # Where opening fails, let it fail here: aiosqlite would leave a thread behind that outlives the event loop.
    sqlite3.connect(path).close()
    connection = await Line.to(path)
    connection.row_factory = sqlite3.Row
    try:
        for pragma in (
            "journal_mode = wal",
            "synchronous = full",
            "foreign_keys = on",
            "wal_autocheckpoint = 0",
        ):
            await connection.execute(f"pragma {pragma}")
    except BaseException:
        await connection.close()
        raise
    return connection


async def _roll_back(connection: Line) -> None:
    """Leave no transaction open, even when the task that ran it is being cancelled."""
    # Queued behind whatever the connection's thread still has to do; harmless where nothing is open.
    task = asyncio.ensure_future(connection.rollback())
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        await task
        raise


async def _migrate(path: Path, connection: Line) -> None:
    scripts = migrations()
    async with connection.execute("pragma user_version") as cursor:
        row = await cursor.fetchone()
    version = int(row[0]) if row else 0
    if version > len(scripts):
        raise NewerDatabase(path, version, len(scripts))
    for script in scripts[version:]:
        try:
            await connection.executescript(script)
        except BaseException:
            await _roll_back(connection)
            raise


@asynccontextmanager
async def looking(path: Path) -> AsyncIterator[Transaction]:
    """One consistent look at a database that a bot may be using; nothing is written, not even a migration.

    Raises UnusableDatabase, also for a version that is older than ours and for a damaged file, or NewerDatabase.
    """
    # Not mode=ro: there SQLite does not look at CHECK constraints, which an audit must.
    address = f"file:{quote(str(path.resolve()))}?mode=rw"
    try:
        # Where opening fails, let it fail here, before there is a thread.
        sqlite3.connect(address, uri=True).close()
        connection = await Line.to(address)
    except sqlite3.Error as error:
        raise UnusableDatabase(path, str(error)) from error
    connection.row_factory = sqlite3.Row
    try:
        await connection.execute("pragma query_only = on")
        await _must_be_current(path, connection)
        await connection.execute("begin")
        yield Transaction(connection.do)
    except sqlite3.Error as error:
        raise UnusableDatabase(path, str(error)) from error
    finally:
        await connection.close()


async def _must_be_current(path: Path, connection: Line) -> None:
    known = len(migrations())
    try:
        async with connection.execute("pragma user_version") as cursor:
            row = await cursor.fetchone()
    except sqlite3.Error as error:
        raise UnusableDatabase(path, str(error)) from error
    version = int(row[0]) if row else 0
    if version > known:
        raise NewerDatabase(path, version, known)
    if version < known:
        raise UnusableDatabase(path, f"schema {version} is older than {known}; start the bot on it once")
