"""A playing set in its carved tray: light pieces on a dark floor, dark pieces on a light one."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Lock

from PIL import Image, ImageChops, ImageFilter

from render import bands, carve, halves, palette, relief, stock, town_slab
from render.layout import SIZE
from render.materials import SETS
from render.shelf import Shelf
from render.sides import ART
from render.theme import THEMES, Colour, Theme
from rules.game import Seat
from rules.tafl.position import Piece

GAP = 5
"""Around a card."""
HIGH, HIGH_ALONE = 338, 264
"""A card's height with its gaps: one of two in a row, one alone."""
BIG = {False: 92, True: 104}
"""The side of a piece."""
LAID_OUT = {
    Seat.DEFENDERS: (Piece.JARL, Piece.SHIELDMAIDEN, Piece.SHIELDMAIDEN),
    Seat.ATTACKERS: (Piece.BLACK_DRAUG, Piece.THRALL, Piece.THRALL),
}
CARVING = (
    *("bands", "carve", "halves", "layout", "materials", "palette", "relief", "runes", "set_trays"),
    *("shelf", "sides", "surface", "theme", "town_slab", "weave"),
)
"""The modules that a card depends on."""
Box = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Tray:
    """What a card shows beside its words."""

    theme: str
    material: str
    style: str
    alone: bool


_LOCK = Lock()
_TONES: Shelf[tuple[Tray, int], tuple[bytes, ...]] = Shelf(1 << 18, lambda parts: 800)
_BLANKS: Shelf[tuple[str, str, bool], Image.Image] = Shelf(6 << 20, lambda card: card.width * card.height * 3)
TRAYS: Shelf[Tray, Image.Image] = Shelf(8 << 20, lambda card: card.width * card.height * 3)


@cache
def origin() -> str:
    """A digest of all that a tray is made from."""
    return stock.origin(CARVING, ART.values())


def tray(asked: Tray, cache_dir: Path | None = None) -> Image.Image:
    """The card without words, RGB, not to be changed: from memory, from `cache_dir`, or freshly carved."""
    made = TRAYS.get(asked)
    if made is None:
        with _LOCK:
            made = _blank(asked.theme, bands.known(asked.style), asked.alone, cache_dir).copy()
            for seat, box in floors(asked.alone).items():
                stand(made, asked, seat, box, cache_dir)
        TRAYS.put(asked, made)
    return made


def tones(asked: Tray, count: int, cache_dir: Path | None = None) -> tuple[bytes, ...]:
    """Palettes: of any empty card of the theme, and of each half of the set in `count` colours."""
    made = _TONES.get((asked, count))
    if made is None:
        with _LOCK:
            halves_of = [_half_tones(asked, seat, count, cache_dir) for seat in LAID_OUT]
            made = (_wood_tones(asked.theme, cache_dir), *halves_of)
            _TONES.put((asked, count), made)
    return made


def _half_tones(asked: Tray, seat: Seat, count: int, cache_dir: Path | None) -> bytes:
    theme, side = THEMES[asked.theme], BIG[asked.alone]

    def make() -> bytes:
        pieces = sprites(theme, seat, asked.material, side, cache_dir)
        return palette.chosen(_side_by_side(list(pieces.values())), count)

    return stock.kept(
        cache_dir, f"tones-{_whose(theme, seat, asked.material)}-{side}-{count}-", origin(), make
    )


def _wood_tones(theme_name: str, cache_dir: Path | None) -> bytes:
    theme = THEMES[theme_name]

    def make() -> bytes:
        card = _blank(theme_name, bands.STYLES[0], False, cache_dir)
        rough = card.resize((card.width // 3, card.height // 3), Image.Resampling.NEAREST)
        shades = (town_slab.mixed(_pale(theme), (0, 0, 0), step / 14) for step in range(9))
        return palette.chosen(rough, 62) + b"".join(bytes(shade) for shade in shades)

    return stock.kept(cache_dir, f"tones-{theme_name}-wood-", origin(), make)


def _side_by_side(pieces: list[Image.Image]) -> Image.Image:
    """The pieces for their colours alone: what is not covered repeats what is."""
    side = pieces[0].width
    made = Image.new("RGB", (side * len(pieces), side))
    for place, piece in enumerate(pieces):
        solid = piece.getchannel("A").point([255 if value > 128 else 0 for value in range(256)])
        middle = piece.convert("RGB").getpixel((side // 2, side * 2 // 3))
        tile = Image.new("RGB", piece.size, middle)
        tile.paste(piece, (0, 0), solid)
        made.paste(tile, (place * side, 0))
    return made


def forget() -> None:
    """Drop the cards from memory."""
    TRAYS.clear()
    _TONES.clear()
    _BLANKS.clear()


def size(alone: bool) -> tuple[int, int]:
    """A card's width and height."""
    wide, high = (SIZE, HIGH_ALONE) if alone else (SIZE // 2, HIGH)
    return wide - 2 * GAP, high - 2 * GAP


def floors(alone: bool) -> dict[Seat, Box]:
    """Where each half lies in the card."""
    wide, _ = size(alone)
    if alone:
        middle = wide // 2
        return {Seat.DEFENDERS: (16, 42, middle - 4, 168), Seat.ATTACKERS: (middle + 4, 42, wide - 16, 168)}
    return {Seat.DEFENDERS: (16, 42, wide - 16, 142), Seat.ATTACKERS: (16, 148, wide - 16, 248)}


def _blank(theme_name: str, style: str, alone: bool, cache_dir: Path | None) -> Image.Image:
    """The empty card, not to be changed."""
    key = (theme_name, style, alone)
    made = _BLANKS.get(key)
    if made is None:
        stem = f"tray-{theme_name}-{style}-{'wide' if alone else 'half'}-"
        raw = stock.kept(cache_dir, stem, origin(), lambda: _carved(*key).tobytes())
        made = Image.frombytes("RGB", size(alone), raw)
        _BLANKS.put(key, made)
    return made


def _carved(theme_name: str, style: str, alone: bool) -> Image.Image:
    theme = THEMES[theme_name]
    wide, high = size(alone)
    made = town_slab.slab(theme, wide, high, theme.frame, 17)
    body = town_slab.rounded(made, (0, 0, wide, high), 8)
    town_slab.carve(made, body, town_slab.FLAT - 24, town_slab.FLAT + 24, 3)
    border(made, theme, style, 9)
    for seat, box in floors(alone).items():
        floor(made, theme, seat, [box])
    return town_slab.lit(made, theme)


def border(made: town_slab.Slab, theme: Theme, style: str, top: int) -> None:
    """A band of the style's carving across the slab, 26 pixels high."""
    wide = made.size[0] // town_slab.ZOOM
    channel = town_slab.rounded(made, (12, top, wide - 12, top + 26), 4)
    town_slab.carve(made, channel, town_slab.FLAT, town_slab.FLAT - 40, 2)
    town_slab.tint(made, channel, theme.boss)
    town_slab.lay(made, bands.band(style, (wide - 32) * 4, 24 * 4), (16, top + 1), theme.ribbon)


def _pale(theme: Theme) -> Colour:
    """The floor beneath dark pieces."""
    return town_slab.mixed(theme.field[-1][1], (255, 250, 236), 0.35)


def floor(made: town_slab.Slab, theme: Theme, seat: Seat, boxes: Sequence[Box]) -> None:
    """Hollows for one half of a set: light for the dark pieces, dark for the light ones."""
    shape = Image.new("L", made.size)
    for box in boxes:
        shape = ImageChops.lighter(shape, town_slab.rounded(made, box, 7))
    town_slab.carve(made, shape, town_slab.FLAT + 4, town_slab.FLAT - 36, 5)
    dark = seat is Seat.DEFENDERS
    stops = town_slab.around(theme.recess, 10) if dark else town_slab.around(_pale(theme), 14)
    town_slab.tint(made, shape, relief.ramp(town_slab.texture(theme, made.size, 61), stops))


def stand(
    card: Image.Image,
    asked: Tray,
    seat: Seat,
    box: Box,
    cache_dir: Path | None,
    laid_out: Sequence[Piece] = (),
) -> None:
    """Stand the seat's pieces, or those that are named, on its floor."""
    shown = laid_out or LAID_OUT[seat]
    pieces = sprites(THEMES[asked.theme], seat, asked.material, BIG[asked.alone], cache_dir)
    left, _, right, bottom = box
    pitch = (right - left) / len(shown)
    for place, piece in enumerate(shown):
        sprite = pieces[piece]
        x = round(left + pitch * (place + 0.5) - sprite.width / 2)
        y = bottom - sprite.height - 5
        shadow = Image.new("L", (sprite.width + 24, sprite.height + 24))
        shadow.paste(sprite.getchannel("A"), (12, 12))
        shadow = relief.scaled(shadow.filter(ImageFilter.GaussianBlur(4)), 0.6)
        card.paste((0, 0, 0), (x - 12 + 6, y - 12 + 6), shadow)
        card.paste(sprite, (x, y), sprite)


def sprites(
    theme: Theme, seat: Seat, material: str, side: int, cache_dir: Path | None
) -> dict[Piece, Image.Image]:
    """The seat's pieces in a material, RGBA, `side` pixels square, from `cache_dir` or freshly carved."""
    stuff = halves.material(theme, seat, material)
    own = [piece for piece in ART if piece.seat is seat]

    def make() -> bytes:
        shown = []
        for piece in own:
            form = carve.known_shape(ART[piece], _CRAFT)
            big = carve.light(carve.painted(form, stuff), stuff, _CRAFT / 128)
            shown.append(big.resize((side, side), Image.Resampling.LANCZOS).tobytes())
        return b"".join(shown)

    raw = stock.kept(cache_dir, f"set-{_whose(theme, seat, material)}-{side}-", origin(), make)
    count = side * side * 4
    return {
        piece: Image.frombytes("RGBA", (side, side), raw[at * count : (at + 1) * count])
        for at, piece in enumerate(own)
    }


def _whose(theme: Theme, seat: Seat, material: str) -> str:
    """A half's name in file names: of a known material, or the theme's own."""
    return f"{material if material in SETS else theme.name + '-own'}-{seat}"


_CRAFT = 240


def ground(theme: Theme, high: int) -> Image.Image:
    """The wall behind the cards, RGB, as wide as the picture."""
    return Image.new("RGB", (SIZE, high), theme.recess)
