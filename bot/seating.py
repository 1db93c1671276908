"""From a challenge to its match: who sits where, and with which sets. Takes the caller's transaction."""

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING

from bot import ledger
from bot.people import Player, PlayerId
from bot.playing_sets import SetId
from bot.refusals import StakeNeeded
from bot.session import Session
from bot.store import Transaction
from bot.store import sets as queries
from rules.game import Draw, Seat

if TYPE_CHECKING:
    from bot.challenges import Challenge


def seated(challenge: "Challenge", draw: Draw) -> Mapping[Seat, Player]:
    """Who attacks and who defends; `draw` decides where the challenger left it open."""
    attacks = challenge.side == "attack" or (challenge.side == "random" and draw(2) == 0)
    attackers, defenders = challenge.challenger, challenge.opponent
    if not attacks:
        attackers, defenders = defenders, attackers
    return {Seat.ATTACKERS: attackers, Seat.DEFENDERS: defenders}


async def bring_sets(
    tx: Transaction, challenge: "Challenge", session: Session, stake: SetId | None, now: datetime
) -> None:
    """Each side plays with the set it stakes, which is locked (W4), else with the one it uses.

    Raises StakeNeeded, or why a set can't be staked.
    """
    staked: dict[Seat, tuple[PlayerId, SetId]] = {}
    if challenge.stake is not None:
        if stake is None:
            raise StakeNeeded
        await ledger.must_allow_stakes(tx, challenge.place)
        brought = {challenge.challenger.id: challenge.stake, challenge.opponent.id: stake}
        staked = {seat: (player.id, brought[player.id]) for seat, player in session.seats.items()}
        await ledger.lock(tx, session.id, staked)
    for seat, player in session.seats.items():
        look = staked[seat][1] if seat in staked else await ledger.look_of(tx, player, now)
        if look is not None:
            await queries.set_look(tx, session.id, seat, look)
