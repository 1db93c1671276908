"""The town's kits at hand: in memory, on disk (known by what they were carved from), or made anew."""

import hashlib
import json
import struct
from contextlib import suppress
from functools import cache
from importlib.resources import files
from pathlib import Path
from threading import Lock

from PIL import Image

from render.stock import store, stored
from render.theme import THEMES, Theme
from render.town_kit import TownKit, make

CARVING = (
    "carve",
    "layout",
    "ornaments",
    "palette",
    "relief",
    "runes",
    "shelf",
    "stock",
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
    known = read(path, theme)
    if known is not None:
        return known
    made = make(theme)
    with suppress(OSError):  # a folder that can't be written to costs time at the next start, no picture
        write(path, made)
    return made


def write(path: Path, made: TownKit) -> None:
    """Store the kit so that a reader finds either the whole file or none."""
    index = json.dumps([(name, image.mode, image.size) for name, image in made.images.items()]).encode()
    pixels = b"".join(image.tobytes() for image in made.images.values())
    lengths = struct.pack(">LL", len(made.palette), len(index))
    store(path, lengths + made.palette + index + pixels, f"town-{made.theme.name}-")


def read(path: Path, theme: Theme) -> TownKit | None:
    """The stored kit, or None where there is none or it is damaged."""
    found = stored(path)
    if found is None:
        return None
    raw = memoryview(found)
    colours, index = struct.unpack(">LL", raw[:8])
    at = 8 + colours + index
    images = {}
    for name, mode, size in json.loads(bytes(raw[8 + colours : at])):
        length = size[0] * size[1] * len(mode)
        images[name] = Image.frombytes(mode, tuple(size), bytes(raw[at : at + length]))
        at += length
    return TownKit(theme, bytes(raw[8 : 8 + colours]), images)
