"""Recorded hunts: plays a hunt kept as data through the rules and tells where it goes another way."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rules.draugr.actions import Act, Action, Cleanse, Deal, Go, Place, Roll, Stay, Travel, Ward
from rules.draugr.cards import CARDS, TABLE, Marker, Part, Verb
from rules.draugr.choices import neighbours
from rules.draugr.game import DRAUGR
from rules.draugr.hunt import Hunt
from rules.draugr.ruleset import Ruleset, write_setup
from rules.draugr.town import CELLS
from rules.game import Ending, WrongAction

Data = Mapping[str, Any]

_RESULTS = {
    None: "running",
    Ending.SLAIN: "won",
    Ending.TOWNSFOLK: "lost:townsfolk",
    Ending.OVERRUN: "lost:overrun",
    Ending.LAST_ROUND: "lost:last_round",
}


@dataclass(frozen=True, slots=True)
class Difference:
    """Where a recorded hunt and the rules part: the round (0 the start), the field, and both values."""

    round: int
    field: str
    recorded: object
    played: object


def result(hunt: Hunt) -> str:
    """The result in the words of recorded hunts."""
    return _RESULTS[hunt.outcome.ending if hunt.outcome else None]


def snapshot(hunt: Hunt, round: int) -> dict[str, object]:
    """The state in the form of recorded hunts, as of the round named."""
    return {
        "marks": list(hunt.marks),
        "rows": list(hunt.rows),
        "placed": list(hunt.placed),
        "supply": list(hunt.supply),
        "hunter": int(hunt.hunter),
        "ward": -1 if hunt.ward is None else int(hunt.ward),
        "slain": hunt.slain,
        "round": round,
        "result": result(hunt),
    }


def differences(record: Data) -> list[Difference]:
    """Where a recorded hunt differs from what the rules make of it; empty where nowhere.

    A field that the record leaves out isn't compared. Play stops at the first round that differs, or at an
    action that the rules refuse. Raises KeyError, TypeError or ValueError where the data is no recorded hunt.
    """
    found: list[Difference] = []
    try:
        for difference in _replayed(record):
            found.append(difference)
    except WrongAction as refusal:
        found.append(Difference(-1, "refused", refusal.reason, refusal.rule))
    return found


def _replayed(record: Data) -> Iterator[Difference]:
    start = DRAUGR.start(write_setup(Ruleset(**{"difficulty": record["mode"], **record.get("ruleset", {})})))
    grid = tuple(TABLE.card(id) for id in record["grid"])
    hunt = DRAUGR.play(start, Deal(grid, tuple(TABLE.draug(id) for id in record["seats"])))
    wrong = list(_compared(hunt, 0, record.get("start", {})))
    for number, played in enumerate(record["rounds"], 1):
        if wrong:
            break
        if hunt.round != number:
            wrong.append(Difference(number, "round", number, hunt.round))
        hunt = _corruption(hunt, played["dice"])
        wrong += _compared(hunt, number, played.get("after_corruption", {}))
        struck = [CARDS[card].id for card in hunt.struck]
        if sorted(struck) != sorted(played.get("struck", struck)):
            wrong.append(Difference(number, "struck", played["struck"], struck))
        if played.get("move") and not wrong:
            hunt = _hunted(hunt, played["move"])
            wrong += _compared(hunt, number, played.get("after_hunt", {}))
    yield from wrong
    if record.get("result", result(hunt)) != result(hunt):
        yield Difference(len(record["rounds"]), "result", record["result"], result(hunt))


def _compared(hunt: Hunt, round: int, recorded: Data) -> Iterator[Difference]:
    played = snapshot(hunt, round)
    for field, value in recorded.items():
        if field in played and played[field] != value:
            yield Difference(round, field, value, played[field])


def _corruption(hunt: Hunt, faces: list[int]) -> Hunt:
    for face in faces:
        if face:
            hunt = DRAUGR.play(hunt, Roll(face))
    return hunt


def _hunted(hunt: Hunt, move: Data) -> Hunt:
    hunt = DRAUGR.play(hunt, Go(CELLS[move["cell"]]))
    if move["action"] < 0:
        return DRAUGR.play(hunt, Stay())
    parts = hunt.card.actions[move["action"]].parts
    hunt = DRAUGR.play(hunt, Act(move["action"]))
    for part, choice in zip(parts, move["choices"], strict=True):
        if choice is not None:
            hunt = DRAUGR.play(hunt, _choice(hunt, part, choice))
    return hunt


def _choice(hunt: Hunt, part: Part, choice: Data) -> Action:
    if part.verb is Verb.PLACE:
        draugr = TABLE.draug(choice["draugr"])
        heir = TABLE.draug(choice["slides"]) if choice.get("slides") else None
        # Records name the only neighbour too; only a choice between two is the hunter's (D19).
        return Place(Marker(choice["marker"]), draugr, heir if len(neighbours(hunt, draugr)) > 1 else None)
    if part.verb is Verb.TRAVEL:
        return Travel(CELLS[choice["cell"]])
    cell = hunt.cells[TABLE.card(choice["card"])]
    return Ward(cell) if part.verb is Verb.WARD else Cleanse(cell)
