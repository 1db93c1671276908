"""The state of a hunt, and what can be read off it."""

from dataclasses import dataclass, field
from enum import StrEnum

from rules.draugr.cards import (
    CARDS,
    DRAUGR_CARDS,
    IS_TOWNSPERSON,
    MARKERS_OF_A_KIND,
    TABLE,
    TOWNSFOLK,
    Card,
    CardNo,
    DraugrNo,
    Kind,
    Part,
)
from rules.draugr.ruleset import STANDARD, Ruleset
from rules.draugr.town import REACH, Cell
from rules.game import Outcome

CORRUPT = 4  # D12
SLAIN_TO_WIN = 4  # D20
SIDES = ((0, 1, 2), (3, 4, 5))
"""The seats of the left and of the right side, each from the top (D6)."""


class Phase(StrEnum):
    """What happens next. The first four are chance's, the next four the hunter's."""

    DEAL = "deal"
    FIRST_ROLL = "first_roll"
    SECOND_ROLL = "second_roll"
    THIEF_ROLL = "thief_roll"
    GO = "go"
    ACT = "act"
    TARGET = "target"
    SLIDE = "slide"
    OVER = "over"


CHANCE_PHASES = frozenset((Phase.DEAL, Phase.FIRST_ROLL, Phase.SECOND_ROLL, Phase.THIEF_ROLL))


@dataclass(frozen=True, slots=True)
class Hunt:
    """A hunt at one moment. Before the deal `grid`, `cells` and `seats` are empty.

    Cards and Draugr are numbered as in the card table. `grid` has the card on each cell, `cells` the cell
    of each card, `seats` the Draugr at each seat (left side from the top, then right). `marks` counts
    corruption markers per card; `rows` is a bit mask of rows held per Draugr (bit 0: row 1; 0 once slain);
    `placed` has two numbers per Draugr and `supply` two, Holy Water first. `round` is the round in
    progress, from 1 (0 before the deal); `began` is the cell where the hunter began it, `ward` the card
    under the Shepherdess counter. `dice` are the round's first, second and third die (0: not rolled),
    `struck` the cards that got a marker, by cell; `rerolled` counts first rolls that showed a slain Draugr
    and were rolled again (D8). `acting` is the index of the special action in progress and `part` that of
    its part; `fallen` is the Draugr whose rows wait for the hunter's choice (D19). `before` is the state
    one choice earlier, None where a roll or the deal lies between (D22); it counts neither for equality nor
    for hashing.
    """

    ruleset: Ruleset = STANDARD
    phase: Phase = Phase.DEAL
    round: int = 0
    grid: tuple[CardNo, ...] = ()
    cells: tuple[Cell, ...] = ()
    seats: tuple[DraugrNo, ...] = ()
    marks: tuple[int, ...] = (0,) * len(CARDS)
    rows: tuple[int, ...] = (0,) * len(DRAUGR_CARDS)
    placed: tuple[int, ...] = (0,) * (2 * len(DRAUGR_CARDS))
    supply: tuple[int, int] = (0, 0)
    hunter: Cell = Cell(0)  # noqa: RUF009 - a NewType is a plain int
    began: Cell = Cell(0)  # noqa: RUF009 - likewise
    ward: CardNo | None = None
    dice: tuple[int, int, int] = (0, 0, 0)
    struck: tuple[CardNo, ...] = ()
    rerolled: int = 0
    acting: int | None = None
    part: int = 0
    fallen: DraugrNo | None = None
    outcome: Outcome | None = None
    before: "Hunt | None" = field(default=None, compare=False, repr=False)

    @property
    def stock(self) -> tuple[int, int]:
        """The markers in the stock, (Holy Water, Iron) (D3)."""
        holy, iron = self.supply
        return MARKERS_OF_A_KIND - holy - sum(self.placed[::2]), MARKERS_OF_A_KIND - iron - sum(
            self.placed[1::2]
        )

    @property
    def card(self) -> Card:
        """The card that the hunter stands on."""
        return CARDS[self.grid[self.hunter]]

    @property
    def pending(self) -> Part | None:
        """The part of the special action in progress that waits for a target."""
        if self.phase is not Phase.TARGET or self.acting is None:
            return None
        return self.card.actions[self.acting].parts[self.part]

    @property
    def reachable(self) -> tuple[Cell, ...]:
        """Where the hunter may go from where the round began (D14), in order."""
        return REACH[self.began] if self.grid else ()

    @property
    def sway(self) -> DraugrNo | None:
        """The Draugr that holds sway this round; None before the first roll and in a quiet round (D8)."""
        draugr = TABLE.shown[self.dice[0]] if self.dice[0] else None
        return None if self.quiet else draugr

    @property
    def quiet(self) -> bool:
        """Whether this round's first die showed a slain Draugr (D8)."""
        first, second, _ = self.dice
        return first != 0 and second == 0 and not self.rows[TABLE.shown[first]]

    @property
    def living(self) -> tuple[DraugrNo, ...]:
        """The Draugr that are not slain, in the card table's order."""
        return tuple(draugr.no for draugr in DRAUGR_CARDS if self.rows[draugr.no])

    @property
    def slain(self) -> int:
        """How many Draugr are slain (D18, D20)."""
        return self.rows.count(0) if self.grid else 0

    def turned(self, card: CardNo) -> bool:
        """Whether the card is a Townsperson turned over for good (D12)."""
        return IS_TOWNSPERSON[card] and self.marks[card] >= CORRUPT

    def corrupted(self, card: CardNo) -> bool:
        """Whether the card is corrupted now (D12)."""
        return self.marks[card] >= CORRUPT

    @property
    def townsfolk_lost(self) -> int:
        """How many Townspeople are turned over (D13)."""
        return sum(self.marks[card] >= CORRUPT for card in TOWNSFOLK)

    @property
    def cards_lost(self) -> int:
        """How many cards are corrupted (D13)."""
        return sum(marks >= CORRUPT for marks in self.marks)

    def wounds(self, draugr: DraugrNo) -> tuple[int, int]:
        """The markers on a Draugr, (Holy Water, Iron)."""
        return self.placed[2 * draugr], self.placed[2 * draugr + 1]

    def held(self, draugr: DraugrNo) -> tuple[int, ...]:
        """The rows that a Draugr holds, numbered 1–3 (D6, D19)."""
        return tuple(row + 1 for row in range(3) if self.rows[draugr] >> row & 1)

    def side(self, draugr: DraugrNo) -> tuple[DraugrNo, ...]:
        """All three Draugr of its side, from the top, slain ones included (D6)."""
        left = self.seats.index(draugr) < len(SIDES[0])
        return self.seats[:3] if left else self.seats[3:]

    @property
    def undoable(self) -> bool:
        """Whether the hunter's last choice may be taken back (D22)."""
        return self.before is not None and self.outcome is None

    @property
    def moment(self) -> str:
        """A name for what chance decides next, unique in the hunt: for `dice(seed, hunt.moment)`."""
        return f"{self.round}.{self.phase.value}.{self.rerolled}"


def is_kind(card: CardNo, kind: Kind | None) -> bool:
    """Whether the card is of that kind; None stands for either."""
    return kind is None or CARDS[card].kind is kind
