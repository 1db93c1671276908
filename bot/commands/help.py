"""`/help`: a short start that ends in something to start."""

import discord
from discord import app_commands

from bot.commands.naming import word
from bot.intents import on
from bot.reply import answer
from bot.request import Request
from bot.views.controls import Pressed, button, people
from bot.views.layout import Screen, page, row, text


@app_commands.command(name=word("command-help"), description=word("command-help-about"))
async def help_command(interaction: discord.Interaction) -> None:
    """How to begin."""
    await answer(interaction, _help)


async def _help(request: Request) -> Screen:
    say = request.say
    return Screen(
        page(
            text(f"### {say('help-title')}\n{say('help-text')}"),
            row(
                button(say("button-start"), "h", 0, 0, "start", style=discord.ButtonStyle.primary),
                button(say("button-start-hunt"), "h", 0, 0, "begin", style=discord.ButtonStyle.primary),
                button(say("button-rules-tafl"), "r", 0, 0, "tafl", "aim"),
                button(say("button-rules-draugr"), "r", 0, 0, "draugr", "aim"),
                button(say("button-settings"), "p", 0, 0, "show"),
            ),
        )
    )


@on("h", "start", update=True)
async def choose_opponent(request: Request, pressed: Pressed) -> Screen:
    """*Challenge a friend*: whom?"""
    say = request.say
    return Screen(page(text(say("help-whom")), row(people(say("help-whom-placeholder"), "c", 0, "start"))))
