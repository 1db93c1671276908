"""Reads what a person types, or what was stored, as an action of a hunt; `notation` describes the forms."""

import re
import unicodedata
from collections.abc import Callable, Iterable

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
from rules.draugr.cards import CARDS, DRAUGR_CARDS, TABLE, CardNo, DraugrNo, Marker, Verb
from rules.draugr.choices import neighbours
from rules.draugr.hunt import Hunt, Phase
from rules.draugr.town import Cell, cell
from rules.game import Ambiguous, Unreadable

LONGEST = 500
"""No action's text is longer."""

_SIMPLE: dict[str, Callable[[], Action]] = {
    **dict.fromkeys(("stay", "stay my hand", "skip", "pass", "none", "nothing", "wait"), Stay),
    **dict.fromkeys(("undo", "back", "take back"), Undo),
    **dict.fromkeys(("abandon", "give up", "resign"), Abandon),
    "time": Expire,
}
_VERBS = {
    **dict.fromkeys(("go", "move", "walk"), "go"),
    **dict.fromkeys(("act", "action", "do", "use"), "act"),
    **dict.fromkeys(("place", "strike", "put"), "place"),
    **dict.fromkeys(("cleanse", "clean"), "cleanse"),
    **dict.fromkeys(("ward", "shepherdess"), "ward"),
    **dict.fromkeys(("travel", "ride"), "travel"),
    **dict.fromkeys(("slide", "slides"), "slide"),
    **dict.fromkeys(("roll", "rolls", "die"), "roll"),
}
_MARKERS = {
    **dict.fromkeys(("holy water", "holy", "water", "h"), Marker.HOLY),
    **dict.fromkeys(("iron", "i"), Marker.IRON),
}
_ENDS = {**dict.fromkeys(("up", "upper", "top"), 0), **dict.fromkeys(("down", "lower", "bottom"), 1)}
_FILLERS = {"to", "on", "the"}
_OPEN = {Phase.GO: "go", Phase.ACT: "act", Phase.SLIDE: "slide"}
_LATIN = str.maketrans("асе", "ace")
_FACES = {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6}


def read_action(hunt: Hunt, text: str) -> Action:
    """The action that a text means in this state; whether it is legal is for `play` to say.

    Raises Unreadable (`action`, `cell`, `card`, `draugr`, `marker`, `face`, `index`, `deal`), or Ambiguous
    with the ids that the text fits.
    """
    if len(text) > LONGEST:
        raise Unreadable(reason="action", text=text[:LONGEST])
    head, *rest = unicodedata.normalize("NFKC", text).casefold().split() or [""]
    if head == "deal":
        return _deal(rest)
    words = _words(text)
    simple = _SIMPLE.get(" ".join(words))
    if simple is not None:
        return simple()
    if len(words) > 1 and words[0] in _VERBS:
        return _READERS[_VERBS[words[0]]](hunt, words[1:])
    part = hunt.pending
    verb = part.verb.value if part else _OPEN.get(hunt.phase)
    if verb is None or not words:
        raise Unreadable(reason="action", text=text)
    return _READERS[verb](hunt, words)


def _words(text: str) -> list[str]:
    plain = re.sub(r"['’`]", "", unicodedata.normalize("NFKC", text).casefold())
    return [word for word in re.sub(r"[\W_]", " ", plain).split() if word not in _FILLERS]


_CARD_NAMES = tuple((card.no, card.id, _words(card.id)) for card in CARDS)
_DRAUGR_NAMES = tuple((draugr.no, draugr.id, _words(draugr.id)) for draugr in DRAUGR_CARDS)
_BY_ID = {card.id: card.no for card in CARDS}, {draugr.id: draugr.no for draugr in DRAUGR_CARDS}


def _only(words: list[str], names: Iterable[tuple[int, str, list[str]]], reason: str) -> int:
    """The number of the one name that the words are, or of which they begin a word."""
    typed = " ".join(words)
    begun = []
    for number, id, parts in names:
        if "".join(parts) == "".join(words):
            return number
        if f" {typed}" in " " + " ".join(parts):
            begun.append((number, id))
    if not words or not begun:
        raise Unreadable(reason=reason, text=typed)
    if len(begun) > 1:
        raise Ambiguous(reason=reason, text=typed, squares=tuple(id for _, id in begun))
    return begun[0][0]


def _draugr(words: list[str]) -> DraugrNo:
    if len(words) == 1 and words[0] in _FACES:
        return TABLE.shown[_FACES[words[0]]]
    return DraugrNo(_only(words, _DRAUGR_NAMES, "draugr"))


def _cell(hunt: Hunt, words: list[str]) -> Cell:
    joined = "".join(words)
    if re.fullmatch(r"[a-zасе]?[0-9]+", joined):
        return cell(joined.translate(_LATIN))
    number = CardNo(_only(words, _CARD_NAMES, "card"))
    if not hunt.cells:
        raise Unreadable(reason="card", text=joined)
    return hunt.cells[number]


def _index(hunt: Hunt, words: list[str]) -> Act | Stay:
    if words == ["0"]:
        return Stay()
    if words not in (["1"], ["2"]):
        raise Unreadable(reason="index", text=" ".join(words))
    return Act(int(words[0]) - 1)


def _place(hunt: Hunt, words: list[str]) -> Place:
    if "slide" in words:
        at = words.index("slide")
        blow = _place(hunt, words[:at])
        return Place(blow.marker, blow.draugr, _draugr(words[at + 1 :]))
    for length in (2, 1):
        marker = _MARKERS.get(" ".join(words[:length]))
        if marker:
            return Place(marker, _draugr(words[length:]))
    part = hunt.pending
    if part is not None and part.verb is Verb.PLACE and len(part.markers) == 1:
        return Place(part.markers[0], _draugr(words))
    raise Unreadable(reason="marker", text=" ".join(words))


def _slide(hunt: Hunt, words: list[str]) -> Slide:
    if hunt.fallen is not None and words[0] in _ENDS:
        return Slide(neighbours(hunt, hunt.fallen)[_ENDS[words[0]]])
    return Slide(_draugr(words))


def _roll(hunt: Hunt, words: list[str]) -> Roll:
    if len(words) != 1 or words[0] not in _FACES:
        raise Unreadable(reason="face", text=" ".join(words))
    return Roll(_FACES[words[0]])


def _deal(words: list[str]) -> Deal:
    cards, draugr = _BY_ID
    grid = tuple(cards[word] for word in words[: len(cards)] if word in cards)
    seats = tuple(draugr[word] for word in words[len(cards) + 1 :] if word in draugr)
    slash = words[len(cards) : len(cards) + 1] == ["/"]
    whole = len(words) == len(cards) + 1 + len(draugr)
    if not (whole and slash and len(set(grid)) == len(cards) and len(set(seats)) == len(draugr)):
        raise Unreadable(reason="deal", text=" ".join(words))
    return Deal(grid, seats)


_READERS: dict[str, Callable[[Hunt, list[str]], Action]] = {
    "go": lambda hunt, words: Go(_cell(hunt, words)),
    "cleanse": lambda hunt, words: Cleanse(_cell(hunt, words)),
    "ward": lambda hunt, words: Ward(_cell(hunt, words)),
    "travel": lambda hunt, words: Travel(_cell(hunt, words)),
    "act": _index,
    "place": _place,
    "slide": _slide,
    "roll": _roll,
}
