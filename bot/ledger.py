"""The ledger: who owns which set, what is staked, and how a match's end moves it. Takes the caller's transaction."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from bot.deeds import deeds_done
from bot.people import Place, Player, PlayerId, SessionId
from bot.playing_sets import Chapter, PlayingSet, SetId, materials, moment
from bot.refusals import NoSuchSet, SetIsStaked, SetNotYours, StakesAreOff
from bot.session import Session
from bot.store import Transaction
from bot.store import sets as queries
from bot.store.database import Row
from rules.game import Ending, Seat
from rules.tafl.match import Match
from rules.wager import wager


async def load(tx: Transaction, number: SetId) -> PlayingSet:
    """The set; raises NoSuchSet."""
    row = await queries.set_row(tx, number)
    if row is None:
        raise NoSuchSet
    return _from_row(row)


async def owned(tx: Transaction, player: PlayerId) -> Sequence[PlayingSet]:
    """Everything the player owns, oldest first."""
    return [_from_row(row) for row in await queries.sets_of(tx, player)]


async def story(tx: Transaction, number: SetId) -> Sequence[Chapter]:
    """The set's making and changes of hands, oldest first."""
    return [
        Chapter(
            row["reason"],
            Player(PlayerId(row["to_player"]), row["to_name"]),
            row["from_player"],
            row["session"],
            moment(row["at"]),
        )
        for row in await queries.transfers_of(tx, number)
    ]


async def make(
    tx: Transaction,
    player: Player,
    *,
    material: str,
    style: str,
    reason: str,
    now: datetime,
    deed: str | None = None,
    session: SessionId | None = None,
) -> SetId:
    """A new set for the player, entered in the ledger."""
    at = int(now.timestamp())
    number = await queries.insert_set(
        tx, owner=player.id, name=player.name, material=material, style=style, deed=deed, now=at
    )
    await queries.insert_transfer(
        tx,
        number,
        giver=None,
        taker=player.id,
        taker_name=player.name,
        reason=reason,
        session=session,
        now=at,
    )
    return SetId(number)


async def welcome(tx: Transaction, player: Player, now: datetime) -> None:
    """Give the player their first plain set, on first use and only then."""
    if not await queries.has_begun(tx, player.id):
        known = materials()
        plain, styles = known.plain, known.styles
        await make(
            tx,
            player,
            material=plain[player.id // 7 % len(plain)],
            style=styles[player.id // 11 % len(styles)],
            reason="first",
            now=now,
        )


async def look_of(tx: Transaction, player: Player, now: datetime) -> SetId | None:
    """The set that the player plays with where none is staked; None where they own none."""
    await welcome(tx, player, now)
    used = await queries.set_in_use(tx, player.id)
    if used is not None:
        return SetId(used)
    everything = await owned(tx, player.id)
    return everything[0].id if everything else None


async def must_be_free(tx: Transaction, number: SetId, player: PlayerId) -> PlayingSet:
    """The set, if the player owns it and no live match holds it; raises SetNotYours, SetIsStaked or NoSuchSet."""
    found = await load(tx, number)
    if found.owner != player:
        raise SetNotYours(found)
    if found.staked_in is not None:
        raise SetIsStaked(found)
    return found


async def must_allow_stakes(tx: Transaction, place: Place) -> None:
    """Raise StakesAreOff where the server has turned them off."""
    if not await queries.stakes_allowed(tx, place.guild):
        raise StakesAreOff


async def lock(tx: Transaction, session: SessionId, stakes: Mapping[Seat, tuple[PlayerId, SetId]]) -> None:
    """W4: lock both sets for the match that begins; raises a Refusal, and then nothing is locked."""
    for seat, (player, number) in stakes.items():
        await must_be_free(tx, number, player)
        await queries.insert_stake(tx, session, seat, number)


async def settle(tx: Transaction, session: Session, now: datetime) -> None:
    """W1-W4: at the end of a match unlock what was staked, hand over what is lost, and reward deeds."""
    if not isinstance(session.state, Match) or session.outcome is None:
        await _reward(tx, session, now)
        return
    stakes = {Seat(row["seat"]): SetId(row["playing_set"]) for row in await queries.stakes_of(tx, session.id)}
    if stakes:
        loser = wager(session.outcome, session.match.ruleset)
        await _unlock(tx, session, stakes, loser)
        if loser is not None:
            await _hand_over(tx, session, stakes[loser], loser, now)
        await queries.insert_settlement(tx, session.id, loser, int(now.timestamp()))
    await _reward(tx, session, now)


async def _unlock(
    tx: Transaction, session: Session, stakes: Mapping[Seat, SetId], loser: Seat | None
) -> None:
    for seat in stakes:
        await queries.close_stake(tx, session.id, seat, "lost" if seat is loser else "kept")


async def _hand_over(tx: Transaction, session: Session, number: SetId, loser: Seat, now: datetime) -> None:
    giver, taker = session.seats[loser], session.seats[loser.opponent]
    if not await queries.change_owner(tx, number, giver.id, taker.id):
        raise RuntimeError(f"set {number} is not its staker's to lose")
    await queries.insert_transfer(
        tx,
        number,
        giver=giver.id,
        taker=taker.id,
        taker_name=taker.name,
        reason="won",
        session=session.id,
        now=int(now.timestamp()),
    )


async def _reward(tx: Transaction, session: Session, now: datetime) -> None:
    """A set for each deed done here for the first time."""
    if (
        session.outcome is None
        or session.outcome.winner is None
        or session.outcome.ending is Ending.ANNULMENT
    ):
        return
    winner = session.seats[session.outcome.winner]
    known = materials()
    before = await queries.deeds_of(tx, winner.id)
    for deed in await deeds_done(tx, session, winner.id):
        if deed in before:
            continue
        style = known.styles[session.id % len(known.styles)]
        number = await make(
            tx,
            winner,
            material=known.deeds[deed],
            style=style,
            reason="earned",
            now=now,
            deed=deed,
            session=session.id,
        )
        await queries.insert_deed(tx, winner.id, deed, session.id, number, int(now.timestamp()))


def _from_row(row: Row) -> PlayingSet:
    return PlayingSet(
        SetId(row["id"]),
        PlayerId(row["owner"]),
        row["material"],
        row["style"],
        row["name"] or "",
        Player(PlayerId(row["maker"]), row["maker_name"]),
        row["deed"],
        moment(row["made_at"]),
        row["staked_in"],
        bool(row["used"]),
    )
