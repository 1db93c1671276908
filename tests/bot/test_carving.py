"""Boards are carved beside the bot by a process of its own, which lives no longer than the bot."""

import asyncio
import logging
import os
import re
import signal
import sys
from pathlib import Path

import pytest

from bot.carving import COMMAND, carving_ahead
from render import end_kit, kits, town_kits, warm
from render.theme import THEMES

# Tells that it has begun, and works until it is killed.
AT_WORK = """
import sys, time
with open(sys.argv[1] + "/told", "w") as told:
    print("begun", file=told, flush=True)
    time.sleep(3600)
"""


async def test_it_works_beside_the_bot_and_is_ended_with_it(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "told")
    async with carving_ahead(tmp_path, (sys.executable, "-c", AT_WORK)):
        told = await asyncio.to_thread((tmp_path / "told").open)
        assert await asyncio.to_thread(told.readline) == "begun\n"
    with told:
        # Its end of the pipe is closed: it is gone.
        assert await asyncio.to_thread(told.read) == ""


async def test_it_may_be_done_before_the_bot_is(tmp_path: Path) -> None:
    async with carving_ahead(tmp_path, (sys.executable, "-c", "import sys; sys.stdin.read(0)")):
        pass


async def test_where_everything_is_carved_nothing_is_started(tmp_path: Path) -> None:
    kinds = [("kit", kits.origin()), ("town", town_kits.origin())]
    kinds += [(card.name, end_kit.origin(card)) for card in warm.CARDS]
    for theme in THEMES:
        for kind, origin in kinds:
            (tmp_path / f"{kind}-{theme}-{origin}.bin").touch()
    async with carving_ahead(tmp_path, ("no-such-program",)):
        pass


async def test_without_it_the_bot_goes_on(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    reached = False
    with caplog.at_level(logging.WARNING):
        async with carving_ahead(tmp_path, ("no-such-program",)):
            reached = True
    assert reached and "boards are not carved ahead" in caplog.text


async def test_it_is_ended_where_the_bot_fails(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "told")
    with pytest.raises(KeyError):
        async with carving_ahead(tmp_path, (sys.executable, "-c", AT_WORK)):
            told = await asyncio.to_thread((tmp_path / "told").open)
            raise KeyError
    with told:
        assert (await asyncio.to_thread(told.read)).strip() in ("", "begun")


async def test_ctrl_c_is_left_to_the_bot_and_the_end_of_the_bot_is_its_end(tmp_path: Path) -> None:
    held_up = tmp_path / f"kit-{warm.PLAIN}-{kits.origin()}.bin"
    os.mkfifo(held_up)
    child = await asyncio.create_subprocess_exec(
        *COMMAND, str(tmp_path), stdin=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    assert child.stdin is not None and child.stderr is not None
    with await asyncio.to_thread(held_up.open, "wb"):
        status = Path(f"/proc/{child.pid}/status").read_text()
        ignored = int(re.search(r"SigIgn:\s*([0-9a-f]+)", status)[1], 16)  # type: ignore[index]  # it is there
        assert ignored & 1 << signal.SIGINT - 1
        child.send_signal(signal.SIGINT)
        child.stdin.close()
        told = await child.stderr.read()
        assert (await child.wait(), told) == (1, b"")
