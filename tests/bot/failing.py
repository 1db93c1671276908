"""A database whose statements fail on demand, as they do on a full or broken disk or beside a greedy neighbour."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from bot.store import Store


@dataclass(frozen=True, slots=True)
class Failure:
    """One of SQLite's errors."""

    message: str
    code: int
    busy: bool = False

    def error(self) -> sqlite3.OperationalError:
        """As the library raises it."""
        error = sqlite3.OperationalError(self.message)
        error.sqlite_errorcode = self.code
        return error


FAILURES = (
    Failure("disk I/O error", sqlite3.SQLITE_IOERR_WRITE),
    Failure("database or disk is full", sqlite3.SQLITE_FULL),
    Failure("database is locked", sqlite3.SQLITE_BUSY_SNAPSHOT, busy=True),
)


@dataclass
class Failing:
    """Counts the statements on both connections of a store, and lets the one numbered `at` fail."""

    store: Store
    failure: Failure
    at: int
    seen: list[str] = field(default_factory=list)
    struck: list[str] = field(default_factory=list)

    @contextmanager
    def on(self) -> Iterator["Failing"]:
        """While this lasts."""
        lines: list[Any] = [self.store._writer, self.store._reader]
        whole = [line._connection for line in lines]
        for line in lines:
            line._connection = _Connection(line._connection, self)
        try:
            yield self
        finally:
            for line, connection in zip(lines, whole, strict=True):
                line._connection = connection

    def meet(self, sql: str) -> None:
        """A statement is about to run; raises the failure if it is its turn."""
        self.seen.append(sql)
        if len(self.seen) == self.at + 1:
            self.struck.append(sql)
            raise self.failure.error()

    @property
    def unheard(self) -> bool:
        """The network is well."""
        return False

    @property
    def deaf(self) -> bool:
        """The network is well."""
        return False

    def __str__(self) -> str:
        return f"{self.failure.message} at {self.struck[0][:70]!r}"


class _Connection:
    """A connection of SQLite's, but for the failing."""

    def __init__(self, whole: sqlite3.Connection, failing: Failing):
        self._whole = whole
        self._failing = failing

    def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
        """Run a statement, or fail."""
        self._failing.meet(sql)
        return self._whole.execute(sql, *values)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._whole, name)
