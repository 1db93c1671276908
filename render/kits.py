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

from PIL import Image

from render.kit import ART, LEADERS, SMALL, VIEWS, Kit, make
from render.layout import CELL, SIZE
from render.marks import KINDS
from render.theme import THEMES, Theme

_CARVING = (
    "carve",
    "ground",
    "kit",
    "kits",
    "layout",
    "marks",
    "palette",
    "relief",
    "text",
    "theme",
    "weave",
)


@cache
def origin() -> str:
    """A digest of the drawings and of the code that carves them."""
    here = files("render")
    digest = hashlib.sha256()
    for entry in [here / "art" / f"{name}.svg" for name in ART.values()]:
        digest.update(entry.read_bytes())
    for module in _CARVING:
        digest.update((here / f"{module}.py").read_bytes())
    return digest.hexdigest()[:16]


_LOCK = Lock()
_KITS: dict[str, Kit] = {}


def kit(theme: str, cache_dir: Path | None = None) -> Kit:
    """The theme's kit from memory, from `cache_dir`, or freshly carved; raises KeyError."""
    known = _KITS.get(theme)
    if known is not None:
        return known
    with _LOCK:
        if theme not in _KITS:
            _KITS[theme] = _load(THEMES[theme], cache_dir)
        return _KITS[theme]


def warm(cache_dir: Path | None = None) -> None:
    """Have every theme's kit ready in memory; quick where `cache_dir` holds them already."""
    for theme in THEMES:
        kit(theme, cache_dir)


def forget() -> None:
    """Drop the kits from memory."""
    with _LOCK:
        _KITS.clear()


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
    head = bytes([len(made.palette) // 3]) + made.palette
    raw = head + b"".join(image.tobytes() for image in images)
    body = zlib.compress(raw, 1)
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    with os.fdopen(handle, "wb") as file:
        file.write(hashlib.sha256(body).digest() + body)
    os.replace(name, path)
    for old in path.parent.glob(f"kit-{made.theme.name}-*.bin"):
        if old != path:
            old.unlink(missing_ok=True)


def read(path: Path, theme: Theme) -> Kit | None:
    """The stored kit, or None where there is none or it is damaged."""
    try:
        data = path.read_bytes()
    except OSError:
        return None
    if hashlib.sha256(data[32:]).digest() != data[:32]:
        return None
    raw = memoryview(zlib.decompress(data[32:]))
    at = 1 + raw[0] * 3
    palette = bytes(raw[1:at])

    def take(mode: str, side: int) -> Image.Image:
        nonlocal at
        start, at = at, at + side * side * len(mode)
        return Image.frombytes(mode, (side, side), bytes(raw[start:at]))

    return Kit(
        theme=theme,
        palette=palette,
        grounds={view: take("RGB", SIZE) for view in VIEWS},
        pieces={piece: take("RGBA", CELL) for piece in ART},
        small={piece: take("RGBA", SMALL) for piece in ART},
        marks={kind: take("RGBA", CELL) for kind in KINDS},
        sheets={view: take("L", SIZE) for view in VIEWS},
        emblems={view: take("L", SMALL) for view in LEADERS},
        standing={piece: tuple(take("L", CELL) for _ in range(81)) for piece in ART},
    )
