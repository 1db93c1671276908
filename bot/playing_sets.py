"""Playing sets as values, and what they can be made of."""

import importlib.resources
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import Literal, NewType

from bot.people import Player, PlayerId, SessionId

SetId = NewType("SetId", int)
Grade = Literal["plain", "fine", "royal"]
Reason = Literal["first", "carved", "earned", "won"]

LONGEST_SET_NAME = 32


@dataclass(frozen=True, slots=True)
class PlayingSet:
    """A set of carved pieces; `name` is empty until its owner gives one, `staked_in` the match that locks it."""

    id: SetId
    owner: PlayerId
    material: str
    style: str
    name: str
    maker: Player
    deed: str | None
    made_at: datetime
    staked_in: SessionId | None
    used: bool


@dataclass(frozen=True, slots=True)
class Chapter:
    """One line of a set's story: who got it, how, when, and in which match."""

    reason: Reason
    player: Player
    giver: PlayerId | None
    session: SessionId | None
    at: datetime


@dataclass(frozen=True, slots=True)
class Materials:
    """What sets are made of: the plain ones that anyone may carve, and what each deed earns."""

    plain: Sequence[str]
    grades: Mapping[str, Grade]
    deeds: Mapping[str, str]
    styles: Sequence[str]


@cache
def materials() -> Materials:
    """The table in `materials.toml`."""
    data = tomllib.loads((importlib.resources.files("bot") / "materials.toml").read_text(encoding="utf-8"))
    plain = tuple(data["plain"]["materials"])
    earned: dict[str, str] = {**data["fine"], **data["royal"]}
    grades: dict[str, Grade] = dict.fromkeys(plain, "plain")
    grades |= dict.fromkeys(data["fine"], "fine") | dict.fromkeys(data["royal"], "royal")
    deeds = {deed: material for material, deed in earned.items()}
    return Materials(plain, grades, deeds, tuple(data["styles"]))


def moment(seconds: int) -> datetime:
    """A stored time."""
    return datetime.fromtimestamp(seconds, UTC)
