"""A copy of a database that others are using: one moment of it, whole, in one file."""

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from bot.store.errors import UnusableDatabase


class TargetTaken(Exception):
    """Something lies already where the copy was to go; carries the path."""

    def __init__(self, path: Path):
        super().__init__(path)
        self.path = path


class DamagedCopy(Exception):
    """The copy is not whole, as the database itself is not; carries what SQLite found, a line each."""

    def __init__(self, path: Path, found: list[str]):
        super().__init__(path, found)
        self.path = path
        self.found = found


@dataclass(frozen=True, slots=True)
class Copied:
    """A copy that was checked: its bytes, and how many sessions it holds."""

    size: int
    sessions: int


def copy(database: Path, target: Path) -> Copied:
    """Copy one moment of the database, and see that the copy is whole; the bot writes on meanwhile.

    The copy appears at `target` all at once. Otherwise nothing does, and TargetTaken, DamagedCopy,
    UnusableDatabase or OSError tells why.
    """
    if target.exists():
        raise TargetTaken(target)
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=f".{target.name}-") as folder:
        part = Path(folder) / target.name
        with _opened(database, "ro") as source:
            if source.execute("pragma user_version").fetchone() == (0,):
                raise UnusableDatabase(database, "it holds no games")
            source.execute("vacuum into ?", (str(part),))
        sessions = _checked(part)
        shutil.copymode(database, part)
        _to_the_disk(part)
        try:
            os.link(part, target)  # unlike a move it never replaces what has come to lie there meanwhile
        except FileExistsError:
            raise TargetTaken(target) from None
        _to_the_disk(target.parent)
    return Copied(target.stat().st_size, sessions)


@contextmanager
def _opened(path: Path, mode: str) -> Iterator[sqlite3.Connection]:
    address = f"file:{quote(str(path.resolve()))}?mode={mode}"
    try:
        with closing(sqlite3.connect(address, uri=True, isolation_level=None)) as connection:
            yield connection
    except sqlite3.Error as error:
        raise UnusableDatabase(path, str(error)) from error


def _checked(part: Path) -> int:
    """How many sessions it holds; raises DamagedCopy."""
    # Opened to be written, though nothing is: read-only, SQLite looks at no CHECK constraint.
    with _opened(part, "rw") as copied:
        found = [str(row[0]) for row in copied.execute("pragma integrity_check")]
        if found != ["ok"]:
            raise DamagedCopy(part, found)
        count: int = copied.execute("select count(*) from session").fetchone()[0]
        return count


def _to_the_disk(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
