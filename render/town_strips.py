"""The strips above and below: the round and its dice, the slain; supply, stock and losses."""

from dataclasses import dataclass

from PIL import Image

from render.text import Face as Type
from render.text import Hand, width
from render.town_blanks import floor
from render.town_kit import TownKit
from render.town_layout import DIE, LARGE, MINI, SMALL, STRIP, WIDTH
from render.town_scene import TownLabels, TownScene
from render.town_text import Pen, lettering
from rules.draugr.cards import DRAUGR_CARDS, MARKERS, TABLE, TOWNSFOLK
from rules.draugr.hunt import SLAIN_TO_WIN
from rules.game import Ending

_COUNT = Hand(Type.TEXT, 36, lining=True)
_ROUND = Hand(Type.TITLE, 38, lining=True)
_BASE = 43
LABEL_ROOM = (120, 44)
"""The room of a word on a strip."""
LABEL_SIZE, TOLD_SIZE = 28, 30
_LEFT, _RIGHT = STRIP + 14, WIDTH - STRIP - 14


@dataclass(frozen=True, slots=True)
class Above:
    """What the upper strip shows."""

    round: int
    word: str
    dice: tuple[int, int, int]
    fallen: bool
    """Whether the Draugr that the first die shows is slain: before this round (D8) or in it."""
    told: str
    slain_word: str
    slain: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Below:
    """What the lower strip shows."""

    words: tuple[str, str, str]
    supply: tuple[int, int]
    stock: tuple[int, int]
    townsfolk: int
    cards: int
    most: int


def above(scene: TownScene) -> Above:
    """The upper strip of a scene."""
    hunt, words = scene.hunt, scene.labels
    sway = None if hunt.sway is None or not hunt.rows[hunt.sway] else hunt.sway
    if hunt.outcome is not None:
        ending = hunt.outcome.ending
        told = (
            words.won
            if ending is Ending.SLAIN
            else words.abandoned
            if ending is Ending.ABANDONED
            else words.defeat
        )
    else:
        told = words.quiet if hunt.quiet else "" if sway is None else words.draugr[sway]
    slain = tuple(no for no in range(len(DRAUGR_CARDS)) if hunt.grid and not hunt.rows[no])
    fallen = sway is None and hunt.dice[0] > 0
    return Above(hunt.round, words.round, hunt.dice, fallen, told, words.slain, slain)


def below(scene: TownScene) -> Below:
    """The lower strip of a scene."""
    hunt, words = scene.hunt, scene.labels
    return Below(
        (words.supply, words.stock, words.lost),
        hunt.supply,
        hunt.stock,
        hunt.townsfolk_lost,
        hunt.cards_lost,
        hunt.ruleset.cards_lost,
    )


def draw_above(kit: TownKit, strip: Above) -> Image.Image:
    """The upper strip as palette indices."""
    made = kit.images["strip"].copy()
    theme, pen = kit.theme, Pen(kit.palette, floor(kit.theme))
    x = _LEFT + _label(pen, made, kit, strip.word, _LEFT) + 10
    pen.write(made, (x, _BASE + 1), str(strip.round), _ROUND, theme.mark)
    _dice(made, kit, strip, _first_die(strip))
    start = _RIGHT - SLAIN_TO_WIN * (MINI + 2)
    for place in range(SLAIN_TO_WIN):
        name = f"slain-{DRAUGR_CARDS[strip.slain[place]].id}" if place < len(strip.slain) else "slain-none"
        made.paste(kit.images[name], (start + place * (MINI + 2), (STRIP - MINI) // 2))
    _label(pen, made, kit, strip.slain_word, start - 12 - _breadth(strip.slain_word))
    left, right = told_box(strip)
    told = lettering(strip.told, (right - left, LABEL_ROOM[1]), TOLD_SIZE)
    pen.centred(made, (left, 8, right, STRIP - 8), told, theme.ink)
    return made


def told_box(strip: Above) -> tuple[int, int]:
    """From where to where there is room to tell who holds sway, or how the hunt ended."""
    dice = sum(face > 0 for face in strip.dice)
    left = _first_die(strip) + dice * (DIE + 6) + (SMALL + 4 if strip.dice[2] else 0) + 6
    return left, round(_RIGHT - SLAIN_TO_WIN * (MINI + 2) - 12 - _breadth(strip.slain_word) - 14)


def _first_die(strip: Above) -> int:
    return round(_LEFT + _breadth(strip.word) + 10 + width(str(strip.round), _ROUND) + 18)


def _breadth(word: str) -> float:
    """The width of a word on a strip."""
    shown = lettering(word, LABEL_ROOM, LABEL_SIZE)
    return max(width(line, shown.hand) for line in shown.lines)


def _label(pen: Pen, made: Image.Image, kit: TownKit, word: str, x: float) -> float:
    """Write a word, vertically centred, and give its width."""
    across = _breadth(word)
    box = (round(x), 8, round(x + across), STRIP - 8)
    pen.centred(made, box, lettering(word, LABEL_ROOM, LABEL_SIZE), kit.theme.faint)
    return across


def _dice(made: Image.Image, kit: TownKit, strip: Above, x: int) -> None:
    """Lay the round's dice; after a thief's, what it takes."""
    first, second, third = strip.dice
    names = []
    if first:
        names.append(f"die-{'quiet-' if strip.fallen else ''}{DRAUGR_CARDS[TABLE.shown[first]].id}")
    if second:
        names.append(f"die-{TABLE.sigils[second]}")
    if third:
        names.append(f"die-{third}")
    for name in names:
        made.paste(kit.images[name], (x, (STRIP - DIE) // 2))
        x += DIE + 6
    if third:
        made.paste(kit.images[f"sign-{'holy' if third % 2 else 'iron'}-{SMALL}"], (x, (STRIP - SMALL) // 2))


Counts = tuple[tuple[str, str], ...]
"""Signs, each with what stands after it."""


def _groups(strip: Below) -> tuple[tuple[str, Counts], ...]:
    supply, stock = (
        tuple((marker.value, str(count)) for marker, count in zip(MARKERS, counts, strict=True))
        for counts in (strip.supply, strip.stock)
    )
    losses = (
        ("lost_person", f"{strip.townsfolk}/{len(TOWNSFOLK)}"),
        ("lost_card", f"{strip.cards}/{strip.most}"),
    )
    return tuple(zip(strip.words, (supply, stock, losses), strict=True))


def draw_below(kit: TownKit, strip: Below) -> Image.Image:
    """The lower strip as palette indices."""
    made = kit.images["strip"].copy()
    pen, groups = Pen(kit.palette, floor(kit.theme)), _groups(strip)
    widths = [_across(word, counts) for word, counts in groups]
    gap = (_RIGHT - _LEFT - sum(widths)) / (len(groups) - 1)
    x = float(_LEFT)
    for (word, counts), across in zip(groups, widths, strict=True):
        _group(made, pen, kit, word, counts, x)
        x += across + gap
    return made


def spare(words: TownLabels) -> float:
    """How many pixels of the lower strip stay free at the least with these words."""
    fullest = Below((words.supply, words.stock, words.lost), (8, 8), (8, 8), 7, 15, 15)
    return _RIGHT - _LEFT - sum(_across(word, counts) for word, counts in _groups(fullest))


def _across(word: str, counts: Counts) -> float:
    """The width of a word and its counts with their signs."""
    return _breadth(word) + 8 + sum(LARGE + 13 + width(count, _COUNT) for _, count in counts) - 10


def _group(made: Image.Image, pen: Pen, kit: TownKit, word: str, counts: Counts, x: float) -> None:
    """Write a word and its counts with their signs."""
    x += _label(pen, made, kit, word, x) + 8
    for sign, count in counts:
        made.paste(kit.images[f"sign-{sign}-{LARGE}"], (round(x), (STRIP - LARGE) // 2))
        x += LARGE + 3
        x += pen.write(made, (x, _BASE), count, _COUNT, kit.theme.ink) + 10
