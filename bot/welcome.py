"""Whether somebody may do it just now: limits judged inside the caller's transaction, so that two at once keep them."""

from collections.abc import Awaitable, Callable
from datetime import datetime

from bot import limits
from bot.limits import Rate
from bot.people import PlayerId
from bot.playing_sets import moment
from bot.refusals import (
    ChallengedLately,
    DeclinedLately,
    HuntedLately,
    OpponentIsBusy,
    OpponentUnavailable,
    RenamedLately,
    TooManyChallenges,
    TooManyHunts,
    TooManyMatches,
    TooManyToOne,
)
from bot.store import Transaction
from bot.store import limits as queries
from rules.draugr.game import DRAUGR
from rules.tafl.match import TAFL

Times = Callable[[Transaction, int, int, int], Awaitable[list[int]]]
"""When a player did something since then, at most so many times."""


async def challenge_must_be_welcome(
    tx: Transaction, challenger: PlayerId, opponent: PlayerId, now: datetime
) -> None:
    """Raise the reason why that person may not challenge the other now.

    TooManyChallenges, TooManyToOne, TooManyMatches, ChallengedLately, DeclinedLately or OpponentUnavailable.
    """
    at = _seconds(now)
    if await queries.count_open(tx, challenger, at) >= limits.MOST_OPEN_CHALLENGES:
        raise TooManyChallenges(limits.MOST_OPEN_CHALLENGES)
    if await queries.count_open_to(tx, challenger, opponent, at) >= limits.MOST_OPEN_TO_ONE:
        raise TooManyToOne(limits.MOST_OPEN_TO_ONE)
    if await queries.count_live(tx, challenger, TAFL.name) >= limits.MOST_MATCHES:
        raise TooManyMatches(limits.MOST_MATCHES)
    again = await _again(tx, queries.challenges_since, limits.CHALLENGES, challenger, now)
    if again is not None:
        raise ChallengedLately(again)
    if await queries.blocks(tx, opponent, challenger):
        raise OpponentUnavailable
    await _must_not_insist(tx, challenger, opponent, now)


async def match_must_have_room(tx: Transaction, accepting: PlayerId, challenger: PlayerId) -> None:
    """Raise TooManyMatches or OpponentIsBusy where one of two has as many matches as one may have."""
    for player in (accepting, challenger):
        if await queries.count_live(tx, player, TAFL.name) >= limits.MOST_MATCHES:
            raise TooManyMatches(limits.MOST_MATCHES) if player == accepting else OpponentIsBusy


async def hunt_must_have_room(tx: Transaction, hunter: PlayerId) -> None:
    """Raise TooManyHunts where the hunter has as many hunts as one may have."""
    if await queries.count_live(tx, hunter, DRAUGR.name) >= limits.MOST_HUNTS:
        raise TooManyHunts(limits.MOST_HUNTS)


async def hunts_must_be_spaced(tx: Transaction, hunter: PlayerId, now: datetime) -> None:
    """Raise HuntedLately where the hunter has begun as many within the hour as one may."""
    again = await _again(tx, queries.hunts_since, limits.HUNTS, hunter, now)
    if again is not None:
        raise HuntedLately(again)


async def note_renaming(tx: Transaction, player: PlayerId, now: datetime) -> None:
    """Note that the player renames a set; raises RenamedLately, and then it is not noted."""
    again = await _again(tx, queries.renamings_since, limits.RENAMINGS, player, now)
    if again is not None:
        raise RenamedLately(again)
    await queries.insert_renaming(tx, player, _seconds(now), _seconds(now - limits.RENAMINGS.span))


async def _must_not_insist(tx: Transaction, challenger: PlayerId, opponent: PlayerId, now: datetime) -> None:
    since = _seconds(now - limits.DECLINES_REMEMBERED)
    declines, last = await queries.declines_since(tx, challenger, opponent, since, _seconds(now))
    again = moment(last) + limits.cool_down(declines)
    if declines and now < again:
        raise DeclinedLately(again)


async def _again(
    tx: Transaction, times: Times, rate: Rate, player: PlayerId, now: datetime
) -> datetime | None:
    done = await times(tx, player, _seconds(now - rate.span), rate.most)
    return rate.again([moment(at) for at in done], now)


def _seconds(moment_: datetime) -> int:
    return int(moment_.timestamp())
