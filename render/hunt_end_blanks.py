"""The blanks of a hunt's closing card: its head, the bed of the town's cards, the Draugr's row, its foot."""

from PIL import Image

from render import end_furniture
from render.end_furniture import Box
from render.end_kit import Craft
from render.layout import SIZE
from render.theme import Theme
from render.town_layout import ART, MARKS
from render.town_slab import FLAT, carve, mixed, rounded, tint
from rules.draugr.cards import DRAUGR_CARDS
from rules.draugr.town import COLUMNS, ROWS

HEAD = 130
"""The height of the head: the cloth, and how it ended."""
CLOTH: Box = (78, 8, SIZE - 78, 54)
TOLD: Box = (14, 64, SIZE - 14, 124)
CARD = (MARKS[2] - ART[0], ART[3] - ART[1])
"""What is shown of a card: its picture and its markers."""
_PITCH = (CARD[0] + 11, CARD[1] + 11)
_LEFT = (SIZE - (COLUMNS - 1) * _PITCH[0] - CARD[0]) // 2
BED = 8 + ROWS * _PITCH[1]
"""The height of the bed in which the cards lie."""
ROW = 98
"""The height of the Draugr's row."""
FOOT = 90
FACTS: Box = (14, 6, SIZE - 14, FOOT - 8)
_EACH = (SIZE - 24) // len(DRAUGR_CARDS)


def card_at(cell: int) -> tuple[int, int]:
    """Where a cell's card lies in the bed."""
    return _LEFT + cell % COLUMNS * _PITCH[0], 6 + cell // COLUMNS * _PITCH[1]


def place_at(number: int) -> Box:
    """The hollow of one Draugr in their row."""
    left = 12 + number * _EACH
    return left + 3, 8, left + _EACH - 3, ROW - 6


def carved(theme: Theme) -> dict[str, Image.Image]:
    """All parts, RGB."""
    return {
        "head-won": _head(theme, won=True),
        "head-lost": _head(theme, won=False),
        "bed": _bed(theme),
        "row": _row(theme),
        "foot": _foot(theme),
    }


BLANKS = Craft("hunt-end", carved, 52, ("hunt_end_blanks", "layout", "town_layout"))


def _head(theme: Theme, *, won: bool) -> Image.Image:
    made = end_furniture.plank(theme, SIZE, HEAD, below=False)
    end_furniture.cloth(made, theme, CLOTH, edge=theme.mark if won else mixed(theme.faint, theme.recess, 0.3))
    end_furniture.hollow(made, theme, TOLD, gilt=won)
    shown = end_furniture.shown(made, theme)
    end_furniture.even(shown, CLOTH, theme.banner, 5)
    end_furniture.even(shown, TOLD, theme.recess, 4)
    return shown


def _bed(theme: Theme) -> Image.Image:
    """A hollow for each card."""
    made = end_furniture.plank(theme, SIZE, BED, above=False, below=False)
    for cell in range(ROWS * COLUMNS):
        x, y = card_at(cell)
        rim = rounded(made, (x - 4, y - 4, x + CARD[0] + 4, y + CARD[1] + 4), 6)
        carve(made, rim, FLAT - 6, FLAT + 44, 3)
        tint(made, rim, mixed(theme.frame[2][1], theme.ribbon, 0.3))
        floor = rounded(made, (x - 1, y - 1, x + CARD[0] + 1, y + CARD[1] + 1), 3)
        carve(made, floor, FLAT - 20, FLAT - 40, 3)
        tint(made, floor, theme.recess)
    return end_furniture.shown(made, theme)


def _row(theme: Theme) -> Image.Image:
    made = end_furniture.plank(theme, SIZE, ROW, above=False, below=False)
    for number in range(len(DRAUGR_CARDS)):
        end_furniture.hollow(made, theme, place_at(number))
        shape = rounded(made, place_at(number), 7)
        tint(made, shape, theme.barrow[1][1])
    return end_furniture.shown(made, theme)


def _foot(theme: Theme) -> Image.Image:
    made = end_furniture.plank(theme, SIZE, FOOT, above=False)
    end_furniture.hollow(made, theme, FACTS)
    shown = end_furniture.shown(made, theme)
    end_furniture.even(shown, FACTS, theme.recess, 4)
    return shown
