"""Many people in many channels, who ask again and again or all at once."""

import asyncio
from collections.abc import Awaitable, Sequence
from datetime import timedelta

from bot.challenges import Challenges
from bot.people import Place, Player, PlayerId
from tests.bot.folk import BJORN, GUILD, Clock, challenge


def place(number: int) -> Place:
    """One channel of many."""
    return Place(GUILD, 10_000 + number, "bot")


def somebody(number: int) -> Player:
    """One person of many."""
    return Player(PlayerId(100 + number), f"Guest {number}")


async def declined(challenges: Challenges, clock: Clock, times: int) -> None:
    """Astrid challenges Bjorn so often, a minute after each answer, and he declines."""
    for _ in range(times):
        made = await challenge(challenges, now=clock())
        await challenges.decline(made.id, BJORN.id, now=clock())
        clock.pass_by(timedelta(minutes=1))


async def at_once(acts: Sequence[Awaitable[object]]) -> list[object]:
    """What comes of all of them."""
    return await asyncio.gather(*acts, return_exceptions=True)
