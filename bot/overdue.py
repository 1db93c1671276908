"""Old tables whose controls could not be taken off yet."""

from collections import OrderedDict
from collections.abc import Sequence

from bot.people import SessionId
from bot.session import Shown

MOST_SESSIONS = 1_000
MOST_OF_A_SESSION = 3


class Overdue:
    """Remembers them until the session's next table hangs; forgetting one is harmless, for buttons know their ply."""

    def __init__(self) -> None:
        self._tables: OrderedDict[SessionId, tuple[Shown, ...]] = OrderedDict()

    def take(self, session: SessionId) -> tuple[Shown, ...]:
        """Those of the session, oldest first; they are forgotten by it."""
        return self._tables.pop(session, ())

    def keep(self, session: SessionId, tables: Sequence[Shown]) -> None:
        """Remember these beside those that are remembered: the newest three, of the newest thousand sessions."""
        if not tables:
            return
        known = {table.message: table for table in (*self._tables.pop(session, ()), *tables)}
        self._tables[session] = tuple(known[message] for message in sorted(known)[-MOST_OF_A_SESSION:])
        if len(self._tables) > MOST_SESSIONS:
            self._tables.popitem(last=False)
