"""Carved pieces are made once for the whole run, whichever test asks first."""

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def carved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for carved pieces that all workers of one run share."""
    base = tmp_path_factory.getbasetemp()
    parallel = base.name.startswith("popen-")
    return (base.parent if parallel else base) / "carved"
