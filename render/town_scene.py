"""What a picture of the town shows, as a value, and its strings in the reader's language."""

from collections.abc import Callable
from dataclasses import dataclass

from rules.draugr.cards import CARDS, DRAUGR_CARDS
from rules.draugr.hunt import Hunt

Say = Callable[..., str]
"""`say(key, **values)` gives the sentence in the reader's language."""


@dataclass(frozen=True, slots=True)
class TownLabels:
    """All strings of a picture; cards and Draugr in the order of the card table."""

    cards: tuple[str, ...]
    draugr: tuple[str, ...]
    round: str
    supply: str
    stock: str
    slain: str
    lost: str
    quiet: str
    won: str
    defeat: str
    abandoned: str


def labels(say: Say) -> TownLabels:
    """The strings of a picture in the language of `say`."""
    return TownLabels(
        cards=tuple(say(f"card-{card.id}") for card in CARDS),
        draugr=tuple(say(f"draugr-{draugr.id}") for draugr in DRAUGR_CARDS),
        round=say("town-round"),
        supply=say("town-supply"),
        stock=say("town-stock"),
        slain=say("town-slain"),
        lost=say("town-lost"),
        quiet=say("town-quiet"),
        won=say("town-won"),
        defeat=say("town-defeat"),
        abandoned=say("town-abandoned"),
    )


@dataclass(frozen=True, slots=True)
class TownScene:
    """All that a picture shows. Two equal scenes give the same bytes."""

    hunt: Hunt
    labels: TownLabels
    theme: str = "wood"
    lit: tuple[int, ...] = ()
    """The cells that are offered: where the hunter may go, or what an action may be aimed at."""
    chosen: int | None = None
    """The cell that is picked."""
