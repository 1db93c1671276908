"""What each band of a table's picture shows, as values: equal values, equal bands, whatever else the tables are."""

from dataclasses import dataclass

from render import layout, strips
from render.halves import known
from render.marks import KINDS
from render.scene import Look, Plate, Scene
from render.strips import Slots
from rules.game import Seat
from rules.tafl.position import Move
from rules.tafl.squares import Square

Kinds = tuple[str, ...]
"""A square's marks, in the order of `KINDS`."""
Marked = tuple[tuple[int, Kinds], ...]
"""The columns with marks, from the left, and the kinds of each."""


@dataclass(frozen=True, slots=True)
class Strip:
    """What the top or the bottom strip shows."""

    theme: str
    gilded: bool
    material: str
    """What the leader on the plate is made of; nothing where there is no plate."""
    view: Seat
    above: bool
    plate: Plate | None
    active: bool
    result: str


@dataclass(frozen=True, slots=True)
class Rank:
    """What one row of squares and the trays beside it show."""

    theme: str
    gilded: bool
    attackers: str
    """What those of the attackers' pieces that show are made of; nothing where none do."""
    defenders: str
    view: Seat
    row: int
    letters: str
    """The nine squares from the left: a piece's letter, or "."."""
    marks: Marked
    left: Slots
    right: Slots


Part = Strip | Rank


def parts(scene: Scene) -> tuple[Part, ...]:
    """What each of the eleven bands shows, from above."""
    below = layout.below(scene.view)
    look = scene.look
    ranks = _ranks(scene, look, below)
    upper = _strip(scene, look, below, above=True)
    lower = _strip(scene, look, below, above=False)
    return (upper, *ranks, lower)


def _strip(scene: Scene, look: Look, below: Seat, *, above: bool) -> Strip:
    seat = below.opponent if above else below
    plate = scene.top if above else scene.bottom
    return Strip(
        theme=look.theme,
        gilded=look.staked,
        material="" if plate is None else known(look.material(seat)),
        view=below,
        above=above,
        plate=plate,
        active=scene.to_move is seat,
        result=scene.result if above else "",
    )


def _ranks(scene: Scene, look: Look, below: Seat) -> list[Rank]:
    dark, light = known(look.attackers), known(look.defenders)
    theme, gilded, board = look.theme, look.staked, scene.position.board
    turned = below is Seat.ATTACKERS
    marks = _marks(scene, below)
    made = []
    for row, (left, right) in enumerate(strips.slots(scene.captured, below)):
        letters = board[9 * row : 9 * row + 9][::-1] if turned else board[72 - 9 * row : 81 - 9 * row]
        # The attackers' letters are small. Who sits below has what they took at their left.
        attackers = dark if letters != letters.upper() or (right if turned else left) else ""
        defenders = light if letters != letters.lower() or (left if turned else right) else ""
        made.append(
            Rank(theme, gilded, attackers, defenders, below, row, letters, marks.get(row, ()), left, right)
        )
    return made


def _marks(scene: Scene, below: Seat) -> dict[int, Marked]:
    """The marks of each row that has some."""
    across, along = _passed(scene.last) if scene.last is not None and scene.trail else ((), ())
    laid: dict[str, tuple[Square, ...]] = {
        "across": across,
        "along": along,
        "from": () if scene.last is None else (scene.last.start,),
        "to": () if scene.last is None else (scene.last.end,),
        "select": () if scene.select is None else (scene.select,),
        "target": tuple(square for square in scene.targets if square not in scene.strikes),
        "strike": scene.strikes,
        "place": scene.placeable,
        "fallen": scene.captures,
    }
    found: dict[tuple[int, int], Kinds] = {}
    for kind in KINDS:
        for square in laid[kind]:
            column, row = layout.screen(square, below)
            found[row, column] = (*found.get((row, column), ()), kind)
    rows: dict[int, Marked] = {}
    for row, column in sorted(found):
        rows[row] = (*rows.get(row, ()), (column, found[row, column]))
    return rows


def _passed(move: Move) -> tuple[tuple[Square, ...], tuple[Square, ...]]:
    """The squares between a move's ends: those passed from side to side, and those passed up or down."""
    level = move.start // 9 == move.end // 9
    step = (1 if level else 9) * (1 if move.end > move.start else -1)
    passed = tuple(Square(number) for number in range(move.start + step, move.end, step))
    return (passed, ()) if level else ((), passed)
