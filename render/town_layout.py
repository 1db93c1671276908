"""Where things are in a picture of the town: 960 × 720 pixels.

A strip above, three rows and a strip below. A row has a Draugr's panel at each side and five cards between.
"""

from render.layout import Stretch
from rules.draugr.town import COLUMNS, ROWS

Box = tuple[int, int, int, int]

WIDTH, HEIGHT = 960, 720
STRIP = 60
"""The height of the strips above and below."""
ROW = (HEIGHT - 2 * STRIP) // ROWS
SIDE = 125
"""The breadth of a Draugr's panel."""
CARD = (WIDTH - 2 * SIDE) // COLUMNS
"""The breadth of a card's tile."""

ART: Box = (8, 8, 102, 137)
"""Within a card's tile: the picture."""
MARKS: Box = (104, 8, 134, 137)
"""The column of corruption markers."""
TAG: Box = (106, 8, 132, 29)
"""In the head of that column: what the card's place is called."""
MORE: Box = (106, 29, 132, 54)
"""The uppermost marker's place, where a number stands for those that find no room."""
NAME: Box = (8, 140, 134, 192)
"""The plate with the name."""
LEDGES: tuple[Stretch, ...] = tuple(
    (row * ROW + first, row * ROW + after)
    for row in range(ROWS)
    for first, after in ((0, 11), (NAME[1] - 4, NAME[1] + 2), (NAME[3] - 1, ROW))
)
"""Within the rows, from the top of the first: where a pixel is like its left neighbour rather than the upper."""
STRIP_LEDGES: tuple[Stretch, ...] = ((0, 11), (STRIP - 9, STRIP))
"""The same within a strip."""
SLOT = 27
"""The side of one marker's place in the column."""
SIGIL = 38
"""The side of the sigil at the picture's upper left."""

DRAUGR_NAME = 48
"""The height of a panel's plate with the name, at its top."""
NEEDS = 60
"""The height of a panel's plate with the wounds, at its foot."""
PORTRAIT = 74
"""The side of a portrait; of a Draugr that holds several rows, `GRAND`."""
GRAND = 100
MINI = 44
"""The side of a portrait on a die or among the slain."""
DIE = 52
ART_SIZE = (ART[2] - ART[0], ART[3] - ART[1])
MARKS_SIZE = (MARKS[2] - MARKS[0], MARKS[3] - MARKS[1])
HUNTER, COUNTER, CLAWS, THIEF, CRACK = 88, 48, 60, 36, 128
"""The sides of what is laid on a picture: the hunter, the Shepherdess counter, the mark of a card that was
struck, the purse of a thief, the rent through a corrupted Location."""
SMALL, LARGE = 26, 36
"""The sides of the signs on a panel and on the strips."""


def card_at(cell: int) -> tuple[int, int]:
    """The upper left corner of a cell's tile."""
    return SIDE + cell % COLUMNS * CARD, STRIP + cell // COLUMNS * ROW


def card_box(cell: int) -> Box:
    """The pixels of a cell's tile."""
    left, top = card_at(cell)
    return left, top, left + CARD, top + ROW


def panel_box(left: bool, first: int, last: int) -> Box:
    """The pixels of a panel beside the rows `first` to `last`, counted from 0."""
    x = 0 if left else WIDTH - SIDE
    return x, STRIP + first * ROW, x + SIDE, STRIP + (last + 1) * ROW
