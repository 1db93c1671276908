"""The hunt: the Draugr solitaire (D1–D24). What others need of it."""

from rules.draugr.actions import (
    Abandon,
    Act,
    Action,
    Cleanse,
    Deal,
    Expire,
    Go,
    Place,
    Roll,
    Slide,
    Stay,
    Travel,
    Undo,
    Ward,
)
from rules.draugr.cards import CARDS, DRAUGR_CARDS, TABLE, Card, CardNo, Draugr, DraugrNo, Kind, Marker, Sigil
from rules.draugr.choices import neighbours, offered_at, targets
from rules.draugr.chronicle import Event, Happening, chronicle, events
from rules.draugr.dice import dice
from rules.draugr.game import DRAUGR
from rules.draugr.hints import Hint, Reason, hint
from rules.draugr.hunt import Hunt, Phase
from rules.draugr.ruleset import STANDARD, Difficulty, Ruleset, SlainFace, read_setup, write_setup
from rules.draugr.town import CELLS, NAMES, Cell

__all__ = [
    "CARDS",
    "CELLS",
    "DRAUGR",
    "DRAUGR_CARDS",
    "NAMES",
    "STANDARD",
    "TABLE",
    "Abandon",
    "Act",
    "Action",
    "Card",
    "CardNo",
    "Cell",
    "Cleanse",
    "Deal",
    "Difficulty",
    "Draugr",
    "DraugrNo",
    "Event",
    "Expire",
    "Go",
    "Happening",
    "Hint",
    "Hunt",
    "Kind",
    "Marker",
    "Phase",
    "Place",
    "Reason",
    "Roll",
    "Ruleset",
    "Sigil",
    "SlainFace",
    "Slide",
    "Stay",
    "Travel",
    "Undo",
    "Ward",
    "chronicle",
    "dice",
    "events",
    "hint",
    "neighbours",
    "offered_at",
    "read_setup",
    "targets",
    "write_setup",
]
