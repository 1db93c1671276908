"""What the town's pictures are carved from: each card its own paints, the Draugr, the pieces and the signs."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from PIL import Image, ImageChops, ImageFilter

from render import carve, relief
from render.shelf import picture_bytes, shelved
from render.theme import Colour, Material, Theme
from rules.draugr.cards import CARDS, DRAUGR_CARDS

_CRAFT = 2
"""Drawings are carved at this many times the size of the sprite."""

_SKIN: Colour = (238, 200, 160)
_LINEN: Colour = (240, 236, 226)
_GOLD: Colour = (232, 176, 60)
_STEEL: Colour = (190, 198, 206)
_OAK: Colour = (134, 86, 46)
_DARK: Colour = (44, 32, 24)

Paints = Mapping[str, Colour]


def _person(cloth: Colour, **others: Colour) -> Paints:
    return {
        "body": _SKIN,
        "cloth": cloth,
        "trim": _GOLD,
        "metal": _STEEL,
        "wood": _OAK,
        "eye": _DARK,
        **others,
    }


PAINTS: Mapping[str, Paints] = MappingProxyType(
    {
        "shepherdess": _person((92, 124, 70), metal=_LINEN),
        "midwife": _person((74, 108, 146), trim=(226, 190, 130), metal=_LINEN),
        "bell_ringer": _person((70, 96, 88)),
        "charcoal_burner": _person((92, 84, 80), wood=(104, 72, 50), trim=(255, 150, 50)),
        "lawspeaker": _person((116, 66, 112)),
        "pilgrim": _person((150, 120, 88), wood=(98, 66, 42)),
        "rune_carver": _person((176, 96, 52), metal=(158, 160, 158)),
        "town_square": _person((158, 64, 44), body=(196, 176, 138), metal=(178, 176, 166)),
        "nunnery": _person((92, 102, 124), body=(232, 220, 192), metal=(124, 136, 82)),
        "foundry": _person(
            (150, 82, 58), body=(164, 92, 64), metal=(112, 112, 120), trim=(255, 170, 50), eye=(255, 238, 160)
        ),
        "saint_olavs_spring": _person((104, 138, 68), body=(156, 156, 146), metal=(132, 192, 226)),
        "bog_iron_pits": _person((128, 126, 68), metal=(140, 146, 146), trim=(186, 88, 42)),
        "stave_church": _person((92, 60, 42), metal=(138, 144, 92), wood=(146, 92, 50)),
        "beacon_hill": _person(
            (112, 128, 66), metal=(164, 152, 132), trim=(255, 160, 44), eye=(255, 240, 170)
        ),
        "boathouse": _person((116, 122, 62), metal=(104, 160, 194), trim=(206, 96, 50)),
        "hunter": _person((186, 36, 28), body=(250, 232, 200)),
        "ward": _person((120, 90, 60), body=(252, 246, 232), wood=(96, 120, 74), metal=(60, 48, 40)),
        "holy": _person((60, 90, 120), metal=(150, 212, 250), eye=(26, 64, 110)),
        "iron": _person((60, 60, 60), metal=(206, 212, 218)),
        "wave": _person((32, 78, 122), body=(226, 242, 250), metal=(206, 214, 220)),
        "mound": _person((92, 62, 26), body=(246, 214, 130), metal=(214, 178, 104)),
        "thief": _person((90, 60, 40), wood=(190, 120, 56)),
        "lost_person": _person((60, 40, 30), body=(214, 186, 140)),
        "lost_card": _person((150, 120, 80), body=(226, 200, 150)),
    }
)
"""The paints of each drawing by role; the Draugr's and the marker's come from the theme."""

_HAUNTED: Mapping[str, Paints] = MappingProxyType(
    {
        "steersman": {"cloth": (52, 66, 62), "trim": (112, 124, 70)},
        "barrow_warden": {"metal": (140, 128, 96), "wood": (92, 50, 34)},
        "salt_widow": {"cloth": (112, 116, 118), "body": (92, 90, 90), "trim": (176, 182, 180)},
        "bog_reeve": {"body": (74, 62, 42), "trim": (134, 104, 62)},
        "hanged_bailiff": {"body": (70, 54, 60), "trim": (168, 140, 96)},
        "snow_bride": {"body": (88, 96, 108), "metal": (186, 208, 222), "cloth": (66, 74, 90)},
    }
)


def material(theme: Theme, name: str) -> Material:
    """What a drawing is carved from; raises KeyError for a drawing that the town doesn't have."""
    if name in _HAUNTED:
        return _painted(theme.attackers, _HAUNTED[name])
    if name == "corruption":
        eye = theme.attackers.eye
        pale = ((eye[0] + 510) // 3, (eye[1] + 510) // 3, (eye[2] + 510) // 3)
        return _painted(theme.defenders, {"body": pale, "eye": (18, 60, 40), "cloth": _DARK})
    return _painted(theme.defenders, PAINTS[name])


def _painted(stuff: Material, paints: Paints) -> Material:
    return replace(stuff, **paints)  # type: ignore[arg-type]  # roles are its colours


def _lit(carved: carve.Block, stuff: Material, scale: float) -> Image.Image:
    """The block under the light, RGBA: painted smooth, since a card's picture is small and full."""
    height = carved.height.filter(ImageFilter.GaussianBlur(0.6 * scale))
    diffuse, glint = relief.shading(height, 0.034 * scale, stuff.gloss * 0.8, stuff.rim)
    colour = relief.lit(carved.colour, diffuse, glint, relief.hollows(height, 5 * scale, 1.7))
    shown = ImageChops.add(colour, carved.glow)
    shown.putalpha(carved.alpha)
    return shown


def sprites(theme: Theme, name: str, *sizes: int) -> list[Image.Image]:
    """A drawing carved once for all sizes, RGBA, square; raises FileNotFoundError where it isn't drawn."""
    stuff = material(theme, name)
    big = max(sizes) * _CRAFT
    shown = _lit(carve.block(carve.parts(f"town/{name}"), stuff, big), stuff, big / 128)
    return [shown.resize((size, size), Image.Resampling.BOX) for size in sizes]


@shelved(1 << 20, picture_bytes)
def sprite(theme: Theme, name: str, size: int) -> Image.Image:
    """A drawing carved, RGBA, `size` × `size`, not to be changed; raises FileNotFoundError where it isn't drawn."""
    return sprites(theme, name, size)[0]


NAMES = (
    *(card.id for card in CARDS),
    *(draugr.id for draugr in DRAUGR_CARDS),
    *list(PAINTS)[15:],
    "corruption",
)
"""Every drawing of the town."""
