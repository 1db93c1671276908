"""The service for blocks: whom somebody takes no challenges from (F24)."""

from collections.abc import Sequence
from datetime import datetime

from bot.limits import DECLINES_REMEMBERED, MOST_BLOCKED
from bot.people import ChallengeId, Player, PlayerId
from bot.refusals import OpponentIsYourself, TooManyBlocked
from bot.store import Store
from bot.store import limits as queries


class Blocks:
    """Every block of one store. All methods are safe to call at the same time from many tasks."""

    def __init__(self, store: Store):
        self._store = store

    async def block(self, player: PlayerId, other: Player, *, now: datetime) -> Sequence[ChallengeId]:
        """From now on the player takes no challenges from the other; those still open are declined.

        Returns the declined ones. Raises OpponentIsYourself or TooManyBlocked.
        """
        if other.id == player:
            raise OpponentIsYourself
        async with self._store.transaction() as tx:
            others = [row["blocked"] for row in await queries.blocked_by(tx, player)]
            if other.id not in others and len(others) >= MOST_BLOCKED:
                raise TooManyBlocked(MOST_BLOCKED)
            await queries.insert_block(tx, player, other.id, other.name, int(now.timestamp()))
            declined = await queries.decline_all(tx, other.id, player, int(now.timestamp()))
        return [ChallengeId(number) for number in declined]

    async def unblock(self, player: PlayerId, other: PlayerId) -> None:
        """Take challenges from the other again; it is no matter whether they were blocked."""
        async with self._store.transaction() as tx:
            await queries.delete_block(tx, player, other)

    async def insisted(self, player: PlayerId, other: PlayerId, *, now: datetime) -> bool:
        """Whether the player has declined challenges of the other more than once within the week."""
        since = int((now - DECLINES_REMEMBERED).timestamp())
        async with self._store.reading() as tx:
            declines, _ = await queries.declines_since(tx, other, player, since, int(now.timestamp()))
        return declines > 1

    async def of(self, player: PlayerId) -> Sequence[Player]:
        """Whom the player blocks, the latest first."""
        async with self._store.reading() as tx:
            rows = await queries.blocked_by(tx, player)
        return [Player(PlayerId(row["blocked"]), row["name"]) for row in rows]
