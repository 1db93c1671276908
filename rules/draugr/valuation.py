"""What a hunter's choices are worth, one move ahead: hand-made numbers, in units of one marker well placed."""

from dataclasses import dataclass
from functools import cached_property

from rules.draugr.actions import Cleanse, Place, Target, Travel, Ward
from rules.draugr.cards import (
    CARDS,
    DRAUGR_CARDS,
    IS_TOWNSPERSON,
    MARKERS,
    CardNo,
    DraugrNo,
    Marker,
    Part,
    Sigil,
    Verb,
)
from rules.draugr.choices import cleansable, doable, wardable
from rules.draugr.hunt import CORRUPT, SLAIN_TO_WIN, Hunt
from rules.draugr.ruleset import SlainFace
from rules.draugr.town import CELLS, REACH, Cell

LOSS = (0.0, 0.115, 0.335, 0.81, 1.62)
"""What the corruption markers on a Location cost, by number; each one past 4 costs `PAST` more."""
PAST = 0.1
FOLK = 1.5
"""How much more a Townsperson's markers cost, who is lost for good."""
PLACING = (3.0, 1.9, 1.5, 1.2, 1.0)
"""What a needed marker on a Draugr is worth, by how many it still needs afterwards."""
GAINING = (0.75, 0.7, 0.5, 0.35, 0.2)
"""What a marker in the supply is worth, by how many of its kind are there already."""
SURPLUS = -0.2
WARD_ROUNDS = 4.0
NEARNESS = (0.45, 0.22)
"""How much the best and the second best card within reach of where the round ends count."""
WIN = 100.0


def _cost(marks: int) -> float:
    return LOSS[marks] if marks <= CORRUPT else LOSS[CORRUPT] + PAST * (marks - CORRUPT)


@dataclass(frozen=True)
class Valuation:
    """The worth of parts, targets and cells as seen from one state."""

    hunt: Hunt

    @cached_property
    def risks(self) -> list[float]:
        """For each card the chance that the next round marks it (D8–D11)."""
        hunt = self.hunt
        living = hunt.living
        faces = len(living) if hunt.ruleset.slain_face is SlainFace.REROLL else 6
        rows = [sum(hunt.rows[draugr] >> row & 1 for draugr in living) / faces for row in range(3)]
        return [
            0.0
            if card.no == hunt.ward or hunt.turned(card.no)
            else rows[hunt.cells[card.no] // 5] * (4 if card.sigil is Sigil.WAVE else 2) / 6
            for card in CARDS
        ]

    @cached_property
    def weights(self) -> list[float]:
        """For each card how much its corruption matters now."""
        urgency = 1.0 + 0.08 * self.hunt.cards_lost
        return [
            urgency * (FOLK if IS_TOWNSPERSON[card.no] else 1.0) * (0.6 + 1.6 * self.risks[card.no])
            for card in CARDS
        ]

    def relief(self, card: CardNo, most: int) -> float:
        """What it is worth to cleanse up to so many markers from the card."""
        marks = self.hunt.marks[card]
        return self.weights[card] * (_cost(marks) - _cost(max(marks - most, 0)))

    def lacks(self, draugr: DraugrNo) -> tuple[int, int]:
        """The numbers of (Holy Water, Iron) that a Draugr still needs to be slain (D18)."""
        holy, iron = self.hunt.wounds(draugr)
        need = DRAUGR_CARDS[draugr].need
        return max(need[0] - holy, 0), max(need[1] - iron, 0)

    def wound(self, marker: Marker, draugr: DraugrNo) -> float:
        """What a marker on a Draugr is worth."""
        lacks = self.lacks(draugr)
        if not lacks[marker is Marker.IRON]:
            return SURPLUS
        after = sum(lacks) - 1
        if not after and self.hunt.slain + 1 == SLAIN_TO_WIN:
            return WIN
        return PLACING[after]

    def gain(self, part: Part) -> float:
        """What the markers of a gaining part are worth."""
        worth = 0.0
        for kind in (0, 1):
            held = self.hunt.supply[kind]
            for more in range(min(part.gain[kind], self.hunt.stock[kind])):
                worth += GAINING[min(held + more, len(GAINING) - 1)]
        return worth

    def shelter(self, card: CardNo) -> float:
        """What the Shepherdess counter on the card is worth, while it lies there."""
        marks = min(self.hunt.marks[card], CORRUPT - 1)
        step = LOSS[marks + 1] - LOSS[marks]
        risk = self.risks[card] or 0.15
        return step * risk * WARD_ROUNDS if card != self.hunt.ward else step * 0.15 * WARD_ROUNDS

    def best(self, part: Part, here: Cell) -> tuple[float, Target]:
        """The worthiest target of an asking part that can be done at `here`, and its worth; the first of equals."""
        if part.verb is Verb.PLACE:
            held = (marker for marker in part.markers if self.hunt.supply[marker is Marker.IRON])
            return max((self.blows[marker] for marker in held), key=_worth)
        if part.verb is Verb.CLEANSE:
            cells = cleansable(self.hunt, part, here)
            return max(((self._relief_at(cell, part), Cleanse(cell)) for cell in cells), key=_worth)
        if part.verb is Verb.WARD:
            return self.warding
        cells = tuple(cell for cell in CELLS if cell not in (here, self.hunt.began))
        return max(((self.nearness[cell], Travel(cell)) for cell in cells), key=_worth)

    def _relief_at(self, cell: Cell, part: Part) -> float:
        return self.relief(self.hunt.grid[cell], part.cleanse)

    @cached_property
    def blows(self) -> dict[Marker, tuple[float, Target]]:
        """For each kind of marker the worthiest Draugr to place it on."""
        living = self.hunt.living
        return {
            marker: max(((self.wound(marker, one), Place(marker, one)) for one in living), key=_worth)
            for marker in MARKERS
        }

    @cached_property
    def warding(self) -> tuple[float, Target]:
        """The worthiest card to put the Shepherdess counter on, where there is one."""
        given_up = self.shelter(self.hunt.ward) if self.hunt.ward is not None else 0.0
        cells = wardable(self.hunt)
        return max(
            ((self.shelter(self.hunt.grid[cell]) - given_up, Ward(cell)) for cell in cells), key=_worth
        )

    @cached_property
    def nearness(self) -> list[float]:
        """For each cell what it is worth to end the round there: the use of what lies within reach of it."""
        return [self._near(cell) for cell in CELLS]

    def _near(self, cell: Cell) -> float:
        best, second = sorted((self.uses[there] for there in REACH[cell]), reverse=True)[:2]
        return NEARNESS[0] * best + NEARNESS[1] * second

    @cached_property
    def uses(self) -> list[float]:
        """For each cell the worth of its card's best special action, were the hunter there now."""
        return [0.0 if self.hunt.turned(card) else self._use(card) for card in self.hunt.grid]

    def _use(self, card: CardNo) -> float:
        here = self.hunt.cells[card]
        return max(sum(self._part(part, here) for part in action.parts) for action in CARDS[card].actions)

    def _part(self, part: Part, here: Cell) -> float:
        if part.verb is Verb.TRAVEL or not doable(self.hunt, part, here):
            return 0.0
        return self.part(part, here)[0]

    def part(self, part: Part, here: Cell) -> tuple[float, Target | None]:
        """What a part that can be done is worth to a hunter at `here`, and its worthiest target if it asks."""
        if part.asks:
            return self.best(part, here)
        if part.verb is Verb.GAIN:
            return self.gain(part), None
        return sum(self._relief_at(cell, part) for cell in cleansable(self.hunt, part, here)), None


def _worth(worth_and_target: tuple[float, Target]) -> float:
    return worth_and_target[0]
