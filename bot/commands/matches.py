"""`/matches`: what one has going, and what one has played."""

import discord
from discord import app_commands

from bot.commands.naming import word
from bot.intents import on
from bot.people import PlayerId, SessionId
from bot.reply import Request, answer
from bot.views.controls import Pressed
from bot.views.layout import Screen
from bot.views.matches import MOST_LISTED, about
from bot.views.matches import matches as view
from bot.words import plain_name
from rules.draugr.game import DRAUGR
from rules.tafl.match import TAFL


@app_commands.command(name=word("command-matches"), description=word("command-matches-about"))
@app_commands.rename(user=word("option-user"))
@app_commands.describe(user=word("option-user-about"))
async def matches(interaction: discord.Interaction, user: discord.User | None = None) -> None:
    """Unfinished matches with links and whose turn each is; finished ones with results."""
    person = user or interaction.user

    async def work(request: Request) -> Screen | None:
        house, player = request.house, PlayerId(person.id)
        mine = player == request.player.id
        # Of other people only what was played in front of everybody here.
        guild = None if mine else interaction.guild_id or 0
        return view(
            request.say,
            player=player,
            name="" if mine else plain_name(person.display_name),
            live=await house.sessions.of_player(player, TAFL.name, live=True, limit=MOST_LISTED, guild=guild),
            hunts=await house.sessions.of_player(
                player, DRAUGR.name, live=True, limit=MOST_LISTED, guild=guild
            ),
            over=await house.sessions.of_player(
                player, TAFL.name, live=False, limit=MOST_LISTED, guild=guild
            ),
            challenges=await house.challenges.open_for(player, now=request.now, limit=MOST_LISTED)
            if mine
            else (),
            results=await house.sessions.results_of(player, TAFL.name, guild=guild),
        )

    await answer(interaction, work)


@on("m", "about")
async def about_session(request: Request, pressed: Pressed) -> Screen:
    """One of the asker's live sessions, chosen from the list."""
    found = await request.house.sessions.playable(SessionId(pressed.chosen_number), request.player.id)
    return about(found, request.say, request.player.id)
