"""The grid of 3 rows and 5 columns (D5): cells, their names, and what lies near what."""

from typing import NewType

from rules.game import Unreadable

Cell = NewType("Cell", int)
"""A place in the grid, 0–14, row by row from the top left: a1 = 0, e1 = 4, e3 = 14."""

ROWS, COLUMNS = 3, 5
FILES = "abcde"
CELLS: tuple[Cell, ...] = tuple(Cell(number) for number in range(ROWS * COLUMNS))
NAMES = tuple(FILES[number % COLUMNS] + str(number // COLUMNS + 1) for number in CELLS)


def _distance(one: Cell, other: Cell) -> int:
    return abs(one % COLUMNS - other % COLUMNS) + abs(one // COLUMNS - other // COLUMNS)


def _within(least: int, most: int) -> tuple[tuple[Cell, ...], ...]:
    return tuple(tuple(there for there in CELLS if least <= _distance(here, there) <= most) for here in CELLS)


ADJACENT = _within(1, 1)
"""For each cell the cells orthogonally next to it (D16)."""
REACH = _within(1, 2)
"""For each cell where one move of the hunter leads (D14)."""
ROW = tuple(tuple(there for there in CELLS if there // COLUMNS == here // COLUMNS) for here in CELLS)
COLUMN = tuple(tuple(there for there in CELLS if there % COLUMNS == here % COLUMNS) for here in CELLS)
CELLS_OF_ROWS = tuple(
    tuple(cell for cell in CELLS if mask >> cell // COLUMNS & 1) for mask in range(1 << ROWS)
)
"""For each bit mask of rows (bit 0: row 1) the cells in them, in order."""


def cell(name: str) -> Cell:
    """The cell that a name such as `e3` means; raises Unreadable."""
    if name not in NAMES:
        raise Unreadable(reason="cell", text=name)
    return CELLS[NAMES.index(name)]
