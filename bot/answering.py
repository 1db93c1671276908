"""The intents of whom a challenge was sent to, typed; what is declined, withdrawn, or not to be had again."""

from collections.abc import Sequence

from bot import challenging, tables
from bot.challenges import Challenge
from bot.people import ChallengeId, Player, PlayerId
from bot.playing_sets import SetId
from bot.refusals import NoChallengeHere, NotTheChallenged
from bot.request import Request
from bot.views import blocks as blocks_view
from bot.views import challenge as challenge_view
from bot.views.layout import Screen, sentence
from bot.words import shown_name, speaker


async def sent_here(request: Request, wanted: int | None) -> ChallengeId:
    """The newest open challenge to the asker in this channel, or the one wanted; raises NoChallengeHere."""
    me, channel = request.player.id, request.place.channel
    return _only(await request.house.challenges.here(channel, now=request.now, to=me), wanted)


async def made_here(request: Request, wanted: int | None) -> ChallengeId:
    """The newest open challenge by the asker in this channel, or the one wanted; raises NoChallengeHere."""
    me, channel = request.player.id, request.place.channel
    return _only(await request.house.challenges.here(channel, now=request.now, by=me), wanted)


async def accept(request: Request, challenge: ChallengeId, stake: SetId | None) -> Screen | None:
    """Open the match; where sets are staked, show first what is at stake."""
    found = await request.house.challenges.answerable(challenge, request.player.id, now=request.now)
    if found.stake is None:
        return await challenging.seal(request, challenge, None)
    if stake is None:
        return await challenging.choose_stake(request, challenge)
    return await challenging.review_stakes(request, challenge, stake)


async def decline(request: Request, challenge: ChallengeId) -> Screen:
    """Decline it; the public message tells so."""
    closed = await request.house.challenges.decline(challenge, request.player.id, now=request.now)
    await _tell_closed(request, closed)
    await request.tell(await block_offered(request, closed))
    return sentence(request.say("challenge-you-declined", name=shown_name(closed.challenger.name)))


async def withdraw(request: Request, challenge: ChallengeId) -> Screen:
    """Take it back; the public message tells so."""
    closed = await request.house.challenges.withdraw(challenge, request.player.id, now=request.now)
    await _tell_closed(request, closed)
    return sentence(request.say("challenge-you-withdrew", name=shown_name(closed.opponent.name)))


async def block_offered(request: Request, declined: Challenge) -> Screen | None:
    """For whoever declines the same person again: the way to be spared; None the first time."""
    insisted = await request.house.blocks.insisted(
        declined.opponent.id, declined.challenger.id, now=request.now
    )
    return blocks_view.block_offered(declined, request.say) if insisted else None


async def block_challenger(request: Request, challenge: ChallengeId) -> Screen:
    """Block whoever made the challenge; raises NotTheChallenged for anybody but the challenged."""
    found = await request.house.challenges.get(challenge, now=request.now)
    if found.opponent.id != request.player.id:
        raise NotTheChallenged(found)
    return await block(request, found.challenger)


async def block(request: Request, other: Player) -> Screen:
    """Take no more challenges from the other; those that hang are declined, and say so."""
    house = request.house
    for declined in await house.blocks.block(request.player.id, other, now=request.now):
        await _tell_closed(request, await house.challenges.get(declined, now=request.now))
    return await blocks(request)


async def unblock(request: Request, other: PlayerId) -> Screen:
    """Take challenges from the other again."""
    await request.house.blocks.unblock(request.player.id, other)
    return await blocks(request)


async def blocks(request: Request) -> Screen:
    """Whom the asker blocks."""
    return blocks_view.blocks(await request.house.blocks.of(request.player.id), request.say)


async def _tell_closed(request: Request, closed: Challenge) -> None:
    if closed.message is not None:
        screen = challenge_view.challenge(closed, speaker(closed.locale))
        await tables.replace(request.interaction.client, closed.place, closed.message, screen)


def _only(found: Sequence[Challenge], wanted: int | None) -> ChallengeId:
    for one in found:
        if wanted in (None, one.id):
            return one.id
    raise NoChallengeHere
