"""Players of the hunt: one that looks a move ahead, and one that chooses at random."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rules.draugr.actions import Act, Action, Go, Slide, Stay, Target
from rules.draugr.cards import CARDS, Part, Verb
from rules.draugr.choices import doable, neighbours, offered_at
from rules.draugr.game import DRAUGR
from rules.draugr.hunt import Hunt, Phase
from rules.draugr.town import REACH, Cell
from rules.draugr.valuation import Valuation
from rules.game import Draw, IllegalAction

Player = Callable[[Hunt], Action]
"""Chooses one of the legal actions where it is the hunter's turn."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The rest of a round: its worth, its actions in order, where the hunter acts, and the parts done there."""

    worth: float
    actions: tuple[Action, ...]
    here: Cell
    parts: tuple[tuple[Part, Target | None], ...] = ()


def plan(hunt: Hunt) -> Plan:
    """The worthiest rest of the round, the first of equals; raises IllegalAction if it isn't the hunter's turn."""
    return max(_plans(hunt, Valuation(hunt)), key=lambda plan: plan.worth)


def _plans(hunt: Hunt, worths: Valuation) -> Iterator[Plan]:
    if hunt.phase is Phase.GO:
        for cell in REACH[hunt.hunter]:
            yield from _there(hunt, worths, cell, (Go(cell),))
    elif hunt.phase is Phase.ACT:
        yield from _there(hunt, worths, hunt.hunter, ())
    elif hunt.phase is Phase.TARGET and hunt.acting is not None:
        parts = hunt.card.actions[hunt.acting].parts[hunt.part :]
        yield _acted(hunt, worths, hunt.hunter, parts, ())
    elif hunt.phase is Phase.SLIDE and hunt.fallen is not None:
        heirs = neighbours(hunt, hunt.fallen)
        yield Plan(0.0, (Slide(min(heirs, key=lambda heir: sum(worths.lacks(heir)))),), hunt.hunter)
    else:
        raise IllegalAction(rule="D21", reason="phase", text=hunt.phase)


def _there(hunt: Hunt, worths: Valuation, cell: Cell, first: tuple[Action, ...]) -> Iterator[Plan]:
    yield Plan(worths.nearness[cell], (*first, Stay()), cell)
    card = CARDS[hunt.grid[cell]]
    for index in offered_at(hunt, cell):
        yield _acted(hunt, worths, cell, card.actions[index].parts, (*first, Act(index)))


def _acted(
    hunt: Hunt, worths: Valuation, cell: Cell, parts: tuple[Part, ...], first: tuple[Action, ...]
) -> Plan:
    worth = 0.0
    done: list[tuple[Part, Target | None]] = []
    for part in parts:
        if doable(hunt, part, cell):
            more, target = worths.part(part, cell)
            worth += more
            done.append((part, target))
    travels = any(part.verb is Verb.TRAVEL for part, _ in done)
    targets = tuple(target for _, target in done if target is not None)
    return Plan(worth if travels else worth + worths.nearness[cell], (*first, *targets), cell, tuple(done))


def greedy(hunt: Hunt) -> Action:
    """The first action of the worthiest rest of the round; raises IllegalAction if it isn't the hunter's turn."""
    return plan(hunt).actions[0]


def random_player(draw: Draw) -> Player:
    """A player that chooses every legal action with equal chance, as `draw` decides."""

    def choose(hunt: Hunt) -> Action:
        legal = DRAUGR.legal(hunt)
        return legal[draw(len(legal))]

    return choose
