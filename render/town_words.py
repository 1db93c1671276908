"""Words for a picture of the town: the same scene for those who hear it."""

from collections.abc import Iterable, Iterator

from render.town_scene import Say, TownScene
from rules.draugr.cards import CARDS, DRAUGR_CARDS, TABLE, TOWNSFOLK, Sigil
from rules.draugr.hunt import SIDES, SLAIN_TO_WIN, Hunt
from rules.draugr.town import CELLS, COLUMNS, NAMES, ROWS
from rules.game import Ending

LIMIT = 1024
"""Discord's limit for the description of a picture, in characters."""


def town_words(scene: TownScene, say: Say, *, opening: str = "") -> str:
    """The scene in words, whole; never longer than `LIMIT`: what matters least is left out first.

    An opening stands before it.
    """
    told: dict[int, str] = {-1: opening} if opening else {}
    used = len(opening) if opening else -1
    for place, part in sorted(_parts(scene, say), key=lambda each: _ORDER.index(each[0])):
        if part and used + 1 + len(part) <= LIMIT:
            told[place] = part
            used += 1 + len(part)
    if not told:
        return say("town-alt", round=scene.hunt.round)[:LIMIT]
    return " ".join(told[place] for place in sorted(told))


def town_lines(scene: TownScene, say: Say) -> list[str]:
    """What a heading and a list of choices beside it don't tell of the scene, a part a line."""
    return [part for place, part in _parts(scene, say) if part and place in _STANDING]


_STANDING = frozenset((1, 4, 5, 6, 7, 8, 9, 10))
"""The parts, by their place in the text, that tell how the town stands."""
_ORDER = (0, 1, 2, 5, 6, 7, 8, 9, 10, 4, 3, 11, 12)
"""The parts, by their place in the text, from what matters most."""


def _parts(scene: TownScene, say: Say) -> Iterator[tuple[int, str]]:
    """Each part of the text with its place."""
    hunt = scene.hunt
    yield 0, say("town-alt", round=hunt.round)
    yield 1, _outcome(hunt, say)
    yield 2, _dice(scene, say)
    if not hunt.grid:
        return
    yield 3, _cells("town-alt-struck", (hunt.cells[card] for card in hunt.struck), say)
    yield 4, _cells("town-alt-mounds", _mounds(hunt), say)
    for row in range(ROWS):
        yield 5 + row, _row(scene, row, say)
    yield 8, _standing(scene, say)
    yield 9, " ".join(_side(scene, left, say) for left in (True, False))
    yield 10, _counts(hunt, say)
    yield 11, _cells("town-alt-lit", scene.lit, say)
    yield 12, "" if scene.chosen is None else say("town-alt-chosen", cells=NAMES[scene.chosen])


def _outcome(hunt: Hunt, say: Say) -> str:
    if hunt.outcome is None:
        return ""
    ending = hunt.outcome.ending
    return say(
        "town-alt-won"
        if ending is Ending.SLAIN
        else "town-alt-abandoned"
        if ending is Ending.ABANDONED
        else "town-alt-defeat"
    )


def _dice(scene: TownScene, say: Say) -> str:
    hunt = scene.hunt
    first, second, third = hunt.dice
    if not first:
        return ""
    shown = scene.labels.draugr[TABLE.shown[first]]
    if hunt.quiet:
        return say("town-alt-quiet", draugr=shown)
    living = hunt.rows[TABLE.shown[first]]
    told = say("town-alt-sway" if living else "town-alt-sway-slain", draugr=shown)
    if second:
        told += " " + say(f"town-alt-die-{TABLE.sigils[second]}")
    if third:
        told += " " + say("town-alt-theft-holy" if third % 2 else "town-alt-theft-iron", face=third)
    return told


def _cells(key: str, cells: Iterable[int], say: Say) -> str:
    named = ", ".join(NAMES[cell] for cell in sorted(cells))
    return say(key, cells=named) if named else ""


def _mounds(hunt: Hunt) -> list[int]:
    return [cell for cell in CELLS if CARDS[hunt.grid[cell]].sigil is Sigil.MOUND]


def _row(scene: TownScene, row: int, say: Say) -> str:
    """A row's cards with their markers; without a number, none."""
    hunt = scene.hunt
    told = []
    for cell in CELLS[row * COLUMNS : (row + 1) * COLUMNS]:
        card = hunt.grid[cell]
        name = f"{NAMES[cell]} {scene.labels.cards[card]}"
        if hunt.turned(card):
            told.append(say("town-alt-turned", card=name))
        else:
            told.append(f"{name} {hunt.marks[card]}" if hunt.marks[card] else name)
    key = "town-alt-cards" if row == 0 else "town-alt-more-cards"
    return say(key, cards=", ".join(told))


def _standing(scene: TownScene, say: Say) -> str:
    hunt = scene.hunt
    told = say("town-alt-hunter", cell=NAMES[hunt.hunter])
    if hunt.ward is not None:
        told += " " + say("town-alt-ward", cell=NAMES[hunt.cells[hunt.ward]])
    return told


def _side(scene: TownScene, left: bool, say: Say) -> str:
    """A side's living Draugr: the rows that each holds, and what lies on it of what slays it."""
    hunt = scene.hunt
    told = []
    for seat in SIDES[0 if left else 1]:
        draugr = DRAUGR_CARDS[hunt.seats[seat]]
        held = hunt.held(draugr.no)
        if held:
            holy, iron = hunt.wounds(draugr.no)
            rows = str(held[0]) if len(held) == 1 else f"{held[0]}–{held[-1]}"
            name, water, nails = (
                scene.labels.draugr[draugr.no],
                f"{holy}/{draugr.holy}",
                f"{iron}/{draugr.iron}",
            )
            if draugr.thief <= hunt.ruleset.mode.thieves:
                name = say("town-alt-thief", draugr=name)
            told.append((held[0], say("town-alt-draugr", draugr=name, rows=rows, holy=water, iron=nails)))
    shown = "; ".join(text for _, text in sorted(told)) or "–"
    return say("town-alt-left" if left else "town-alt-right", draugr=shown)


def _counts(hunt: Hunt, say: Say) -> str:
    (holy, iron), (stock_holy, stock_iron) = hunt.supply, hunt.stock
    return " ".join(
        (
            say("town-alt-supply", holy=holy, iron=iron),
            say("town-alt-stock", holy=stock_holy, iron=stock_iron),
            say("town-alt-slain", count=hunt.slain, need=SLAIN_TO_WIN),
            say(
                "town-alt-lost",
                townsfolk=hunt.townsfolk_lost,
                all=len(TOWNSFOLK),
                cards=hunt.cards_lost,
                most=hunt.ruleset.cards_lost,
            ),
        )
    )
