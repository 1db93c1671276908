"""Statements in one transaction: each, or several at once, is one trip to the database's thread and back."""

import sqlite3
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeVar

import aiosqlite

Value = int | str | None
Row = sqlite3.Row
Statement = tuple[str, Sequence[Value]]
T = TypeVar("T")
Work = Callable[[sqlite3.Connection], object]

BUSY_SECONDS = 2.0
_CHUNK = 64


def _nothing(connection: sqlite3.Connection) -> None:
    """Neither begins nor ends anything."""


class Line(aiosqlite.Connection):
    """A connection with a thread of its own, to which whole pieces of work can be sent."""

    @classmethod
    async def to(cls, address: Path | str) -> "Line":
        """An open line; what is no path is an URI. Raises sqlite3.Error."""
        uri = isinstance(address, str)

        def connect() -> sqlite3.Connection:
            return sqlite3.connect(address, uri=uri, isolation_level=None, timeout=BUSY_SECONDS)

        line = cls(connect, _CHUNK)
        await line
        return line

    async def do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """What the work returns or raises on the connection's thread."""
        result: T = await self._execute(work, self._conn)  # type: ignore[no-untyped-call]
        return result

    def end(self) -> None:
        """Let the transaction that is open be over, before anything else is done here; nobody needs to wait."""
        connection = self._conn
        self._tx.put_nowait((None, connection.rollback))


class Carry(Protocol):
    """How work comes to a connection, and what it returns or raises back."""

    def __call__(self, work: Callable[[sqlite3.Connection], T], /) -> Awaitable[T]: ...


def on_the_spot(connection: sqlite3.Connection) -> Carry:
    """No way at all, for who is on the connection's thread already."""

    async def carry(work: Callable[[sqlite3.Connection], T], /) -> T:
        return work(connection)

    return carry


def finished(work: Coroutine[Any, Any, T]) -> T:
    """What a coroutine returns or raises that may give way to others, but waits for nothing."""
    while True:
        try:
            waited = work.send(None)
        except StopIteration as end:
            result: T = end.value
            return result
        if waited is not None:
            work.close()
            raise RuntimeError("an intent at once waits for nothing but its statements")


class Transaction:
    """Statements inside one transaction; rows come back by column name.

    It begins with its first statement, by `opening`, on the same trip. What is asked as the `last` thing is
    followed, on the same trip, by `closing`; should more be asked all the same, it begins anew.
    """

    def __init__(self, carry: Carry, opening: Work = _nothing, closing: Work = _nothing):
        self._carry = carry
        self._opening = opening
        self._closing = closing
        self._later: list[Statement] = []
        self.begun = False
        self.wrote = False

    async def run(self, sql: str, *values: Value) -> int:
        """Run one writing statement; returns how many rows it changed."""
        changed = await self._do(lambda connection: connection.execute(sql, values).rowcount)
        self.wrote |= changed > 0
        return changed

    def later(self, sql: str, *values: Value) -> None:
        """Run a writing statement on the next trip, before what that is for; at the end, if there is none."""
        self._later.append((sql, values))
        self.wrote = True

    async def insert(self, sql: str, *values: Value) -> int:
        """Run one insert; returns the new row's id."""
        made = await self._do(lambda connection: connection.execute(sql, values).lastrowid)
        assert made is not None
        self.wrote = True
        return made

    async def one(self, sql: str, *values: Value, last: bool = False) -> Row | None:
        """The first row, or None."""
        found: Row | None = await self._do(
            lambda connection: connection.execute(sql, values).fetchone(), last=last
        )
        return found

    async def all(self, sql: str, *values: Value) -> list[Row]:
        """Every row."""
        return await self._do(lambda connection: connection.execute(sql, values).fetchall())

    async def each(self, *statements: Statement, last: bool = False) -> list[list[Row]]:
        """Every row of each of several statements, on one trip."""
        return await self._do(
            lambda connection: [connection.execute(sql, values).fetchall() for sql, values in statements],
            last=last,
        )

    async def end(self) -> None:
        """Close it, if it is open or anything is left to do."""
        if self.begun or self._later:
            await self._do(lambda connection: None, last=True)

    async def _do(self, work: Callable[[sqlite3.Connection], T], *, last: bool = False) -> T:
        begun, later = self.begun, self._later
        self.begun, self._later = True, []

        def trip(connection: sqlite3.Connection) -> T:
            if not begun:
                self._opening(connection)
            for sql, values in later:
                connection.execute(sql, values)
            found = work(connection)
            if last:
                self._closing(connection)
            return found

        found = await self._carry(trip)
        self.begun = not last
        return found
