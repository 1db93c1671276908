"""The text form of a hunt's actions.

Written canonically; cells are `a1`–`e3`, Draugr and cards go by their ids in the card table:

    deal boathouse … pilgrim / snow_bride … steersman    the 15 cards by cell, then the 6 Draugr by seat
    roll 3                                   the die
    go e3                                    the hunter's move
    act 1                                    the first special action of the card
    stay                                     no special action
    place holy steersman                     a marker on a Draugr
    place iron steersman slide snow_bride    … naming at once who slides when it is slain
    cleanse c2, ward b1, travel a3           the targets of the other parts
    slide snow_bride                         who slides
    undo, abandon, time                      back by one choice; give up; the clock ran out

Read leniently: case, width, spaces and punctuation don't matter; Cyrillic а, с, е count as Latin; a card's
name does for its cell, a Draugr's face of the die for its name, and any beginning of a word that fits no
other name; the verb may be left out where only one kind of choice is open; there are a few other words for
each verb.
"""

from collections.abc import Iterable

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
from rules.draugr.cards import CARDS, DRAUGR_CARDS
from rules.draugr.town import NAMES

_CELL_VERBS: dict[type, str] = {Go: "go", Cleanse: "cleanse", Ward: "ward", Travel: "travel"}
_BARE: dict[type, str] = {Stay: "stay", Undo: "undo", Abandon: "abandon", Expire: "time"}


def write_action(action: Action) -> str:
    """The canonical text of an action."""
    match action:
        case Deal(grid, seats):
            cards = _spaced(CARDS[card].id for card in grid)
            return f"deal {cards} / {_spaced(DRAUGR_CARDS[draugr].id for draugr in seats)}"
        case Roll(face):
            return f"roll {face}"
        case Act(index):
            return f"act {index + 1}"
        case Place(marker, draugr, slides):
            tail = "" if slides is None else f" slide {DRAUGR_CARDS[slides].id}"
            return f"place {marker} {DRAUGR_CARDS[draugr].id}{tail}"
        case Slide(draugr):
            return f"slide {DRAUGR_CARDS[draugr].id}"
        case Go(to) | Cleanse(to) | Ward(to) | Travel(to):
            return f"{_CELL_VERBS[type(action)]} {NAMES[to]}"
        case Stay() | Undo() | Abandon() | Expire():
            return _BARE[type(action)]


def _spaced(ids: Iterable[str]) -> str:
    return " ".join(ids)
