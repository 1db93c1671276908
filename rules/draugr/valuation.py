"""What a hunter's choices are worth, one move ahead: hand-made numbers, in units of one marker well placed."""

from dataclasses import dataclass
from functools import cached_property

from rules.draugr.actions import Cleanse, Place, Target, Travel, Ward
from rules.draugr.cards import (
    CARDS,
    DRAUGR_CARDS,
    IS_TOWNSPERSON,
    CardNo,
    DraugrNo,
    Marker,
    Part,
    Sigil,
    Verb,
)
from rules.draugr.choices import cleansable, doable, part_targets
from rules.draugr.hunt import CORRUPT, SLAIN_TO_WIN, Hunt
from rules.draugr.ruleset import SlainFace
from rules.draugr.town import REACH, Cell

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

    def loss(self, card: CardNo, marks: int) -> float:
        """What so many markers on the card cost."""
        cost = LOSS[marks] if marks <= CORRUPT else LOSS[CORRUPT] + PAST * (marks - CORRUPT)
        urgency = 1.0 + 0.08 * self.hunt.cards_lost
        return cost * urgency * (FOLK if IS_TOWNSPERSON[card] else 1.0) * (0.6 + 1.6 * self.risks[card])

    def relief(self, card: CardNo, most: int) -> float:
        """What it is worth to cleanse up to so many markers from the card."""
        marks = self.hunt.marks[card]
        return self.loss(card, marks) - self.loss(card, max(marks - most, 0))

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

    def target(self, part: Part, target: Target) -> float:
        """What a target of a part is worth."""
        match target:
            case Place(marker, draugr):
                return self.wound(marker, draugr)
            case Cleanse(cell):
                return self.relief(self.hunt.grid[cell], part.cleanse)
            case Ward(cell):
                given_up = self.shelter(self.hunt.ward) if self.hunt.ward is not None else 0.0
                return self.shelter(self.hunt.grid[cell]) - given_up
            case Travel(cell):
                return self.nearness(cell)

    def best(self, part: Part, here: Cell) -> tuple[float, Target]:
        """The worthiest target of an asking part for a hunter at `here`, and its worth; the first of equals."""
        targets = part_targets(self.hunt, part, here)
        worths = [self.target(part, target) for target in targets]
        most = max(worths)
        return most, targets[worths.index(most)]

    def nearness(self, cell: Cell) -> float:
        """What it is worth to end the round on a cell: the use of what lies within reach of it."""
        uses = sorted((self.uses[there] for there in REACH[cell]), reverse=True)
        return NEARNESS[0] * uses[0] + NEARNESS[1] * uses[1]

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
        cells = cleansable(self.hunt, part, here)
        return sum(self.relief(self.hunt.grid[cell], part.cleanse) for cell in cells), None
