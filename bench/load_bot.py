"""The real process under load: started on one core, watched from outside."""

import asyncio
import os
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import aiohttp
from prometheus_client.parser import text_string_to_metric_families

from bench.load_discord import API, TOKEN, Discord
from bot.__main__ import THEME
from render import kits, town_kits
from render.materials import SETS
from render.scene import Look

ROOT = Path(__file__).parents[1]
TICKS = os.sysconf("SC_CLK_TCK")


def carve(cache: Path) -> None:
    """Have all pieces that a busy bot has carved long ago."""
    town_kits.town_kit(THEME, cache)
    for material in SETS:
        kits.kit(Look(THEME, material, material), cache)
    kits.kit(Look(THEME, staked=True), cache)
    kits.forget()


@dataclass(eq=False)
class Bot:
    """`python -m bot` against the load's Discord, on the core `core`, with its figures on a port."""

    discord: Discord
    database: Path
    cache: Path
    core: int
    settings: Mapping[str, str] = field(default_factory=dict)
    port: int = 0
    child: subprocess.Popen[bytes] | None = None
    launched: float = 0.0

    @property
    def log(self) -> Path:
        """Where it prints to."""
        return self.database.with_suffix(".log")

    async def start(self, patience: float = 120.0) -> float:
        """Start it; the seconds until it had identified itself. Raises TimeoutError."""
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.discord.ready = None
        self.launched = time.perf_counter()
        with self.log.open("ab") as output:
            self.child = subprocess.Popen(
                [sys.executable, "-m", "bot"],
                cwd=self.database.parent,
                env=self._environment(),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        os.sched_setaffinity(self.child.pid, {self.core})
        while self.discord.ready is None:
            if self.child.poll() is not None or time.perf_counter() - self.launched > patience:
                raise TimeoutError(self.log.read_text()[-2000:])
            await asyncio.sleep(0.005)
        return self.discord.ready - self.launched

    def _environment(self) -> dict[str, str]:
        own = {
            "TOKEN": TOKEN,
            "DATABASE": str(self.database),
            "CACHE": str(self.cache),
            "API": self.discord.base + API,
            "GATEWAY": self.discord.base.replace("http", "ws"),
            "METRICS_PORT": str(self.port),
        }
        told = {f"HAUGBUI_{name}": value for name, value in own.items()}
        return {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)} | told | dict(self.settings)

    def stop(self, patience: float = 15.0) -> int:
        """SIGTERM, and its exit code; killed (-9) where it doesn't end in time."""
        assert self.child is not None
        self.child.terminate()
        try:
            return self.child.wait(patience)
        except subprocess.TimeoutExpired:
            self.child.kill()
            return self.child.wait()

    async def figures(self) -> Mapping[str, float]:
        """Its `/metrics`, without labels summed up."""
        url = f"http://127.0.0.1:{self.port}/metrics"
        async with aiohttp.ClientSession() as session, session.get(url) as response:
            text = await response.text()
        told: dict[str, float] = {}
        for family in text_string_to_metric_families(text):
            for sample in family.samples:
                name = sample.name + (f"_{sample.labels['le']}" if "le" in sample.labels else "")
                told[name] = told.get(name, 0.0) + sample.value
        return told

    @property
    def processor_seconds(self) -> float:
        """The processor time that it has used."""
        assert self.child is not None
        stat = Path(f"/proc/{self.child.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(stat[11]) + int(stat[12])) / TICKS

    @property
    def resident(self) -> int:
        """Bytes of memory."""
        assert self.child is not None
        pages = Path(f"/proc/{self.child.pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")
