"""States of sessions kept in memory, so that nobody waits for a replay of what was played a moment ago."""

from collections import OrderedDict
from threading import Lock

from bot.session import State
from rules.draugr.game import DRAUGR
from rules.draugr.hunt import Hunt
from rules.tafl.match import TAFL

# For each ply a state holds its move and, since the last capture, its board: 150 bytes, shared within a session.
MOST_PLIES = 100_000
MOST_OF_A_SESSION = 4  # where it stands, where its last table hung, and what somebody looks at
NEAR = 32  # a state so far back is played on from, rather than starting anew


class Remembered:
    """Committed states by session and ply; sessions that were not asked for longest are forgotten first.

    Safe for threads.
    """

    def __init__(self, most_plies: int = MOST_PLIES):
        self._most = most_plies
        self._sessions: OrderedDict[int, OrderedDict[int, State]] = OrderedDict()
        self._plies = 0
        self._lock = Lock()

    def at(self, session: int, ply: int) -> State | None:
        """The session's state after so many actions, if it is kept."""
        with self._lock:
            states = self._sessions.get(session)
            return None if states is None else states.get(ply)

    def before(self, session: int, ply: int) -> tuple[int, State] | None:
        """The nearest kept state at or a little before that ply, with its own ply."""
        with self._lock:
            states = self._sessions.get(session) or OrderedDict()
            near = max((kept for kept in states if ply - NEAR <= kept <= ply), default=None)
            return None if near is None else (near, states[near])

    def game_of(self, session: int) -> str | None:
        """Which game the session is of, if any state of it is kept."""
        with self._lock:
            for state in self._sessions.get(session, {}).values():
                return DRAUGR.name if isinstance(state, Hunt) else TAFL.name
        return None

    def keep(self, session: int, ply: int, state: State) -> None:
        """Keep a state. Only what is committed may be: a number that a rollback gives back would be met again."""
        with self._lock:
            states = self._sessions.setdefault(session, OrderedDict())
            self._plies -= _weight(states)
            states[ply] = state
            states.move_to_end(ply)
            if len(states) > MOST_OF_A_SESSION:
                states.popitem(last=False)
            self._plies += _weight(states)
            self._sessions.move_to_end(session)
            while self._plies > self._most and len(self._sessions) > 1:
                _, gone = self._sessions.popitem(last=False)
                self._plies -= _weight(gone)


def _weight(states: OrderedDict[int, State]) -> int:
    return max(states) + 1 if states else 0
