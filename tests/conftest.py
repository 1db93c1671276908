"""What all tests share: a folder of carved pieces, and a watch over all that the bot sends to Discord."""

import os
from collections.abc import Generator
from pathlib import Path

import pytest
from filelock import FileLock
from hypothesis import settings

from render import end_kit, kits, town_kits
from render.warm import CARDS
from tests.discord_schema import Published
from tests.discord_watch import Watch

THEME = "wood"
FEW_KILLS = 12  # 200 in `make soak`

# How long an example takes is no law of the house; where a change is judged, the same examples are tried each time.
settings.register_profile("house", deadline=None)
settings.register_profile("judged", deadline=None, derandomize=True)
settings.register_profile("thorough", deadline=None)  # by `--hypothesis-profile=thorough`; long
settings.load_profile("judged" if os.environ.get("CI") else "house")
WATCH = pytest.StashKey[Watch]()
# The sample bot, which this fixture connects, breaks limits so that the stand-in has something to refuse.
SAMPLE = "hall"


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--discord-schema=PATH`, `--kills=N`, `--every-fault` and `--record-pictures`."""
    told = "check every request of the bot's against Discord's published OpenAPI schema in this file"
    parser.addoption("--discord-schema", metavar="PATH", type=Path, default=None, help=told)
    told = "how often the real process is killed in matches for sets"
    parser.addoption("--kills", metavar="N", type=int, default=FEW_KILLS, help=told)
    told = "inject every fault at every request of every act, and not a third of them in turns"
    parser.addoption("--every-fault", action="store_true", help=told)
    told = "keep the pictures as they are drawn now, to be compared with from now on"
    parser.addoption("--record-pictures", action="store_true", help=told)


def pytest_configure(config: pytest.Config) -> None:
    """Begin the watch."""
    path: Path | None = config.getoption("discord_schema")
    try:
        published = None if path is None else Published.read(path)
    except (OSError, ValueError) as error:
        raise pytest.UsageError(f"--discord-schema: {error}") from error
    config.stash[WATCH] = watch = Watch(published)
    config.add_cleanup(watch.begin())


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """A test fails where Discord would have refused what the bot sent in it."""
    return (yield from judged(item))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None, object, object]:
    """Likewise with what it sent at the end."""
    return (yield from judged(item))


def judged(item: pytest.Item) -> Generator[None, object, object]:
    """A phase of a test, and the watch's findings in it."""
    watch = item.config.stash[WATCH]
    try:
        result = yield
    except BaseException as error:
        for line in watch.take():
            error.add_note(f"Discord would refuse {line}")
        raise
    found = watch.take()
    if found and SAMPLE not in getattr(item, "fixturenames", ()):
        pytest.fail("\n".join([f"{item.nodeid}: Discord would refuse", *found]), pytrace=False)
    return result


@pytest.fixture
def watch(pytestconfig: pytest.Config) -> Watch:
    """The watch itself: a test that takes its findings is not failed for them."""
    return pytestconfig.stash[WATCH]


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
        for card in CARDS:
            end_kit.card_kit(card, THEME, folder)
    return folder
