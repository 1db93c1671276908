"""Chance's part of a hunt: the deal (D5–D7), the rolls (D8–D12, D24) and the judgement after them (D13)."""

from dataclasses import replace

from rules.draugr.actions import Deal, Roll
from rules.draugr.cards import (
    CARDS,
    DRAUGR_CARDS,
    IS_TOWNSPERSON,
    SHEPHERDESS,
    TABLE,
    TOWN_SQUARE,
    TOWNSFOLK,
    CardNo,
    DraugrNo,
)
from rules.draugr.hunt import CORRUPT, Hunt, Phase
from rules.draugr.ruleset import SlainFace
from rules.draugr.town import CELLS_OF_ROWS, Cell
from rules.game import Draw, Ending, IllegalAction, Outcome, Seat

ROLLS = frozenset((Phase.FIRST_ROLL, Phase.SECOND_ROLL, Phase.THIEF_ROLL))


def draw_deal(draw: Draw) -> Deal:
    """A fair deal (D5, D6)."""
    return Deal(
        tuple(CardNo(number) for number in _shuffled(len(CARDS), draw)),
        tuple(DraugrNo(number) for number in _shuffled(len(DRAUGR_CARDS), draw)),
    )


def _shuffled(size: int, draw: Draw) -> list[int]:
    numbers = list(range(size))
    for last in range(size - 1, 0, -1):
        other = draw(last + 1)
        numbers[last], numbers[other] = numbers[other], numbers[last]
    return numbers


def deal(hunt: Hunt, action: Deal) -> Hunt:
    """The town as dealt (D5–D7); raises IllegalAction."""
    if hunt.phase is not Phase.DEAL:
        raise IllegalAction(rule="D5", reason="phase", text=hunt.phase)
    if sorted(action.grid) != list(range(len(CARDS))):
        raise IllegalAction(rule="D5", reason="cards")
    if sorted(action.seats) != list(range(len(DRAUGR_CARDS))):
        raise IllegalAction(rule="D6", reason="draugr")
    square = Cell(action.grid.index(TOWN_SQUARE))
    mode = hunt.ruleset.mode
    dealt = replace(
        hunt,
        grid=action.grid,
        cells=tuple(Cell(action.grid.index(card.no)) for card in CARDS),
        seats=action.seats,
        rows=tuple(1 << action.seats.index(draugr.no) % 3 for draugr in DRAUGR_CARDS),
        supply=(mode.holy, mode.iron),
        hunter=square,
        before=None,
    )
    return begin_round(dealt)


def begin_round(hunt: Hunt, before: Hunt | None = None) -> Hunt:
    """The next round: it begins with a roll or, in the grace of an easy hunt, at once with the hunt (D24).

    After the last round the Draugr win (D23).
    """
    if hunt.round == hunt.ruleset.last_round:
        return end(hunt, Ending.LAST_ROUND)
    number = hunt.round + 1
    return replace(
        hunt,
        phase=Phase.GO if number <= hunt.ruleset.mode.grace else Phase.FIRST_ROLL,
        round=number,
        began=hunt.hunter,
        dice=(0, 0, 0),
        struck=(),
        rerolled=0,
        acting=None,
        part=0,
        before=before,
    )


def end(hunt: Hunt, ending: Ending) -> Hunt:
    """The hunt, ended; the hunter wins only by slaying (D20)."""
    winner = Seat.HUNTER if ending is Ending.SLAIN else None
    return replace(hunt, phase=Phase.OVER, outcome=Outcome(winner, ending), before=None)


def roll(hunt: Hunt, action: Roll) -> Hunt:
    """The state after a roll; raises IllegalAction."""
    if hunt.phase not in ROLLS:
        raise IllegalAction(rule="D21", reason="phase", text=hunt.phase)
    if not 1 <= action.face <= 6:
        raise IllegalAction(rule="D4", reason="face", text=str(action.face))
    if hunt.phase is Phase.FIRST_ROLL:
        return _first_roll(hunt, action.face)
    if hunt.phase is Phase.SECOND_ROLL:
        return _second_roll(hunt, action.face)
    return _thief_roll(hunt, action.face)


def _first_roll(hunt: Hunt, face: int) -> Hunt:
    if hunt.rows[TABLE.shown[face]]:
        return replace(hunt, phase=Phase.SECOND_ROLL, dice=(face, 0, 0), before=None)
    if hunt.ruleset.slain_face is SlainFace.REROLL:
        return replace(hunt, rerolled=hunt.rerolled + 1, before=None)
    return replace(hunt, phase=Phase.GO, dice=(face, 0, 0), before=None)


def _second_roll(hunt: Hunt, face: int) -> Hunt:
    draugr = TABLE.shown[hunt.dice[0]]
    sigil = TABLE.sigils[face]
    struck = tuple(
        card
        for card in (hunt.grid[cell] for cell in CELLS_OF_ROWS[hunt.rows[draugr]])
        if CARDS[card].sigil is sigil and card != hunt.ward and not _full(hunt, card)
    )
    marks = list(hunt.marks)
    for card in struck:
        marks[card] += 1
    thief = DRAUGR_CARDS[draugr].thief <= hunt.ruleset.mode.thieves
    after = replace(
        hunt,
        phase=Phase.THIEF_ROLL if thief else Phase.GO,
        marks=tuple(marks),
        ward=None if marks[SHEPHERDESS] >= CORRUPT else hunt.ward,
        dice=(hunt.dice[0], face, 0),
        struck=struck,
        before=None,
    )
    return after if thief else _judged(after)


def _full(hunt: Hunt, card: CardNo) -> bool:
    cap = CORRUPT if IS_TOWNSPERSON[card] else hunt.ruleset.location_cap
    return cap is not None and hunt.marks[card] >= cap


def _thief_roll(hunt: Hunt, face: int) -> Hunt:
    holy, iron = hunt.supply
    left = (max(holy - 1, 0), iron) if face % 2 else (holy, max(iron - 1, 0))
    dice = (hunt.dice[0], hunt.dice[1], face)
    return _judged(replace(hunt, phase=Phase.GO, supply=left, dice=dice, before=None))


def _judged(hunt: Hunt) -> Hunt:
    if hunt.townsfolk_lost == len(TOWNSFOLK):
        return end(hunt, Ending.TOWNSFOLK)
    if hunt.cards_lost >= hunt.ruleset.cards_lost:
        return end(hunt, Ending.OVERRUN)
    return hunt
