"""The playground as a person meets it: a process, its page in a browser, two players who click."""

import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest
from filelock import FileLock
from playwright.sync_api import Browser, Locator, Page, TimeoutError, expect, sync_playwright

from bot.playground import CANNOT_START, main

ROOT = Path(__file__).parents[2]
SHOTS = ROOT / "build" / "playground"
CHROMIUM = Path("/usr/bin/chromium")
SWITCHES = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
DESKTOP = {"width": 1280, "height": 900}
PHONE = {"width": 380, "height": 800}
WIDE = {"width": 1200, "height": 900}
NARROW = {"width": 400, "height": 800}
TOWN = "town of Stjørdal"
PATIENCE = 20_000
expect.set_options(timeout=PATIENCE)

pytestmark = pytest.mark.skipif(not CHROMIUM.exists(), reason=f"the page needs a browser at {CHROMIUM}")


@dataclass
class Playground:
    """A running `python -m bot.playground` and the links it has printed."""

    process: subprocess.Popen[str]
    links: list[str]

    def stop(self, how: signal.Signals) -> str:
        """Stop it, and hold it to a clean end; what it wrote on its way."""
        self.process.send_signal(how)
        said, complaints = self.process.communicate(timeout=20)
        assert self.process.returncode == 0, complaints
        assert "Traceback" not in complaints
        return said


@contextmanager
def playground(folder: Path) -> Iterator[Playground]:
    """Start it over the folder; stopped at the end in any case."""
    command = [sys.executable, "-m", "bot.playground", "--database", str(folder / "haugbui.sqlite3")]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, stdout=pipe, stderr=pipe, text=True) as process:
        try:
            links: list[str] = []
            assert process.stdout
            for line in process.stdout:
                links += re.findall(r"http://127\.0\.0\.1:\S+", line)
                if "Ctrl-C" not in line and links and not line.strip():
                    break
            assert len(links) == 3, process.stderr.read() if process.stderr else ""
            yield Playground(process, links)
        finally:
            if process.poll() is None:
                process.kill()


class Player:
    """One person in front of one page."""

    def __init__(self, browser: Browser, link: str, name: str, viewport: dict[str, int]):
        self.name = name
        self.page: Page = browser.new_page(viewport=viewport)  # type: ignore[arg-type]
        self.page.set_default_timeout(PATIENCE)
        self.page.goto(link)
        self.messages = self.page.locator("#channel-message-list")
        self.stage = self.page.locator("#preview-stage")
        viewer = self.page.locator("#viewer-picker").select_option(label=name)[0]
        self.page.wait_for_function("who => window.simcordPreview.viewerId === who", arg=viewer)
        self.wait()

    def wait(self) -> None:
        """Wait until the page has nothing under way."""
        self.page.wait_for_function("() => window.simcordPreview.ready")

    def type(self, command: str, **options: str) -> None:
        """Run a command from the composer; each option is typed in part and taken from what is offered."""
        self.wait()
        self.page.locator("#channel-composer-input").fill(f"/{command}")
        self.stage.get_by_role("option", name=f"/{command}").click()
        for number, (option, text) in enumerate(options.items()):
            if number:  # only the first is asked for by itself
                self.stage.get_by_role("button", name=re.compile("more$")).click()
                self.stage.get_by_role("option", name=re.compile(f"^{option}")).click()
            self.stage.locator(f"input[data-option={option}]").fill(text)
            self.stage.get_by_role("option", name=re.compile(text)).first.click()
        self.stage.get_by_role("button", name="Send").click()

    def press(self, label: str) -> None:
        """Press the lowest button of that label."""
        self.wait()
        self.messages.get_by_role("button", name=label, exact=True).last.click()

    def choose(self, select: str | re.Pattern[str], option: str) -> None:
        """Open a select and choose; once more where the page was renewed under the finger."""
        wanted = self.messages.get_by_role("option", name=re.compile(f"^{option}\\b")).first
        for _ in range(10):
            self.wait()
            self.messages.get_by_role("combobox", name=select).last.click()
            with suppress(TimeoutError):
                wanted.click(timeout=1_000)
                return
        raise AssertionError(f"{self.name} finds no {option} in {select}")

    def move(self, move: str) -> None:
        """Move a piece by clicking."""
        start, end = move.split("-")
        for _ in range(5):
            self.press("Move")
            with suppress(AssertionError):
                expect(self.messages.get_by_text("Which piece do you move?").last).to_be_visible(
                    timeout=4_000
                )
                break
        self.choose("Choose a piece", start)
        self.choose(re.compile("goes to"), end)

    def sees(self, text: str) -> None:
        """Wait until the channel says so."""
        expect(self.messages.get_by_text(text).last).to_be_visible()

    def picture(self, of: str = "tafl board") -> Locator:
        """The lowest picture of that; it must have loaded and be described."""
        picture = self.messages.locator(f"img[alt*='{of}']").last
        expect(picture).to_be_visible()
        expect(picture).not_to_have_js_property("naturalWidth", 0)
        return picture

    def shoot(self, name: str, of: str = "tafl board") -> None:
        """A screenshot with the lowest picture in view."""
        self.picture(of).scroll_into_view_if_needed()
        SHOTS.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=SHOTS / f"{name}.png")


@pytest.fixture
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        yield playwright.chromium.launch(executable_path=CHROMIUM, args=SWITCHES)


def test_two_people_play_and_find_their_match_again(browser: Browser, tmp_path: Path, carved: Path) -> None:
    (tmp_path / "cache").symlink_to(carved)
    with playground(tmp_path) as running:
        astrid = Player(browser, running.links[0], "Astrid", DESKTOP)
        bjorn = Player(browser, running.links[0], "Bjorn", PHONE)
        _begin(astrid, bjorn)
        for number, move in enumerate(("d1-c1", "e7-d7", "c1-c2", "d7-d6", "c2-c1")):
            mover, other = ((astrid, bjorn), (bjorn, astrid))[number % 2]
            mover.move(move)
            other.sees(f"Move {number + 2}.")
            assert other.messages.get_by_text("Which piece do you move?").count() == 0
        assert astrid.messages.get_by_role("button", name="Move", exact=True).count() == 1
        astrid.shoot("desktop")
        bjorn.shoot("phone")
        running.stop(signal.SIGINT)
    with playground(tmp_path) as running:
        bjorn = Player(browser, running.links[0], "Bjorn", PHONE)
        bjorn.sees("Move 6.")
        bjorn.picture()
        bjorn.type("tafl move", move="d6-d7")
        bjorn.sees("Move 7.")
        bjorn.shoot("phone-again")
        running.stop(signal.SIGTERM)


def test_a_hunt_goes_on_in_the_direct_messages_at_both_widths(
    browser: Browser, tmp_path: Path, carved: Path
) -> None:
    (tmp_path / "cache").symlink_to(carved)
    with playground(tmp_path) as running:
        desktop = Player(browser, running.links[1], "Astrid", WIDE)
        desktop.type("draugr hunt")
        for _ in range(3):
            desktop.sees("Where do you go?")
            desktop.choose("Go to…", "[a-e][1-3]")
            desktop.press("Stay my hand")
        desktop.sees("Round 4")
        desktop.shoot("hunt-desktop", TOWN)
        phone = Player(browser, running.links[1], "Astrid", NARROW)
        phone.sees("Round 4")
        phone.shoot("hunt-phone", TOWN)
        running.stop(signal.SIGINT)


def _begin(astrid: Player, bjorn: Player) -> None:
    """A challenge, accepted; the Black Draug on its usual square."""
    astrid.type("tafl challenge", opponent="Bjorn", side="Attack")
    bjorn.press("Accept")
    astrid.sees("Astrid attacks")
    astrid.press("Black Draug on e9")
    for player in (astrid, bjorn):
        player.sees("Move 1.")
        player.picture()


def test_a_second_one_on_the_same_folder_is_refused_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = tmp_path / "haugbui.sqlite3"
    with FileLock(f"{database}.lock"):
        assert main(["--database", str(database)]) == CANNOT_START
    assert "Another process" in capsys.readouterr().err


def test_a_port_in_use_is_told_in_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["--database", str(tmp_path / "haugbui.sqlite3"), "--port", str(port)]) == CANNOT_START
    assert str(port) in capsys.readouterr().err
