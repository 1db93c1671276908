"""What the tests of the world share: carved pieces, and a stage of their own for each."""

import logging
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.world.hunting import Hunter, nobody_was_pinged
from tests.world.stage import Stage


@pytest.fixture
async def stage(tmp_path: Path, carved: Path) -> AsyncIterator[Stage]:
    """Norrøngard with the real bot, over an empty database."""
    async with Stage.open(tmp_path / "haugbui.sqlite3", carved) as opened:
        yield opened


@pytest.fixture
async def hunter(stage: Stage, caplog: pytest.LogCaptureFixture) -> AsyncIterator[Hunter]:
    """Astrid, who hunts in the hall. At the end the bot must have complained of nothing and called nobody."""
    hunter = Hunter.of(stage)
    yield hunter
    complaints = [
        record.getMessage()
        for record in caplog.get_records("call")
        if record.name.startswith("bot.") and record.levelno >= logging.WARNING
    ]
    assert hunter.trouble_expected == bool(complaints), complaints
    assert hunter.calls_expected or nobody_was_pinged(stage)
