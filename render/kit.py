"""A theme's kit: everything that is slow to make, made once and kept in memory and on disk."""

from dataclasses import dataclass
from functools import cache, lru_cache
from threading import Lock

from PIL import Image, ImageFilter

from render import carve, ground, marks, relief
from render.layout import BANDS, CELL, FIELD, MARGIN
from render.theme import Colour, Theme
from rules.game import Seat
from rules.tafl.position import Piece

ART = {
    Piece.THRALL: "thrall",
    Piece.BLACK_DRAUG: "black-draug",
    Piece.SHIELDMAIDEN: "shieldmaiden",
    Piece.JARL: "jarl",
}
LEADERS = {Seat.ATTACKERS: Piece.BLACK_DRAUG, Seat.DEFENDERS: Piece.JARL}
VIEWS = (Seat.ATTACKERS, Seat.DEFENDERS)
SMALL = 44
"""The side of a piece in a tray or on a plate."""
COLOURS = 128
_SPRITE = 60
_LOCK = Lock()


@dataclass(frozen=True, slots=True)
class Kit:
    """What the pictures of one theme are put together from."""

    theme: Theme
    grounds: dict[Seat, Image.Image]
    """RGB, 720 × 720, by the seat at the bottom. The squares are the same in both."""
    pieces: dict[Piece, Image.Image]
    """RGBA, a square's size, shadow included."""
    small: dict[Piece, Image.Image]
    """RGBA, `SMALL` pixels square."""
    marks: dict[str, Image.Image]
    """RGBA, a square's size."""
    palette: bytes
    """`COLOURS` RGB triples, dark to bright, shared by every picture of the theme."""
    sheets: dict[Seat, Image.Image]
    """The grounds as palette indices, mode L."""
    standing: dict[Piece, Image.Image]
    """Palette indices, 576 × 576: every square with this piece on it."""

    emblems: dict[Seat, Image.Image]
    """A side's leader on a plate's floor, palette indices, `SMALL` pixels square."""

    def indices(self, shown: Image.Image) -> Image.Image:
        """An RGB image as palette indices, mode L."""
        return indices(shown, self.palette)

    def index(self, colour: Colour) -> int:
        """The palette index nearest to a colour."""
        return _nearest(self.palette, colour)


@lru_cache(maxsize=256)
def _nearest(palette: bytes, colour: Colour) -> int:
    def far(at: int) -> int:
        return sum((palette[at * 3 + channel] - colour[channel]) ** 2 for channel in range(3))

    return min(range(len(palette) // 3), key=far)


@lru_cache(maxsize=64)
def blend(palette: bytes, paper: Colour, ink: Colour) -> list[int]:
    """For each coverage from 0 to 255 the palette index of that much ink on the paper."""
    steps = []
    for step in range(17):
        r, g, b = (round(p + (i - p) * step / 16) for p, i in zip(paper, ink, strict=True))
        steps.append(_nearest(palette, (r, g, b)))
    return [steps[round(value / 255 * 16)] for value in range(256)]


@cache
def _holder(palette: bytes) -> Image.Image:
    """An image that carries the palette; Pillow keeps what it has looked up in it."""
    made = Image.new("P", (1, 1))
    made.putpalette(palette + palette[-3:] * (256 - len(palette) // 3))
    return made


def indices(shown: Image.Image, palette: bytes) -> Image.Image:
    """The nearest colours of the palette, mode L, without dither."""
    with _LOCK:  # the holder's look-up table is written to
        found = shown.quantize(palette=_holder(palette), dither=Image.Dither.NONE)
    return Image.frombytes("L", found.size, found.tobytes())


def shadowed(sprite: Image.Image, side: int, drop: float) -> Image.Image:
    """The sprite at the foot of a `side` × `side` RGBA tile with its contact shadow."""
    tile = Image.new("RGBA", (side, side))
    left, top = (side - sprite.width) // 2 - 1, side - sprite.height - 2
    cast = Image.new("L", (side, side), 0)
    cast.paste(sprite.getchannel("A"), (left + round(drop), top + round(drop)))
    shadow = cast.filter(ImageFilter.GaussianBlur(drop * 0.7))
    tile.putalpha(relief.scaled(shadow, 0.55))
    tile.alpha_composite(sprite, (left, top))
    return tile


def make(theme: Theme) -> Kit:
    """The kit, carved from scratch; takes seconds."""
    grounds = {view: relief.settled(ground.paint(theme, view), theme.grit, BANDS) for view in VIEWS}
    pieces, small = {}, {}
    for piece, name in ART.items():
        material = theme.attackers if piece.seat is Seat.ATTACKERS else theme.defenders
        pieces[piece] = shadowed(carve.sprite(name, material, _SPRITE), CELL, 3.5)
        small[piece] = shadowed(carve.sprite(name, material, SMALL - 4), SMALL, 2)
    signs = {kind: marks.mark(kind, theme) for kind in marks.KINDS}
    board = grounds[Seat.DEFENDERS]
    palette = _palette(theme, board, pieces, signs)
    sheets = {view: indices(shown, palette) for view, shown in grounds.items()}
    field = board.crop((MARGIN, MARGIN, MARGIN + FIELD, MARGIN + FIELD))
    standing = {piece: indices(_everywhere(field, sprite), palette) for piece, sprite in pieces.items()}
    emblems = {view: indices(_emblem(board, small[leader]), palette) for view, leader in LEADERS.items()}
    return Kit(theme, grounds, pieces, small, signs, palette, sheets, standing, emblems)


def _emblem(board: Image.Image, small: Image.Image) -> Image.Image:
    floor = board.crop((MARGIN + 12, 1, MARGIN + 12 + SMALL, 1 + SMALL))
    floor.paste(small, mask=small)
    return floor


def _everywhere(field: Image.Image, sprite: Image.Image) -> Image.Image:
    full = field.copy()
    for place in range(81):
        full.paste(sprite, (place % 9 * CELL, place // 9 * CELL), sprite)
    return full


def _palette(
    theme: Theme, board: Image.Image, pieces: dict[Piece, Image.Image], signs: dict[str, Image.Image]
) -> bytes:
    """Chosen from a picture that shows everything, sorted from dark to bright."""
    sample = board.copy()
    for index, piece in enumerate([*pieces] * 9):
        sample.paste(pieces[piece], (index % 9 * CELL + 72, index // 9 * CELL + 136), pieces[piece])
    for index, sign in enumerate(signs.values()):
        sample.paste(sign, (index * CELL + 72, 520), sign)
    plain = (theme.ink, theme.faint, theme.label, theme.mark, theme.choice, theme.wound, theme.banner)
    for index, colour in enumerate(plain):
        sample.paste(colour, (index * 96, 4, index * 96 + 96, 24))
    rough = sample.quantize(COLOURS, Image.Quantize.MEDIANCUT, kmeans=2, dither=Image.Dither.NONE)
    flat = (rough.getpalette() or [])[: COLOURS * 3]
    colours = sorted(
        (tuple(flat[at : at + 3]) for at in range(0, len(flat), 3)),
        key=lambda c: (c[0] * 299 + c[1] * 587 + c[2] * 114, c),
    )
    return bytes(value for colour in colours for value in colour)
