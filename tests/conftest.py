"""What all tests share: a folder of carved pieces."""

from pathlib import Path

import pytest
from filelock import FileLock

from render import kits, town_kits

THEME = "wood"


@pytest.fixture(scope="session")
def carved(request: pytest.FixtureRequest) -> Path:
    """A folder of carved pieces, kept from one run to the next: each is named after what it was carved from."""
    cache = request.config.cache
    assert cache is not None
    folder: Path = cache.mkdir("carved")
    # Carving takes long, and two test workers at once would take twice as long.
    with FileLock(folder / "lock"):
        kits.kit(THEME, folder)
        town_kits.town_kit(THEME, folder)
    return folder
