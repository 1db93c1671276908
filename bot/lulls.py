"""Lulls: the moments when nobody waits for an answer, and what nobody waits for can be seen to."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from bot.observing import Trace, nothing

PATIENCE_SECONDS = 0.25
BREATH = 5  # turns of the event loop, between one that was put off and the next, for whoever comes then


class Lulls:
    """Knows how many answers are awaited. `come()` lets those go first who wait for one.

    `on_lull` is called when the last one waited for has come, and again when nothing more is under way.
    """

    def __init__(
        self,
        on_lull: Callable[[bool], None] = lambda nothing_under_way: None,
        patience: float = PATIENCE_SECONDS,
    ) -> None:
        self._on_lull = on_lull
        self.patience = patience
        self._awaited: set[int] = set()
        self._under_way = 0
        self._telling = False
        self._nobody_waits = asyncio.Event()
        self._nobody_waits.set()
        self._turn = asyncio.Lock()

    @contextmanager
    def awaits(self, trace: Trace) -> Iterator[None]:
        """Somebody waits for that answer, until it is on screen or the block ends."""
        self._awaited.add(trace.interaction)
        self._under_way += 1
        self._nobody_waits.clear()
        trace.on_answer = lambda: self._arrived(trace)
        try:
            yield
        finally:
            self._under_way -= 1
            self._arrived(trace)
            trace.on_answer = nothing

    def _arrived(self, trace: Trace) -> None:
        self._awaited.discard(trace.interaction)
        if not self._awaited:
            self._nobody_waits.set()
            if not self._telling:
                # What has just ended shall be gone by then.
                self._telling = True
                asyncio.get_running_loop().call_soon(self._tell)

    def _tell(self) -> None:
        self._telling = False
        if not self._awaited:
            self._on_lull(self._under_way == 0)

    async def come(self) -> None:
        """Wait until nobody waits for an answer, one after the other, for as long as the patience lasts.

        Not for who is waited for, nor for who holds what somebody waiting may need.
        """
        if self._nobody_waits.is_set() and not self._turn.locked():
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(self.patience), self._turn:
                await self._nobody_waits.wait()
                for _ in range(BREATH):
                    await asyncio.sleep(0)
