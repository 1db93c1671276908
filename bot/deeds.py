"""The deeds that earn a set: each is proved by the session that ends, and by the history before it."""

from collections.abc import Awaitable, Callable, Mapping, Sequence

from bot.people import PlayerId
from bot.session import Session
from bot.store import Transaction
from bot.store import sets as queries
from rules.draugr.hunt import Hunt
from rules.game import Ending, Seat
from rules.tafl.pieces import Piece

Proof = Callable[[Transaction, Session, PlayerId], Awaitable[bool]]

IN_A_ROW = 3
MANY_BEATEN = 5
MANY_WON = 10
DAILIES = 3
_LATEST = 10_000


async def deeds_done(tx: Transaction, session: Session, winner: PlayerId) -> Sequence[str]:
    """The deeds that the winner of an ended session has done with it, done before or not."""
    proofs = _OF_A_HUNT if isinstance(session.state, Hunt) else _OF_A_MATCH
    return [deed for deed, proof in proofs.items() if await proof(tx, session, winner)]


def _won_as(session: Session, seat: Seat, ending: Ending) -> bool:
    outcome = session.outcome
    return outcome is not None and outcome.winner is seat and outcome.ending is ending


async def _jarl_taken(tx: Transaction, session: Session, winner: PlayerId) -> bool:
    return _won_as(session, Seat.ATTACKERS, Ending.CAPTURE)


async def _black_draug_taken(tx: Transaction, session: Session, winner: PlayerId) -> bool:
    return _won_as(session, Seat.DEFENDERS, Ending.CAPTURE)


async def _escaped(tx: Transaction, session: Session, winner: PlayerId) -> bool:
    return _won_as(session, Seat.DEFENDERS, Ending.ESCAPE)


def _played_out(session: Session) -> bool:
    outcome = session.outcome
    return outcome is not None and outcome.ending in (Ending.CAPTURE, Ending.ESCAPE, Ending.IMMOBILITY)


async def _no_shieldmaiden_lost(tx: Transaction, session: Session, winner: PlayerId) -> bool:
    defended = session.outcome is not None and session.outcome.winner is Seat.DEFENDERS
    return bool(defended) and _played_out(session) and Piece.SHIELDMAIDEN not in session.match.captured


async def _no_thrall_lost(tx: Transaction, session: Session, winner: PlayerId) -> bool:
    attacked = session.outcome is not None and session.outcome.winner is Seat.ATTACKERS
    return attacked and _played_out(session) and Piece.THRALL not in session.match.captured


async def _three_in_a_row(tx: Transaction, session: Session, winner: PlayerId) -> bool:
    rows = await queries.latest_results(tx, winner, IN_A_ROW)
    return len(rows) == IN_A_ROW and all(bool(row["winner"] == row["seat"]) for row in rows)


async def _five_beaten(tx: Transaction, session: Session, winner: PlayerId) -> bool:
    return await queries.beaten_by(tx, winner) >= MANY_BEATEN


async def _ten_won(tx: Transaction, session: Session, winner: PlayerId) -> bool:
    rows = await queries.latest_results(tx, winner, _LATEST)
    return len([row for row in rows if row["winner"] == row["seat"]]) >= MANY_WON


async def _daily_won(tx: Transaction, session: Session, winner: PlayerId) -> bool:
    return await queries.dailies_won(tx, winner) >= 1


async def _three_dailies_won(tx: Transaction, session: Session, winner: PlayerId) -> bool:
    return await queries.dailies_won(tx, winner) >= DAILIES


_OF_A_MATCH: Mapping[str, Proof] = {
    "jarl_taken": _jarl_taken,
    "black_draug_taken": _black_draug_taken,
    "escaped": _escaped,
    "no_shieldmaiden_lost": _no_shieldmaiden_lost,
    "no_thrall_lost": _no_thrall_lost,
    "three_in_a_row": _three_in_a_row,
    "five_beaten": _five_beaten,
    "ten_won": _ten_won,
}
_OF_A_HUNT: Mapping[str, Proof] = {"daily_won": _daily_won, "three_dailies_won": _three_dailies_won}
