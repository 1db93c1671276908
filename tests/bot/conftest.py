"""A fresh house for each test: a store on disk, its services, and a clock that can be set."""

import asyncio
import shutil
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.blocks import Blocks
from bot.challenges import Challenges
from bot.house import House
from bot.hunts import Hunts, settle_daily
from bot.people import PlayerId
from bot.session import Session
from bot.sessions import Sessions
from bot.store import Store
from tests.bot.books import fill
from tests.bot.folk import ESCAPE, NOON, OPENING, Act, Clock, never, opened, play
from tests.bot.staking import house_over


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Where the store lies; its folder does not exist yet."""
    return tmp_path / "data" / "haugbui.sqlite3"


@pytest.fixture
async def store(database: Path) -> AsyncIterator[Store]:
    """An open store, closed after the test."""
    store = await Store.open(database)
    yield store
    await store.close()


@pytest.fixture
def beside(store: Store) -> Iterator[sqlite3.Connection]:
    """A second connection to the open store's file, for looking in and for laying traps."""
    with closing(sqlite3.connect(store.path, isolation_level=None)) as connection:
        yield connection


@pytest.fixture
def sessions(store: Store) -> Sessions:
    """The service for sessions; the end of a daily hunt settles its result, as in the house."""
    return Sessions(store, settling=(settle_daily,))


@pytest.fixture
def hunts(store: Store, sessions: Sessions) -> Hunts:
    """The service for hunts over the same sessions."""
    return Hunts(store, sessions)


@pytest.fixture
def challenges(store: Store, sessions: Sessions) -> Challenges:
    """The service for challenges over the same sessions."""
    return Challenges(store, sessions)


@pytest.fixture
def blocks(store: Store) -> Blocks:
    """The service for blocks over the same store."""
    return Blocks(store)


@pytest.fixture
def clock() -> Clock:
    """A clock at noon."""
    return Clock()


@pytest.fixture
def house(store: Store, clock: Clock) -> House:
    """The house as the bot has it; its clock is set by hand."""
    return house_over(store, clock)


@pytest.fixture
async def fresh(challenges: Challenges) -> Session:
    """A match before the placement: Astrid attacks, Bjorn defends."""
    return await opened(challenges)


@pytest.fixture
async def begun(sessions: Sessions, fresh: Session) -> Session:
    """The same after the placement and a move of each: Astrid is to move at ply 3."""
    return await play(sessions, fresh, *OPENING[:3])


@pytest.fixture
async def won(sessions: Sessions, fresh: Session) -> Session:
    """The same after the Jarl's escape."""
    return await play(sessions, fresh, *OPENING, ESCAPE)


@pytest.fixture
def act(sessions: Sessions) -> Act:
    """Play a text for somebody."""

    async def act(session: Session, player: PlayerId, text: str, ply: int | None = None) -> Session:
        return await sessions.act(session.id, ply, player, text, now=NOON, draw=never)

    return act


@pytest.fixture(scope="session")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A rich database, closed and whole in one file."""
    path = tmp_path_factory.mktemp("audit") / "haugbui.sqlite3"
    asyncio.run(fill(path))
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("pragma wal_checkpoint(truncate)")
    return path


@pytest.fixture
def rich(filled: Path, tmp_path: Path) -> Path:
    """A copy of it, to be tampered with."""
    return Path(shutil.copy(filled, tmp_path / "rich.sqlite3"))
