"""The strips above and below: the round and its dice, the slain; supply, stock and losses."""

from dataclasses import dataclass

from PIL import Image

from render.text import Face as Type
from render.text import Hand, width
from render.town_blanks import floor
from render.town_kit import TownKit
from render.town_layout import DIE, LARGE, MINI, SMALL, STRIP, WIDTH
from render.town_scene import TownScene
from render.town_text import Pen, lettering
from rules.draugr.cards import DRAUGR_CARDS, TABLE, TOWNSFOLK
from rules.draugr.hunt import SLAIN_TO_WIN
from rules.game import Ending

_COUNT = Hand(Type.TEXT, 36, lining=True)
_ROUND = Hand(Type.TITLE, 38, lining=True)
_BASE = 43
_LABEL = (120, 44)
"""The room of a word on a strip."""
_LEFT, _RIGHT = STRIP + 14, WIDTH - STRIP - 14


@dataclass(frozen=True, slots=True)
class Above:
    """What the upper strip shows."""

    round: int
    word: str
    dice: tuple[int, int, int]
    quiet: bool
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
        told = words.quiet if hunt.quiet else "" if hunt.sway is None else words.draugr[hunt.sway]
    slain = tuple(no for no in range(len(DRAUGR_CARDS)) if hunt.grid and not hunt.rows[no])
    return Above(hunt.round, words.round, hunt.dice, hunt.quiet, told, words.slain, slain)


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
    x += pen.write(made, (x, _BASE + 1), str(strip.round), _ROUND, theme.mark) + 18
    x = _dice(made, kit, strip, round(x))
    start = _RIGHT - SLAIN_TO_WIN * (MINI + 2)
    for place in range(SLAIN_TO_WIN):
        name = f"slain-{DRAUGR_CARDS[strip.slain[place]].id}" if place < len(strip.slain) else "slain-none"
        made.paste(kit.images[name], (start + place * (MINI + 2), (STRIP - MINI) // 2))
    word = lettering(strip.slain_word, _LABEL, 26)
    across = max(width(line, word.hand) for line in word.lines)
    pen.centred(made, (round(start - 12 - across), 8, start - 12, STRIP - 8), word, theme.faint)
    room = round(start - 24 - across - x)
    if strip.told and room > 60:
        told = lettering(strip.told, (room - 12, 44), 28)
        pen.centred(made, (x, 8, x + room, STRIP - 8), told, theme.ink)
    return made


def _label(pen: Pen, made: Image.Image, kit: TownKit, word: str, x: float) -> float:
    """Write a word, vertically centred, and give its width."""
    shown = lettering(word, _LABEL, 26)
    across = max(width(line, shown.hand) for line in shown.lines)
    pen.centred(made, (round(x), 8, round(x + across), STRIP - 8), shown, kit.theme.faint)
    return across


def _dice(made: Image.Image, kit: TownKit, strip: Above, x: int) -> int:
    """Lay the round's dice and give the x after them."""
    first, second, third = strip.dice
    names = []
    if first:
        names.append(f"die-{'quiet-' if strip.quiet else ''}{DRAUGR_CARDS[TABLE.shown[first]].id}")
    if second:
        names.append(f"die-{TABLE.sigils[second]}")
    if third:
        names.append(f"die-{third}")
    for name in names:
        made.paste(kit.images[name], (x, (STRIP - DIE) // 2))
        x += DIE + 6
    if third:
        made.paste(kit.images[f"sign-{'holy' if third % 2 else 'iron'}-{SMALL}"], (x, (STRIP - SMALL) // 2))
        x += SMALL + 4
    return x


def draw_below(kit: TownKit, strip: Below) -> Image.Image:
    """The lower strip as palette indices."""
    made = kit.images["strip"].copy()
    signs = ("holy", "iron")
    groups = (
        (strip.words[0], tuple(zip(signs, (str(count) for count in strip.supply), strict=True))),
        (strip.words[1], tuple(zip(signs, (str(count) for count in strip.stock), strict=True))),
        (
            strip.words[2],
            (
                ("lost_person", f"{strip.townsfolk}/{len(TOWNSFOLK)}"),
                ("lost_card", f"{strip.cards}/{strip.most}"),
            ),
        ),
    )
    pen = Pen(kit.palette, floor(kit.theme))
    widths = [_breadth(word, counts) for word, counts in groups]
    gap = (_RIGHT - _LEFT - sum(widths)) / (len(groups) - 1)
    x = float(_LEFT)
    for (word, counts), across in zip(groups, widths, strict=True):
        _group(made, pen, kit, word, counts, x)
        x += across + gap
    return made


def _breadth(word: str, counts: tuple[tuple[str, str], ...]) -> float:
    """The width of a word and its counts with their signs."""
    shown = lettering(word, _LABEL, 26)
    across = max(width(line, shown.hand) for line in shown.lines)
    return across + 8 + sum(LARGE + 3 + width(count, _COUNT) for _, count in counts) + 10 * (len(counts) - 1)


def _group(
    made: Image.Image, pen: Pen, kit: TownKit, word: str, counts: tuple[tuple[str, str], ...], x: float
) -> None:
    """Write a word and its counts with their signs."""
    x += _label(pen, made, kit, word, x) + 8
    for sign, count in counts:
        made.paste(kit.images[f"sign-{sign}-{LARGE}"], (round(x), (STRIP - LARGE) // 2))
        x += LARGE + 3
        x += pen.write(made, (x, _BASE), count, _COUNT, kit.theme.ink) + 10
