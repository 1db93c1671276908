"""`python -m bot.audit DATABASE`: every outcome and every owner derived anew from actions and ledger."""

import argparse
import asyncio
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from bot.session import GAMES, State
from bot.store import Transaction, UnusableDatabase
from bot.store import audit as queries
from bot.store.database import Row, looking
from rules.draugr.game import DRAUGR
from rules.draugr.hunt import Hunt
from rules.game import Ending, Outcome, Seat, Unreadable, WrongAction
from rules.tafl.action import Place
from rules.tafl.match import TAFL, Match
from rules.tafl.position import Move
from rules.tafl.ruleset import STANDARD
from rules.wager import wager

INCONSISTENT = 1
UNUSABLE = 2
_SEATS = {TAFL.name: {Seat.ATTACKERS, Seat.DEFENDERS}, DRAUGR.name: {Seat.HUNTER}}
_CLOSED = Outcome(None, Ending.ANNULMENT)


@dataclass(frozen=True, slots=True)
class Report:
    """What was looked at, and each discrepancy in a line."""

    sessions: int
    sets: int
    found: Sequence[str]

    @property
    def summary(self) -> str:
        """The closing line."""
        count = len(self.found)
        state = f"{count} {'discrepancy' if count == 1 else 'discrepancies'}" if count else "consistent"
        return f"{self.sessions} sessions, {self.sets} sets: {state}"


async def audit(path: Path) -> Report:
    """Look at one moment of the database; raises UnusableDatabase."""
    async with looking(path) as tx:
        found = list(await queries.broken_references(tx))
        sessions = await queries.sessions(tx)
        for row in sessions:
            found += [f"session {row['id']}: {line}" async for line in _session(tx, row)]
        sets = await queries.sets(tx)
        for row in sets:
            found += [f"set {row['id']}: {line}" async for line in _set(tx, row)]
        return Report(len(sessions), len(sets), found)


async def _session(tx: Transaction, row: Row) -> AsyncIterator[str]:
    seated = {seat["seat"] for seat in await queries.seats_of(tx, row["id"])}
    if seated != _SEATS[row["game"]]:
        yield f"at it sit {', '.join(sorted(seated)) or 'none'}"
    actions = await queries.actions_of(tx, row["id"])
    if [action["ply"] for action in actions] != list(range(len(actions))):
        yield "its plies have gaps"
    state, wrong = _replayed(row, actions)
    if wrong:
        yield wrong
        return
    outcome = _CLOSED if state is None else GAMES[row["game"]].outcome(state)
    told = (row["ending"], row["winner"]) if row["ending"] or row["winner"] else None
    due = (outcome.ending, outcome.winner) if outcome else None
    if told != due:
        yield f"its row says {_words(told)}, its actions {_words(due)}"
    ruleset = state.ruleset if isinstance(state, Match) else STANDARD
    loser = wager(outcome, ruleset) if outcome else None
    async for line in _stakes(tx, row["id"], outcome is not None, loser):
        yield line
    if isinstance(state, Hunt):
        async for line in _daily(tx, row, state):
            yield line


def _replayed(row: Row, actions: Sequence[Row]) -> tuple[State | None, str]:
    """The state its actions lead to, or None with what is wrong; with nothing wrong it was closed unfinished."""
    game = GAMES[row["game"]]
    try:
        state: State = game.start(row["setup"])
    except Unreadable as error:
        # Begun by rules or cards of another version: such a session is closed without a result.
        closed = row["state"] == "over" and row["ending"] == Ending.ANNULMENT
        return None, "" if closed else f"its setup can't be read ({error.reason}) and it is not annulled"
    for action in actions:
        turn, ply = game.turn(state), f"ply {action['ply']}"
        if turn is None:
            return None, f"{ply} comes after the end"
        try:
            meant = game.read(state, action["text"])
            by_turn = isinstance(state, Hunt) or isinstance(meant, Move | Place)
            state = game.play(state, meant)
        except WrongAction as error:
            return None, f"{ply} ({action['text']}) is refused: {error.rule} {error.reason}"
        if by_turn and action["seat"] != turn:
            return None, f"{ply} ({action['text']}) is by {action['seat']}, the turn was of {turn}"
    return state, ""


def _words(outcome: tuple[str | None, str | None] | None) -> str:
    return f"{outcome[0]} for {outcome[1] or 'nobody'}" if outcome else "it goes on"


async def _stakes(tx: Transaction, session: int, over: bool, loser: Seat | None) -> AsyncIterator[str]:
    stakes = {stake["seat"]: stake for stake in await queries.stakes_of(tx, session)}
    settlement = await queries.settlement_of(tx, session)
    if not stakes:
        if settlement is not None:
            yield "it is settled and nothing was staked"
        if await queries.was_for_sets(tx, session):
            yield "its challenge was for sets and nothing was staked"
        return
    if len(stakes) == 1:
        yield f"only {', '.join(stakes)} staked"
    async for line in _brought(tx, session, stakes, over):
        yield line
    states = {seat: stake["state"] for seat, stake in stakes.items()}
    if not over:
        if settlement is not None or set(states.values()) != {"live"}:
            yield "it goes on and its stakes are not all live"
        return
    due = {seat: "lost" if seat == loser else "kept" for seat in stakes}
    if settlement is None:
        yield "it is over and not settled"
    elif settlement["lost_by"] != loser:
        yield f"it was settled as lost by {settlement['lost_by']}, due was {loser}"
    if states != due:
        yield f"its stakes are {states}, due was {due}"
    lost = stakes[loser]["playing_set"] if loser in stakes else None
    if lost is not None and lost not in await queries.won_in(tx, session):
        yield f"set {lost} was lost and not handed over"


async def _brought(
    tx: Transaction, session: int, stakes: Mapping[str, Row], over: bool
) -> AsyncIterator[str]:
    """Each seat plays with what it staked, and owns it until the end."""
    for seat in await queries.seats_of(tx, session):
        stake = stakes.get(seat["seat"])
        if stake is None:
            continue
        number, owner = stake["playing_set"], await queries.owner_of(tx, stake["playing_set"])
        if number != seat["playing_set"]:
            yield f"{seat['seat']} staked set {number} and played with {seat['playing_set']}"
        if not over and owner != seat["player"]:
            yield f"{seat['seat']} staked set {number}, which {owner} owns"


async def _daily(tx: Transaction, row: Row, hunt: Hunt) -> AsyncIterator[str]:
    daily = await queries.daily_of(tx, row["id"])
    if daily is None:
        return
    told = (daily["won"], daily["slain"], daily["rounds"])
    due: tuple[int | None, int | None, int | None] = (None, None, None)
    if hunt.outcome is not None:
        due = (int(hunt.outcome.ending is Ending.SLAIN), hunt.slain, hunt.round)
    if told != due:
        yield f"the ranking holds {told}, its actions give {due}"


async def _set(tx: Transaction, row: Row) -> AsyncIterator[str]:
    """The ledger's line must begin with the maker, run without a break, and end with the owner."""
    owner: int | None = None
    transfers = await queries.transfers_of(tx, row["id"])
    if transfers and transfers[0]["to_player"] != row["maker"]:
        yield f"{row['maker']} made it, by the ledger {transfers[0]['to_player']} did"
    for transfer in transfers:
        if transfer["from_player"] != owner:
            yield f"{transfer['from_player']} gave it away and {owner} owned it"
        owner = transfer["to_player"]
        if transfer["reason"] == "won" and not await _was_due(tx, transfer, row["id"]):
            yield f"match {transfer['session']} did not decide that it changes hands"
        if transfer["reason"] == "earned" and not await _was_earned(tx, transfer, row):
            yield f"no deed earned it in session {transfer['session']}"
    if owner != row["owner"]:
        yield f"{row['owner']} owns it, by the ledger {owner} does"


async def _was_due(tx: Transaction, transfer: Row, number: int) -> bool:
    """Whether the giver lost that set in that match, and the other player took it."""
    seats: Mapping[int, str] = {
        seat["player"]: seat["seat"] for seat in await queries.seats_of(tx, transfer["session"])
    }
    stakes = {
        stake["seat"]: stake["playing_set"] for stake in await queries.stakes_of(tx, transfer["session"])
    }
    settlement = await queries.settlement_of(tx, transfer["session"])
    lost_by, won_by = seats.get(transfer["from_player"]), seats.get(transfer["to_player"])
    if settlement is None or lost_by is None or won_by in (None, lost_by):
        return False
    return bool(settlement["lost_by"] == lost_by) and stakes.get(lost_by) == number


async def _was_earned(tx: Transaction, transfer: Row, row: Row) -> bool:
    """Whether its maker is noted for that deed in that session, and won it."""
    deed = await queries.deed_of(tx, row["id"])
    return (
        deed is not None
        and (deed["player"], deed["deed"], deed["session"])
        == (transfer["to_player"], row["deed"], transfer["session"])
        and await queries.has_won(tx, deed["session"], deed["player"])
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Print each discrepancy and the summary; 0 consistent, 1 not, 2 no database of ours."""
    parser = argparse.ArgumentParser(prog="python -m bot.audit", description=__doc__)
    parser.add_argument("database", type=Path)
    try:
        report = asyncio.run(audit(parser.parse_args(arguments).database))
    except UnusableDatabase as error:
        print(f"{error.path} can't be audited: {error.reason}", file=sys.stderr)
        return UNUSABLE
    for line in report.found:
        print(line)
    print(report.summary)
    return INCONSISTENT if report.found else 0


if __name__ == "__main__":
    sys.exit(main())
