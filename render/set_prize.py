"""The card of a set that changes hands: the set, and an arrow of knotwork from one name to the other."""

from functools import cache, lru_cache
from pathlib import Path

from PIL import Image

from render import bands, gilding, ornaments, set_trays, stock, town_slab
from render.layout import SIZE
from render.set_trays import GAP, Box, Tray
from render.theme import THEMES, Theme
from rules.game import Seat

HIGH = 360
"""The picture's height."""
_WIDE, _TALL = SIZE - 2 * GAP, HIGH - 2 * GAP
BANNER: Box = (60, 8, _WIDE - 60, 46)
FLOORS: dict[Seat, Box] = {
    Seat.DEFENDERS: (16, 84, _WIDE // 2 - 4, 202),
    Seat.ATTACKERS: (_WIDE // 2 + 4, 84, _WIDE - 16, 202),
}
NAME: Box = (16, 203, _WIDE - 16, 238)
LINE: Box = (16, 235, _WIDE - 16, 270)
GIVER: Box = (20, 276, 276, 338)
TAKER: Box = (_WIDE - 276, 276, _WIDE - 20, 338)


def card(asked: Tray, cache_dir: Path | None = None) -> Image.Image:
    """The card without words, RGB."""
    style = bands.known(asked.style)
    raw = stock.kept(
        cache_dir, f"prize-{asked.theme}-{style}-", _origin(), lambda: _carved(asked.theme, style).tobytes()
    )
    made = Image.frombytes("RGB", (_WIDE, _TALL), raw)
    for seat, box in FLOORS.items():
        set_trays.stand(made, asked, seat, box, cache_dir)
    return made


@cache
def _origin() -> str:
    return stock.origin(("set_prize", "set_trays", "gilding", "ornaments", *set_trays.CARVING), ())


@lru_cache(maxsize=6)
def _carved(theme_name: str, style: str) -> Image.Image:
    theme = THEMES[theme_name]
    made = town_slab.slab(theme, _WIDE, _TALL, theme.frame, 17)
    town_slab.carve(
        made, town_slab.rounded(made, (0, 0, _WIDE, _TALL), 8), town_slab.FLAT - 24, town_slab.FLAT + 24, 3
    )
    _banner(made, theme)
    set_trays.border(made, theme, style, 52)
    for seat, box in FLOORS.items():
        set_trays.floor(made, theme, seat, [box])
    _plates(made, theme)
    _arrow(made, theme)
    return town_slab.lit(made, theme)


def _banner(made: town_slab.Slab, theme: Theme) -> None:
    """A cloth with swallow tails."""
    left, top, right, bottom = BANNER
    for side, near in ((-1, left), (1, right)):
        tip = near + side * 36
        tail = [(near - side * 14, top + 7), (tip, top + 7), (tip - side * 13, (top + bottom) / 2 + 4)]
        shape = town_slab.polygon(made, [*tail, (tip, bottom + 2), (near - side * 14, bottom + 2)])
        town_slab.carve(made, shape, town_slab.FLAT + 6, town_slab.FLAT + 20, 3)
        town_slab.tint(made, shape, town_slab.mixed(theme.banner, (0, 0, 0), 0.2))
    for inset, colour in ((0, theme.mark), (2, theme.banner)):
        shape = town_slab.rounded(made, (left + inset, top + inset, right - inset, bottom - inset - 2), 3)
        town_slab.carve(made, shape, town_slab.FLAT + 24, town_slab.FLAT + 44, 4)
        town_slab.tint(made, shape, colour)


def _plates(made: town_slab.Slab, theme: Theme) -> None:
    """A bare hollow for who gives, a gilded one for who takes."""
    for box, gilt in ((GIVER, False), (TAKER, True)):
        left, top, right, bottom = box
        if gilt:
            rim = town_slab.rounded(made, (left - 6, top - 6, right + 6, bottom + 6), 11)
            town_slab.carve(made, rim, town_slab.FLAT + 10, town_slab.FLAT + 70, 4)
            town_slab.tint(made, rim, gilding.GOLD)
        hollow = town_slab.rounded(made, box, 7)
        town_slab.carve(made, hollow, town_slab.FLAT + 8, town_slab.FLAT - 36, 5)
        town_slab.tint(made, hollow, theme.recess)


def _arrow(made: town_slab.Slab, theme: Theme) -> None:
    """Plaited ribbons that end in a point, from the one plate towards the other."""
    middle, start, end = (GIVER[1] + GIVER[3]) / 2, GIVER[2] + 10, TAKER[0] - 14
    head: list[tuple[float, float]] = [
        (end - 34, middle - 25),
        (end, middle),
        (end - 34, middle + 25),
        (end - 25, middle),
    ]
    shape = town_slab.polygon(made, head)
    town_slab.carve(made, shape, town_slab.FLAT - 10, town_slab.FLAT + 60, 5)
    town_slab.tint(made, shape, gilding.GOLD)
    pitch = (end - 32 - start) // 2
    for step in range(2):
        town_slab.lay(
            made, ornaments.plait(int(pitch) * 4, 24 * 4), (start + step * pitch, middle - 12), gilding.GOLD
        )
