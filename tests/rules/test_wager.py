"""The wager's table (W1-W4)."""

import pytest

from rules.game import Ending, Outcome, Seat
from rules.tafl.ruleset import STANDARD, Ruleset
from rules.wager import wager

SIDES = [(Seat.ATTACKERS, Seat.DEFENDERS), (Seat.DEFENDERS, Seat.ATTACKERS)]
KIND = Ruleset(resignation_takes_stake=False)


@pytest.mark.parametrize(("winner", "loser"), SIDES)
@pytest.mark.parametrize("ruleset", [STANDARD, KIND])
def test_W1_won_by_capture_the_losers_set_changes_hands(winner: Seat, loser: Seat, ruleset: Ruleset) -> None:
    assert wager(Outcome(winner, Ending.CAPTURE), ruleset) is loser


@pytest.mark.parametrize("ruleset", [STANDARD, KIND])
@pytest.mark.parametrize(
    "outcome",
    [
        Outcome(Seat.DEFENDERS, Ending.ESCAPE),
        Outcome(Seat.ATTACKERS, Ending.IMMOBILITY),
        Outcome(Seat.DEFENDERS, Ending.IMMOBILITY),
        Outcome(None, Ending.IMMOBILITY),
        Outcome(None, Ending.REPETITION),
        Outcome(None, Ending.AGREEMENT),
        Outcome(None, Ending.ANNULMENT),
    ],
)
def test_W2_otherwise_each_keeps_their_own(outcome: Outcome, ruleset: Ruleset) -> None:
    assert wager(outcome, ruleset) is None


@pytest.mark.parametrize(("winner", "loser"), SIDES)
@pytest.mark.parametrize("ending", [Ending.RESIGNATION, Ending.TIME])
def test_W3_resignation_and_time_as_the_ruleset_has_it(winner: Seat, loser: Seat, ending: Ending) -> None:
    assert wager(Outcome(winner, ending), STANDARD) is loser
    assert wager(Outcome(winner, ending), KIND) is None


@pytest.mark.parametrize("ending", list(Ending))
def test_W4_a_set_changes_hands_once_at_most_and_only_to_a_winner(ending: Ending) -> None:
    """What is locked until the end is at most one set of the loser's; the store keeps the lock itself."""
    assert wager(Outcome(None, ending)) is None
    for winner, loser in SIDES:
        assert wager(Outcome(winner, ending)) in (None, loser)
