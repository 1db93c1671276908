"""The intents of a match, the same for typed commands and for buttons: ask the service, then show."""

import discord

from bot import tables
from bot.access import must_be_writable
from bot.network import NOT_TAKEN
from bot.people import SessionId
from bot.refusals import NotPosted, OpponentNotHere, TableElsewhere
from bot.reply import Request
from bot.session import OfferKind, Session
from bot.views import offer as offer_view
from bot.views.controls import button
from bot.views.layout import Screen, sentence
from bot.views.table import RED
from bot.words import speaker


async def move(request: Request, session: SessionId | None, ply: int | None, text: str) -> Screen | None:
    """Play the text's move or placement in that match, or in the channel's (None), and hang the new table."""
    house = request.house
    channel = request.interaction.channel_id or 0
    played = await house.sessions.act(
        session, ply, request.player.id, text, now=request.now, draw=house.draw, channel=channel
    )
    return await tables.hang(request, played)


async def ask_to_resign(request: Request, session: SessionId) -> Screen:
    """Ask the player whether they mean it (T19)."""
    found = await request.house.sessions.playable(session, request.player.id)
    say = request.say
    return sentence(
        say("resign-sure"),
        button(say("button-resign-sure"), "t", found.id, found.ply, "resigned", style=RED),
        button(say("button-play-on"), "t", found.id, found.ply, "keep"),
    )


async def resign(request: Request, session: SessionId) -> Screen | None:
    """Resign, and hang the final table."""
    over = await request.house.sessions.resign(session, request.player.id, now=request.now)
    return await tables.hang(request, over)


async def offer(request: Request, session: SessionId, ply: int | None, kind: OfferKind) -> Screen | None:
    """Make an offer publicly; one that meets the opponent's own is agreed on at once."""
    made = await request.house.sessions.offer(session, ply, request.player.id, kind, now=request.now)
    seat = made.seat_of(request.player.id)
    if (kind, seat) not in made.offers:
        return await tables.hang(request, made)
    screen = offer_view.offer(made, speaker(made.locale), kind, seat)
    try:
        message = await tables.post(
            request, made.place, screen, nonce=f"{made.id}.{made.ply}.{kind}.{seat[0]}"
        )
    except NOT_TAKEN as error:
        # Nobody can see it, so it shall not stand.
        await request.house.sessions.take_offer_back(made, kind, seat)
        raise NotPosted from error
    await request.house.sessions.hang_offer(made, kind, seat, message)
    return None


async def answer_offer(
    request: Request, session: SessionId, ply: int, kind: OfferKind, *, accept: bool
) -> Screen | None:
    """Accept or decline an offer; the message that made it tells the answer."""
    answered = await request.house.sessions.answer(
        session, ply, request.player.id, kind, accept=accept, now=request.now
    )
    seat = answered.seat_of(request.player.id).opponent
    if accept:
        await request.tell(await tables.hang(request, answered))
    return offer_view.answered(answered, speaker(answered.locale), kind, seat, accepted=accept)


async def bring_here(request: Request, session: SessionId) -> Screen | None:
    """Play a session on in this place where its own is gone; raises TableElsewhere or another Refusal."""
    must_be_writable(request.interaction, request.here.server)
    found = await request.house.sessions.playable(session, request.player.id)
    if found.place.channel != request.place.channel:
        if await _still_there(request, found):
            raise TableElsewhere(found)
        await _opponents_must_be_here(request, found)
    moved = await request.house.sessions.move_to(session, request.place, request.player.id)
    return await tables.hang(request, moved)


async def _still_there(request: Request, session: Session) -> bool:
    """Whether the bot can still reach the session's channel; one it never could counts as gone."""
    if session.place.posting != "bot":
        return False
    try:
        await request.interaction.client.fetch_channel(session.place.channel)
    except (discord.NotFound, discord.Forbidden):
        return False
    return True


async def _opponents_must_be_here(request: Request, session: Session) -> None:
    """Raise OpponentNotHere where the other player is no member of this server."""
    guild = request.interaction.guild
    if guild is None:
        return
    for player in session.seats.values():
        try:
            await guild.fetch_member(player.id)
        except (discord.NotFound, discord.Forbidden) as error:
            raise OpponentNotHere from error
