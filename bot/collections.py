"""The service for playing sets: carve, use, rename, show. One intent, one transaction."""

from collections.abc import Sequence
from datetime import datetime

from bot import ledger, welcome
from bot.limits import BETWEEN_CARVINGS, MOST_SETS
from bot.people import Player, PlayerId, SessionId
from bot.playing_sets import LONGEST_SET_NAME, Chapter, PlayingSet, SetId, materials, moment
from bot.refusals import BadSetName, CarvedLately, SetIsStaked, SetNotYours, TooManySets
from bot.store import Store
from bot.store import sets as queries
from bot.words import one_line
from rules.game import Seat


class Collections:
    """Every collection of one store. All methods are safe to call at the same time from many tasks."""

    def __init__(self, store: Store):
        self._store = store

    async def of(self, player: Player, *, now: datetime, own: bool) -> Sequence[PlayingSet]:
        """What the player owns, oldest first; `own`: they ask themselves, and get their first set by it."""
        async with self._store.reading() as tx:
            owned = await ledger.owned(tx, player.id)
        if owned or not own:
            return owned
        async with self._store.transaction() as tx:
            await ledger.welcome(tx, player, now)
            return await ledger.owned(tx, player.id)

    async def free(self, player: PlayerId) -> Sequence[PlayingSet]:
        """The sets that the player could stake."""
        async with self._store.reading() as tx:
            return [one for one in await ledger.owned(tx, player) if one.staked_in is None]

    async def get(self, number: SetId) -> PlayingSet:
        """The set; raises NoSuchSet."""
        async with self._store.reading() as tx:
            return await ledger.load(tx, number)

    async def story(self, number: SetId) -> tuple[PlayingSet, Sequence[Chapter]]:
        """The set, and each of its owners in order; raises NoSuchSet."""
        async with self._store.reading() as tx:
            return await ledger.load(tx, number), await ledger.story(tx, number)

    async def carve(self, player: Player, *, material: str, style: str, now: datetime) -> PlayingSet:
        """A new plain set: at any time if none of theirs is free, else once a week, and 30 sets at most.

        Raises TooManySets or CarvedLately.
        """
        known = materials()
        assert material in known.plain and style in known.styles
        async with self._store.transaction() as tx:
            await ledger.welcome(tx, player, now)
            have = await ledger.owned(tx, player.id)
            if len(have) >= MOST_SETS:
                raise TooManySets(MOST_SETS)
            last = await queries.last_carved(tx, player.id)
            if last is not None and any(one.staked_in is None for one in have):
                again = moment(last) + BETWEEN_CARVINGS
                if moment(last) <= now < again:  # a time to come, as after a clock was set back, binds nobody
                    raise CarvedLately(again)
            number = await ledger.make(tx, player, material=material, style=style, reason="carved", now=now)
            return await ledger.load(tx, number)

    async def use(self, player: PlayerId, number: SetId) -> PlayingSet:
        """Play with this set from the next match on; raises SetNotYours or NoSuchSet."""
        async with self._store.transaction() as tx:
            found = await ledger.load(tx, number)
            if found.owner != player:
                raise SetNotYours(found)
            await queries.use_set(tx, player, number)
            return await ledger.load(tx, number)

    async def rename(self, player: PlayerId, number: SetId, name: str, *, now: datetime) -> PlayingSet:
        """Name a set of one's own that is not staked.

        Raises BadSetName, SetNotYours, SetIsStaked, RenamedLately or NoSuchSet.
        """
        plain = one_line(name)
        if not 1 <= len(plain) <= LONGEST_SET_NAME:
            raise BadSetName
        async with self._store.transaction() as tx:
            found = await ledger.load(tx, number)
            if found.owner != player:
                raise SetNotYours(found)
            if found.staked_in is not None:
                raise SetIsStaked(found)
            await welcome.note_renaming(tx, player, now)
            await queries.rename_set(tx, number, plain)
            return await ledger.load(tx, number)

    async def looks(self, session: SessionId) -> dict[Seat, PlayingSet]:
        """The set that each side of a match plays with."""
        async with self._store.reading() as tx:
            return {
                Seat(row["seat"]): await ledger.load(tx, SetId(row["playing_set"]))
                for row in await queries.looks_of(tx, session)
            }
