"""The intents of a match, the same for typed commands and for buttons: ask the service, then show."""

import discord

from bot import tables
from bot.access import must_be_writable
from bot.network import NOT_TAKEN
from bot.people import SessionId
from bot.refusals import NotPosted, OpponentNotHere, TableElsewhere
from bot.request import Request
from bot.session import OfferKind, Session
from bot.views import offer as offer_view
from bot.views.controls import button
from bot.views.layout import Screen, sentence
from bot.views.table import RED, staked_by
from bot.words import speaker
from rules.game import IllegalAction, Unreadable, WrongAction
from rules.tafl.match import TAFL
from rules.tafl.position import PLACEMENTS


async def move(request: Request, session: SessionId | None, ply: int | None, text: str) -> Screen | None:
    """Play the text's move or placement in that match, or in the channel's (None), and hang the new table."""
    house = request.house
    channel = request.interaction.channel_id or 0
    try:
        played = await house.sessions.act(
            session, ply, request.player.id, text, now=request.now, draw=house.draw, channel=channel
        )
    except Unreadable as error:
        found = session or await house.sessions.here(channel, TAFL.name)
        raise _unreadable(error, await house.sessions.get(found)) from error
    return await tables.hang(request, played)


def _unreadable(error: Unreadable, session: Session) -> WrongAction:
    """The same with a move that can be played now; before the placement (T3), that it comes first."""
    if session.match.placing:
        return IllegalAction(rule="T3", reason="placing", squares=PLACEMENTS)
    legal = TAFL.legal(session.match)
    example = tuple(TAFL.write(session.match, move) for move in legal[:1])
    return Unreadable(rule=error.rule, reason=error.reason, text=error.text, squares=example)


async def ask_to_resign(request: Request, session: SessionId) -> Screen:
    """Ask the player whether they mean it (T19), and name the set that it costs them (W3)."""
    found = await request.house.sessions.playable(session, request.player.id)
    say = request.say
    staked = staked_by(found, found.seat_of(request.player.id), say)
    return sentence(
        say("resign-sure-staked", set=staked) if staked else say("resign-sure"),
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
    # Only the player to move is ever called, and the opponent need not be.
    wishes = await request.house.preferences.at_table(made)
    ping = made.turn is seat.opponent and wishes.calls(seat.opponent)
    screen = offer_view.offer(made, speaker(made.locale), kind, seat, ping=ping)
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
