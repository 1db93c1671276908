"""`/ranking`: this server's daily hunters."""

from datetime import timedelta

import discord
from discord import app_commands

from bot.commands.naming import word
from bot.hunts import this_week
from bot.refusals import NotInAServer
from bot.reply import answer
from bot.request import Request
from bot.views.layout import Screen
from bot.views.ranking import ranking_screen

ONE_DAY = timedelta(days=1)


@app_commands.command(name=word("command-ranking"), description=word("command-ranking-about"))
async def ranking_command(interaction: discord.Interaction) -> None:
    """The daily hunts of today and of this week."""
    await answer(interaction, ranking)


async def ranking(request: Request) -> Screen:
    """Both rankings of the server; raises NotInAServer elsewhere."""
    guild, hunts, now, draw = request.place.guild, request.house.hunts, request.now, request.house.draw
    if guild is None:
        raise NotInAServer
    await hunts.visit(guild, request.player)
    monday, sunday = this_week(now)
    yesterday = now.date() - ONE_DAY
    return ranking_screen(
        request.say,
        day=now.date(),
        today=await hunts.ranking(guild, first=now.date(), last=now.date()),
        week=await hunts.ranking(guild, first=monday, last=sunday),
        seal=await hunts.commitment(now.date(), draw=draw),
        yesterday=yesterday,
        revealed=await hunts.revealed(yesterday, now=now, draw=draw) or "",
    )
