"""A theme's kit: everything that is slow to make, made once and kept in memory and on disk."""

import hashlib
import os
import tempfile
import zlib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from threading import Lock

from PIL import Image, ImageFilter

from render import carve, ground, marks
from render.layout import CELL, SIZE
from render.theme import THEMES, Material, Theme
from rules.game import Seat
from rules.tafl.position import Piece

ART = {
    Piece.THRALL: "thrall",
    Piece.BLACK_DRAUG: "black-draug",
    Piece.SHIELDMAIDEN: "shieldmaiden",
    Piece.JARL: "jarl",
}
SMALL = 44
"""The side of a piece in a tray or on a plate."""
COLOURS = 128
_SPRITE = 60


@dataclass(frozen=True, slots=True)
class Kit:
    """What the pictures of one theme are put together from."""

    theme: Theme
    grounds: dict[Seat, Image.Image]
    """RGB, 720 × 720, by the seat at the bottom."""
    pieces: dict[Piece, Image.Image]
    """RGBA, a square's size, shadow included."""
    small: dict[Piece, Image.Image]
    """RGBA, `SMALL` pixels square."""
    marks: dict[str, Image.Image]
    palette: Image.Image
    """Mode P; its palette is shared by every picture of the theme, dark to bright."""


def _material(theme: Theme, piece: Piece) -> Material:
    return theme.attackers if piece.seat is Seat.ATTACKERS else theme.defenders


def shadowed(sprite: Image.Image, side: int, drop: float) -> Image.Image:
    """The sprite in the middle of a `side` × `side` RGBA tile with its contact shadow."""
    tile = Image.new("RGBA", (side, side))
    left, top = (side - sprite.width) // 2 - 1, side - sprite.height - 2
    cast = Image.new("L", (side, side), 0)
    cast.paste(sprite.getchannel("A"), (left + round(drop), top + round(drop)))
    shadow = cast.filter(ImageFilter.GaussianBlur(drop * 0.7)).point([round(v * 0.55) for v in range(256)])
    tile.putalpha(shadow)
    tile.alpha_composite(sprite, (left, top))
    return tile


def make(theme: Theme) -> Kit:
    """The kit, carved from scratch; takes seconds."""
    grounds = {view: ground.paint(theme, view) for view in (Seat.ATTACKERS, Seat.DEFENDERS)}
    pieces, small = {}, {}
    for piece, name in ART.items():
        material = _material(theme, piece)
        pieces[piece] = shadowed(carve.sprite(name, material, _SPRITE), CELL, 3.5)
        small[piece] = shadowed(carve.sprite(name, material, SMALL - 4), SMALL, 2)
    signs = {kind: marks.mark(kind, theme) for kind in marks.KINDS}
    return Kit(theme, grounds, pieces, small, signs, _palette(theme, grounds[Seat.DEFENDERS], pieces, signs))


def _palette(
    theme: Theme, board: Image.Image, pieces: dict[Piece, Image.Image], signs: dict[str, Image.Image]
) -> Image.Image:
    """One palette for all: chosen from a picture that shows everything, sorted from dark to bright."""
    sample = board.copy()
    for index, piece in enumerate([*pieces] * 9):
        sample.paste(pieces[piece], (index % 9 * CELL + 72, index // 9 * CELL + 136), pieces[piece])
    for index, sign in enumerate(signs.values()):
        sample.paste(sign, (index * CELL + 72, 520), sign)
    for index, colour in enumerate(
        (theme.ink, theme.faint, theme.label, theme.mark, theme.choice, theme.wound)
    ):
        sample.paste(colour, (index * 96, 4, index * 96 + 96, 24))
    rough = sample.quantize(COLOURS, Image.Quantize.MEDIANCUT, kmeans=2, dither=Image.Dither.NONE)
    flat = rough.getpalette() or []
    colours = [tuple(flat[i : i + 3]) for i in range(0, COLOURS * 3, 3)]
    colours.sort(key=lambda c: (c[0] * 299 + c[1] * 587 + c[2] * 114, c))
    holder = Image.new("P", (1, 1))
    holder.putpalette([value for colour in colours for value in colour])
    return holder


@cache
def code() -> str:
    """A digest of the drawings and of the code that carves them: what a stored kit depends on."""
    digest = hashlib.sha256()
    for folder, ending in (("", ".py"), ("art", ".svg")):
        root = files("render") / folder if folder else files("render")
        for entry in sorted(root.iterdir(), key=lambda item: item.name):
            if entry.name.endswith(ending):
                digest.update(entry.name.encode() + b"\0" + entry.read_bytes())
    return digest.hexdigest()


_LOCK = Lock()
_KITS: dict[str, Kit] = {}


def kit(theme: str, cache_dir: Path | None = None) -> Kit:
    """The theme's kit from memory, from `cache_dir`, or freshly carved; raises KeyError."""
    with _LOCK:
        if theme not in _KITS:
            _KITS[theme] = _load(THEMES[theme], cache_dir)
        return _KITS[theme]


def _load(theme: Theme, cache_dir: Path | None) -> Kit:
    if cache_dir is None:
        return make(theme)
    path = cache_dir / f"kit-{theme.name}-{code()[:16]}.bin"
    stored = _read(path, theme)
    if stored is not None:
        return stored
    made = make(theme)
    _write(path, made)
    return made


def _images(made: Kit) -> list[Image.Image]:
    return [*made.grounds.values(), *made.pieces.values(), *made.small.values(), *made.marks.values()]


def _write(path: Path, made: Kit) -> None:
    """Store the kit so that a reader finds either the whole file or none."""
    palette = bytes(made.palette.getpalette() or [])
    body = zlib.compress(palette + b"".join(image.tobytes() for image in _images(made)), 1)
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    with os.fdopen(handle, "wb") as file:
        file.write(hashlib.sha256(body).digest() + body)
    os.replace(name, path)


def _read(path: Path, theme: Theme) -> Kit | None:
    """The stored kit, or None where there is none or it is damaged."""
    try:
        data = path.read_bytes()
    except OSError:
        return None
    if hashlib.sha256(data[32:]).digest() != data[:32]:
        return None
    raw = memoryview(zlib.decompress(data[32:]))
    at = COLOURS * 3
    palette = Image.new("P", (1, 1))
    palette.putpalette(bytes(raw[:at]))

    def take(mode: str, side: int) -> Image.Image:
        nonlocal at
        count = side * side * len(mode)
        image = Image.frombytes(mode, (side, side), bytes(raw[at : at + count]))
        at += count
        return image

    return Kit(
        theme,
        {view: take("RGB", SIZE) for view in (Seat.ATTACKERS, Seat.DEFENDERS)},
        {piece: take("RGBA", CELL) for piece in ART},
        {piece: take("RGBA", SMALL) for piece in ART},
        {kind: take("RGBA", CELL) for kind in marks.KINDS},
        palette,
    )


def warm(cache_dir: Path | None = None) -> None:
    """Have every theme's kit ready in memory; quick where `cache_dir` holds them already."""
    for theme in THEMES:
        kit(theme, cache_dir)
