"""The cards' pictures in their niches, and how sprites lie on their grounds."""

from PIL import Image, ImageChops, ImageFilter

from render import town_art, town_blanks
from render.theme import Colour, Theme
from render.town_layout import ART, ART_SIZE, SIGIL
from rules.draugr.cards import CARDS, Kind

Picture = Image.Image


def scene(theme: Theme, bare: dict[str, Picture], name: str) -> Picture:
    """A card's picture in its niche, with its sigil, RGB; `bare` has the empty cards."""
    card = next(card for card in CARDS if card.id == name)
    form = "person" if card.kind is Kind.TOWNSPERSON else "place"
    made = bare[f"card-{form}-plain"].crop(ART)
    side = max(ART_SIZE)
    carved = town_art.sprite(theme, name, side)
    across = (side - ART_SIZE[0]) // 2
    carved = carved.crop((across, 0, across + ART_SIZE[0], ART_SIZE[1]))
    window = town_blanks.window(form)
    alpha = ImageChops.multiply(carved.getchannel("A"), window)
    shade(made, ImageChops.multiply(cast(carved.getchannel("A"), 4), window))
    made.paste(carved.convert("RGB"), mask=alpha)
    sigil = town_art.sprite(theme, card.sigil.value, SIGIL)
    shade(made, cast(placed(sigil, ART_SIZE, (-3, -3)), 2))
    made.paste(sigil.convert("RGB"), (-3, -3), sigil.getchannel("A"))
    return made


def placed(sprite: Picture, size: tuple[int, int], at: tuple[int, int]) -> Picture:
    """A sprite's coverage within a larger frame."""
    made = Image.new("L", size, 0)
    made.paste(sprite.getchannel("A"), at)
    return made


def cast(alpha: Picture, drop: int) -> Picture:
    """The shadow of a thing, to the lower right."""
    moved = Image.new("L", alpha.size, 0)
    moved.paste(alpha, (drop, drop))
    return moved.filter(ImageFilter.GaussianBlur(drop * 0.7)).point([round(v * 0.55) for v in range(256)])


def shade(made: Picture, shadow: Picture) -> None:
    """Darken the picture by the shadow."""
    made.paste((0, 0, 0), (0, 0, *made.size), mask=shadow)


def over(sprite: Picture, ground: Colour) -> Picture:
    """The sprite on a ground of one colour, RGB."""
    made = Image.new("RGB", sprite.size, ground)
    made.paste(sprite, mask=sprite.getchannel("A"))
    return made
