"""Old tables whose controls could not be taken off yet, and new ones that could not be hung."""

from collections import OrderedDict
from collections.abc import Sequence

from bot.people import SessionId
from bot.session import Shown

MOST_SESSIONS = 1_000
MOST_OF_A_SESSION = 3
MOST_TRIES = 10


class Overdue:
    """Remembers them until the session's next table hangs; forgetting one is harmless, for buttons know their ply."""

    def __init__(self) -> None:
        self._tables: OrderedDict[SessionId, tuple[Shown, ...]] = OrderedDict()
        self._unhung: OrderedDict[SessionId, int] = OrderedDict()

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

    def hung(self, session: SessionId) -> None:
        """Its newest table hangs."""
        self._unhung.pop(session, None)

    def not_hung(self, session: SessionId, *, anew: bool) -> None:
        """Remember that its newest table does not hang; with `anew` as if it had not been tried before."""
        self._unhung[session] = 0 if anew else self._unhung.get(session, 0)
        if len(self._unhung) > MOST_SESSIONS:
            self._unhung.popitem(last=False)

    def unhung(self) -> tuple[SessionId, ...]:
        """The sessions whose tables are to be tried once more, each ten times at most."""
        due = tuple(session for session, tries in self._unhung.items() if tries < MOST_TRIES)
        for session in due:
            self._unhung[session] += 1
        return due
