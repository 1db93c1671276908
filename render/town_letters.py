"""The town in letters of one width: the same grid for those who want no picture."""

from render.alt import side_by_side
from render.town_scene import TownScene
from rules.draugr.cards import CARDS, Sigil
from rules.draugr.hunt import SIDES, Hunt
from rules.draugr.town import CELLS, COLUMNS, FILES, ROWS


def town_letters(scene: TownScene) -> str:
    """The grid for a monospace font: 4 lines of 25 columns; nothing where no cards have been dealt.

    `@` the hunter, then a card's markers (`.` none, `#` lost for good) and its sigil (`^` mound, `~` wave), `!` the
    ward; `<` and `>` beside a row that a Draugr of that side holds, [square] brackets around what can be chosen,
    a stroke between two such.
    """
    hunt = scene.hunt
    if not hunt.grid:
        return ""
    lines = ["  " + side_by_side([f"  {file}  " for file in FILES]) + "  "]
    for row in range(ROWS):
        cells = side_by_side([_cell(scene, cell) for cell in CELLS[row * COLUMNS : (row + 1) * COLUMNS]])
        near, far = (_held(hunt, row, side) for side in SIDES)
        lines.append(f"{row + 1}{'<' if near else ' '}{cells}{'>' if far else ' '}{row + 1}")
    return "\n".join(lines)


def _held(hunt: Hunt, row: int, side: tuple[int, ...]) -> bool:
    return any(row + 1 in hunt.held(hunt.seats[seat]) for seat in side)


def _cell(scene: TownScene, cell: int) -> str:
    hunt = scene.hunt
    card = hunt.grid[cell]
    sign = "@" if cell == hunt.hunter else "!" if card == hunt.ward else " "
    marks = "#" if hunt.turned(card) else str(hunt.marks[card] or ".")
    sigil = "^" if CARDS[card].sigil is Sigil.MOUND else "~"
    left, right = "[]" if cell in scene.lit else "  "
    return f"{left}{sign}{marks}{sigil}{right}"
