"""What the tests of the world share: carved pieces, and a stage of their own for each."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from render.kits import warm
from tests.world.stage import Stage


@pytest.fixture(scope="session")
def carved(request: pytest.FixtureRequest) -> Path:
    """A folder of carved pieces, kept from one run to the next: each is named after what it was carved from."""
    folder: Path = request.config.cache.mkdir("carved")
    warm(folder)
    return folder


@pytest.fixture
async def stage(tmp_path: Path, carved: Path) -> AsyncIterator[Stage]:
    """Norrøngard with the real bot, over an empty database."""
    async with Stage.open(tmp_path / "haugbui.sqlite3", carved) as opened:
        yield opened
