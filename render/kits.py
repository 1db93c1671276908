"""The kits at hand: in memory, on disk (known by what they were carved from), or made anew."""

from functools import cache
from pathlib import Path
from threading import Lock

from render import gilding, grounds, halves, stock
from render.grounds import VIEWS, Ground
from render.halves import OWN, Half
from render.kit import Kit, kit_of
from render.kit import forget as forget_emblems
from render.layout import CELL, SIZE
from render.marks import KINDS
from render.scene import Look
from render.shelf import Shelf
from render.sides import ART
from render.tape import Tape
from render.theme import THEMES, Theme
from rules.game import Seat

CARVING = (
    *("bands", "carve", "fonts", "gilding", "ground", "grounds", "halves", "kits", "layout", "letters"),
    *("marks", "materials", "ornaments", "palette", "png", "raster", "relief", "runes", "shelf", "sides"),
    *("slots", "surface", "tape", "text", "theme", "town_slab", "weave"),
)
"""The modules that a kit's parts depend on; one that changes makes the stored ones stale."""


@cache
def origin() -> str:
    """A digest of the drawings, of the code that carves them, and of the libraries' versions."""
    return stock.origin(CARVING, ART.values())


_LOCK = Lock()
_KITS: dict[str, Kit] = {}
_GILDED: dict[str, Ground] = {}
HALVES: Shelf[tuple[str, Seat, str], Half] = Shelf(22 << 20, lambda half: half.weight)


def kit(look: str | Look, cache_dir: Path | None = None) -> Kit:
    """The kit of a look, or of a theme's own pieces, its parts from memory, from `cache_dir`, or freshly carved.

    A material that is not known means the theme's own pieces. Raises KeyError for an unknown theme.
    """
    asked = look if isinstance(look, Look) else Look(look)
    names = {seat: halves.known(asked.material(seat)) for seat in VIEWS}
    base = _KITS.get(asked.theme) or _carved(asked.theme, cache_dir)
    if not asked.staked and set(names.values()) == {OWN}:
        return base
    ground = _gilded(base.ground, cache_dir) if asked.staked else base.ground
    sides = {
        seat: base.sides[seat] if name == OWN else _half(base.ground, seat, name, cache_dir)
        for seat, name in names.items()
    }
    return kit_of(asked, ground, sides)


def _carved(theme: str, cache_dir: Path | None) -> Kit:
    with _LOCK:
        if theme not in _KITS:
            _KITS[theme] = _load(THEMES[theme], cache_dir)
        return _KITS[theme]


def _gilded(base: Ground, cache_dir: Path | None) -> Ground:
    """The theme's ground with the frame of a table at which sets are at stake."""
    with _LOCK:
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


def _half(base: Ground, seat: Seat, material: str, cache_dir: Path | None) -> Half:
    """The seat's half, stored like a kit: one file for each theme, seat and material."""
    key = (base.theme.name, seat, material)
    half = HALVES.get(key)
    if half is not None:
        return half
    with _LOCK:
        half = HALVES.get(key)
        if half is None:
            raw = stock.kept(
                cache_dir,
                f"half-{base.theme.name}-{seat}-{material}-",
                origin(),
                lambda: halves.carved(base, seat, material).raw(),
            )
            half = halves.read(Tape(raw), seat, material)
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
        HALVES.clear()
        forget_emblems()


def _load(theme: Theme, cache_dir: Path | None) -> Kit:
    """The stored kit, or a freshly carved one, which is then stored; without a folder nothing is stored."""
    raw = stock.kept(cache_dir, f"kit-{theme.name}-", origin(), lambda: written(made(theme)))
    return _unwound(raw, theme)


def made(theme: Theme) -> Kit:
    """A theme's kit with its own pieces, carved from scratch; takes seconds."""
    ground = grounds.made(theme)
    return kit_of(Look(theme.name), ground, {seat: halves.carved(ground, seat, OWN) for seat in VIEWS})


def written(made: Kit) -> bytes:
    """A theme's own kit as bytes."""
    ground = made.ground
    images = [image for group in (ground.sheets, ground.marks) for image in group.values()]
    head = bytes([len(ground.tones) // 3]) + ground.tones
    whole = head + b"".join(image.tobytes() for image in images)
    return whole + b"".join(half.raw() for half in made.sides.values())


def read(path: Path, theme: Theme) -> Kit | None:
    """The stored kit, or None where there is none or it is damaged."""
    raw = stock.stored(path)
    return None if raw is None else _unwound(raw, theme)


def _unwound(raw: bytes, theme: Theme) -> Kit:
    tape = Tape(raw)
    tones = tape.colours()
    sheets = {view: tape.image("L", SIZE) for view in VIEWS}
    marks = {kind: tape.image("RGBA", CELL) for kind in KINDS}
    ground = Ground(theme, tones, sheets, marks, grounds.borders(sheets))
    return kit_of(Look(theme.name), ground, {seat: halves.read(tape, seat, OWN) for seat in VIEWS})
