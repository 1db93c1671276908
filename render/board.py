"""The picture of a tafl table, put together from bands that earlier pictures left behind.

A picture is a top strip, nine ranks and a bottom strip. Each is known by what stands in it, drawn in the
theme's shared palette and compressed once; a move changes two or three of them.
"""

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from PIL import Image

from render import kits, layout, png, strips
from render.kit import Kit
from render.layout import CELL, EDGE, MARGIN, SIZE
from render.marks import KINDS
from render.scene import Look, Plate, Scene
from render.shelf import Shelf
from render.strips import Slots
from rules.game import Seat
from rules.tafl.position import Move, Piece
from rules.tafl.squares import Square

__all__ = [
    "Part",
    "Patch",
    "Plate",
    "Scene",
    "changes",
    "diagram",
    "draw",
    "forget",
    "frame",
    "joined",
    "parts",
    "rows",
]

Cell = tuple[str, tuple[str, ...]]
"""What a square shows: the letter of its piece or ".", and its marks."""


@dataclass(frozen=True, slots=True)
class Strip:
    """What the top or the bottom strip shows."""

    look: Look
    view: Seat
    above: bool
    plate: Plate | None
    active: bool
    result: str


@dataclass(frozen=True, slots=True)
class Rank:
    """What one row of squares and the trays beside it show."""

    look: Look
    view: Seat
    row: int
    cells: tuple[Cell, ...]
    left: Slots
    right: Slots


Part = Strip | Rank
Patch = tuple[tuple[int, int], Image.Image]
"""Palette indices, mode L, and the place of their upper left corner."""

_PICTURES: Shelf[Scene, bytes] = Shelf(7 << 20, len)
_BANDS: Shelf[Part, png.Band] = Shelf(16 << 20, lambda band: len(band.chunk) + 400)
_TILES: Shelf[tuple[Look, int, int, Cell], Image.Image] = Shelf(8 << 20, lambda _: CELL * CELL + 400)


def draw(scene: Scene, *, cache_dir: Path | None = None) -> bytes:
    """The scene as a PNG, 720 × 720, opaque; equal scenes give equal bytes.

    `cache_dir` is where carved pieces are kept between runs. Raises KeyError for an unknown theme.
    """
    known = _PICTURES.get(scene)
    if known is not None:
        return known
    kit = kits.kit(scene.look, cache_dir)
    shown = parts(scene)
    bands = [_encoded(part, kit) for part in shown]
    bands.insert(1, kit.borders[shown[0].view, True])
    bands.insert(-1, kit.borders[shown[0].view, False])
    made = png.assemble(png.head((SIZE, SIZE), kit.palette), bands)
    _PICTURES.put(scene, made)
    return made


def _encoded(part: Part, kit: Kit) -> png.Band:
    """The part ready to be written; of a strip only the plate, for the border beside it is the kit's."""
    band = _BANDS.get(part)
    if band is None:
        made, (top, bottom) = rows(part, kit), _heights(part)
        if isinstance(part, Strip):
            start = 0 if part.above else MARGIN - EDGE
            made = made.crop((0, start, SIZE, start + EDGE))
        band = png.band(made, layout.ledges(top, bottom))
        _BANDS.put(part, band)
    return band


def _heights(part: Part) -> tuple[int, int]:
    """From where to where in the picture a part's own band goes."""
    if isinstance(part, Rank):
        return layout.BANDS[part.row + 1]
    return (0, EDGE) if part.above else (SIZE - EDGE, SIZE)


def forget() -> None:
    """Drop every kept picture and part of one; what is drawn does not change by it."""
    _PICTURES.clear()
    _BANDS.clear()
    _TILES.clear()


def frame(scene: Scene, *, cache_dir: Path | None = None) -> Image.Image:
    """The scene as a palette image (mode P); all frames of one theme share one palette, dark to bright."""
    kit = kits.kit(scene.look, cache_dir)
    whole = joined(parts(scene), kit)
    made = Image.frombytes("P", whole.size, whole.tobytes())
    made.putpalette(kit.palette)
    return made


def joined(shown: Sequence[Part], kit: Kit) -> Image.Image:
    """The picture of a scene's parts, palette indices, mode L."""
    made = Image.new("L", (SIZE, SIZE))
    for part, (top, _) in zip(shown, layout.BANDS, strict=True):
        made.paste(rows(part, kit), (0, top))
    return made


def changes(before: Sequence[Part], after: Sequence[Part], kit: Kit) -> Iterator[Patch]:
    """What to lay over the frame of one scene's parts to have another's; both of the kit's look, and one view.

    A patch covers the whole height of its band.
    """
    for was, part, (top, _) in zip(before, after, layout.BANDS, strict=True):
        if was == part:
            continue
        if isinstance(part, Strip) or isinstance(was, Strip):
            yield (0, top), rows(part, kit)
            continue
        for column, (old, cell) in enumerate(zip(was.cells, part.cells, strict=True)):
            if old != cell:
                yield (MARGIN + column * CELL, top), _square(kit, column, part, cell)
        for old_tray, tray, x in ((was.left, part.left, 0), (was.right, part.right, SIZE - MARGIN)):
            if old_tray != tray:
                yield (x, top), _tray(kit, part, tray, x)


def diagram(
    scene: Scene,
    *,
    crop: tuple[Square, Square] | None = None,
    size: int = 360,
    cache_dir: Path | None = None,
) -> bytes:
    """A smaller PNG for a page of rules: the whole board, or the squares between two corners of `crop`.

    `size` is the longer side in pixels.
    """
    shown = frame(scene, cache_dir=cache_dir).convert("RGB")
    if crop is not None:
        places = [layout.screen(square, scene.view) for square in crop]
        first = layout.tile(min(c for c, _ in places), min(r for _, r in places))
        last = layout.tile(max(c for c, _ in places), max(r for _, r in places))
        shown = shown.crop((first[0], first[1], last[2], last[3]))
    scale = size / max(shown.size)
    shown = shown.resize((round(shown.width * scale), round(shown.height * scale)), Image.Resampling.LANCZOS)
    out = io.BytesIO()
    shown.quantize(128, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()


def parts(scene: Scene) -> tuple[Part, ...]:
    """What each of the eleven bands shows, from above."""
    below = layout.below(scene.view)
    marks = _marks(scene)
    trays = strips.slots(scene.captured, below)
    board, look = scene.position.board, scene.look
    ranks = []
    for row in range(9):
        squares = [layout.square_at(column, row, below) for column in range(9)]
        cells = tuple((board[square], marks.get(square, ())) for square in squares)
        ranks.append(Rank(look, below, row, cells, *trays[row]))
    moving = scene.to_move
    upper = Strip(look, below, True, scene.top, moving is below.opponent, scene.result)
    lower = Strip(look, below, False, scene.bottom, moving is below, "")
    return (upper, *ranks, lower)


def _marks(scene: Scene) -> dict[Square, tuple[str, ...]]:
    """The marks of every marked square, in the order of `KINDS`."""
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
    found: dict[Square, tuple[str, ...]] = {}
    for kind in KINDS:
        for square in laid[kind]:
            found[square] = (*found.get(square, ()), kind)
    return found


def _passed(move: Move) -> tuple[tuple[Square, ...], tuple[Square, ...]]:
    """The squares between a move's ends: those passed from side to side, and those passed up or down."""
    level = move.start // 9 == move.end // 9
    step = (1 if level else 9) * (1 if move.end > move.start else -1)
    passed = tuple(Square(number) for number in range(move.start + step, move.end, step))
    return (passed, ()) if level else ((), passed)


def rows(part: Part, kit: Kit) -> Image.Image:
    """The band's palette indices, mode L."""
    return _strip(part, kit) if isinstance(part, Strip) else _rank(part, kit)


def _strip(part: Strip, kit: Kit) -> Image.Image:
    top, bottom = layout.BANDS[0 if part.above else 10]
    box = (0, top, SIZE, bottom)
    made = kit.sheets[part.view].crop(box)
    if part.plate is not None:
        seat = part.view.opponent if part.above else part.view
        if part.result:  # the ribbon takes the role's place
            strips.plate(
                made,
                kit,
                replace(part.plate, role="", note=""),
                seat,
                False,
                part.above,
                right=strips.RIBBON[0] - 18,
            )
        else:
            strips.plate(made, kit, part.plate, seat, part.active, part.above)
    if part.result:
        strips.ribbon(made, kit, part.result)
    return made


def _rank(part: Rank, kit: Kit) -> Image.Image:
    top, bottom = layout.BANDS[part.row + 1]
    made = kit.sheets[part.view].crop((0, top, SIZE, bottom))
    for column, cell in enumerate(part.cells):
        if cell != (".", ()):
            made.paste(_tile(kit, column, part.row, cell), (MARGIN + column * CELL, 0))
    for shown, x in ((part.left, 0), (part.right, SIZE - MARGIN)):
        if shown:
            made.paste(_tray(kit, part, shown, x), (x, 0))
    return made


def _tray(kit: Kit, part: Rank, shown: Slots, x: int) -> Image.Image:
    """The margin beside a row of squares, from `x`, with its taken pieces."""
    top, bottom = layout.BANDS[part.row + 1]
    made = kit.sheets[part.view].crop((x, top, x + MARGIN, bottom))
    start = MARGIN - EDGE if x else 0
    floor = kit.grounds[part.view].crop((x + start, top, x + start + EDGE, bottom))
    strips.tray(floor, kit, shown, left=True)
    made.paste(kit.indices(floor), (start, 0))
    return made


def _square(kit: Kit, column: int, part: Rank, cell: Cell) -> Image.Image:
    """One square's palette indices, empty or not."""
    if cell == (".", ()):
        return kit.sheets[part.view].crop(layout.tile(column, part.row))
    return _tile(kit, column, part.row, cell)


def _tile(kit: Kit, column: int, row: int, cell: Cell) -> Image.Image:
    """One square's palette indices."""
    letter, marks = cell
    if not marks:
        return kit.standing[Piece(letter)][row * 9 + column]
    key = (kit.look, column, row, cell)
    known = _TILES.get(key)
    if known is not None:
        return known
    made = kit.grounds[Seat.DEFENDERS].crop(layout.tile(column, row))
    for kind in marks:
        made.paste(kit.marks[kind], (0, 0), kit.marks[kind])
    if letter != ".":
        made.paste(kit.pieces[Piece(letter)], (0, 0), kit.pieces[Piece(letter)])
    done = kit.indices(made)
    _TILES.put(key, done)
    return done
