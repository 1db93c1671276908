"""What can be wrong with a database, by the names that tell what it means for whoever uses it."""

import sqlite3
from pathlib import Path

_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_FAILING = {
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_READONLY,
}


class UnusableDatabase(Exception):
    """The file can't be opened, read or written as our database; carries its path and SQLite's reason."""

    def __init__(self, path: Path, reason: str):
        super().__init__(path, reason)
        self.path = path
        self.reason = reason


class NewerDatabase(UnusableDatabase):
    """The file was written by a newer version of the bot; `found` is its schema, `known` is ours."""

    def __init__(self, path: Path, found: int, known: int):
        super().__init__(path, f"schema {found}")
        self.found = found
        self.known = known


class DatabaseBusy(sqlite3.OperationalError):
    """Somebody else has held the database for longer than we wait; nothing was written."""


class DatabaseFailing(sqlite3.OperationalError):
    """The disk is full, broken, closed to us or not the one we opened; nothing was written."""


def told(error: sqlite3.Error) -> sqlite3.Error:
    """The error, by the name that tells what it means for whoever wanted to write."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the rest tells where it came up
    if code in _BUSY:
        return DatabaseBusy(str(error))
    if code in _FAILING:
        return DatabaseFailing(str(error))
    return error
