"""`python -m bot`: the real bot, from the environment and `.env`."""

import asyncio
import contextlib
import logging
import secrets
import signal
import sys
from collections.abc import AsyncIterator, Coroutine
from contextlib import AbstractAsyncContextManager, nullcontext
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import discord
import yarl
from filelock import BaseFileLock, FileLock, Timeout
from pydantic import ValidationError

from bot import health, logs
from bot.carving import carving_ahead
from bot.client import Haugbui
from bot.house import House
from bot.metrics import Metrics
from bot.network import NOT_TAKEN, short
from bot.settings import Settings
from bot.store import DatabaseBusy, DatabaseFailing, NewerDatabase, Store, UnusableDatabase
from bot.sweeping import Sweeping
from render import kits, town_kits

log = logging.getLogger("bot")

CANNOT_START = 2
# Whoever draws gives way so often; the event loop, which seldom needs long, waits for no more than that.
TURN_SECONDS = 0.001
THEME = "wood"  # the one that is there from the start


WRONG_TOKEN = 4004
_REFUSED_TOKEN = "Discord refused the token in HAUGBUI_TOKEN; copy it anew from the Bot page."


class CannotStart(Exception):
    """A start that failed, or a bot shut out later, for a reason its operator can act on, in one sentence."""


def main() -> int:
    """Run until stopped; 0 after a clean stop, 2 with one sentence on stderr where it can't start."""
    try:
        settings = read_settings()
        sys.setswitchinterval(TURN_SECONDS)
        logs.set_up(settings.log_level, settings.log_format)
        asyncio.run(run(settings))
    except CannotStart as error:
        print(error, file=sys.stderr)
        return CANNOT_START
    except KeyboardInterrupt:
        pass
    return 0


def read_settings() -> Settings:
    """The settings; raises CannotStart with the names of those missing or wrong."""
    try:
        settings = Settings()  # type: ignore[call-arg]  # the fields come from the environment
    except ValidationError as error:
        wrong = sorted({_setting(field["loc"], field["type"], field["msg"]) for field in error.errors()})
        raise CannotStart(
            f"Set these in .env or the environment (see .env.example): {', '.join(wrong)}."
        ) from None
    if settings.api:
        discord.http.Route.BASE = settings.api
    if settings.gateway:
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(settings.gateway)
    return settings


def _setting(place: tuple[int | str, ...], kind: str, complaint: str) -> str:
    """The setting's name, and what we ourselves have against its value."""
    name = f"HAUGBUI_{place[0]}".upper()
    told = complaint.removeprefix("Value error, ").replace("Input should", "should")
    return f"{name} ({told})" if kind in ("value_error", "literal_error") else name


async def run(settings: Settings) -> None:
    """Hold the database alone, connect, and serve until SIGTERM or Ctrl-C; raises CannotStart."""
    lock = _held(settings.database)
    try:
        await _serve(settings)
    finally:
        lock.release()


def _held(database: Path) -> BaseFileLock:
    try:
        database.parent.mkdir(parents=True, exist_ok=True)
        lock = FileLock(f"{database}.lock", timeout=0)
        lock.acquire()
    except Timeout:
        raise CannotStart(f"Another process is using {database}; stop it first.") from None
    except OSError as error:
        raise CannotStart(f"{database} can't be used: {error.strerror or error}.") from None
    return lock


async def _serve(settings: Settings) -> None:
    store = await _open(settings.database)
    try:
        house = House.over(
            store, clock=lambda: datetime.now(UTC), draw=secrets.randbelow, cache=settings.cache
        )
        sweeping = Sweeping(house.lulls)
        metrics = Metrics()
        client = Haugbui(house, (metrics.heard,))
        loop = asyncio.get_running_loop()
        for name in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(name, lambda: asyncio.ensure_future(client.close()))
        async with _operators(settings.metrics_port, client, metrics):
            # The rasteriser holds the interpreter's lock, so it is done before anybody waits for an answer.
            kits.kit(THEME, settings.cache)
            town_kits.town_kit(THEME, settings.cache)
            sweeping.begin()
            async with _beside(sweeping.keep()), _boards_carved_ahead(settings), client:
                await _log_in(client, settings.token.get_secret_value())
                await _connect(client)
    finally:
        await store.close()


@contextlib.asynccontextmanager
async def _beside(work: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """Let the work go on while the block runs."""
    task = asyncio.create_task(work)
    try:
        yield
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


def _boards_carved_ahead(settings: Settings) -> AbstractAsyncContextManager[None]:
    # Before a stand-in the bot is measured or tested, and nothing shall run beside it.
    return nullcontext() if settings.api else carving_ahead(settings.cache)


@contextlib.asynccontextmanager
async def _operators(port: int | None, client: Haugbui, metrics: Metrics) -> AsyncIterator[None]:
    """Show the figures on that port of this machine; on none, where it is None. Raises CannotStart."""
    if port is None:
        yield
        return
    try:
        async with health.serving(port, client, metrics):
            yield
    except health.PortTaken as error:
        raise CannotStart(
            f"Port {error.port} of 127.0.0.1 (HAUGBUI_METRICS_PORT) can't be used: {error.reason}."
        ) from None


async def _log_in(client: Haugbui, token: str) -> None:
    try:
        await client.login(token)
    except discord.LoginFailure:
        raise CannotStart(_REFUSED_TOKEN) from None
    except NOT_TAKEN as error:
        raise CannotStart(f"Discord can't be reached ({short(error)}); try again in a while.") from None
    except (DatabaseBusy, DatabaseFailing) as error:
        raise CannotStart(f"{client.house.store.path} can't be written now: {error}.") from None


async def _connect(client: Haugbui) -> None:
    try:
        await client.connect()
    except discord.PrivilegedIntentsRequired:
        raise CannotStart(
            "Discord refused what the bot asks to be told of (4014); see its intents on the Bot page."
        ) from None
    except discord.ConnectionClosed as error:
        if error.code == WRONG_TOKEN:
            raise CannotStart(_REFUSED_TOKEN) from None
        raise CannotStart(f"Discord closed the connection for good ({error.code}).") from None


async def _open(path: Path) -> Store:
    try:
        return await Store.open(path)
    except NewerDatabase as error:
        raise CannotStart(
            f"{path} was written by a newer Haugbui (schema {error.found}, this one knows {error.known}); update it."
        ) from None
    except UnusableDatabase as error:
        raise CannotStart(f"{path} can't be used as the database: {error.reason}.") from None


if __name__ == "__main__":
    sys.exit(main())
