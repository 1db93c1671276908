"""Where things are in a tafl picture: 720 × 720 pixels, a top strip, nine ranks and a bottom strip."""

from functools import cache

from rules.game import Seat
from rules.tafl.squares import Square

SIZE = 720
CELL = 64
FRAME = 24
"""The knotwork border with the coordinates."""
EDGE = 48
"""The plates above and below, the trays at the sides."""
MARGIN = EDGE + FRAME
FIELD = 9 * CELL

Box = tuple[int, int, int, int]
Stretch = tuple[int, int]
"""Rows of pixels: the first, and the one after the last."""


def screen(square: Square, view: Seat) -> tuple[int, int]:
    """(column, row) on the screen, from the upper left; the attackers see the board turned round."""
    rank, file = divmod(int(square), 9)
    return (8 - file, rank) if view is Seat.ATTACKERS else (file, 8 - rank)


def below(view: Seat) -> Seat:
    """Who sits at the bottom: the defenders, unless the view is the attackers'."""
    return Seat.ATTACKERS if view is Seat.ATTACKERS else Seat.DEFENDERS


def square_at(column: int, row: int, view: Seat) -> Square:
    """The square at a place on the screen."""
    return Square((8 - column) + 9 * row if view is Seat.ATTACKERS else column + 9 * (8 - row))


def tile(column: int, row: int) -> Box:
    """The pixels of a square."""
    left, top = MARGIN + column * CELL, MARGIN + row * CELL
    return left, top, left + CELL, top + CELL


BANDS: tuple[tuple[int, int], ...] = (
    (0, MARGIN),
    *((MARGIN + row * CELL, MARGIN + (row + 1) * CELL) for row in range(9)),
    (SIZE - MARGIN, SIZE),
)
"""(top, bottom) of the bands that are encoded separately: the top strip, the ranks, the bottom strip."""

LEDGES: tuple[Stretch, ...] = (
    (0, 11),
    (41, 58),
    (61, MARGIN + 7),
    *((MARGIN + row * CELL - 5, MARGIN + row * CELL + 4) for row in range(1, 9)),
    (SIZE - MARGIN - 6, SIZE - 62),
    (SIZE - 58, SIZE - 37),
    (SIZE - 12, SIZE),
)
"""The rows along the edges of plates and squares: there a pixel is like its left neighbour rather than the upper."""


@cache
def ledges(top: int, bottom: int, known: tuple[Stretch, ...] = LEDGES) -> tuple[Stretch, ...]:
    """The rows of the known ledges between two heights, counted from the upper one."""
    return tuple(
        (max(first, top) - top, min(after, bottom) - top)
        for first, after in known
        if first < bottom and after > top
    )


PLATES: tuple[Box, Box] = ((MARGIN, 0, SIZE - MARGIN, EDGE), (MARGIN, SIZE - EDGE, SIZE - MARGIN, SIZE))
"""The strips of the two players' plates: above, below."""
TRAYS: tuple[Box, Box] = ((0, MARGIN, EDGE, SIZE - MARGIN), (SIZE - EDGE, MARGIN, SIZE, SIZE - MARGIN))
"""The strips of the taken pieces: left, right."""

_FAR = SIZE - MARGIN
CHANNELS: tuple[Box, ...] = (
    (MARGIN, EDGE, _FAR, MARGIN),
    (MARGIN, _FAR, _FAR, _FAR + FRAME),
    (EDGE, MARGIN, MARGIN, _FAR),
    (_FAR, MARGIN, _FAR + FRAME, _FAR),
)
"""The border's four stretches of knotwork: above, below, left, right."""
CORNERS: tuple[Box, ...] = tuple((x, y, x + MARGIN, y + MARGIN) for y in (0, _FAR) for x in (0, _FAR))
"""The four corner panels."""
