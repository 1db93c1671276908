"""A hunt's town as a picture with words, or in words alone."""

from pathlib import Path

from bot.drawing import off_the_loop
from bot.views.hunt import lit
from bot.views.layout import Picture
from bot.words import Say
from render.town import TownScene, draw_town, labels, town_words
from rules.draugr.hunt import Hunt

PICTURE = "town.png"


def town_scene(hunt: Hunt, say: Say) -> TownScene:
    """What is to be drawn, with its labels in the reader's language."""
    return TownScene(hunt, labels(say), lit=lit(hunt))


async def town_picture(hunt: Hunt, say: Say, cache: Path) -> Picture:
    """The town as a picture, drawn off the event loop."""
    drawn = town_scene(hunt, say)
    png = await off_the_loop(draw_town, drawn, cache_dir=cache)
    return Picture(PICTURE, png, town_words(drawn, say))


def words_alone(hunt: Hunt, say: Say) -> str:
    """The town in words."""
    return town_words(town_scene(hunt, say), say)
