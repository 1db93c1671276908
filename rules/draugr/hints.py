"""Advice for the hunter: the greedy player's next action with a reason, as data."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from rules.draugr.actions import Action, Cleanse, Place, Slide, Target, Travel, Ward
from rules.draugr.cards import CARDS, DRAUGR_CARDS, CardNo, Marker, Part, Verb
from rules.draugr.choices import cleansable
from rules.draugr.hunt import CORRUPT, SLAIN_TO_WIN, Hunt
from rules.draugr.player import Plan, plan
from rules.draugr.town import NAMES, Cell
from rules.draugr.valuation import Valuation


class Reason(StrEnum):
    """Why an action is advised: the most telling thing that the round will do with it, most telling first."""

    WIN = "win"
    SLAY = "slay"
    RECLAIM = "reclaim"
    """A corrupted Location is cleansed below 4 markers."""
    SAVE = "save"
    """A card with 3 markers is cleansed."""
    WOUND = "wound"
    """A marker that a Draugr needs is placed on it."""
    CLEANSE = "cleanse"
    WARD = "ward"
    GAIN = "gain"
    SLIDE = "slide"
    PLACE = "place"
    """A marker is placed beyond need."""
    NEAR = "near"
    """Nothing better to do than to stand near what matters."""


@dataclass(frozen=True, slots=True)
class Hint:
    """An advised action, why, and what the reason speaks of.

    `data` always has `cell` and `card`, where the advised round acts, and according to the reason: `draugr`
    and `marker`; `target` (a card) and `marks` (its markers now); `holy` and `iron` (how many are gained);
    `draugr`. Cards, Draugr and cells are named as in notation.
    """

    action: Action
    reason: Reason
    data: Mapping[str, str | int] = field(default_factory=dict)


Found = tuple[Reason, dict[str, str | int]]


def hint(hunt: Hunt) -> Hint:
    """What the greedy player would do next, and why; raises IllegalAction if it isn't the hunter's turn."""
    best = plan(hunt)
    reason, data = min(_found(hunt, best), key=lambda found: tuple(Reason).index(found[0]))
    place: dict[str, str | int] = {"cell": NAMES[best.here], "card": CARDS[hunt.grid[best.here]].id}
    return Hint(best.actions[0], reason, place | data)


def _found(hunt: Hunt, best: Plan) -> Iterator[Found]:
    yield Reason.NEAR, {}
    if isinstance(best.actions[0], Slide):
        yield Reason.SLIDE, {"draugr": DRAUGR_CARDS[best.actions[0].draugr].id}
    for part, target in best.parts:
        yield from _part(hunt, best.here, part, target)


def _part(hunt: Hunt, here: Cell, part: Part, target: Target | None) -> Iterator[Found]:
    match target:
        case Place():
            yield _blow(hunt, target)
        case Cleanse(cell):
            yield _cleansed(hunt, hunt.grid[cell], part.cleanse)
        case Ward(cell):
            yield Reason.WARD, _about(hunt, hunt.grid[cell])
        case Travel():
            pass
        case None if part.verb is Verb.GAIN:
            holy, iron = (min(part.gain[kind], hunt.stock[kind]) for kind in (0, 1))
            yield Reason.GAIN, {"holy": holy, "iron": iron}
        case None:
            for cell in cleansable(hunt, part, here):
                yield _cleansed(hunt, hunt.grid[cell], part.cleanse)


def _blow(hunt: Hunt, blow: Place) -> Found:
    data: dict[str, str | int] = {"draugr": DRAUGR_CARDS[blow.draugr].id, "marker": blow.marker.value}
    lacks = Valuation(hunt).lacks(blow.draugr)
    if not lacks[blow.marker is Marker.IRON]:
        return Reason.PLACE, data
    if sum(lacks) > 1:
        return Reason.WOUND, data
    return Reason.WIN if hunt.slain + 1 == SLAIN_TO_WIN else Reason.SLAY, data


def _cleansed(hunt: Hunt, card: CardNo, most: int) -> Found:
    marks = hunt.marks[card]
    if marks >= CORRUPT > marks - most:
        return Reason.RECLAIM, _about(hunt, card)
    return Reason.SAVE if marks == CORRUPT - 1 else Reason.CLEANSE, _about(hunt, card)


def _about(hunt: Hunt, card: CardNo) -> dict[str, str | int]:
    return {"target": CARDS[card].id, "marks": hunt.marks[card]}
