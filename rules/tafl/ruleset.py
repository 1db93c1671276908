"""The open choices of the rules (T8, T12, T17, T18, W3) and their named presets."""

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from types import MappingProxyType
from typing import Any, Final, Literal

from rules.game import Unreadable

_VALUES: Final[Mapping[str, tuple[str, ...]]] = {
    "barrow_crossing": ("sealed", "open"),
    "barrow_hostility": ("empty", "abandoned"),
    "immobility": ("loses", "draws"),
}


@dataclass(frozen=True, slots=True)
class Ruleset:
    """One reading of the rules; the defaults are the standard one. Raises Unreadable for any other value."""

    barrow_crossing: Literal["sealed", "open"] = "sealed"  # T8
    barrow_hostility: Literal["empty", "abandoned"] = "empty"  # T12
    immobility: Literal["loses", "draws"] = "loses"  # T17
    repetition: int | None = 3  # T18; None: positions may repeat without end
    resignation_takes_stake: bool = True  # W3

    def __post_init__(self) -> None:
        for field, values in _VALUES.items():
            if getattr(self, field) not in values:
                raise Unreadable(reason=field, text=str(getattr(self, field)))
        count = self.repetition
        if count is not None and (type(count) is not int or not 2 <= count <= 100):
            raise Unreadable(rule="T18", reason="repetition", text=str(count))
        if type(self.resignation_takes_stake) is not bool:
            raise Unreadable(rule="W3", reason="resignation_takes_stake")


STANDARD: Final = Ruleset()
PRESETS: Final[Mapping[str, Ruleset]] = MappingProxyType(
    {
        "standard": STANDARD,
        "open": Ruleset(barrow_crossing="open"),
        "mounds": Ruleset(barrow_hostility="abandoned"),
    }
)
FIELDS: Final = tuple(field.name for field in fields(Ruleset))


def preset(ruleset: Ruleset) -> str | None:
    """The name of the preset that `ruleset` equals, if any."""
    return next((name for name, other in PRESETS.items() if other == ruleset), None)


def write_ruleset(ruleset: Ruleset) -> str:
    """The ruleset as canonical JSON: every field, sorted, no spaces."""
    return json.dumps(asdict(ruleset), sort_keys=True, separators=(",", ":"))


def read_ruleset(text: str) -> Ruleset:
    """The ruleset of a JSON object (missing fields are standard) or a preset's name; raises Unreadable."""
    if text.strip() in PRESETS:
        return PRESETS[text.strip()]
    try:
        values = json.loads(text)
    except (ValueError, RecursionError):
        raise Unreadable(reason="ruleset", text=text[:80]) from None
    if not isinstance(values, dict) or not values.keys() <= set(FIELDS):
        raise Unreadable(reason="ruleset", text=text[:80])
    return Ruleset(**values)


def spell_ruleset(ruleset: Ruleset) -> str:
    """The ruleset as records show it: a preset's name, or every field as "field=value"."""
    named = preset(ruleset)
    if named is not None:
        return named
    return " ".join(f"{field}={_SPELT.get(value, value)}" for field, value in asdict(ruleset).items())


def read_spelling(text: str) -> Ruleset:
    """The ruleset that `spell_ruleset` shows so; fields left out are standard. Raises Unreadable."""
    if text.strip() in PRESETS:
        return PRESETS[text.strip()]
    values: dict[str, Any] = {}
    for word in text.replace(",", " ").split():
        field, equals, value = word.partition("=")
        if not equals or field not in FIELDS or field in values:
            raise Unreadable(reason="ruleset", text=text[:80])
        values[field] = _read_value(value)
    return Ruleset(**values)


_SPELT: Final = {True: "yes", False: "no", None: "none"}


def _read_value(value: str) -> str | int | bool | None:
    if re.fullmatch(r"[0-9]{1,3}", value, re.ASCII):
        return int(value)
    return next((known for known, spelt in _SPELT.items() if spelt == value), value)
