"""The service for sessions left alone: warned of, ended without a winner, or shown at last."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from bot.people import SessionId
from bot.session import Session
from bot.sessions import Sessions
from bot.store import Store, Transaction
from bot.store import idle as queries
from rules.draugr.hunt import Hunt
from rules.game import Seat
from rules.tafl.match import TAFL

UNTOUCHED_TO_WARN = timedelta(days=27)
UNTOUCHED_TO_END = timedelta(days=30)
WARNED_TO_END = UNTOUCHED_TO_END - UNTOUCHED_TO_WARN
AT_A_TIME = 20
RECENT = timedelta(days=7)


class Idle:
    """What becomes of the sessions of one store that nobody touches."""

    def __init__(self, store: Store, sessions: Sessions):
        self._store = store
        self._sessions = sessions

    async def warn(self, *, now: datetime) -> Sequence[Session]:
        """Note a warning for sessions untouched for 27 days, some at a time; those to be told of it now."""
        async with self._store.transaction() as tx:
            found = await queries.due_a_warning(tx, _seconds(now - UNTOUCHED_TO_WARN), AT_A_TIME)
            warned = await self._sessions.readable(tx, found)
            for session in warned:
                await queries.insert_warning(tx, session.id, session.ply, _seconds(now))
        return warned

    async def end(self, *, now: datetime) -> Sequence[Session]:
        """End sessions untouched for 30 days and warned of for three, some at a time; those that ended.

        A match ends without a result, and stakes return (W2); a hunt's time has run out (D13).
        """
        touched, warned = _seconds(now - UNTOUCHED_TO_END), _seconds(now - WARNED_TO_END)
        async with self._store.reading() as tx:
            found = await queries.due_an_end(tx, touched, warned, AT_A_TIME)
        ended = [await self._end(SessionId(number), touched, warned, now) for number in found]
        return [session for session in ended if session is not None]

    async def not_shown(self, *, now: datetime) -> Sequence[Session]:
        """The matches of late whose newest table never came to hang, as after a crash; the newest hundred."""
        async with self._store.reading() as tx:
            found = await queries.not_shown(tx, TAFL.name, _seconds(now - RECENT), 100)
            return await self._sessions.readable(tx, found)

    async def readable(self, sessions: Sequence[SessionId]) -> Sequence[Session]:
        """Those of the sessions that can be read."""
        if not sessions:
            return ()
        async with self._store.reading() as tx:
            return await self._sessions.readable(tx, sessions)

    async def _end(self, number: SessionId, touched: int, warned: int, now: datetime) -> Session | None:
        """One session, in a transaction of its own; None where somebody has come back meanwhile."""
        async with self._store.transaction() as tx:
            if number not in await queries.due_an_end(tx, touched, warned, AT_A_TIME):
                return None
            for found in await self._sessions.readable(tx, [number]):
                return await self._closed(tx, found, now)
            return None

    async def _closed(self, tx: Transaction, found: Session, now: datetime) -> Session:
        if isinstance(found.state, Hunt):
            return await self._sessions.append(tx, found, Seat.HUNTER, "time", now)
        assert found.turn is not None
        return await self._sessions.append(tx, found, found.turn, "annul", now)


def _seconds(moment: datetime) -> int:
    return int(moment.timestamp())
