"""Many hunts played by a player: how often they are won, how long they last, how they end."""

from collections import Counter, deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import sqrt

from rules.draugr.actions import Action
from rules.draugr.dice import dice
from rules.draugr.game import DRAUGR
from rules.draugr.hunt import CHANCE_PHASES, Hunt, Phase
from rules.draugr.player import Player, plan, random_player
from rules.draugr.ruleset import Ruleset, write_setup
from rules.game import Ending

Z95 = 1.959963984540054


@dataclass(frozen=True, slots=True)
class Result:
    """How one hunt went: its ending, its rounds, and how many states it passed through."""

    ending: Ending
    rounds: int
    steps: int


def hunted(ruleset: Ruleset, seed: str, player: Player) -> Result:
    """The hunt of a seed, played to its end."""
    hunt, steps = DRAUGR.start(write_setup(ruleset)), 0
    while hunt.outcome is None:
        chance = hunt.phase in CHANCE_PHASES
        action = DRAUGR.chance(hunt, dice(seed, hunt.moment)) if chance else player(hunt)
        hunt, steps = DRAUGR.play(hunt, action), steps + 1
    return Result(hunt.outcome.ending, hunt.round, steps)


def planning_player() -> Player:
    """The greedy player, who plans a round once and keeps to it: the same choices, sooner."""
    planned: deque[Action] = deque()

    def choose(hunt: Hunt) -> Action:
        if hunt.phase is Phase.SLIDE:
            return plan(hunt).actions[0]
        if hunt.phase is Phase.GO or not planned:
            planned.clear()
            planned.extend(plan(hunt).actions)
        return planned.popleft()

    return choose


PLAYERS: dict[str, Callable[[str], Player]] = {
    "random": lambda seed: random_player(dice(seed, "player")),
    "greedy": lambda seed: planning_player(),
}
"""The players by name, each made for a seed."""


def simulate(ruleset: Ruleset, player: str, hunts: int, seed: str) -> Iterable[Result]:
    """The results of so many hunts, whose seeds are numbered from the one given."""
    for number in range(hunts):
        one = f"{seed}/{number}"
        yield hunted(ruleset, one, PLAYERS[player](one))


def wilson(hits: int, trials: int) -> tuple[float, float]:
    """The 95 % confidence interval of a rate, after Wilson; raises ZeroDivisionError for no trials."""
    rate, square = hits / trials, Z95 * Z95
    middle = rate + square / (2 * trials)
    half = Z95 * sqrt(rate * (1 - rate) / trials + square / (4 * trials * trials))
    whole = 1 + square / trials
    return max(0.0, (middle - half) / whole), min(1.0, (middle + half) / whole)


def endings(results: Iterable[Result]) -> Counter[Ending]:
    """How many hunts ended in each way."""
    return Counter(result.ending for result in results)
