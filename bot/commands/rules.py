"""`/rules`: the rules, a topic at a time."""

from dataclasses import replace

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.commands.naming import choice, word
from bot.intents import on
from bot.reply import answer
from bot.request import Request
from bot.views.board import picture_or_letters
from bot.views.controls import Pressed
from bot.views.layout import Picture, Screen
from bot.views.rules import TOPICS, rules
from bot.views.town import town_picture, words_alone
from render.lessons import DRAUGR_TOPICS, TAFL_TOPICS, topic_hunt, topic_scene
from rules.draugr.game import DRAUGR
from rules.tafl.match import TAFL


async def _topic(request: Request, game: str, topic: str) -> Screen:
    topic = topic if topic in TOPICS[game] else TOPICS[game][0]
    say, cache, here = request.say, request.house.cache, request.here
    shown: Picture | str
    if game == TAFL.name:
        drawn = replace(topic_scene(topic), theme=here.board)
        shown = await picture_or_letters(drawn, say, cache, letters=here.own.text_board)
    elif here.own.text_board:
        shown = words_alone(topic_hunt(topic), say)
    else:
        shown = await town_picture(topic_hunt(topic), say, cache, here.board)
    return rules(game, topic, request.say, shown)


@on("r", "tafl")
async def open_tafl(request: Request, pressed: Pressed) -> Screen:
    """The match's rules on a private page."""
    return await _topic(request, TAFL.name, pressed.argument)


@on("r", "draugr")
async def open_draugr(request: Request, pressed: Pressed) -> Screen:
    """The hunt's rules on a private page."""
    return await _topic(request, DRAUGR.name, pressed.argument)


@on("r", "topic", update=True)
async def turn_page(request: Request, pressed: Pressed) -> Screen:
    """Another topic in the place of this one."""
    game, _, topic = pressed.chosen.partition(".")
    return await _topic(request, game if game in TOPICS else TAFL.name, topic)


class Rules(app_commands.Group):
    """The rules of each game."""

    def __init__(self) -> None:
        super().__init__(name=word("command-rules"), description=word("command-rules-about"))

    @app_commands.command(name=word("command-rules-tafl"), description=word("command-rules-tafl-about"))
    @app_commands.rename(topic=word("option-topic"))
    @app_commands.describe(topic=word("option-topic-about"))
    @app_commands.choices(topic=[choice(f"rules-{topic}-title", topic) for topic in TAFL_TOPICS])
    async def tafl(self, interaction: discord.Interaction, topic: Choice[str] | None = None) -> None:
        """The rules of the match."""
        await answer(interaction, lambda request: _topic(request, TAFL.name, topic.value if topic else ""))

    @app_commands.command(name=word("command-rules-draugr"), description=word("command-rules-draugr-about"))
    @app_commands.rename(topic=word("option-topic"))
    @app_commands.describe(topic=word("option-topic-about"))
    @app_commands.choices(topic=[choice(f"rules-draugr-{topic}-title", topic) for topic in DRAUGR_TOPICS])
    async def draugr(self, interaction: discord.Interaction, topic: Choice[str] | None = None) -> None:
        """The rules of the hunt."""
        await answer(interaction, lambda request: _topic(request, DRAUGR.name, topic.value if topic else ""))
