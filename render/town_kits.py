"""The town's kits at hand: in memory, on disk (known by what they were carved from), or made anew."""

import hashlib
import json
import os
import struct
import tempfile
import zlib
from contextlib import suppress
from functools import cache
from importlib.resources import files
from pathlib import Path
from threading import Lock

from PIL import Image

from render.theme import THEMES, Theme
from render.town_kit import TownKit, make

CARVING = (
    "carve",
    "ornaments",
    "palette",
    "relief",
    "runes",
    "surface",
    "theme",
    "town_art",
    "town_blanks",
    "town_figures",
    "town_kit",
    "town_kits",
    "town_layout",
    "town_scenery",
    "town_slab",
    "town_stalls",
    "weave",
)
"""The modules that a kit comes from."""
_LOCK = Lock()
_KITS: dict[str, TownKit] = {}


@cache
def origin() -> str:
    """A digest of the drawings and of the code that carves them."""
    here = files("render")
    digest = hashlib.sha256()
    drawings = sorted((here / "art" / "town").iterdir(), key=lambda entry: entry.name)
    for entry in [*drawings, *(here / f"{module}.py" for module in CARVING)]:
        digest.update(entry.read_bytes())
    return digest.hexdigest()[:16]


def town_kit(theme: str, cache_dir: Path | None = None) -> TownKit:
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
        town_kit(theme, cache_dir)


def forget() -> None:
    """Drop the kits from memory."""
    with _LOCK:
        _KITS.clear()


def _load(theme: Theme, cache_dir: Path | None) -> TownKit:
    """The stored kit, or a freshly carved one, which is then stored; without a folder nothing is stored."""
    if cache_dir is None:
        return make(theme)
    path = cache_dir / f"town-{theme.name}-{origin()}.bin"
    stored = read(path, theme)
    if stored is not None:
        return stored
    made = make(theme)
    with suppress(OSError):  # a folder that can't be written to costs time at the next start, no picture
        write(path, made)
    return made


def write(path: Path, made: TownKit) -> None:
    """Store the kit so that a reader finds either the whole file or none."""
    index = json.dumps([(name, image.mode, image.size) for name, image in made.images.items()]).encode()
    pixels = b"".join(image.tobytes() for image in made.images.values())
    lengths = struct.pack(">LL", len(made.palette), len(index))
    body = zlib.compress(lengths + made.palette + index + pixels, 1)
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    with os.fdopen(handle, "wb") as file:
        file.write(hashlib.sha256(body).digest() + body)
    os.replace(name, path)
    for old in path.parent.glob(f"town-{made.theme.name}-*.bin"):
        if old != path:
            old.unlink(missing_ok=True)


def read(path: Path, theme: Theme) -> TownKit | None:
    """The stored kit, or None where there is none or it is damaged."""
    try:
        data = path.read_bytes()
    except OSError:
        return None
    if hashlib.sha256(data[32:]).digest() != data[:32]:
        return None
    raw = memoryview(zlib.decompress(data[32:]))
    colours, index = struct.unpack(">LL", raw[:8])
    at = 8 + colours + index
    images = {}
    for name, mode, size in json.loads(bytes(raw[8 + colours : at])):
        length = size[0] * size[1] * len(mode)
        images[name] = Image.frombytes(mode, tuple(size), bytes(raw[at : at + length]))
        at += length
    return TownKit(theme, bytes(raw[8 : 8 + colours]), images)
