"""Words for a picture: the same scene for those who hear it, and a board of letters for those who ask for it."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from render.layout import screen
from render.scene import Scene
from rules.game import Seat
from rules.tafl.position import Piece
from rules.tafl.squares import BARROW_SQUARES, FILES, THRONE, Square, in_square_order, name

LIMIT = 1024
"""Discord's limit for the description of a picture, in characters."""

Say = Callable[..., str]
"""`say(key, **values)` gives the sentence in the reader's language."""


def board(scene: Scene, say: Say) -> str:
    """The scene in words: the position in full, the last move, the captures, the result.

    Never longer than `LIMIT`; where all does not fit, what matters least is left out first.
    """
    return _told(say("alt-board"), scene, say)


def replay(scenes: Sequence[Scene], say: Say) -> str:
    """An animation in words: how many moves it shows, and its last scene as `board` tells it."""
    return _told(say("alt-replay", count=len(scenes) - 1), scenes[-1], say)


def _told(opening: str, scene: Scene, say: Say) -> str:
    position = [_side(scene, seat, say) for seat in (Seat.DEFENDERS, Seat.ATTACKERS)]
    needed = [opening, _state(scene, say), *position]
    extra = [_choice(scene, say), _last(scene, say), _taken(scene, say), _players(scene, say)]
    told = [part for part in needed if part]
    for part in extra:
        if part and len(" ".join([*told, part])) <= LIMIT:
            told.append(part)
    text = " ".join(told)
    return text if len(text) <= LIMIT else text[: LIMIT - 1] + "…"


def _state(scene: Scene, say: Say) -> str:
    if scene.result:
        return scene.result if scene.result[-1:] in ".!?…" else scene.result + "."
    if scene.to_move not in (Seat.ATTACKERS, Seat.DEFENDERS):
        return ""
    return say(f"alt-{scene.to_move.value}-to-move")


def _squares(squares: Iterable[Square]) -> str:
    return ", ".join(name(square) for square in in_square_order(list(squares)))


_IN_ORDER = tuple((square, name(square)) for square in in_square_order([Square(s) for s in range(81)]))
_KINDS = {
    Piece.JARL: "alt-jarl",
    Piece.SHIELDMAIDEN: "alt-shieldmaidens",
    Piece.BLACK_DRAUG: "alt-black-draug",
    Piece.THRALL: "alt-thralls",
}


def _side(scene: Scene, seat: Seat, say: Say) -> str:
    """One side's pieces with their squares, the leader first."""
    parts, letters = [], scene.position.board
    for piece, key in _KINDS.items():
        letter = piece.value
        if piece.seat is seat and letter in letters:
            squares = [name for square, name in _IN_ORDER if letters[square] == letter]
            parts.append(say(key, count=len(squares), squares=", ".join(squares)))
    pieces = "; ".join(parts) or say("alt-none")
    return say(f"alt-{seat.value}", pieces=pieces)


def _choice(scene: Scene, say: Say) -> str:
    if scene.placeable:
        return say("alt-placeable", squares=_squares(scene.placeable))
    if scene.select is None:
        return ""
    told = say("alt-select", square=name(scene.select), targets=_squares(scene.targets) or "–")
    if scene.strikes:
        told += " " + say("alt-strikes", squares=_squares(scene.strikes))
    return told


def _last(scene: Scene, say: Say) -> str:
    if scene.last is None:
        return ""
    move = f"{name(scene.last.start)}-{name(scene.last.end)}"
    if scene.captures:
        return say("alt-last-captures", move=move, squares=_squares(scene.captures))
    return say("alt-last", move=move)


def _taken(scene: Scene, say: Say) -> str:
    if not scene.captured:
        return ""
    count = Counter(scene.captured)
    parts = [say(key + "-taken", count=count[piece]) for piece, key in _KINDS.items() if count[piece]]
    return say("alt-taken", pieces=", ".join(parts))


def _players(scene: Scene, say: Say) -> str:
    plates = [plate for plate in (scene.top, scene.bottom) if plate is not None]
    return " ".join(say("alt-player", name=plate.name, role=plate.role) for plate in plates)


def text_board(scene: Scene) -> str:
    """The board in letters for a monospace font: coordinates on all sides, 11 lines of 21 columns, as phones have.

    `d` thrall, `b` Black Draug, `S` shieldmaiden, `J` Jarl, `+` an empty barrow square, `*` the empty throne;
    (round) brackets where the last move began, [square] ones where it ended, <pointed> ones around the piece that
    is picked; `o` where it may go or a piece may be placed, `x` where it would capture.
    """
    ranks: list[list[str]] = [["" for _ in range(9)] for _ in range(9)]
    for number in range(81):
        column, row = screen(Square(number), scene.view)
        ranks[row][column] = _cell(scene, Square(number))
    turned = scene.view is Seat.ATTACKERS
    files = "  " + " ".join(reversed(FILES) if turned else FILES) + "  "
    lines = []
    for row, cells in enumerate(ranks):
        rank = row + 1 if turned else 9 - row
        lines.append(f"{rank}{side_by_side(cells)}{rank}")
    return "\n".join([files, *lines, files])


def side_by_side(cells: Sequence[str]) -> str:
    """Cells with a bracket or a space at either end; neighbours share one column, a stroke where both have brackets."""
    row = cells[0]
    for cell in cells[1:]:
        left, right = row[-1], cell[0]
        between = "|" if " " not in (left, right) else left if right == " " else right
        row = row[:-1] + between + cell[1:]
    return row


def _cell(scene: Scene, square: Square) -> str:
    piece = scene.position.at(square)
    empty = "*" if square == THRONE else "+" if square in BARROW_SQUARES else "."
    letter = empty if piece is None else piece.value
    if square in scene.strikes:
        return " x "
    if square in scene.targets or square in scene.placeable:
        return " o "
    if square == scene.select:
        return f"<{letter}>"
    if scene.last is not None and square == scene.last.start:
        return f"({letter})"
    if scene.last is not None and square == scene.last.end:
        return f"[{letter}]"
    return f" {letter} "
