"""A town to test in: dealt in the card table's own order, so that every card's cell is known.

    a1 shepherdess        b1 midwife        c1 bell_ringer   d1 charcoal_burner   e1 lawspeaker
    a2 pilgrim            b2 rune_carver    c2 town_square   d2 nunnery           e2 foundry
    a3 saint_olavs_spring b3 bog_iron_pits  c3 stave_church  d3 beacon_hill       e3 boathouse

Left, from the top: steersman (die 1), barrow_warden (2), salt_widow (3). Right: bog_reeve (4), hanged_bailiff (5),
snow_bride (6). The hunter begins on c2.
"""

from dataclasses import replace
from typing import Any

from rules.draugr import CARDS, DRAUGR, NAMES, STANDARD, TABLE, Cell, Hunt, Phase, Ruleset, write_setup

STEERSMAN, WARDEN, WIDOW, REEVE, BAILIFF, BRIDE = (draugr.no for draugr in TABLE.draugr)


def dealt(ruleset: Ruleset = STANDARD) -> Hunt:
    """The town just dealt."""
    start = DRAUGR.start(write_setup(ruleset))
    return DRAUGR.play(start, DRAUGR.legal(start)[0])


def going(hunt: Hunt | None = None, **changes: Any) -> Hunt:
    """The town when the hunter must move, with some things changed."""
    changes = {"phase": Phase.GO, "dice": (1, 2, 0), **changes}
    if "hunter" in changes:
        changes.setdefault("began", changes["hunter"])
    return replace(hunt or dealt(), **changes)


def play(hunt: Hunt, *texts: str) -> Hunt:
    """The state after the actions of these texts."""
    for text in texts:
        hunt = DRAUGR.play(hunt, DRAUGR.read(hunt, text))
    return hunt


def marks(**by_card: int) -> tuple[int, ...]:
    """Corruption markers on the cards named, none on the others."""
    return tuple(by_card.get(card.id, 0) for card in CARDS)


def placed(**by_draugr: tuple[int, int]) -> tuple[int, ...]:
    """Markers (Holy Water, Iron) on the Draugr named, none on the others."""
    return tuple(number for draugr in TABLE.draugr for number in by_draugr.get(draugr.id, (0, 0)))


def cell(name: str) -> Cell:
    """The cell of a name."""
    return Cell(NAMES.index(name))


def texts(hunt: Hunt) -> list[str]:
    """The legal actions as they are written."""
    return [DRAUGR.write(hunt, action) for action in DRAUGR.legal(hunt)]
