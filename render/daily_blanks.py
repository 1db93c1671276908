"""The blanks of a hunt's result to share: its head, two rows for tokens, and the tokens themselves."""

from dataclasses import replace

from PIL import Image

from render import carve, end_furniture, town_art
from render.end_furniture import Box
from render.end_kit import Craft
from render.layout import SIZE
from render.sides import shadowed
from render.theme import Colour, Material, Theme
from render.town_slab import mixed

HEAD = 168
"""The height of the head: the cloth, who hunted, and how it went."""
CLOTH: Box = (64, 8, SIZE - 64, 54)
NAME: Box = (122, 66, SIZE - 14, 162)
ROW = 106
"""The height of a row of tokens."""
COUNT: Box = (14, 4, 262, ROW - 4)
"""Within a row: what the tokens count, in words."""
TOKENS: Box = (270, 4, SIZE - 14, ROW - 4)
FOOT = 44
TOKEN = 90
"""The side of a token."""
_NICHE = ((64, 114), 46)
_HUNTER = 94

_PAINTS: dict[str, Colour] = {
    "body": (244, 230, 190),
    "cloth": (132, 122, 108),
    "trim": (255, 176, 48),
    "metal": (188, 194, 200),
    "wood": (124, 80, 44),
    "paint": (150, 152, 158),
    "eye": (255, 244, 176),
}


def carved(theme: Theme) -> dict[str, Image.Image]:
    """All parts, RGB; of the tokens `forsaken` is who was kept in a hunt that was lost."""
    made = {f"head-{'won' if won else 'lost'}": _head(theme, won=won) for won in (True, False)}
    made |= {"row": _row(theme), "foot": _foot(theme)}
    stuff = replace(theme.defenders, **_PAINTS)  # type: ignore[arg-type]  # roles are its colours
    kept, lost = (_token(theme, _sprite(drawing, stuff)) for drawing in ("candle", "candle-out"))
    skull = _token(theme, town_art.sprites(theme, "corruption", TOKEN - 20)[0])
    return made | {
        "kept": kept,
        "forsaken": _dimmed(theme, kept, 0.55),
        "lost": _dimmed(theme, lost, 0.55),
        "standing": _dimmed(theme, skull, 0.3),
        "slain": _token(theme, _sprite("swords", stuff), _dimmed(theme, skull, 0.6)),
    }


BLANKS = Craft(
    "daily",
    carved,
    150,
    ("daily_blanks", "layout", "sides", "town_art"),
    ("candle", "candle-out", "swords", "town/corruption", "town/hunter"),
)


def _sprite(drawing: str, stuff: Material) -> Image.Image:
    return carve.sprites(drawing, stuff, (TOKEN - 8,))[0]


def banner(theme: Theme, *, won: bool) -> Colour:
    """What the cloth is dyed in: the theme's colour for a hunt that was won, ash for one that was lost."""
    return theme.banner if won else mixed(theme.recess, (128, 124, 122), 0.4)


def _token(theme: Theme, sprite: Image.Image, onto: Image.Image | None = None) -> Image.Image:
    """The sprite with its shadow in the middle of a floor, or of another token."""
    made = onto.copy() if onto else Image.new("RGB", (TOKEN, TOKEN), theme.recess)
    shown = shadowed(sprite, sprite.width + 8, 3.0)
    made.paste(shown, ((TOKEN - shown.width) // 2, (TOKEN - shown.height) // 2), shown)
    return made


def _dimmed(theme: Theme, token: Image.Image, share: float) -> Image.Image:
    """The token with only so much of its light."""
    return Image.blend(Image.new("RGB", token.size, theme.recess), token, share)


def _head(theme: Theme, *, won: bool) -> Image.Image:
    made = end_furniture.plank(theme, SIZE, HEAD, below=False)
    edge = theme.mark if won else mixed(theme.faint, theme.recess, 0.3)
    end_furniture.cloth(made, theme, CLOTH, edge=edge, dye=banner(theme, won=won))
    end_furniture.hollow(made, theme, NAME, gilt=won)
    end_furniture.niche(made, theme, *_NICHE, ringed=won)
    shown = end_furniture.shown(made, theme)
    end_furniture.even(shown, CLOTH, banner(theme, won=won), 5)
    end_furniture.even(shown, NAME, theme.recess, 4)
    (x, y), reach = _NICHE
    hunter = shadowed(town_art.sprites(theme, "hunter", _HUNTER)[0], _HUNTER + 6, 3.0)
    shown.paste(hunter, (x - hunter.width // 2, y + reach - hunter.height + 2), hunter)
    return shown


def _row(theme: Theme) -> Image.Image:
    made = end_furniture.plank(theme, SIZE, ROW, above=False, below=False)
    for box in (COUNT, TOKENS):
        end_furniture.hollow(made, theme, box)
    shown = end_furniture.shown(made, theme)
    for box in (COUNT, TOKENS):
        end_furniture.even(shown, box, theme.recess, 4)
    return shown


def _foot(theme: Theme) -> Image.Image:
    made = end_furniture.plank(theme, SIZE, FOOT, above=False)
    end_furniture.plait(made, theme, (14, 6, SIZE - 14, FOOT - 10))
    return end_furniture.shown(made, theme)
