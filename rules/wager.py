"""The wager (W1-W4): which staked set changes hands when a match ends."""

from rules.game import Ending, Outcome, Seat
from rules.tafl.ruleset import STANDARD, Ruleset


def wager(outcome: Outcome, ruleset: Ruleset = STANDARD) -> Seat | None:
    """The seat whose staked set becomes the winner's; None where each keeps their own.

    W4, that a staked set is locked until then, is the ledger's to keep: until there is an outcome there is
    nothing to ask here.
    """
    if outcome.winner is None:
        return None
    match outcome.ending:
        case Ending.CAPTURE:  # W1
            return outcome.winner.opponent
        case Ending.RESIGNATION | Ending.TIME:  # W3
            return outcome.winner.opponent if ruleset.resignation_takes_stake else None
        case _:  # W2
            return None
