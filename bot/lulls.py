"""Lulls: the moments when nobody waits for an answer, and what nobody waits for can be seen to."""

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from bot.observing import Trace, nothing

PATIENCE_SECONDS = 0.25
SELDOM_SECONDS = 0.5  # where Discord is far away, somebody always waits, though nobody for us
LONGEST_SECONDS = 3.0  # whoever waits for longer, as for a rate limit to end, holds nobody up
BREATH = 5  # turns of the event loop, between one that was put off and the next, for whoever comes then


class Lulls:
    """Knows how many answers are awaited. `come()` lets those go first who wait for one.

    `on_lull` is called when the last one waited for has come, and again when nothing more is under way, which it
    is told; where that is seldom, after any answer now and then.
    """

    def __init__(
        self, *, patience: float = PATIENCE_SECONDS, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.on_lull: Callable[[bool], None] = lambda nothing_under_way: None
        self.patience = patience
        self._clock = clock
        self._last = self._told = clock()
        self._awaited: set[int] = set()
        self._under_way = 0
        self._put_off = 0
        self._telling = False
        self._nobody_waits = asyncio.Event()
        self._nobody_waits.set()
        self._turn = asyncio.Lock()

    @property
    def quiet_seconds(self) -> float:
        """For how long nobody has come and nothing has been under way."""
        return 0.0 if self._under_way else self._clock() - self._last

    @contextmanager
    def awaits(self, trace: Trace) -> Iterator[None]:
        """Somebody waits for that answer, until it is on screen or the block ends; for three seconds at most."""
        self._awaited.add(trace.interaction)
        self._under_way += 1
        self._nobody_waits.clear()
        too_long = asyncio.get_running_loop().call_later(LONGEST_SECONDS, self._over, trace.interaction)
        trace.on_answer = lambda: self._over(trace.interaction)
        try:
            yield
        finally:
            too_long.cancel()
            trace.on_answer = nothing
            self._under_way -= 1
            self._last = self._clock()
            self._over(trace.interaction)

    def _over(self, interaction: int) -> None:
        self._awaited.discard(interaction)
        if not self._awaited:
            self._nobody_waits.set()
        if self._due and not self._telling:
            # What has just ended shall be gone by then.
            self._telling = True
            asyncio.get_running_loop().call_soon(self._tell)

    @property
    def _due(self) -> bool:
        return not self._awaited or self._clock() - self._told >= SELDOM_SECONDS

    def _tell(self) -> None:
        self._telling = False
        if self._due:
            self._told = self._clock()
            self.on_lull(self._under_way == 0)

    async def come(self) -> None:
        """Wait until nobody waits for an answer, one after the other, for as long as the patience lasts.

        It is not for those whom somebody waits for.
        """
        if self._nobody_waits.is_set() and not self._put_off:
            return
        self._put_off += 1
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(self.patience), self._turn:
                    for _ in range(BREATH):
                        await asyncio.sleep(0)
                    await self._nobody_waits.wait()
        finally:
            self._put_off -= 1
