"""The real process: started on a database and a stand-in, watched, stopped, killed, started again."""

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tests.wire.standin import Standin

ROOT = Path(__file__).parents[2]
INHERITED = ("PATH", "LANG", "LC_ALL", "SYSTEMROOT")


class NotReady(Exception):
    """The process ended, or didn't connect in time; its output is the message."""


@dataclass(eq=False)
class Process:
    """`python -m module` with a clean environment, in the database's folder, where its output is kept too.

    Nothing else of the machine's settings reaches it: neither variables nor an `.env` file.
    """

    standin: Standin
    database: Path
    module: str = "bot"
    settings: Mapping[str, str] = field(default_factory=dict)
    prefix: str = "HAUGBUI_"
    token: str | None = None
    child: subprocess.Popen[bytes] | None = None

    @property
    def log(self) -> Path:
        """Where stdout and stderr go."""
        return self.database.with_suffix(f".{id(self)}.log")

    @property
    def output(self) -> str:
        """All that it has printed, over all its starts."""
        return self.log.read_text("utf-8", "replace") if self.log.exists() else ""

    @property
    def running(self) -> bool:
        """Whether it runs."""
        return self.child is not None and self.child.poll() is None

    def environment(self) -> dict[str, str]:
        """What it is started with: nothing of ours but the path and the language."""
        own = {
            "TOKEN": self.token or self.standin.token,
            "DATABASE": str(self.database),
            "API": self.standin.api,
            "GATEWAY": self.standin.gateway_url,
        }
        inherited = {name: os.environ[name] for name in INHERITED if name in os.environ}
        named = {self.prefix + name: value for name, value in own.items()}
        home = str(self.database.parent)
        return (
            inherited
            | {"HOME": home, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
            | named
            | dict(self.settings)
        )

    def launch(self) -> None:
        """Start it without waiting."""
        with self.log.open("ab") as output:
            self.child = subprocess.Popen(
                [sys.executable, "-m", self.module],
                cwd=self.database.parent,
                env=self.environment(),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    async def start(self, timeout: float = 120.0) -> float:
        """Start it and wait until it is connected with its commands known; the seconds that took.

        Raises NotReady.
        """
        assert not self.running
        begun, seen = time.monotonic(), len(self.standin.gateway.identifies)

        def settled() -> bool:
            gateway = self.standin.gateway
            there = len(gateway.identifies) > seen and gateway.connected and self.standin.commands.scopes
            return bool(there) or not self.running

        self.launch()
        in_time = await self.standin.wait_for(settled, timeout)
        if not in_time or not self.running:
            self.kill()
            raise NotReady(self.output[-4000:] or "no output")
        return time.monotonic() - begun

    async def ended(self, timeout: float = 10.0) -> int | None:
        """Wait for its end; its exit code, or None where it still runs."""
        assert self.child is not None
        await self.standin.wait_for(lambda: not self.running, timeout)
        return self.child.poll()

    def terminate(self) -> None:
        """Ask it to stop (SIGTERM)."""
        assert self.child is not None
        self.child.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """Kill it and its children at once (SIGKILL), and wait until it is gone."""
        if self.child is None:
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.child.pid, signal.SIGKILL)
        self.child.wait(10.0)

    async def gone(self) -> None:
        """Wait until the stand-in has noticed its end, and drop its sessions."""
        await self.standin.wait_for(lambda: not self.standin.gateway.connected, 5.0)
        await self.standin.quiet(0.0, 5.0)
        self.standin.gateway.forget()

    async def restart(self, timeout: float = 120.0) -> float:
        """Kill it and start it again on the same database; the seconds until it was connected."""
        self.kill()
        await asyncio.sleep(0)
        await self.gone()
        return await self.start(timeout)


@contextlib.asynccontextmanager
async def process(standin: Standin, database: Path, **fields: object) -> AsyncIterator[Process]:
    """A process that leaves nothing behind; not started yet."""
    subject = Process(standin, database, **fields)  # type: ignore[arg-type]
    try:
        yield subject
    finally:
        subject.kill()
