"""What is being answered right now, so that closing can wait for it."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager


class Underway:
    """Counts answers under way; once `closing`, no new ones are begun."""

    def __init__(self) -> None:
        self.closing = False
        self._count = 0
        self._idle = asyncio.Event()
        self._idle.set()

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

    async def finish(self, seconds: float) -> bool:
        """Begin nothing new and wait for what is under way, at most so long; whether all of it is done."""
        self.closing = True
        try:
            await asyncio.wait_for(self._idle.wait(), seconds)
        except TimeoutError:
            return False
        return True
