"""The kits at hand: in memory, on disk (known by what they were carved from), or made anew."""

import hashlib
import os
import tempfile
import zlib
from contextlib import suppress
from functools import cache
from importlib.resources import files
from pathlib import Path
from threading import Lock

import PIL
import resvg_py

from render import halves
from render.halves import Half
from render.kit import ART, LEADERS, SMALL, VIEWS, Kit, make
from render.layout import CELL, SIZE
from render.marks import KINDS
from render.scene import Look
from render.shelf import Shelf
from render.tape import Tape
from render.theme import THEMES, Theme
from rules.game import Seat

CARVING = (
    *("carve", "fonts", "gilding", "ground", "halves", "kit", "kits", "layout", "marks", "materials"),
    *("ornaments", "palette", "relief", "runes", "scene", "surface", "tape", "text", "theme", "weave"),
)
"""The modules that a kit depends on; one that changes makes the stored kits stale."""


@cache
def origin() -> str:
    """A digest of the drawings, of the code that carves them, and of the libraries' versions."""
    here = files("render")
    digest = hashlib.sha256()
    for entry in [here / "art" / f"{name}.svg" for name in ART.values()]:
        digest.update(entry.read_bytes())
    for module in CARVING:
        digest.update((here / f"{module}.py").read_bytes())
    digest.update(f"{PIL.__version__} {resvg_py.__version__}".encode())
    return digest.hexdigest()[:16]


_LOCK = Lock()
_KITS: dict[str, Kit] = {}
_DRESSED: Shelf[Look, Kit] = Shelf(48 << 20, halves.weight)
_HALVES: Shelf[tuple[str, Seat, str], Half] = Shelf(16 << 20, lambda half: half.weight)


def kit(look: str | Look, cache_dir: Path | None = None) -> Kit:
    """The kit of a look, or of a theme's own pieces, from memory, from `cache_dir`, or freshly carved.

    A material that is not known means the theme's own pieces. Raises KeyError for an unknown theme.
    """
    asked = halves.known(look if isinstance(look, Look) else Look(look))
    made = _KITS.get(asked.theme) if asked == Look(asked.theme) else _DRESSED.get(asked)
    if made is not None:
        return made
    with _LOCK:
        base = _base(asked.theme, cache_dir)
        if asked == base.look:
            return base
        made = _DRESSED.get(asked)
        if made is None:
            sides = [_half(base, seat, asked, cache_dir) for seat in VIEWS]
            made = halves.dressed(base, asked, *sides)
            _DRESSED.put(asked, made)
        return made


def _base(theme: str, cache_dir: Path | None) -> Kit:
    if theme not in _KITS:
        _KITS[theme] = _load(THEMES[theme], cache_dir)
    return _KITS[theme]


def _half(base: Kit, seat: Seat, look: Look, cache_dir: Path | None) -> Half:
    """The seat's half, stored like a kit: one file for each theme, seat and material."""
    material = (look.attackers if seat is Seat.ATTACKERS else look.defenders) or halves.OWN
    key = (base.theme.name, seat, material)
    half = _HALVES.get(key)
    if half is None:
        stem = f"half-{base.theme.name}-{seat}-{material}-"
        path = None if cache_dir is None else cache_dir / f"{stem}{origin()}.bin"
        raw = None if path is None else _stored(path)
        half = halves.carved(base, seat, material) if raw is None else halves.read(raw, seat)
        if path is not None and raw is None:
            with suppress(OSError):
                _store(path, half.raw(), stem)
        _HALVES.put(key, half)
    return half


def warm(cache_dir: Path | None = None) -> None:
    """Have every theme's kit ready in memory; quick where `cache_dir` holds them already."""
    for theme in THEMES:
        kit(theme, cache_dir)


def forget() -> None:
    """Drop the kits from memory."""
    with _LOCK:
        _KITS.clear()
        _DRESSED.clear()
        _HALVES.clear()


def _load(theme: Theme, cache_dir: Path | None) -> Kit:
    """The stored kit, or a freshly carved one, which is then stored; without a folder nothing is stored."""
    if cache_dir is None:
        return make(theme)
    path = cache_dir / f"kit-{theme.name}-{origin()}.bin"
    stored = read(path, theme)
    if stored is not None:
        return stored
    made = make(theme)
    with suppress(OSError):  # a folder that can't be written to costs time at the next start, no picture
        write(path, made)
    return made


def write(path: Path, made: Kit) -> None:
    """Store the kit so that a reader finds either the whole file or none."""
    groups = (made.grounds, made.pieces, made.small, made.marks, made.sheets, made.emblems)
    images = [image for group in groups for image in group.values()]
    images += [tile for tiles in made.standing.values() for tile in tiles]
    head = b"".join(bytes([len(part) // 3]) + part for part in (made.palette, made.tones))
    _store(path, head + b"".join(image.tobytes() for image in images), f"kit-{made.theme.name}-")


def _store(path: Path, raw: bytes, stem: str) -> None:
    body = zlib.compress(raw, 1)
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    with os.fdopen(handle, "wb") as file:
        file.write(hashlib.sha256(body).digest() + body)
    os.replace(name, path)
    for old in path.parent.glob(f"{stem}*.bin"):
        if old != path:
            old.unlink(missing_ok=True)


def _stored(path: Path) -> bytes | None:
    """What was stored, or None where there is nothing or it is damaged."""
    try:
        data = path.read_bytes()
    except OSError:
        return None
    return zlib.decompress(data[32:]) if hashlib.sha256(data[32:]).digest() == data[:32] else None


def read(path: Path, theme: Theme) -> Kit | None:
    """The stored kit, or None where there is none or it is damaged."""
    raw = _stored(path)
    if raw is None:
        return None
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
        sheets={view: take("L", SIZE) for view in VIEWS},
        emblems={view: take("L", SMALL) for view in LEADERS},
        standing={piece: tuple(take("L", CELL) for _ in range(81)) for piece in ART},
    )
