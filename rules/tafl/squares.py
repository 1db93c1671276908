"""The 81 squares, the throne and the barrows (T1)."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NewType

from rules.game import Unreadable

Square = NewType("Square", int)
"""0 to 80: file + 9 * rank, so a1 = 0, b1 = 1, i9 = 80. Board order is the order of these numbers."""

FILES: Final = "abcdefghi"
SIZE: Final = 9

_NAMES: Final = tuple(f"{file}{rank}" for rank in range(1, SIZE + 1) for file in FILES)
_SQUARES: Final = {name: Square(index) for index, name in enumerate(_NAMES)}


def square(name: str) -> Square:
    """The square called `name` ("e5"); raises Unreadable."""
    try:
        return _SQUARES[name]
    except KeyError:
        raise Unreadable(reason="square", text=name) from None


def name(square: Square) -> str:
    """The name of a square: "e5"."""
    return _NAMES[square]


def in_square_order(squares: list[Square]) -> tuple[Square, ...]:
    """The squares as notation lists them: a to i, and 1 to 9 on each file."""
    return tuple(sorted(squares, key=_NAMES.__getitem__))


def _group(names: str) -> frozenset[Square]:
    return frozenset(_SQUARES[name] for name in names.split())


THRONE: Final = _SQUARES["e5"]
BARROWS: Final[Mapping[str, frozenset[Square]]] = MappingProxyType(
    {
        "north": _group("d9 e9 f9 e8"),
        "south": _group("d1 e1 f1 e2"),
        "west": _group("a4 a5 a6 b5"),
        "east": _group("i4 i5 i6 h5"),
    }
)
BARROW_SQUARES: Final = frozenset().union(*BARROWS.values())
EDGE: Final = frozenset(Square(s) for s in range(81) if s % SIZE in (0, 8) or s // SIZE in (0, 8))
ESCAPES: Final = EDGE - BARROW_SQUARES
"""Where a Jarl who stops has escaped (T15)."""

BARROW_OF: Final[Mapping[Square, frozenset[Square]]] = MappingProxyType(
    {square: barrow for barrow in BARROWS.values() for square in barrow}
)
"""From a barrow square to its whole barrow."""

STEPS: Final = ((0, -1), (-1, 0), (1, 0), (0, 1))
"""The four directions as (files, ranks): in this order the squares next to one come in board order."""


def ray(start: Square, step: tuple[int, int]) -> tuple[Square, ...]:
    """The squares from `start` (not included) to the edge, nearest first."""
    file, rank = start % SIZE + step[0], start // SIZE + step[1]
    squares = []
    while 0 <= file < SIZE and 0 <= rank < SIZE:
        squares.append(Square(file + SIZE * rank))
        file, rank = file + step[0], rank + step[1]
    return tuple(squares)


RAYS: Final = tuple(tuple(ray(Square(start), step) for step in STEPS) for start in range(81))
"""For each square its four rays, south, west, east, north."""

SIDES: Final = tuple(tuple(line[0] for line in rays if line) for rays in RAYS)
"""For each square the two to four squares next to it."""

NEXT_TWO: Final = tuple(
    tuple((line[0], line[1] if line[1:] else None) for line in rays if line) for rays in RAYS
)
"""For each square, in each direction, the next square and the one beyond it (None past the edge)."""


def between(start: Square, end: Square) -> tuple[Square, ...] | None:
    """The squares a rook passes from `start` on its way to `end`; None where it can't go straight."""
    for line in RAYS[start]:
        if end in line:
            return line[: line.index(end)]
    return None
