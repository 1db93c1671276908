"""From click to answer under load: the real process on one core, against the targets.

1,000 matches go on and 10,000 are stored. Moves come at random moments, 50 a second on average, half of them typed
(`/tafl move`), half tapped (the last tap of the picker); for a minute first, so that nearly every match has been met.
Measured on the other core, in wall time: from the sending of the INTERACTION_CREATE to the moment the
acknowledgement, and the new table's message with its picture, begin to arrive. The floor is the same way for a
control that nobody knows: acknowledged and answered in one request, no work.

The targets are given for a machine on which python-chess makes 243,000 leaves a second. So the load is played twice:
as many moves a second as asked for; and in short stretches, between which python-chess is measured on the bot's core,
with the rate divided and the times too by how much slower it is there and then.
"""

import argparse
import asyncio
import os
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from statistics import median

from bench._pace import slowness
from bench.load_bot import Bot, carve
from bench.load_discord import Discord, Exchange
from bench.load_played import MEMORY_MB, MISSED, NOT_HERE, READY_SECONDS, Stretch, at, judged, told
from bench.load_world import STORED, Table, World, build
from tests.wire.world import Payload, User

FLOOR_PRESSES, FLUSHES, STRETCHES = 200, 50, 6


def main(arguments: Sequence[str] | None = None) -> int:
    """Print each figure with its target; 0 where all are met, on the targets' machine or evened to it."""
    parser = argparse.ArgumentParser(prog="python -m bench load", description=__doc__.splitlines()[0])
    parser.add_argument("--rate", type=float, default=50.0, help="moves a second")
    parser.add_argument("--seconds", type=float, default=30.0, help="how long is measured")
    parser.add_argument("--warm", type=float, default=60.0, help="how long before that isn't")
    parser.add_argument("--live", type=int, default=1_000, help="matches that go on")
    parser.add_argument("--waiting", type=int, default=10_000, help="matches that go on at the restart")
    parser.add_argument("--folder", type=Path, help="where the databases lie (a temporary one)")
    parser.add_argument("--cache", type=Path, default=Path("build/carved"), help="the carved pieces")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(dir=options.folder, prefix="haugbui-load-") as folder:
        return asyncio.run(_measured(options, Path(folder)))


async def _measured(options: argparse.Namespace, folder: Path) -> int:
    core = min(os.sched_getaffinity(0))
    rest = os.sched_getaffinity(0) - {core}
    os.sched_setaffinity(0, rest or {core})
    cache = options.cache.resolve()
    carve(cache)
    lines = await _play(options, folder / "play.sqlite3", cache, core)
    if options.waiting:
        lines += await _restart(options.waiting, folder / "waiting.sqlite3", cache, core)
    for line in lines:
        print(line)
    return 1 if any(line.endswith(MISSED) for line in lines) else 0


@dataclass(eq=False)
class Load:
    """Moves at random moments on tables where nothing else is under way."""

    discord: Discord
    world: World
    chance: Random
    idle: list[Table] = field(default_factory=list)
    under_way: dict[Exchange, Table] = field(default_factory=dict)
    played: list[Exchange] = field(default_factory=list)
    failed: int = 0

    def __post_init__(self) -> None:
        self.idle = list(self.world.tables)
        self.discord.on_done = self.done

    async def run(self, rate: float, seconds: float) -> Sequence[Exchange]:
        """Play for so long, wait for the last answers; every exchange of it. `failed` counts those of this run."""
        self.played, self.failed = [], 0
        began = due = time.perf_counter()
        while due < began + seconds:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            await self.move()
            due += self.chance.expovariate(rate)
        deadline = time.perf_counter() + 10.0
        while self.under_way and time.perf_counter() < deadline:
            await asyncio.sleep(0.01)
        self.failed += len(self.under_way)
        self.under_way.clear()
        return self.played

    async def move(self) -> None:
        """The next move of an idle table."""
        if not self.idle:
            self.failed += 1
            return
        table = self.idle.pop(self.chance.randrange(len(self.idle)))
        person, text = table.next_move()
        tapped = "-" in text and self.chance.random() < 0.5
        data = _tapped(table, text) if tapped else _typed(text)
        picker = table.channel.id + 2 if tapped else 0
        exchange = await self.discord.send(table.channel, person, 3 if tapped else 2, data, picker)
        self.under_way[exchange] = table
        self.played.append(exchange)

    def done(self, exchange: Exchange) -> None:
        """The table goes back where its new position hangs; else the move has failed."""
        table = self.under_way.pop(exchange, None)
        if table is None:
            return
        table.ply += 1
        hung = self.discord.hung.get(table.channel.id)
        if hung is not None and hung.named(f"t:{table.session}:{table.ply}:"):
            if table.coming:
                self.idle.append(table)
        else:
            self.failed += 1


def _typed(text: str) -> Payload:
    option = {"name": "move", "type": 3, "value": text}
    return {
        "id": "1",
        "name": "tafl",
        "type": 1,
        "options": [{"name": "move", "type": 1, "options": [option]}],
    }


def _tapped(table: Table, text: str) -> Payload:
    start, end = text.split("-")
    return {
        "custom_id": f"+t:{table.session}:{table.ply}:to:{start}",
        "component_type": 3,
        "values": [end],
    }


async def _play(options: argparse.Namespace, database: Path, cache: Path, core: int) -> list[str]:
    world = await asyncio.to_thread(build, database, live=options.live, stored=STORED)
    async with Discord(world.guilds) as discord:
        bot = Bot(discord, database, cache, core)
        await bot.start()
        try:
            load = Load(discord, world, Random(2))
            slow = await asyncio.to_thread(slowness, core)
            await load.run(options.rate / slow, options.warm * slow)
            floor = await _floor(discord, world)
            evened = await _evened(load, bot, options, core)
            plain = await _stretch(load, bot, options.rate, options.seconds)
            caches = (await bot.figures())["haugbui_cache_bytes"] / (1 << 20)
            paces = sorted(one.slowness for one in evened)
            return [
                f"pictures and pieces kept in memory: {caches:.0f} MB",
                f"floor: the disk keeps a page in {_flush(database.parent):.2f} ms (median)",
                f"floor: nothing but an answer: median {at(floor, 50):.1f} ms, p99 {at(floor, 99):.1f} ms",
                judged("memory", bot.resident / (1 << 20), MEMORY_MB, "MB"),
                f"As the machine is, {options.rate:.0f} moves a second:",
                *told([plain], options.rate, missed=NOT_HERE),
                "As on the machine of the targets (python-chess is "
                f"{paces[0]:.1f} to {paces[-1]:.1f} times slower here and now; rate and times evened by that):",
                *told(evened, options.rate),
            ]
        finally:
            bot.stop()


async def _evened(load: Load, bot: Bot, options: argparse.Namespace, core: int) -> list[Stretch]:
    """Short stretches, each as much slower than asked for as the machine is slow before and after it."""
    made = []
    slow = await asyncio.to_thread(slowness, core)
    for _ in range(STRETCHES):
        stretch = await _stretch(load, bot, options.rate / slow, options.seconds / STRETCHES * slow)
        slow, before = await asyncio.to_thread(slowness, core), slow
        made.append(replace(stretch, slowness=(before + slow) / 2))
    return made


async def _stretch(load: Load, bot: Bot, rate: float, seconds: float) -> Stretch:
    await bot.figures()
    used, began = bot.processor_seconds, time.perf_counter()
    played = await load.run(rate, seconds)
    used, took = bot.processor_seconds - used, time.perf_counter() - began
    blocked = (await bot.figures())["haugbui_loop_lag_worst_seconds"]
    return Stretch(played, load.failed, took, used, blocked)


async def _floor(discord: Discord, world: World) -> list[float]:
    """The way there and back of a press that nobody knows, one after the other, in milliseconds."""
    took = []
    table = world.tables[0]
    stranger = User("Stranger")
    for _ in range(FLOOR_PRESSES):
        data = {"custom_id": "nobody", "component_type": 2}
        exchange = await discord.send(table.channel, stranger, 3, data, message=1)
        while exchange.acknowledged is None:
            await asyncio.sleep(0.0005)
        took.append((exchange.acknowledged - exchange.sent) * 1000)
    return took


def _flush(folder: Path) -> float:
    """What the disk takes to keep a little for good, in milliseconds; each move waits for that once."""
    took = []
    with tempfile.TemporaryFile(dir=folder) as file:
        for _ in range(FLUSHES):
            os.write(file.fileno(), b"x" * 4096)
            began = time.perf_counter()
            os.fdatasync(file.fileno())
            took.append((time.perf_counter() - began) * 1000)
    return median(took)


async def _restart(live: int, database: Path, cache: Path, core: int) -> list[str]:
    """From the start of the process to its first answer, with so many matches that go on."""
    world = await asyncio.to_thread(build, database, live=live, stored=0)
    async with Discord(world.guilds[:50]) as discord:
        bot = Bot(discord, database, cache, core)
        connected = await bot.start()
        try:
            table = world.tables[0]
            exchange = await discord.send(table.channel, User("Stranger"), 3, _press(table), message=1)
            while exchange.shown is None:
                await asyncio.sleep(0.001)
            first = exchange.shown - bot.launched
            return [
                f"restart with {live} live matches: connected after {connected:.2f} s",
                judged("first answer after", first, READY_SECONDS, "s"),
            ]
        finally:
            bot.stop()


def _press(table: Table) -> Payload:
    return {"custom_id": f"t:{table.session}:{table.ply}:more", "component_type": 2}
