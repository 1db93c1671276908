"""How much one person may do: every number in one place, and how a pace is kept."""

from collections import OrderedDict, deque
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.people import PlayerId
from bot.refusals import TooFast


@dataclass(frozen=True, slots=True)
class Rate:
    """So many within so long."""

    most: int
    span: timedelta

    def again(self, done: Sequence[datetime], now: datetime) -> datetime | None:
        """When it may be done once more, if not now; `done` are the latest times, in any order.

        A time that is still to come, as after a clock was set back, holds nobody up.
        """
        recent = sorted(at for at in done if now - self.span < at <= now)
        return recent[-self.most] + self.span if len(recent) >= self.most else None


# Challenges: open at once, open to one person wherever they hang, made within an hour and not accepted.
MOST_OPEN_CHALLENGES = 10
MOST_OPEN_TO_ONE = 3
CHALLENGES = Rate(20, timedelta(hours=1))
# Declined so often by the same person, within so long, one waits so long to challenge them again.
DECLINES_REMEMBERED = timedelta(days=7)
_COOL_DOWNS = (timedelta(0), timedelta(0), timedelta(hours=1), timedelta(hours=6), timedelta(days=1))
MOST_BLOCKED = 200

# Games going on at once, and hunts begun within an hour.
MOST_MATCHES = 25
MOST_HUNTS = 10
HUNTS = Rate(30, timedelta(hours=1))

# Playing sets: owned by carving, carved while one is free, renamed.
MOST_SETS = 30
BETWEEN_CARVINGS = timedelta(days=7)
RENAMINGS = Rate(10, timedelta(hours=1))

# What costs the machine or the channel much, and nothing is kept of: animations drawn, tables hung again.
ANIMATIONS = Rate(10, timedelta(minutes=1))
SHOWINGS = Rate(10, timedelta(minutes=1))
_MOST_REMEMBERED = 10_000


def cool_down(declines: int) -> timedelta:
    """How long after the last of so many declines in a row the same person may be challenged again."""
    return _COOL_DOWNS[min(declines, len(_COOL_DOWNS)) - 1] if declines else timedelta(0)


class Pace:
    """A rate kept in memory, for what a restart may forget; it remembers a bounded number of people."""

    def __init__(self, rate: Rate):
        self._rate = rate
        self._done: OrderedDict[PlayerId, deque[datetime]] = OrderedDict()

    def keep(self, player: PlayerId, now: datetime) -> None:
        """Note that the player does it once more; raises TooFast, and then it is not noted."""
        done = self._done.setdefault(player, deque(maxlen=self._rate.most))
        self._done.move_to_end(player)
        while len(self._done) > _MOST_REMEMBERED:
            self._done.popitem(last=False)
        again = self._rate.again(done, now)
        if again is not None:
            raise TooFast(again)
        done.append(now)
