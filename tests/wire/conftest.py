"""The stand-in, the sample bot and the real process as fixtures."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import discord
import pytest
import yarl

from tests.wire.hall import Hall
from tests.wire.process import Process, process
from tests.wire.sample import Sample
from tests.wire.standin import Standin


@pytest.fixture
async def standin() -> AsyncIterator[Standin]:
    """A fresh stand-in, closed after the test."""
    async with Standin() as server:
        yield server


@pytest.fixture
async def bot(standin: Standin, tmp_path: Path, carved: Path) -> AsyncIterator[Process]:
    """The real process on a fresh database; the test starts it."""
    settings = {"HAUGBUI_CACHE": str(carved)}
    async with process(standin, tmp_path / "haugbui.db", settings=settings) as subject:
        yield subject


@pytest.fixture
async def hall(standin: Standin, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Hall]:
    """Two people in a server, and the sample bot connected within this process."""
    place = Hall(standin)
    monkeypatch.setattr(discord.http.Route, "BASE", standin.api)
    gateway = yarl.URL(standin.gateway_url)
    monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", gateway)
    async with Sample() as client:
        running = asyncio.create_task(client.start(standin.token))
        assert await standin.wait_for(lambda: standin.gateway.connected, 10)
        yield place
    with contextlib.suppress(asyncio.CancelledError):
        await running
