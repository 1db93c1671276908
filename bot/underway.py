"""What is being answered right now, so that closing can wait for it, and who hears of what has been answered."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from bot import logs
from bot.observing import Trace

Heard = Callable[[Trace], None]
MOST_REMEMBERED = 1_000


class Underway:
    """Counts answers under way; once `closing`, no new ones are begun. `heard` is told of each that is over."""

    def __init__(self, heard: Sequence[Heard] = ()) -> None:
        self.closing = False
        self._heard = (logs.tell, *heard)
        self._begun: OrderedDict[int, None] = OrderedDict()
        self._count = 0
        self._idle = asyncio.Event()
        self._idle.set()

    def first_time(self, interaction: int) -> bool:
        """Whether that interaction is new: after a break Discord may send again what it had sent before."""
        new = interaction not in self._begun
        self._begun[interaction] = None
        if len(self._begun) > MOST_REMEMBERED:
            self._begun.popitem(last=False)
        return new

    @contextmanager
    def one(self) -> Iterator[None]:
        """For as long as one answer takes."""
        self._count += 1
        self._idle.clear()
        try:
            yield
        finally:
            self._count -= 1
            if self._count == 0:
                self._idle.set()

    def over(self, trace: Trace) -> None:
        """Tell of an answer that is over with, whatever came of it."""
        for heard in self._heard:
            heard(trace)

    async def finish(self, seconds: float) -> bool:
        """Begin nothing new and wait for what is under way, at most so long; whether all of it is done."""
        self.closing = True
        try:
            await asyncio.wait_for(self._idle.wait(), seconds)
        except TimeoutError:
            return False
        return True
