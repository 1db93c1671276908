"""What happens because time has passed: polled from the store, so that a restart misses nothing."""

import asyncio
import logging

import discord

from bot import tables
from bot.challenges import Challenge
from bot.house import House
from bot.views import challenge as view
from bot.words import speaker

log = logging.getLogger(__name__)

POLL_SECONDS = 60.0


async def keep(client: discord.Client, house: House) -> None:
    """Poll for ever; one bad round is logged and does not end it."""
    while True:
        try:
            await poll(client, house)
        except Exception:
            log.exception("clocks: a round failed")
        await asyncio.sleep(POLL_SECONDS)


async def poll(client: discord.Client, house: House) -> None:
    """Close the challenges whose time is over, and say so on each."""
    for challenge in await house.challenges.expire(now=house.clock()):
        try:
            await _tell_expired(client, challenge)
        except Exception:
            log.exception("clocks: challenge %s expired untold", challenge.id)


async def _tell_expired(client: discord.Client, challenge: Challenge) -> None:
    if challenge.message is not None:
        screen = view.challenge(challenge, speaker(challenge.locale))
        await tables.replace(client, challenge.place, challenge.message, screen)
