"""The intents of a match, the same for typed commands and for buttons: ask the service, then show."""

import discord

from bot import tables
from bot.access import must_be_playable
from bot.challenges import Challenge, Side
from bot.people import ChallengeId, Place, Player, PlayerId, SessionId
from bot.refusals import CannotOpenThread, OpponentIsABot, OpponentNotHere
from bot.reply import Request
from bot.session import OfferKind
from bot.views import challenge as challenge_view
from bot.views import offer as offer_view
from bot.views.controls import button
from bot.views.layout import Screen, sentence
from bot.views.table import RED
from bot.words import plain_name, speaker
from rules.tafl.ruleset import PRESETS


async def move(request: Request, session: SessionId, ply: int | None, text: str) -> Screen | None:
    """Play the text's move or placement, and hang the new table."""
    house = request.house
    played = await house.sessions.act(session, ply, request.player.id, text, now=request.now, draw=house.draw)
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
    await tables.post(request, made.place, screen, nonce=f"{made.id}.{made.ply}.{kind}.{seat[0]}")
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
        await tables.hang(request, answered)
    return offer_view.answered(answered, speaker(answered.locale), kind, seat, accepted=accept)


async def challenge(
    request: Request,
    opponent: discord.User | discord.Member,
    side: Side,
    rules: str,
    place: Place | None = None,
) -> Screen | None:
    """Hang a challenge here (or in `place`); refused where a match could not be played."""
    if place is None:
        must_be_playable(request.interaction)
        place = request.place
    if opponent.bot:
        raise OpponentIsABot
    if isinstance(opponent, discord.Member) and not _can_see(request, opponent):
        raise OpponentNotHere
    made = await request.house.challenges.make(
        place=place,
        locale=request.public_locale,
        challenger=request.player,
        opponent=Player(PlayerId(opponent.id), plain_name(opponent.display_name)),
        side=side,
        ruleset=PRESETS[rules],
        now=request.now,
    )
    return await _hang_challenge(request, made)


async def challenge_in_thread(
    request: Request, opponent: discord.User | discord.Member, side: Side, rules: str
) -> Screen | None:
    """Open a thread for a challenge whose channel is taken."""
    channel = request.interaction.channel
    if not isinstance(channel, discord.TextChannel) or not request.may_open_threads:
        raise CannotOpenThread
    title = speaker(request.public_locale)(
        "thread-title", challenger=request.player.name, opponent=plain_name(opponent.display_name)
    )
    try:
        thread = await channel.create_thread(name=title[:100], type=discord.ChannelType.public_thread)
    except discord.HTTPException as error:
        raise CannotOpenThread from error
    return await challenge(
        request, opponent, side, rules, Place(request.interaction.guild_id, thread.id, "bot")
    )


async def rematch(request: Request, session: SessionId) -> Screen | None:
    """Challenge the same opponent again with the sides swapped; what both have asked for begins."""
    must_be_playable(request.interaction)
    found = await request.house.sessions.get(session)
    made = await request.house.challenges.rematch(
        found, request.player, place=request.place, locale=found.locale, now=request.now
    )
    if made.challenger.id == request.player.id:
        return await _hang_challenge(request, made)
    screen = await accept(request, made.id)
    accepted = await request.house.challenges.get(made.id, now=request.now)
    if accepted.message is not None:
        await tables.replace(request.interaction.client, made.place, accepted.message, screen)
    return None


async def accept(request: Request, challenge: ChallengeId) -> Screen:
    """Open the match, hang its first table, and tell so on the challenge."""
    house = request.house
    accepted, session = await house.challenges.accept(
        challenge, request.player.id, now=request.now, draw=house.draw
    )
    await tables.hang(request, session)
    return await _answered(request, accepted)


async def _hang_challenge(request: Request, made: Challenge) -> Screen | None:
    screen = challenge_view.challenge(made, speaker(made.locale), ping=True)
    try:
        message = await tables.post(request, made.place, screen, nonce=f"c{made.id}")
    except discord.HTTPException:
        # Nobody can see it, so nobody shall be bound by it.
        await request.house.challenges.withdraw(made.id, made.challenger.id, now=request.now)
        raise
    await request.house.challenges.hang(made.id, message)
    hung = await request.house.challenges.get(made.id, now=request.now)
    if hung.state != "open":
        # A rematch that the opponent asked for at the same moment has begun meanwhile.
        await tables.replace(request.interaction.client, hung.place, message, await _answered(request, hung))
    return None


async def _answered(request: Request, challenge: Challenge) -> Screen:
    """The challenge as it now stands, with the way to its match."""
    session = await request.house.sessions.get(challenge.session) if challenge.session else None
    return challenge_view.challenge(challenge, speaker(challenge.locale), session=session)


def _can_see(request: Request, opponent: discord.Member) -> bool:
    permissions = opponent.resolved_permissions
    return permissions is None or permissions.view_channel
