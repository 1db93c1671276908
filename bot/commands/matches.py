"""`/matches`: what one has going, and what one has played."""

import discord
from discord import app_commands

from bot import finding
from bot.commands.naming import word
from bot.intents import on
from bot.limits import MOST_HUNTS, MOST_MATCHES
from bot.people import PlayerId, SessionId
from bot.reply import answer
from bot.request import Request
from bot.views.controls import Pressed
from bot.views.layout import Screen
from bot.views.matches import MOST_LISTED, about
from bot.views.matches import matches as view
from bot.words import plain_name
from rules.draugr.game import DRAUGR
from rules.tafl.match import TAFL

LAST_PAGE = 100_000  # nobody turns so many


@app_commands.command(name=word("command-matches"), description=word("command-matches-about"))
@app_commands.rename(user=word("option-user"))
@app_commands.describe(user=word("option-user-about"))
async def matches(interaction: discord.Interaction, user: discord.User | None = None) -> None:
    """Unfinished matches with links and whose turn each is; finished ones with results."""
    person = user or interaction.user
    await answer(interaction, lambda request: _page(request, PlayerId(person.id), person.display_name, 0))


@on("m", "page", update=True)
async def turn_page(request: Request, pressed: Pressed) -> Screen:
    """Another page of the list."""
    player = PlayerId(pressed.number)
    mine = player == request.player.id
    name = "" if mine else (await finding.person(request.interaction.client, player)).display_name
    return await _page(request, player, name, min(pressed.ply, LAST_PAGE))


async def _page(request: Request, player: PlayerId, name: str, first: int) -> Screen:
    sessions, mine = request.house.sessions, player == request.player.id
    # Of other people only what was played in front of everybody here.
    guild = None if mine else request.interaction.guild_id or 0
    limit = MOST_LISTED + 1
    return view(
        request.say,
        player=player,
        name="" if mine else plain_name(name),
        live=await sessions.of_player(player, TAFL.name, live=True, limit=MOST_MATCHES, guild=guild),
        hunts=await sessions.of_player(player, DRAUGR.name, live=True, limit=MOST_HUNTS, guild=guild),
        over=await sessions.of_player(player, TAFL.name, live=False, limit=limit, guild=guild, skip=first),
        challenges=await request.house.challenges.open_for(player, now=request.now, limit=limit, skip=first)
        if mine
        else (),
        results=await sessions.results_of(player, TAFL.name, guild=guild),
        first=first,
    )


@on("m", "about")
async def about_session(request: Request, pressed: Pressed) -> Screen:
    """One of the asker's live sessions, chosen from the list."""
    found = await request.house.sessions.playable(SessionId(pressed.chosen_number), request.player.id)
    return about(found, request.say, request.player.id)
