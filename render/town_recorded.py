"""A state of a recorded hunt, read from the snapshots in the record, for drawing it on the command line."""

import json
from collections.abc import Mapping
from typing import Any

from render.town_scene import TownLabels, TownScene
from rules.draugr.cards import CARDS, DRAUGR_CARDS, TABLE, CardNo
from rules.draugr.hunt import Hunt, Phase
from rules.draugr.ruleset import Difficulty, Ruleset
from rules.draugr.town import CELLS
from rules.game import Ending, Outcome, Seat

ENGLISH = TownLabels(
    cards=tuple(card.name.replace("'", "’") for card in CARDS),
    draugr=tuple(draugr.name for draugr in DRAUGR_CARDS),
    round="Round",
    supply="Supply",
    stock="Stock",
    slain="Slain",
    lost="Corrupted",
    quiet="Quiet round",
    won="The town is saved",
    defeat="The town has fallen",
    abandoned="The hunt was abandoned",
)
"""The card table's own wording."""

_ENDINGS = {
    "won": Outcome(Seat.HUNTER, Ending.SLAIN),
    "lost:townsfolk": Outcome(None, Ending.TOWNSFOLK),
    "lost:overrun": Outcome(None, Ending.OVERRUN),
    "lost:last_round": Outcome(None, Ending.LAST_ROUND),
}


def recorded_scene(text: str, round: int | None, theme: str) -> TownScene:
    """The town of a recorded hunt (a line of JSON) after the corruption phase of a round.

    Round 0 is the start; None the state at the very end. Raises ValueError where the text is no recorded hunt
    or has no such round.
    """
    try:
        record = json.loads(text)
        rounds = record["rounds"]
        number = len(rounds) if round is None else round
        if not 0 <= number <= len(rounds):
            raise ValueError(f"no round {number}; there are {len(rounds)}")
        hunt = _hunt(record, rounds[number - 1] if number else {}, number, final=round is None)
    except (KeyError, TypeError, IndexError, AttributeError, RecursionError) as wrong:
        raise ValueError(f"no recorded hunt ({type(wrong).__name__}: {wrong})") from None
    lit = hunt.reachable if hunt.phase is Phase.GO else ()
    return TownScene(hunt, ENGLISH, theme, lit=tuple(int(cell) for cell in lit))


def _hunt(record: Mapping[str, Any], played: Mapping[str, Any], number: int, final: bool) -> Hunt:
    grid = tuple(TABLE.card(name) for name in record["grid"])
    seats = tuple(TABLE.draug(name) for name in record["seats"])
    if sorted(grid) != list(range(len(CARDS))) or sorted(seats) != list(range(len(DRAUGR_CARDS))):
        raise ValueError("no recorded hunt (not every card and Draugr once)")
    shown = played.get("after_corruption", record["start"]) if number else record["start"]
    if final:
        shown = played.get("after_hunt", shown)
    outcome = _ENDINGS.get(shown["result"])
    dice = tuple(played.get("dice", (0, 0, 0)))
    hunter, ward = CELLS[shown["hunter"]], shown["ward"]
    return Hunt(
        ruleset=Ruleset(**{"difficulty": Difficulty(record["mode"]), **record.get("ruleset", {})}),
        phase=Phase.GO if outcome is None else Phase.OVER,
        round=max(1, number),
        grid=grid,
        cells=tuple(CELLS[grid.index(card.no)] for card in CARDS),
        seats=seats,
        marks=_counts(shown["marks"], len(CARDS)),
        rows=_counts(shown["rows"], len(DRAUGR_CARDS)),
        placed=_counts(shown["placed"], 2 * len(DRAUGR_CARDS)),
        supply=_counts(shown["supply"], 2),  # type: ignore[arg-type]  # two numbers
        hunter=hunter,
        began=hunter,
        ward=None if ward < 0 else CardNo(ward),
        dice=_counts(dice, 3),  # type: ignore[arg-type]  # three numbers
        struck=tuple(TABLE.card(name) for name in played.get("struck", ())),
        outcome=outcome,
    )


def _counts(values: Any, length: int) -> tuple[int, ...]:
    made = tuple(values)
    if len(made) != length or not all(type(value) is int and 0 <= value <= 99 for value in made):
        raise ValueError("no recorded hunt (a snapshot's numbers)")
    return made
