"""A door for those who run the bot, on this machine alone: `/metrics` and `/health`."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from aiohttp import web

from bot.client import Haugbui
from bot.metrics import Metrics

HOST = "127.0.0.1"
PATIENCE_SECONDS = 2.0
PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8"


class PortTaken(Exception):
    """Nothing can be served on that port; carries the system's reason."""

    def __init__(self, port: int, reason: str):
        super().__init__(port, reason)
        self.port = port
        self.reason = reason


@asynccontextmanager
async def serving(port: int, client: Haugbui, metrics: Metrics) -> AsyncIterator[None]:
    """Serve while the block runs; raises PortTaken."""
    app, door = web.Application(), _Door(client, metrics)
    app.router.add_get("/metrics", door.metrics)
    app.router.add_get("/health", door.health)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, HOST, port).start()
        except OSError as error:
            raise PortTaken(port, error.strerror or str(error)) from error
        watching = asyncio.create_task(metrics.watch_the_loop(), name="watching the loop")
        try:
            yield
        finally:
            watching.cancel()
    finally:
        await runner.cleanup()


class _Door:
    def __init__(self, client: Haugbui, metrics: Metrics):
        self._client = client
        self._metrics = metrics

    async def metrics(self, request: web.Request) -> web.Response:
        client = self._client
        text = await self._metrics.text(client, client.house.store, up=client.on_line)
        return web.Response(body=text, headers={"Content-Type": PROMETHEUS})

    async def health(self, request: web.Request) -> web.Response:
        """200 while people can play, 503 with what stands in their way."""
        wrong = await self._wrong()
        told = {"status": "unwell", "wrong": wrong} if wrong else {"status": "well"}
        return web.json_response(told, status=503 if wrong else 200)

    async def _wrong(self) -> Sequence[str]:
        wrong = []
        if not self._client.on_line:
            wrong.append("gateway")
        if not await self._store_answers():
            wrong.append("store")
        if self._client.underway.closing:
            wrong.append("closing")
        return wrong

    async def _store_answers(self) -> bool:
        with contextlib.suppress(TimeoutError):
            return await asyncio.wait_for(self._client.house.store.answers(), PATIENCE_SECONDS)
        return False
