"""Where drawings are made that take long: apart from the tables' pictures, so that no move waits for them."""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from bot.observing import timed

T = TypeVar("T")
PLACES = 1  # more would only take turns with each other
ROOM = 100


class Crowded(Exception):
    """Too many drawings wait already."""


async def a_second() -> None:
    """How long a person waits before they want to be told something."""
    await asyncio.sleep(1)


class Workshop:
    """Draws in threads of its own, at most `places` drawings at once, in the order in which they were asked for.

    At most `room` wait. `patience` passes while a drawing may take its time untold.
    """

    def __init__(
        self, *, places: int = PLACES, room: int = ROOM, patience: Callable[[], Awaitable[None]] = a_second
    ) -> None:
        self._threads = ThreadPoolExecutor(max(1, places), thread_name_prefix="workshop")
        self._free = asyncio.Semaphore(places)
        self._places = places
        self._most = places + room
        self._patience = patience
        self._asked = 0
        self._waiting: dict[object, None] = {}

    async def make(self, draw: Callable[[], T], notice: Callable[[int], Awaitable[None]]) -> T:
        """What `draw` returns or raises; Crowded at once where there is no room left.

        Where patience passes before that, `notice` is called once, with the number of drawings that come first.
        """
        if self._asked >= self._most:
            raise Crowded
        self._asked += 1
        ticket = object()
        self._waiting[ticket] = None
        drawing = asyncio.ensure_future(self._drawn(ticket, draw))
        patience = asyncio.ensure_future(self._patience())
        try:
            await asyncio.wait((drawing, patience), return_when=asyncio.FIRST_COMPLETED)
            if patience.done():
                await notice(self._before(ticket))
            return await drawing
        finally:
            patience.cancel()
            drawing.cancel()
            self._waiting.pop(ticket, None)
            self._asked -= 1

    def _before(self, ticket: object) -> int:
        if ticket not in self._waiting:
            return 0
        return list(self._waiting).index(ticket) + self._places

    async def _drawn(self, ticket: object, draw: Callable[[], T]) -> T:
        async with self._free:
            self._waiting.pop(ticket, None)
            async with timed("draw"):
                return await asyncio.get_running_loop().run_in_executor(self._threads, draw)
