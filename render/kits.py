"""The kits at hand: in memory, on disk (known by what they were carved from), or made anew."""

from functools import cache
from pathlib import Path
from threading import Lock

from render import gilding, halves, stock
from render.halves import Half
from render.kit import ART, LEADERS, SMALL, VIEWS, Kit, borders, make
from render.layout import CELL, SIZE
from render.marks import KINDS
from render.scene import Look
from render.shelf import Shelf
from render.tape import Tape
from render.theme import THEMES, Theme
from rules.game import Seat

CARVING = (
    *("bands", "carve", "fonts", "gilding", "ground", "halves", "kit", "kits", "layout", "marks"),
    *("materials", "ornaments", "palette", "png", "relief", "runes", "scene", "shelf", "surface", "tape"),
    *("text", "theme", "town_slab", "weave"),
)
"""The modules that a kit depends on; one that changes makes the stored kits stale."""


@cache
def origin() -> str:
    """A digest of the drawings, of the code that carves them, and of the libraries' versions."""
    return stock.origin(CARVING, ART.values())


_LOCK = Lock()
_KITS: dict[str, Kit] = {}
_GILDED: dict[str, Kit] = {}
DRESSED: Shelf[Look, Kit] = Shelf(16 << 20, halves.weight)
HALVES: Shelf[tuple[str, Seat, str], Half] = Shelf(22 << 20, lambda half: half.weight)


def kit(look: str | Look, cache_dir: Path | None = None) -> Kit:
    """The kit of a look, or of a theme's own pieces, from memory, from `cache_dir`, or freshly carved.

    A material that is not known means the theme's own pieces. Raises KeyError for an unknown theme.
    """
    asked = halves.known(look if isinstance(look, Look) else Look(look))
    made = _KITS.get(asked.theme) if asked == Look(asked.theme) else DRESSED.get(asked)
    if made is not None:
        return made
    with _LOCK:
        base = _base(asked.theme, cache_dir)
        if asked == base.look:
            return base
        made = DRESSED.get(asked)
        if made is None:
            sides = [_half(base, seat, asked, cache_dir) for seat in VIEWS]
            ground = _gilded(base, cache_dir) if asked.staked else base
            made = halves.dressed(ground, asked, *sides)
            DRESSED.put(asked, made)
        return made


def _base(theme: str, cache_dir: Path | None) -> Kit:
    if theme not in _KITS:
        _KITS[theme] = _load(THEMES[theme], cache_dir)
    return _KITS[theme]


def _gilded(base: Kit, cache_dir: Path | None) -> Kit:
    """The theme's kit with the frame of a table at which sets are at stake."""
    made = _GILDED.get(base.theme.name)
    if made is None:
        tape = Tape(stock.kept(cache_dir, "gilding-", origin(), _frame))
        own = tape.colours()
        made = gilding.gilded(base, tape.image("RGBA", SIZE), own)
        _GILDED[base.theme.name] = made
    return made


def _frame() -> bytes:
    made = gilding.gilding()
    own = gilding.tones(made)
    return bytes([len(own) // 3]) + own + made.tobytes()


def _half(base: Kit, seat: Seat, look: Look, cache_dir: Path | None) -> Half:
    """The seat's half, stored like a kit: one file for each theme, seat and material."""
    material = (look.attackers if seat is Seat.ATTACKERS else look.defenders) or halves.OWN
    key = (base.theme.name, seat, material)
    half = HALVES.get(key)
    if half is None:
        raw = stock.kept(
            cache_dir,
            f"half-{base.theme.name}-{seat}-{material}-",
            origin(),
            lambda: halves.carved(base, seat, material).raw(),
        )
        half = halves.read(raw, seat)
        HALVES.put(key, half)
    return half


def warm(cache_dir: Path | None = None) -> None:
    """Have every theme's kit ready in memory; quick where `cache_dir` holds them already."""
    for theme in THEMES:
        kit(theme, cache_dir)


def forget() -> None:
    """Drop the kits from memory."""
    with _LOCK:
        _KITS.clear()
        _GILDED.clear()
        DRESSED.clear()
        HALVES.clear()


def _load(theme: Theme, cache_dir: Path | None) -> Kit:
    """The stored kit, or a freshly carved one, which is then stored; without a folder nothing is stored."""
    raw = stock.kept(cache_dir, f"kit-{theme.name}-", origin(), lambda: written(make(theme)))
    return _unwound(raw, theme)


def written(made: Kit) -> bytes:
    """A theme's own kit as bytes."""
    groups = (made.grounds, made.pieces, made.small, made.marks, made.sheets, made.emblems)
    images = [image for group in groups for image in group.values()]
    images += [tile for tiles in made.standing.values() for tile in tiles]
    head = b"".join(bytes([len(part) // 3]) + part for part in (made.palette, made.tones))
    return head + b"".join(image.tobytes() for image in images)


def read(path: Path, theme: Theme) -> Kit | None:
    """The stored kit, or None where there is none or it is damaged."""
    raw = stock.stored(path)
    return None if raw is None else _unwound(raw, theme)


def _unwound(raw: bytes, theme: Theme) -> Kit:
    tape = Tape(raw)
    palette, tones, take = tape.colours(), tape.colours(), tape.image
    return Kit(
        theme=theme,
        palette=palette,
        tones=tones,
        look=Look(theme.name),
        grounds={view: take("RGB", SIZE) for view in VIEWS},
        pieces={piece: take("RGBA", CELL) for piece in ART},
        small={piece: take("RGBA", SMALL) for piece in ART},
        marks={kind: take("RGBA", CELL) for kind in KINDS},
        sheets=(sheets := {view: take("L", SIZE) for view in VIEWS}),
        borders=borders(sheets),
        emblems={view: take("L", SMALL) for view in LEADERS},
        standing={piece: tuple(take("L", CELL) for _ in range(81)) for piece in ART},
    )
