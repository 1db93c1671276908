"""What the hunter may choose: special actions on offer, targets of their parts, who may slide (D14–D19)."""

from rules.draugr.actions import Act, Action, Cleanse, Go, Place, Slide, Stay, Target, Travel, Ward
from rules.draugr.cards import CARDS, IS_TOWNSPERSON, SHEPHERDESS, DraugrNo, Marker, Part, Scope, Verb
from rules.draugr.hunt import CORRUPT, Hunt, Phase, is_kind
from rules.draugr.town import ADJACENT, CELLS, COLUMN, REACH, ROW, Cell


def scope(part: Part, here: Cell) -> tuple[Cell, ...]:
    """The cells that a cleansing part spans from `here`, in order (D16)."""
    if part.scope is Scope.ANY:
        return CELLS
    if part.scope in (Scope.ADJACENT, Scope.AROUND):
        return ADJACENT[here]
    if part.scope is Scope.ROW:
        return ROW[here]
    return COLUMN[here] if part.scope is Scope.COLUMN else (here,)


def cleansable(hunt: Hunt, part: Part, here: Cell) -> tuple[Cell, ...]:
    """The cells in the part's scope whose cards it can cleanse (D16)."""
    cells = []
    for cell in scope(part, here):
        card = hunt.grid[cell]
        marks = hunt.marks[card]
        if marks and not (IS_TOWNSPERSON[card] and marks >= CORRUPT) and is_kind(card, part.who):
            cells.append(cell)
    return tuple(cells)


def wardable(hunt: Hunt) -> tuple[Cell, ...]:
    """The cells on whose cards the Shepherdess counter may be put (D16)."""
    return tuple(
        cell
        for cell in CELLS
        if hunt.grid[cell] not in (SHEPHERDESS, hunt.ward) and not hunt.turned(hunt.grid[cell])
    )


def doable(hunt: Hunt, part: Part, here: Cell) -> bool:
    """Whether the part can do anything, done by a hunter at `here` (D16)."""
    if part.verb is Verb.GAIN:
        stock = hunt.stock
        return bool((part.gain[0] and stock[0]) or (part.gain[1] and stock[1]))
    if part.verb is Verb.PLACE:
        return any(hunt.supply[marker is Marker.IRON] for marker in part.markers)
    if part.verb is Verb.CLEANSE:
        return bool(cleansable(hunt, part, here))
    return part.verb is Verb.TRAVEL or bool(wardable(hunt))


def offered_at(hunt: Hunt, cell: Cell) -> tuple[int, ...]:
    """The indices of the special actions that the card on a cell offers a hunter on it now (D12, D16)."""
    card = hunt.grid[cell]
    if hunt.turned(card):
        return ()
    return tuple(
        index
        for index, action in enumerate(CARDS[card].actions)
        if any(doable(hunt, part, cell) for part in action.parts)
    )


def part_targets(hunt: Hunt, part: Part, here: Cell) -> tuple[Target, ...]:
    """Every target that a part may be given by a hunter at `here`, in a fixed order (D16, D17)."""
    if part.verb is Verb.PLACE:
        held = [marker for marker in part.markers if hunt.supply[marker is Marker.IRON]]
        return tuple(Place(marker, draugr) for marker in held for draugr in hunt.living)
    if part.verb is Verb.CLEANSE:
        return tuple(Cleanse(cell) for cell in cleansable(hunt, part, here))
    if part.verb is Verb.WARD:
        return tuple(Ward(cell) for cell in wardable(hunt))
    return tuple(Travel(cell) for cell in CELLS if cell not in (here, hunt.began))


def targets(hunt: Hunt) -> tuple[Target, ...]:
    """Every target that the part in progress may be given, in a fixed order; empty where none is asked."""
    part = hunt.pending
    return part_targets(hunt, part, hunt.hunter) if part else ()


def neighbours(hunt: Hunt, draugr: DraugrNo) -> tuple[DraugrNo, ...]:
    """The next living Draugr above and below on its side, upper first: who may slide when it falls (D19)."""
    side = hunt.side(draugr)
    at = side.index(draugr)
    above = [other for other in side[:at] if hunt.rows[other]]
    below = [other for other in side[at + 1 :] if hunt.rows[other]]
    return (*above[-1:], *below[:1])


def choices(hunt: Hunt) -> tuple[Action, ...]:
    """Every choice of the hunter's that leads on, in a fixed order; empty where the hunter has none (D23)."""
    if hunt.phase is Phase.GO:
        return tuple(Go(cell) for cell in REACH[hunt.hunter])
    if hunt.phase is Phase.ACT:
        return (*(Act(index) for index in offered_at(hunt, hunt.hunter)), Stay())
    if hunt.phase is Phase.TARGET:
        return targets(hunt)
    if hunt.phase is Phase.SLIDE and hunt.fallen is not None:
        return tuple(Slide(draugr) for draugr in neighbours(hunt, hunt.fallen))
    return ()
