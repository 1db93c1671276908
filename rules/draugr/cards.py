"""The card table: town cards, Draugr, the die, the difficulties; loaded once as data (D1, D2, D4, D24)."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from importlib.resources import files
from typing import Any, NewType, TypeVar

CardNo = NewType("CardNo", int)
"""A card's place in the card table, 0–14."""
DraugrNo = NewType("DraugrNo", int)
"""A Draugr's place in the card table, 0–5."""


class Kind(StrEnum):
    """What a town card is (D1)."""

    TOWNSPERSON = "townsperson"
    LOCATION = "location"


class Sigil(StrEnum):
    """The Corruption Sigil that a card bears and a face of the die shows (D1, D4)."""

    WAVE = "wave"
    MOUND = "mound"


class Marker(StrEnum):
    """What slays a Draugr (D3)."""

    HOLY = "holy"
    IRON = "iron"


MARKERS = (Marker.HOLY, Marker.IRON)
MARKERS_OF_A_KIND = 8  # D3


class Verb(StrEnum):
    """What a part of a special action does (D16)."""

    GAIN = "gain"
    PLACE = "place"
    CLEANSE = "cleanse"
    WARD = "ward"
    TRAVEL = "travel"


class Scope(StrEnum):
    """Whence a part of a special action cleanses (D16)."""

    THIS = "this"
    ADJACENT = "adjacent"
    ANY = "any"
    ROW = "row"
    COLUMN = "column"
    AROUND = "around"


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a special action; `asks` where the hunter has to name a target.

    `gain` counts markers as (Holy Water, Iron); `markers` are those that `PLACE` may place; `who` is None for
    either kind of card.
    """

    verb: Verb
    gain: tuple[int, int] = (0, 0)
    markers: tuple[Marker, ...] = ()
    cleanse: int = 0
    scope: Scope = Scope.THIS
    who: Kind | None = None

    @property
    def asks(self) -> bool:
        """Whether the hunter has to name a target for it."""
        if self.verb is Verb.CLEANSE:
            return self.scope in (Scope.ADJACENT, Scope.ANY)
        return self.verb is not Verb.GAIN


@dataclass(frozen=True, slots=True)
class SpecialAction:
    """What a card offers: its parts in order, and the English wording of the table."""

    parts: tuple[Part, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Card:
    """A town card (D1)."""

    no: CardNo
    id: str
    name: str
    kind: Kind
    sigil: Sigil
    actions: tuple[SpecialAction, ...]


@dataclass(frozen=True, slots=True)
class Draugr:
    """A Draugr (D2): its face of the die, what slays it, and its rank among thieves (D24)."""

    no: DraugrNo
    id: str
    name: str
    face: int
    holy: int
    iron: int
    thief: int

    @property
    def need(self) -> tuple[int, int]:
        """The numbers of (Holy Water, Iron) that slay it (D18)."""
        return self.holy, self.iron


Entry = TypeVar("Entry", Card, Draugr)


@dataclass(frozen=True, slots=True)
class Mode:
    """What a difficulty sets (D7, D24): the supply, the rounds without corruption, how many Draugr steal."""

    holy: int
    iron: int
    grace: int = 0
    thieves: int = 0


@dataclass(frozen=True, slots=True)
class CardTable:
    """All printed components of the game; `version` is named in every setup.

    `shown` gives the Draugr on each face of the die, `sigils` the sigil in its corner; index 0 is unused.
    """

    version: int
    cards: tuple[Card, ...]
    draugr: tuple[Draugr, ...]
    shown: tuple[DraugrNo, ...]
    sigils: tuple[Sigil, ...]
    modes: Mapping[str, Mode]

    def card(self, id: str) -> CardNo:
        """The number of the card with this id; raises KeyError."""
        return _by_id(self.cards, id).no

    def draug(self, id: str) -> DraugrNo:
        """The number of the Draugr with this id; raises KeyError."""
        return _by_id(self.draugr, id).no


def _by_id(entries: tuple[Entry, ...], id: str) -> Entry:
    for entry in entries:
        if entry.id == id:
            return entry
    raise KeyError(id)


def _part(data: dict[str, Any]) -> Part:
    verb = Verb(data["verb"])
    if verb is Verb.GAIN:
        return Part(verb, gain=(data["holy"], data["iron"]))
    if verb is Verb.PLACE:
        either = data["marker"] == "either"
        return Part(verb, markers=MARKERS if either else (Marker(data["marker"]),))
    if verb is Verb.CLEANSE:
        who = None if data["who"] == "card" else Kind(data["who"])
        return Part(verb, cleanse=data["n"], scope=Scope(data["scope"]), who=who)
    return Part(verb)


def _card(no: int, data: dict[str, Any]) -> Card:
    actions = tuple(
        SpecialAction(tuple(_part(part) for part in action["effects"]), action["text"])
        for action in data["actions"]
    )
    return Card(CardNo(no), data["id"], data["name"], Kind(data["kind"]), Sigil(data["sigil"]), actions)


def _draugr(no: int, data: dict[str, Any]) -> Draugr:
    numbers = (data["face"], data["holy"], data["iron"], data["thief"])
    return Draugr(DraugrNo(no), data["id"], data["name"], *numbers)


def read_table(text: str) -> CardTable:
    """The card table that a JSON text describes; raises KeyError or ValueError where it is no such text."""
    data = json.loads(text)
    draugr = tuple(_draugr(no, entry) for no, entry in enumerate(data["draugr"]))
    die = sorted(data["die"], key=lambda face: int(face["face"]))
    return CardTable(
        version=data["version"],
        cards=tuple(_card(no, entry) for no, entry in enumerate(data["cards"])),
        draugr=draugr,
        shown=(DraugrNo(-1), *(_by_id(draugr, face["draugr"]).no for face in die)),
        sigils=(Sigil.WAVE, *(Sigil(face["sigil"]) for face in die)),
        modes={name: Mode(**mode["rules"]) for name, mode in data["modes"].items()},
    )


TABLE = read_table(files(__package__).joinpath("cards.json").read_text(encoding="utf-8"))
CARDS = TABLE.cards
DRAUGR_CARDS = TABLE.draugr
SHEPHERDESS = TABLE.card("shepherdess")
TOWN_SQUARE = TABLE.card("town_square")
TOWNSFOLK = tuple(card.no for card in CARDS if card.kind is Kind.TOWNSPERSON)
IS_TOWNSPERSON = tuple(card.kind is Kind.TOWNSPERSON for card in CARDS)
