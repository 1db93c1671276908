"""A hunt in plain text for a terminal: the town, the Draugr, what may be chosen."""

from rules.draugr.cards import CARDS, DRAUGR_CARDS, DraugrNo, Kind
from rules.draugr.choices import offered_at
from rules.draugr.game import DRAUGR
from rules.draugr.hunt import Hunt, Phase
from rules.draugr.town import CELLS, COLUMNS, FILES, NAMES
from rules.game import Seat

WIDTH = 21
SIDE = 21


def drawn(hunt: Hunt) -> str:
    """The town and all that stands around it, in lines of at most 160 characters; `@` is the hunter."""
    head = " " * SIDE + "".join(f"  {file:<{WIDTH - 2}}" for file in FILES)
    rows = [line for row in range(3) for line in _row(hunt, row)]
    holy, iron = hunt.supply
    stock = hunt.stock
    foot = (
        f"Supply: {holy} Holy Water, {iron} Iron. Stock: {stock[0]}, {stock[1]}. Slain: {hunt.slain} of 4. "
        f"Corrupted: {hunt.cards_lost} of {hunt.ruleset.cards_lost}, Townspeople {hunt.townsfolk_lost} of 7."
    )
    return "\n".join(line.rstrip() for line in [_title(hunt), head, *rows, foot])


def _title(hunt: Hunt) -> str:
    rolled = [str(face) for face in hunt.dice if face]
    dice = f", dice {' '.join(rolled)}" if rolled else ""
    sway = hunt.sway
    who = "" if sway is None else f", {DRAUGR_CARDS[sway].name} holds sway"
    return f"Round {hunt.round}{dice}{who}{', quiet' if hunt.quiet else ''}"


def _row(hunt: Hunt, row: int) -> list[str]:
    cells = [cell for cell in CELLS if cell // COLUMNS == row]
    names, states = "", ""
    for cell in cells:
        card = CARDS[hunt.grid[cell]]
        names += f"{'@' if cell == hunt.hunter else ' '} {card.name:<{WIDTH - 2}}"
        states += f"  {_state(hunt, cell):<{WIDTH - 2}}"
    left, right = (_holder(hunt, seats, row) for seats in (hunt.seats[:3], hunt.seats[3:]))
    return [
        f"{left[0]:<{SIDE}}{names}{right[0]}",
        f"{left[1]:<{SIDE - 2}}{row + 1} {states}{right[1]}",
        "",
    ]


def _state(hunt: Hunt, cell: int) -> str:
    card = CARDS[hunt.grid[cell]]
    if hunt.turned(card.no):
        return "turned over"
    kind = "T" if card.kind is Kind.TOWNSPERSON else "L"
    ward = " warded" if hunt.ward == card.no else ""
    return f"{kind} {card.sigil} {'*' * min(hunt.marks[card.no], 9)}{ward}"


def _holder(hunt: Hunt, seats: tuple[DraugrNo, ...], row: int) -> tuple[str, str]:
    for draugr in seats:
        if hunt.rows[draugr] >> row & 1:
            card, (holy, iron) = DRAUGR_CARDS[draugr], hunt.wounds(draugr)
            return f"{card.face} {card.name}", f"  H {holy}/{card.holy}  I {iron}/{card.iron}"
    return "", ""


def menu(hunt: Hunt) -> str:
    """What may be chosen now, one choice a line, as it is typed."""
    if DRAUGR.turn(hunt) is not Seat.HUNTER:
        return ""
    lines = []
    for action in DRAUGR.legal(hunt):
        text = DRAUGR.write(hunt, action)
        lines.append(f"  {text:<28}{_meaning(hunt, text)}".rstrip())
    return "\n".join([*lines, *(["  undo"] if hunt.undoable else [])])


def _meaning(hunt: Hunt, text: str) -> str:
    verb, _, rest = text.partition(" ")
    if verb == "act":
        return hunt.card.actions[int(rest) - 1].text
    if rest not in NAMES:
        return ""
    cell = CELLS[NAMES.index(rest)]
    card = CARDS[hunt.grid[cell]]
    if hunt.phase is not Phase.GO:
        return card.name
    offered = " / ".join(card.actions[index].text for index in offered_at(hunt, cell))
    return f"{card.name}: {offered or 'nothing to do there'}"
