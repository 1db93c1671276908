"""When Python's collector of cycles comes: while nobody waits for an answer, and seldom to everything at once."""

import asyncio
import gc
import time
from collections.abc import Callable

from bot.lulls import Lulls

YOUNG = 500  # objects more than after the last look make a lull worth another one
ALL_EVERY, ALL_AT_LAST = 6, 12  # such looks, for one among all that came since the last freeze
# Should no lull come, Python itself looks.
UNCALLED = (10_000, 10, 10)
LOOK_SECONDS = 60.0
QUIET_SECONDS = 5.0
THAW_SECONDS, THAW_AT_LAST = 3_600.0, 24 * 3_600.0


class Sweeping:
    """Has cycles collected at lulls.

    What outlives a look among all is frozen: left out of further ones, which so take milliseconds. It is looked
    through again, which takes a tenth of a second or two, when nobody has come for some seconds, once an hour at
    most; where that never is, once a day at a lull.
    """

    def __init__(self, lulls: Lulls, clock: Callable[[], float] = time.monotonic) -> None:
        self._lulls = lulls
        self._clock = clock
        self._looks = 0
        self._thawed = clock()

    def begin(self) -> None:
        """Take the collector over from Python; what is there now is frozen."""
        gc.set_threshold(*UNCALLED)
        self._all()
        self._lulls.on_lull = self._lull

    async def keep(self) -> None:
        """Look through what is frozen when it is time, for ever."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            self.thaw_in_time()

    def thaw_in_time(self) -> None:
        """Look through what is frozen, if that was long ago and the moment is quiet."""
        if self._clock() - self._thawed >= THAW_SECONDS and self._lulls.quiet_seconds >= QUIET_SECONDS:
            self._thaw()

    def _lull(self, nothing_under_way: bool) -> None:
        """Nobody waits just now; what is still under way should rather not be frozen."""
        if self._clock() - self._thawed >= THAW_AT_LAST:
            self._thaw()
        elif self._looks >= (ALL_EVERY if nothing_under_way else ALL_AT_LAST):
            self._all()
        elif gc.get_count()[0] >= YOUNG:
            self._looks += 1
            gc.collect(0)

    def _thaw(self) -> None:
        gc.unfreeze()
        self._all()
        self._thawed = self._clock()

    def _all(self) -> None:
        gc.collect()
        gc.freeze()
        self._looks = 0
