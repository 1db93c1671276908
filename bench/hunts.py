"""The hunt's speed: states a second, and how near that is to the bare cost of making one state after another.

*Replayed*: the recorded actions of random hunts are played again, as a session is loaded. *Chosen*: each state's
legal actions are listed and one is taken, dice included. *Planned*: as chosen, by the greedy player. The floor
copies one state with two fields changed and applies no rule at all. A first round is not measured.
"""

from collections.abc import Callable
from dataclasses import replace
from statistics import median
from time import process_time

from rules.draugr import DRAUGR, Action, Ruleset, dice, write_setup
from rules.draugr.hunt import CHANCE_PHASES
from rules.draugr.simulation import PLAYERS, simulate

ROUNDS = 3
HUNTS = 40
PLANNED = 10
COPIES = 20_000
SETUP = write_setup(Ruleset())


def recorded(seed: str) -> list[Action]:
    """The actions of a random hunt."""
    choose = PLAYERS["random"](seed)
    hunt, actions = DRAUGR.start(SETUP), []
    while hunt.outcome is None:
        chance = hunt.phase in CHANCE_PHASES
        actions.append(DRAUGR.chance(hunt, dice(seed, hunt.moment)) if chance else choose(hunt))
        hunt = DRAUGR.play(hunt, actions[-1])
    return actions


def replayed(records: list[list[Action]]) -> int:
    """Plays recorded actions; the number of states made."""
    for actions in records:
        hunt = DRAUGR.start(SETUP)
        for action in actions:
            hunt = DRAUGR.play(hunt, action)
    return sum(map(len, records))


def chosen(player: str, hunts: int) -> int:
    """Plays hunts with a player; the number of states made."""
    return sum(result.steps for result in simulate(Ruleset(), player, hunts, "bench"))


def floor() -> int:
    """Copies a state again and again; the number of states made."""
    hunt = DRAUGR.start(SETUP)
    for number in range(COPIES):
        hunt = replace(hunt, round=number, before=None)
    return COPIES


def rate(work: Callable[[], int]) -> float:
    """States a second: the median of the measured rounds."""
    work()
    rates = []
    for _ in range(ROUNDS):
        start = process_time()
        made = work()
        rates.append(made / (process_time() - start))
    return median(rates)


def main() -> None:
    """Prints states a second and their ratio to the floor of the same run."""
    records = [recorded(f"bench/{number}") for number in range(HUNTS)]
    bare = rate(floor)
    print(f"floor     {bare:9,.0f} states/s  (a state copied, no rules)")
    works: dict[str, Callable[[], int]] = {
        "replayed": lambda: replayed(records),
        "chosen": lambda: chosen("random", HUNTS),
        "planned": lambda: chosen("greedy", PLANNED),
    }
    for name, work in works.items():
        speed = rate(work)
        print(f"{name:<9} {speed:9,.0f} states/s  {speed / bare:.2f} of the floor")


if __name__ == "__main__":
    main()
