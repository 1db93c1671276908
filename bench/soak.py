"""Long play against the real process: nothing may grow, nobody may go without an answer, the books must balance.

Matches (a third of them for sets) and hunts are begun, played at random by the rules, and ended, 20 moves a second,
each by people of its own. Memory, open files, tasks, caches, the database and its log are looked at all the while. The
verdict at the end tells which promises held; the exit code is 1 where one did not.
"""

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from bench.load_bot import ROOT, Bot, carve
from bench.load_discord import Discord
from bench.soak_tables import HuntTable, MatchTable, SoakTable
from bot.store import Store
from tests.wire.world import Channel, Guild, Kind, User

MATCHES, HUNTS = 90, 30
PATIENCE_SECONDS = 10.0
SLOPE_MB, FILES, TASKS = 12.0, 8, 25
CACHES_MB, LOG_MB = 130.0, 24.0


@dataclass(frozen=True, slots=True)
class Sample:
    """What was seen at one moment; sizes in megabytes."""

    at: float
    memory: float
    caches: float
    files: int
    tasks: float
    database: float
    log: float


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, tell what was seen as it goes, and the verdict; 0 where every promise held."""
    parser = argparse.ArgumentParser(prog="python -m bench soak", description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=20.0)
    parser.add_argument("--rate", type=float, default=20.0, help="moves a second")
    parser.add_argument("--cache", type=Path, default=Path("build/carved"), help="the carved pieces")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="haugbui-soak-") as folder:
        return asyncio.run(Soak(options, Path(folder)).run())


class Soak:
    """One long play."""

    def __init__(self, options: argparse.Namespace, folder: Path) -> None:
        self.options = options
        self.database = folder / "soak.sqlite3"
        self.chance = Random(options.seed)
        self.samples: list[Sample] = []
        self.done: Counter[str] = Counter()
        self.troubles: list[str] = []
        self.under_way: set[asyncio.Task[None]] = set()

    async def run(self) -> int:
        """Play and judge."""
        carve(self.options.cache)
        await (await Store.open(self.database)).close()
        guild = Guild("Soak", User("Owner"))
        channels = [Channel(Kind.TEXT, f"hall-{n}", guild=guild) for n in range(MATCHES + HUNTS)]
        guild.channels = {channel.id: channel for channel in channels}
        async with Discord([guild]) as discord:
            bot = Bot(discord, self.database, self.options.cache.resolve(), min(os.sched_getaffinity(0)))
            await bot.start()
            tables: list[SoakTable] = [
                (MatchTable if n < MATCHES else HuntTable)(discord, channel, self.chance, self.database)
                for n, channel in enumerate(channels)
            ]
            try:
                await self._play(tables, bot)
            finally:
                code = bot.stop()
            return self._verdict(code, bot.log.read_text("utf-8", "replace"))

    async def _play(self, tables: list[SoakTable], bot: Bot) -> None:
        began = due = looked = time.perf_counter()
        end, moves = began + self.options.minutes * 60, 0
        while due < end:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            free = [table for table in tables if not table.busy]
            if free:
                self._begin(self.chance.choice(free))
            due += self.chance.expovariate(self.options.rate)
            if time.perf_counter() - looked >= self.options.minutes * 60 / 60:
                looked = time.perf_counter()
                await self._look(bot, looked - began)
                moves = self._tell(tables, moves)
        await asyncio.wait(self.under_way, timeout=PATIENCE_SECONDS + 1) if self.under_way else None

    def _begin(self, table: SoakTable) -> None:
        table.busy = True
        task = asyncio.create_task(self._step(table))
        self.under_way.add(task)
        task.add_done_callback(self.under_way.discard)

    async def _step(self, table: SoakTable) -> None:
        try:
            self.done[await asyncio.wait_for(table.step(), PATIENCE_SECONDS)] += 1
        except (TimeoutError, LookupError, ValueError) as error:
            self.troubles.append(f"{type(table).__name__} in {table.channel.name}: {error!r}")
            table.forget()
        table.busy = False

    async def _look(self, bot: Bot, at: float) -> None:
        figures = await bot.figures()
        log = Path(f"{self.database}-wal")
        self.samples.append(
            Sample(
                at,
                bot.resident / (1 << 20),
                figures["haugbui_cache_bytes"] / (1 << 20),
                int(figures["process_open_fds"]),
                figures["haugbui_tasks"],
                self.database.stat().st_size / (1 << 20),
                log.stat().st_size / (1 << 20) if log.exists() else 0.0,
            )
        )

    def _tell(self, tables: Sequence[SoakTable], before: int) -> int:
        moves = sum(table.moves for table in tables)
        seen = self.samples[-1]
        print(
            f"{seen.at / 60:5.1f} min: {moves} moves, memory {seen.memory:.0f} MB of which caches"
            f" {seen.caches:.0f}, {seen.files} files, {seen.tasks:.0f} tasks,"
            f" database {seen.database:.1f} MB, its log {seen.log:.1f} MB, {len(self.troubles)} troubles",
            flush=True,
        )
        return moves

    def _verdict(self, code: int, printed: str) -> int:
        errors = [line for line in printed.splitlines() if " ERROR " in line]
        unanswered = printed.count("bot.answers unanswered")
        audit = subprocess.run(
            [sys.executable, "-m", "bot.audit", str(self.database)],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        for line in (*self.troubles[:5], *errors[:5], audit.stdout.strip()[-300:]):
            print(f"  {line}")
        print("done:", ", ".join(f"{count} {what}" for what, count in self.done.most_common()))
        promises = {
            "every interaction was answered": not unanswered and not self.troubles,
            "no error was logged": not errors,
            "the audit is clean": audit.returncode == 0,
            "it stopped when asked": code == 0,
            **self._flat(),
        }
        for promise, kept in promises.items():
            print(f"{'kept' if kept else 'BROKEN'}: {promise}")
        return 0 if all(promises.values()) else 1

    def _flat(self) -> dict[str, bool]:
        """The promises about growth, from a quarter of the time on."""
        late = self.samples[len(self.samples) // 4 :]
        if len(late) < 8:
            return {"it ran long enough to tell": False}
        half = len(late) // 2
        first, last = late[:half], late[half:]
        grown = _grown(late)
        return {
            f"memory beside the caches grows by less than {SLOPE_MB:.0f} MB ({grown:+.1f})": grown < SLOPE_MB,
            f"caches stay under {CACHES_MB:.0f} MB": max(seen.caches for seen in late) < CACHES_MB,
            "open files don't grow": max(s.files for s in last) <= max(s.files for s in first) + FILES,
            "tasks don't grow": max(s.tasks for s in last) <= max(s.tasks for s in first) + TASKS,
            f"the database's log stays under {LOG_MB:.0f} MB": max(s.log for s in self.samples) < LOG_MB,
        }


def _grown(samples: Sequence[Sample]) -> float:
    """By how much memory beside the caches grew over these samples, by the line that fits them best."""
    times = [seen.at for seen in samples]
    sizes = [seen.memory - seen.caches for seen in samples]
    middle, mean = sum(times) / len(times), sum(sizes) / len(sizes)
    spread = sum((at - middle) ** 2 for at in times)
    slope = sum((at - middle) * (size - mean) for at, size in zip(times, sizes, strict=True)) / spread
    return slope * (times[-1] - times[0])
