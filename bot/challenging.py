"""The intents of a challenge: make it, answer it, stake on it; what is accepted becomes a match."""

from typing import cast

import discord

from bot import tables
from bot.access import must_be_open, must_be_playable
from bot.challenges import Challenge, Side
from bot.network import NOT_TAKEN
from bot.people import ChallengeId, Place, Player, PlayerId, SessionId
from bot.playing_sets import PlayingSet, SetId
from bot.refusals import (
    CannotOpenThread,
    NothingToStake,
    NotPosted,
    Opening,
    OpponentIsABot,
    OpponentNotHere,
    SetIsStaked,
    SetNotYours,
    TheirStakeIsGone,
)
from bot.request import Request
from bot.views import challenge as challenge_view
from bot.views import sets as sets_view
from bot.views.layout import Picture, Screen
from bot.views.set_title import set_title
from bot.words import plain_name, speaker
from rules.tafl.ruleset import PRESETS


async def challenge(
    request: Request,
    opponent: discord.User | discord.Member,
    side: Side,
    rules: str,
    place: Place | None = None,
    stake: SetId | None = None,
) -> Screen | None:
    """Hang a challenge here (or in `place`); refused where a match could not be played."""
    if place is None:
        must_be_playable(request.interaction, request.here.server)
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
        stake=stake,
    )
    return await _hang_challenge(request, made)


async def challenge_in_thread(
    request: Request, opponent: discord.User | discord.Member, opening: Opening
) -> Screen | None:
    """Open a thread for a challenge whose channel is taken."""
    must_be_open(request.interaction, request.here.server)
    channel = request.interaction.channel
    if not isinstance(channel, discord.TextChannel) or not request.may_open_threads:
        raise CannotOpenThread
    title = speaker(request.public_locale)(
        "thread-title", challenger=request.player.name, opponent=plain_name(opponent.display_name)
    )
    try:
        thread = await channel.create_thread(name=title[:100], type=discord.ChannelType.public_thread)
    except NOT_TAKEN as error:
        raise CannotOpenThread from error
    place = Place(request.interaction.guild_id, thread.id, "bot")
    stake = SetId(opening.stake) if opening.stake is not None else None
    return await challenge(request, opponent, cast(Side, opening.side), opening.preset, place, stake)


async def rematch(request: Request, session: SessionId) -> Screen | None:
    """Challenge the same opponent again with the sides swapped; what both have asked for begins."""
    must_be_playable(request.interaction, request.here.server)
    found = await request.house.sessions.get(session)
    made = await request.house.challenges.rematch(
        found, request.player, place=request.place, locale=found.locale, now=request.now
    )
    if made.challenger.id == request.player.id:
        return await _hang_challenge(request, made)
    screen = await accept(request, made.id)
    accepted = await request.house.challenges.get(made.id, now=request.now)
    if accepted.message is not None:
        await tables.replace(request.client, made.place, accepted.message, screen)
    return None


async def choose_stake(request: Request, challenge: ChallengeId, *, first: int = 0) -> Screen:
    """The challenged is shown which sets they can stake, from there on; raises NothingToStake or another Refusal."""
    house = request.house
    found = await house.challenges.answerable(challenge, request.player.id, now=request.now)
    await house.collections.of(request.player, now=request.now, own=True)
    free = await house.collections.free(request.player.id)
    if not free:
        raise NothingToStake
    return sets_view.choose_stake(found, free, request.say, first)


async def review_stakes(request: Request, challenge: ChallengeId, stake: SetId) -> Screen:
    """Both sets pictured, and what takes each, before the challenged seals it."""
    house = request.house
    found = await house.challenges.answerable(challenge, request.player.id, now=request.now)
    theirs, mine = [await house.collections.get(number) for number in (SetId(found.stake or 0), stake)]
    if mine.owner != request.player.id:
        raise SetNotYours(mine)
    shown = await sets_view.pictured([theirs, mine], request.say, house.cache)
    return sets_view.review_stakes(found, theirs, mine, shown, request.say)


async def seal(request: Request, challenge: ChallengeId, stake: SetId | None) -> Screen | None:
    """Accept a challenge, with one's own set where one is staked; the public message tells so."""
    screen = await accept(request, challenge, stake)
    accepted = await request.house.challenges.get(challenge, now=request.now)
    if accepted.message is not None:
        await tables.replace(request.client, accepted.place, accepted.message, screen)
    return None


async def accept(request: Request, challenge: ChallengeId, stake: SetId | None = None) -> Screen:
    """Open the match, hang its first table, and tell so on the challenge; raises a Refusal."""
    house = request.house
    try:
        accepted, session = await house.challenges.accept(
            challenge, request.player.id, now=request.now, draw=house.draw, stake=stake
        )
    except (SetIsStaked, SetNotYours) as error:
        if error.playing_set.id == stake:
            raise
        raise TheirStakeIsGone(error.playing_set) from error
    await request.tell(await tables.hang(request, session))
    return await _answered(request, accepted)


async def _hang_challenge(request: Request, made: Challenge) -> Screen | None:
    staked = await _staked(request, made)
    ping = (await request.house.preferences.of(made.opponent.id)).pings
    screen = challenge_view.challenge(made, speaker(made.locale), ping=ping, staked=staked)
    try:
        message = await tables.post(request, made.place, screen, nonce=f"c{made.id}")
    except NOT_TAKEN as error:
        # Nobody can see it, so nobody shall be bound by it.
        await request.house.challenges.withdraw(made.id, made.challenger.id, now=request.now)
        raise NotPosted from error
    await request.house.challenges.hang(made.id, message)
    hung = await request.house.challenges.get(made.id, now=request.now)
    if hung.state != "open":
        # A rematch that the opponent asked for at the same moment has begun meanwhile.
        await tables.replace(request.client, hung.place, message, await _answered(request, hung))
    return None


async def _answered(request: Request, challenge: Challenge) -> Screen:
    """The challenge as it now stands, with the way to its match."""
    session = await request.house.sessions.get(challenge.session) if challenge.session else None
    return challenge_view.challenge(challenge, speaker(challenge.locale), session=session)


async def _staked(request: Request, challenge: Challenge) -> tuple[str, Picture | None] | None:
    """The challenger's set by name, and pictured where that can be shown; None where nothing is staked."""
    if challenge.stake is None:
        return None
    say = speaker(challenge.locale)
    one: PlayingSet = await request.house.collections.get(challenge.stake)
    title = set_title(say, one.material, one.name, one.id)
    if not request.may_attach:
        return title, None
    return title, await sets_view.pictured([one], say, request.house.cache)


def _can_see(request: Request, opponent: discord.Member) -> bool:
    permissions = opponent.resolved_permissions
    return permissions is None or permissions.view_channel
