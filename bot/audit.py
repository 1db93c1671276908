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
from rules.draugr.hunt import Hunt
from rules.game import Ending, Outcome, Seat, Unreadable, WrongAction
from rules.tafl.match import Match
from rules.wager import wager

INCONSISTENT = 1
UNUSABLE = 2


@dataclass(frozen=True, slots=True)
class Report:
    """What was looked at, and each discrepancy in a line."""

    sessions: int
    sets: int
    found: Sequence[str]

    @property
    def summary(self) -> str:
        """The closing line."""
        state = "consistent" if not self.found else f"{len(self.found)} discrepancies"
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
    actions = await queries.actions_of(tx, row["id"])
    if [action["ply"] for action in actions] != list(range(len(actions))):
        yield "its plies have gaps"
    state, wrong = _replayed(row, actions)
    if wrong:
        yield wrong
    if state is None:
        return
    outcome = GAMES[row["game"]].outcome(state)
    if _outcome(row) != outcome:
        yield f"its row says {_outcome(row)}, its actions {outcome}"
    async for line in _stakes(tx, row, state, outcome):
        yield line
    if isinstance(state, Hunt):
        async for line in _daily(tx, row, state):
            yield line


def _replayed(row: Row, actions: Sequence[Row]) -> tuple[State | None, str]:
    """The state its actions lead to, or None with what is wrong."""
    game = GAMES[row["game"]]
    try:
        state: State = game.start(row["setup"])
    except Unreadable as error:
        # Begun with cards of another version: such a hunt is closed without a result.
        closed = row["state"] == "over" and row["ending"] == Ending.ANNULMENT
        return None, "" if closed else f"its setup can't be read ({error.reason}) and it is not annulled"
    for action in actions:
        if game.turn(state) is None:
            return None, f"ply {action['ply']} comes after the end"
        try:
            state = game.play(state, game.read(state, action["text"]))
        except WrongAction as error:
            return None, f"ply {action['ply']} ({action['text']}) is refused: {error.rule} {error.reason}"
    return state, ""


def _outcome(row: Row) -> Outcome | None:
    if row["state"] != "over":
        return None
    return Outcome(Seat(row["winner"]) if row["winner"] else None, Ending(row["ending"]))


async def _stakes(tx: Transaction, row: Row, state: State, outcome: Outcome | None) -> AsyncIterator[str]:
    stakes = {stake["seat"]: stake["state"] for stake in await queries.stakes_of(tx, row["id"])}
    settlement = await queries.settlement_of(tx, row["id"])
    if not stakes or not isinstance(state, Match):
        if settlement is not None:
            yield "it is settled and nothing was staked"
        return
    if outcome is None:
        if settlement is not None or set(stakes.values()) != {"live"}:
            yield "it goes on and its stakes are not all live"
        return
    loser = wager(outcome, state.ruleset)
    due = {seat: "lost" if seat == loser else "kept" for seat in stakes}
    if settlement is None:
        yield "it is over and not settled"
    elif settlement["lost_by"] != loser:
        yield f"it was settled as lost by {settlement['lost_by']}, due was {loser}"
    if stakes != due:
        yield f"its stakes are {stakes}, due was {due}"


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
    for transfer in await queries.transfers_of(tx, row["id"]):
        if transfer["from_player"] != owner:
            yield f"{transfer['from_player']} gave it away and {owner} owned it"
        owner = transfer["to_player"]
        if transfer["reason"] == "won" and not await _was_due(tx, transfer, row["id"]):
            yield f"match {transfer['session']} did not decide that it changes hands"
    if owner != row["owner"]:
        yield f"{row['owner']} owns it, by the ledger {owner} does"


async def _was_due(tx: Transaction, transfer: Row, number: int) -> bool:
    seats: Mapping[int, str] = {
        seat["player"]: seat["seat"] for seat in await queries.seats_of(tx, transfer["session"])
    }
    stakes = {
        stake["seat"]: stake["playing_set"] for stake in await queries.stakes_of(tx, transfer["session"])
    }
    settlement = await queries.settlement_of(tx, transfer["session"])
    lost_by = seats.get(transfer["from_player"])
    return settlement is not None and settlement["lost_by"] == lost_by and stakes.get(lost_by) == number


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
