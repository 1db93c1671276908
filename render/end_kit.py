"""A closing card's blanks: the parts of one kind of card on one theme, carved once and kept."""

import json
import struct
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Lock

from PIL import Image

from render import palette, stock
from render.theme import THEMES, Colour, Theme

CARVING = (
    *("bands", "carve", "end_furniture", "end_kit", "ornaments", "palette", "relief", "runes", "shelf"),
    *("surface", "theme", "town_slab", "weave"),
)
"""The modules that every card depends on."""


@dataclass(frozen=True, slots=True)
class CardKit:
    """The parts of a card by name, indices into the palette, mode L; not to be changed."""

    theme: Theme
    palette: bytes
    images: Mapping[str, Image.Image]


@dataclass(frozen=True, slots=True)
class Craft:
    """How one kind of card is made."""

    name: str
    carve: Callable[[Theme], dict[str, Image.Image]]
    """The parts by name, RGB, with even floors where words will stand."""
    tones: int
    """How many colours the carving has, beside those of the words."""
    modules: tuple[str, ...]
    """The modules that it depends on beside `CARVING`."""
    drawings: tuple[str, ...] = ()
    """The drawings that it depends on."""


_MOST = 256
_LOCK = Lock()
_KITS: dict[tuple[str, str], CardKit] = {}


def card_kit(craft: Craft, theme: str, cache_dir: Path | None = None) -> CardKit:
    """The blanks from memory, from `cache_dir`, or freshly carved; raises KeyError for an unknown theme."""
    key = (craft.name, theme)
    known = _KITS.get(key)
    if known is not None:
        return known
    with _LOCK:
        if key not in _KITS:
            look = THEMES[theme]
            raw = stock.kept(
                cache_dir, f"{craft.name}-{theme}-", origin(craft), lambda: _written(_make(craft, look))
            )
            _KITS[key] = _read(raw, look)
        return _KITS[key]


def united(first: bytes, *others: bytes) -> bytes:
    """All colours of the first palette, and of each other one as many as 256 in all leave room for."""
    made = palette.merged([first])
    for other in others:
        known = {made[at : at + 3] for at in range(0, len(made), 3)}
        new = [other[at : at + 3] for at in range(0, len(other), 3) if other[at : at + 3] not in known]
        room = _MOST - len(known)
        chosen = new if len(new) <= room else [new[place * len(new) // room] for place in range(room)]
        made = palette.merged([made, *chosen])
    return made


def forget() -> None:
    """Drop the blanks from memory."""
    with _LOCK:
        _KITS.clear()


@cache
def origin(craft: Craft) -> str:
    """A digest of all that a card's blanks are made from."""
    return stock.origin((*CARVING, *craft.modules), craft.drawings)


def _make(craft: Craft, theme: Theme) -> CardKit:
    carved = craft.carve(theme)
    tones = palette.chosen(_sample(carved.values()), craft.tones)
    colours = palette.merged([tones, *(bytes(colour) for colour in _written_in(theme))])
    plain = {name: palette.indices(image, colours) for name, image in carved.items()}
    return CardKit(theme, colours, plain)


def _sample(images: Iterable[Image.Image]) -> Image.Image:
    """Every other line of all parts below each other, for their colours alone."""
    thin = [image.resize((image.width, image.height // 2), Image.Resampling.NEAREST) for image in images]
    made = Image.new("RGB", (max(image.width for image in thin), sum(image.height for image in thin)))
    top = 0
    for image in thin:
        for x in range(0, made.width, image.width):
            made.paste(image, (x, top))
        top += image.height
    return made


def inks(theme: Theme) -> tuple[Colour, ...]:
    """What is written with."""
    return theme.ink, theme.faint, theme.mark


def _written_in(theme: Theme) -> list[Colour]:
    """The inks, the papers, and three steps from each paper to each ink."""
    made: list[Colour] = [theme.recess, theme.banner, (0, 0, 0)]
    for paper, colours in ((theme.recess, inks(theme)), (theme.banner, (theme.ink,))):
        for ink in colours:
            for step in range(1, 5):
                r, g, b = (round(p + (i - p) * step / 4) for p, i in zip(paper, ink, strict=True))
                made.append((r, g, b))
    return made


def _written(made: CardKit) -> bytes:
    index = json.dumps([(name, image.size) for name, image in made.images.items()]).encode()
    pixels = b"".join(image.tobytes() for image in made.images.values())
    return struct.pack(">LL", len(made.palette), len(index)) + made.palette + index + pixels


def _read(raw: bytes, theme: Theme) -> CardKit:
    colours, index = struct.unpack(">LL", raw[:8])
    at = 8 + colours + index
    images = {}
    for name, (wide, high) in json.loads(raw[8 + colours : at]):
        images[name] = Image.frombytes("L", (wide, high), raw[at : at + wide * high])
        at += wide * high
    return CardKit(theme, raw[8 : 8 + colours], images)
