"""`/rules`: the rules, a topic at a time."""

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.commands.naming import choice, word
from bot.intents import on
from bot.reply import Request, answer
from bot.views.board import picture
from bot.views.controls import Pressed
from bot.views.layout import Screen
from bot.views.rules import TOPICS, rules, topic_scene


async def _topic(request: Request, topic: str) -> Screen:
    board = await picture(topic_scene(topic), request.say, request.house.cache)
    return rules(topic, request.say, board)


@on("r", "tafl")
async def open_rules(request: Request, pressed: Pressed) -> Screen:
    """The topic chosen, or the first, on a private page."""
    return await _topic(request, _known(pressed.argument))


@on("r", "topic", update=True)
async def turn_page(request: Request, pressed: Pressed) -> Screen:
    """Another topic in the place of this one."""
    return await _topic(request, _known(pressed.values[0]))


def _known(topic: str) -> str:
    return topic if topic in TOPICS else TOPICS[0]


class Rules(app_commands.Group):
    """The rules of each game."""

    def __init__(self) -> None:
        super().__init__(name=word("command-rules"), description=word("command-rules-about"))

    @app_commands.command(name=word("command-rules-tafl"), description=word("command-rules-tafl-about"))
    @app_commands.rename(topic=word("option-topic"))
    @app_commands.describe(topic=word("option-topic-about"))
    @app_commands.choices(topic=[choice(f"rules-{topic}-title", topic) for topic in TOPICS])
    async def tafl(self, interaction: discord.Interaction, topic: Choice[str] | None = None) -> None:
        """The rules of the match."""
        await answer(interaction, lambda request: _topic(request, topic.value if topic else TOPICS[0]))
