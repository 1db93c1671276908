"""A hunt's town as a picture with words, or in words alone."""

from pathlib import Path

from bot.drawing import off_the_loop
from bot.views.hunt import lit
from bot.views.layout import Picture, lines
from bot.words import Say
from render.town import TownScene, draw_town, labels, town_words
from render.town_letters import town_letters
from render.town_words import town_lines
from render.warm import PLAIN, town_theme
from rules.draugr.hunt import Hunt

PICTURE = "town.png"


def town_scene(hunt: Hunt, say: Say, theme: str = PLAIN) -> TownScene:
    """What is to be drawn, with its labels in the reader's language."""
    return TownScene(hunt, labels(say), theme, lit=lit(hunt))


async def town_picture(hunt: Hunt, say: Say, cache: Path, theme: str = PLAIN) -> Picture:
    """The town as a picture, drawn off the event loop; in the plain theme until its own is carved."""
    drawn = town_scene(hunt, say, town_theme(theme, cache))
    png = await off_the_loop(draw_town, drawn, cache_dir=cache)
    return Picture(PICTURE, png, town_words(drawn, say))


def hung(hunt: Hunt, say: Say) -> Picture:
    """The town's picture that is attached to a message already, with its words."""
    return Picture(PICTURE, b"", town_words(town_scene(hunt, say), say))


def words_alone(hunt: Hunt, say: Say) -> str:
    """The town as a grid of letters of one width, what they stand for, and all of it in words."""
    drawn = town_scene(hunt, say)
    grid = town_letters(drawn)
    shown = (f"```\n{grid}\n```", f"-# {say('town-letters-key')}") if grid else ()
    return lines((*shown, *town_lines(drawn, say)))
