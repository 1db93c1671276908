"""The stand-in and the real process as fixtures."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.wire.process import Process, process
from tests.wire.standin import Standin


@pytest.fixture
async def standin() -> AsyncIterator[Standin]:
    """A fresh stand-in, closed after the test."""
    async with Standin() as server:
        yield server


@pytest.fixture
async def bot(standin: Standin, tmp_path: Path) -> AsyncIterator[Process]:
    """The real process on a fresh database; the test starts it."""
    async with process(standin, tmp_path / "haugbui.db") as subject:
        yield subject
