"""The hunter's part of a round: move (D14), special action (D15–D17), slaying and sliding (D18–D20)."""

from dataclasses import replace

from rules.draugr.actions import Act, Cleanse, Go, Place, Slide, Stay, Target, Ward
from rules.draugr.cards import DRAUGR_CARDS, CardNo, DraugrNo, Marker, Part, Verb
from rules.draugr.choices import cleansable, doable, neighbours, offered_at, targets
from rules.draugr.corruption import begin_round, end
from rules.draugr.hunt import SLAIN_TO_WIN, Hunt, Phase
from rules.draugr.notation import write_action
from rules.draugr.town import CELLS, NAMES, REACH
from rules.game import Ending, IllegalAction

ALL_ROWS = 0b111


def go(hunt: Hunt, action: Go) -> Hunt:
    """The hunter on another card; raises IllegalAction (D14)."""
    if hunt.phase is not Phase.GO:
        raise IllegalAction(rule="D14", reason="phase", text=hunt.phase)
    if action.cell not in REACH[hunt.hunter]:
        legal = tuple(NAMES[cell] for cell in REACH[hunt.hunter])
        reason = "same_card" if action.cell == hunt.hunter else "too_far"
        raise IllegalAction(rule="D14", reason=reason, text=_name(action.cell), squares=legal)
    return replace(hunt, phase=Phase.ACT, hunter=action.cell, before=hunt)


def stay(hunt: Hunt, action: Stay) -> Hunt:
    """The round done without a special action; raises IllegalAction (D15)."""
    if hunt.phase is not Phase.ACT:
        raise IllegalAction(rule="D15", reason="phase", text=hunt.phase)
    return begin_round(hunt, before=hunt)


def act(hunt: Hunt, action: Act) -> Hunt:
    """A special action begun, and done as far as it asks nothing; raises IllegalAction (D12, D15, D16)."""
    if hunt.phase is not Phase.ACT:
        raise IllegalAction(rule="D15", reason="phase", text=hunt.phase)
    offered = offered_at(hunt, hunt.hunter)
    if action.index not in offered:
        turned = hunt.turned(hunt.card.no)
        legal = tuple(str(index + 1) for index in offered)
        reason = "turned_over" if turned else "not_offered"
        text = str(action.index + 1)
        raise IllegalAction(rule="D12" if turned else "D16", reason=reason, text=text, squares=legal)
    return _from_part(replace(hunt, acting=action.index, before=hunt), 0, hunt)


def target(hunt: Hunt, action: Target) -> Hunt:
    """The part in progress done, and the rest as far as it asks nothing; raises IllegalAction (D16, D17)."""
    part = hunt.pending
    if part is None:
        raise IllegalAction(rule="D16", reason="phase", text=hunt.phase)
    aim = Place(action.marker, action.draugr) if isinstance(action, Place) else action
    legal = targets(hunt)
    if aim not in legal:
        may = tuple(write_action(other).partition(" ")[2] for other in legal)
        raise IllegalAction(rule="D17" if part.verb is Verb.TRAVEL else "D16", reason=part.verb, squares=may)
    if isinstance(action, Place):
        return _place(hunt, action)
    if isinstance(action, Cleanse):
        after = _cleansed(hunt, (hunt.grid[action.cell],), part.cleanse)
    elif isinstance(action, Ward):
        after = replace(hunt, ward=hunt.grid[action.cell])
    else:
        after = replace(hunt, hunter=action.cell)
    return _from_part(after, hunt.part + 1, hunt)


def slide(hunt: Hunt, action: Slide) -> Hunt:
    """The slain Draugr's rows passed to the neighbour named; raises IllegalAction (D19)."""
    if hunt.phase is not Phase.SLIDE or hunt.fallen is None:
        raise IllegalAction(rule="D19", reason="phase", text=hunt.phase)
    if action.draugr not in neighbours(hunt, hunt.fallen):
        raise _no_neighbour(hunt, hunt.fallen)
    after = replace(hunt, rows=_slid(hunt, hunt.fallen, action.draugr), fallen=None)
    return _from_part(after, hunt.part + 1, hunt)


def _from_part(hunt: Hunt, first: int, before: Hunt) -> Hunt:
    """Does the parts from `first` on until one asks for a target or all are done (D16)."""
    parts = () if hunt.acting is None else before.card.actions[hunt.acting].parts
    for number in range(first, len(parts)):
        part = parts[number]
        if not doable(hunt, part, hunt.hunter):
            continue
        if part.asks:
            return replace(hunt, phase=Phase.TARGET, part=number, before=before)
        hunt = _gained(hunt, part) if part.verb is Verb.GAIN else _cleansed_around(hunt, part)
    return begin_round(hunt, before=before)


def _gained(hunt: Hunt, part: Part) -> Hunt:
    stock, supply = hunt.stock, hunt.supply
    holy, iron = (min(part.gain[kind], stock[kind]) for kind in (0, 1))
    return replace(hunt, supply=(supply[0] + holy, supply[1] + iron))


def _cleansed_around(hunt: Hunt, part: Part) -> Hunt:
    cells = cleansable(hunt, part, hunt.hunter)
    return _cleansed(hunt, tuple(hunt.grid[cell] for cell in cells), part.cleanse)


def _cleansed(hunt: Hunt, cards: tuple[CardNo, ...], most: int) -> Hunt:
    marks = list(hunt.marks)
    for card in cards:
        marks[card] = max(marks[card] - most, 0)
    return replace(hunt, marks=tuple(marks))


def _place(hunt: Hunt, action: Place) -> Hunt:
    kind = int(action.marker is Marker.IRON)
    placed = list(hunt.placed)
    placed[2 * action.draugr + kind] += 1
    supply = list(hunt.supply)
    supply[kind] -= 1
    after = replace(hunt, placed=tuple(placed), supply=(supply[0], supply[1]))
    wounds, need = after.wounds(action.draugr), DRAUGR_CARDS[action.draugr].need
    if wounds[0] >= need[0] and wounds[1] >= need[1]:
        return _slay(after, action, hunt)
    if action.slides is not None:
        raise IllegalAction(rule="D19", reason="not_slain", text=DRAUGR_CARDS[action.draugr].id)
    return _from_part(after, hunt.part + 1, hunt)


def _slay(hunt: Hunt, action: Place, before: Hunt) -> Hunt:
    """The Draugr gone and its markers back (D18); its rows passed on, or left for a choice (D19)."""
    fallen = action.draugr
    placed = list(hunt.placed)
    supply = (hunt.supply[0] + placed[2 * fallen], hunt.supply[1] + placed[2 * fallen + 1])
    placed[2 * fallen : 2 * fallen + 2] = 0, 0
    heirs = neighbours(hunt, fallen)
    if action.slides is not None and action.slides not in heirs:
        raise _no_neighbour(hunt, fallen)
    # A hunt that is won asks nothing more (D20): the upper neighbour slides unless the blow named another.
    won = hunt.slain + 1 == SLAIN_TO_WIN
    heir = action.slides if action.slides is not None else next(iter(heirs), None)
    asks = len(heirs) > 1 and action.slides is None and not won
    rows = _slid(hunt, fallen, None if asks else heir)
    after = replace(hunt, placed=tuple(placed), supply=supply, rows=rows)
    if won:
        return end(after, Ending.SLAIN)
    if asks:
        return replace(after, phase=Phase.SLIDE, fallen=fallen, before=before)
    return _from_part(after, hunt.part + 1, before)


def _slid(hunt: Hunt, fallen: DraugrNo, heir: DraugrNo | None) -> tuple[int, ...]:
    rows = list(hunt.rows)
    if heir is not None:
        others = sum(hunt.rows[other] for other in hunt.side(heir) if other not in (heir, fallen))
        rows[heir] = ALL_ROWS - others
    rows[fallen] = 0
    return tuple(rows)


def _no_neighbour(hunt: Hunt, fallen: DraugrNo) -> IllegalAction:
    legal = tuple(DRAUGR_CARDS[draugr].id for draugr in neighbours(hunt, fallen))
    return IllegalAction(rule="D19", reason="no_neighbour", text=DRAUGR_CARDS[fallen].id, squares=legal)


def _name(cell: int) -> str:
    return NAMES[cell] if cell in CELLS else str(cell)
