"""What a hunt is played by: its difficulty (D24) and each question that the rules leave open."""

import json
from dataclasses import asdict, dataclass, fields
from enum import StrEnum

from rules.draugr.cards import TABLE, Mode
from rules.game import Unreadable


class Difficulty(StrEnum):
    """The three difficulties (D24)."""

    EASY = "easy"
    NORMAL = "normal"
    HARD = "hard"


class SlainFace(StrEnum):
    """What the face of a slain Draugr means (D8)."""

    QUIET = "quiet"
    REROLL = "reroll"


@dataclass(frozen=True, slots=True)
class Ruleset:
    """The difficulty and the open choices of a hunt; raises ValueError for a value that no hunt can have."""

    difficulty: Difficulty = Difficulty.NORMAL
    slain_face: SlainFace = SlainFace.QUIET  # D8
    location_cap: int | None = None  # D11: None or 4
    cards_lost: int = 8  # D13: 8, or 7
    last_round: int = 200  # D23

    def __post_init__(self) -> None:
        if self.location_cap not in (None, 4):
            raise ValueError("location_cap")
        if not 1 <= self.cards_lost <= 15:
            raise ValueError("cards_lost")
        if not 1 <= self.last_round <= 1000:
            raise ValueError("last_round")

    @property
    def mode(self) -> Mode:
        """What the difficulty sets (D7, D24)."""
        return TABLE.modes[self.difficulty]


STANDARD = Ruleset()


def write_setup(ruleset: Ruleset) -> str:
    """The canonical setup text: a JSON object of the card table's version, the difficulty and the choices."""
    return json.dumps({"cards": TABLE.version, **asdict(ruleset)}, sort_keys=True, separators=(",", ":"))


def read_setup(text: str) -> Ruleset:
    """The ruleset of a setup text; what it leaves out is as in `STANDARD`.

    Raises Unreadable: `setup` (no JSON object), `card_table` (another version), else the wrong field's name.
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise Unreadable(reason="setup") from None
    if not isinstance(data, dict):
        raise Unreadable(reason="setup")
    version = data.pop("cards", TABLE.version)
    if type(version) is not int or version != TABLE.version:
        raise Unreadable(reason="card_table", text=str(version))
    return _ruleset(data)


def _ruleset(data: dict[str, object]) -> Ruleset:
    names = {field.name for field in fields(Ruleset)}
    for name, value in data.items():
        if name not in names or type(value) not in _ALLOWED[name]:
            raise Unreadable(reason=name if name in names else "setup", text=str(name))
    try:
        values = {name: _ENUMS[name](str(value)) if name in _ENUMS else value for name, value in data.items()}
        return Ruleset(**values)  # type: ignore[arg-type]  # the types are checked above, by name
    except ValueError as error:
        reason = str(error) if str(error) in names else _wrong_word(data)
        raise Unreadable(reason=reason) from None


def _wrong_word(data: dict[str, object]) -> str:
    for name, words in _ENUMS.items():
        if name in data and data[name] not in set(words):
            return name
    return "setup"


_ENUMS: dict[str, type[StrEnum]] = {"difficulty": Difficulty, "slain_face": SlainFace}
_ALLOWED: dict[str, tuple[type, ...]] = {
    "difficulty": (str,),
    "slain_face": (str,),
    "location_cap": (int, type(None)),
    "cards_lost": (int,),
    "last_round": (int,),
}
