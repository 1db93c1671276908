"""What happened in a hunt, round by round, as data: derived from its actions, never stored."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from rules.draugr.actions import Action, Go, Place, Roll, Stay, Travel, Undo
from rules.draugr.cards import CARDS, DRAUGR_CARDS, MARKERS, TABLE, CardNo, DraugrNo, Marker
from rules.draugr.game import DRAUGR
from rules.draugr.hunt import CORRUPT, Hunt, Phase
from rules.draugr.ruleset import SlainFace
from rules.draugr.town import Cell
from rules.game import Ending


class Happening(StrEnum):
    """A kind of event; after each, the fields of `Event` that it fills."""

    DEALT = "dealt"
    SWAY = "sway"  # draugr, rows: it holds sway over them (D8)
    QUIET = "quiet"  # draugr: the slain one shown (D8)
    REROLLED = "rerolled"  # draugr: likewise (D8)
    STRUCK = "struck"  # card, count: its markers now (D9)
    WARDED = "warded"  # card: the counter kept the marker off (D10)
    CORRUPTED = "corrupted"  # card: a Location reached 4 (D12)
    TURNED = "turned"  # card: a Townsperson turned over (D12)
    STOLEN = "stolen"  # draugr, marker, count: 1, or 0 where there was none (D24)
    WENT = "went"  # cell, card (D14)
    STAYED = "stayed"  # (D15)
    GAINED = "gained"  # marker, count (D16)
    PLACED = "placed"  # draugr, marker (D16)
    CLEANSED = "cleansed"  # card, count: the markers removed (D16)
    COUNTER = "counter"  # card: the Shepherdess counter put on it (D16)
    TRAVELLED = "travelled"  # cell, card (D17)
    SLAIN = "slain"  # draugr, rows: those it held, count: how many are slain (D18)
    SLID = "slid"  # draugr, rows: all that it holds now (D19)
    ENDED = "ended"  # ending


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened in a round; which fields are filled is told at `Happening`."""

    what: Happening
    round: int
    card: CardNo | None = None
    draugr: DraugrNo | None = None
    marker: Marker | None = None
    cell: Cell | None = None
    count: int | None = None
    rows: tuple[int, ...] = ()
    ending: Ending | None = None


def chronicle(setup: str, actions: Iterable[Action]) -> tuple[Event, ...]:
    """All that happened, in order, without what was undone; raises Unreadable or IllegalAction."""
    hunt = DRAUGR.start(setup)
    told: list[tuple[Event, ...]] = []
    for action in actions:
        after = DRAUGR.play(hunt, action)
        if isinstance(action, Undo):
            told.pop()
        else:
            told.append(events(hunt, action, after))
        hunt = after
    return tuple(event for step in told for event in step)


def events(before: Hunt, action: Action, after: Hunt) -> tuple[Event, ...]:
    """What happened between two states with one action between them, other than Undo."""
    return tuple(_events(before, action, after))


def _events(before: Hunt, action: Action, after: Hunt) -> Iterator[Event]:
    number = before.round
    if before.phase is Phase.DEAL:
        if after.grid:
            yield Event(Happening.DEALT, number)
    elif isinstance(action, Roll):
        yield from _rolled(before, action.face, after)
    elif isinstance(action, Go):
        yield Event(Happening.WENT, number, cell=action.cell, card=before.grid[action.cell])
    elif isinstance(action, Stay):
        yield Event(Happening.STAYED, number)
    else:
        yield from _acted(before, action, after)
    if after.outcome is not None:
        yield Event(Happening.ENDED, number, ending=after.outcome.ending)


def _rolled(before: Hunt, face: int, after: Hunt) -> Iterator[Event]:
    number = before.round
    if before.phase is Phase.FIRST_ROLL:
        shown = TABLE.shown[face]
        if before.rows[shown]:
            yield Event(Happening.SWAY, number, draugr=shown, rows=before.held(shown))
        else:
            rerolled = before.ruleset.slain_face is SlainFace.REROLL
            yield Event(Happening.REROLLED if rerolled else Happening.QUIET, number, draugr=shown)
    elif before.phase is Phase.SECOND_ROLL:
        yield from _struck(before, face, after)
    else:
        kind = (face + 1) % 2
        lost = before.supply[kind] - after.supply[kind]
        yield Event(Happening.STOLEN, number, draugr=before.sway, marker=MARKERS[kind], count=lost)


def _struck(before: Hunt, face: int, after: Hunt) -> Iterator[Event]:
    number, ward = before.round, before.ward
    for card in after.struck:
        yield Event(Happening.STRUCK, number, card=card, count=after.marks[card])
    if ward is not None and CARDS[ward].sigil is TABLE.sigils[face] and _swayed(before, ward):
        yield Event(Happening.WARDED, number, card=ward)
    for card in after.struck:
        if after.marks[card] == CORRUPT:
            yield Event(Happening.TURNED if after.turned(card) else Happening.CORRUPTED, number, card=card)


def _swayed(hunt: Hunt, card: CardNo) -> bool:
    return hunt.sway is not None and bool(hunt.rows[hunt.sway] >> hunt.cells[card] // 5 & 1)


def _acted(before: Hunt, action: Action, after: Hunt) -> Iterator[Event]:
    """What a special action did, or a part of it: told by what changed, in the order of the rules."""
    number = before.round
    for kind, marker in enumerate(MARKERS):
        gained = before.stock[kind] - after.stock[kind]
        if gained > 0:
            yield Event(Happening.GAINED, number, marker=marker, count=gained)
    for card, (was, now) in enumerate(zip(before.marks, after.marks, strict=True)):
        if now < was:
            yield Event(Happening.CLEANSED, number, card=CardNo(card), count=was - now)
    if after.ward != before.ward and after.ward is not None:
        yield Event(Happening.COUNTER, number, card=after.ward)
    if isinstance(action, Travel):
        yield Event(Happening.TRAVELLED, number, cell=action.cell, card=before.grid[action.cell])
    if isinstance(action, Place):
        yield Event(Happening.PLACED, number, draugr=action.draugr, marker=action.marker)
    for one in (draugr for draugr in before.living if not after.rows[draugr]):
        yield Event(Happening.SLAIN, number, draugr=one, rows=before.held(one), count=after.slain)
    for draugr in DRAUGR_CARDS:
        if after.rows[draugr.no] > before.rows[draugr.no]:
            yield Event(Happening.SLID, number, draugr=draugr.no, rows=after.held(draugr.no))
