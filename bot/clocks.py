"""What happens because time has passed: polled from the store, so that a restart misses nothing."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from typing import TypeVar

import discord

from bot import screens, tables
from bot.challenges import Challenge
from bot.house import House
from bot.idle import WARNED_TO_END
from bot.network import NOT_TAKEN, short
from bot.session import Session
from bot.views import challenge as challenge_view
from bot.views import idle as idle_view
from bot.words import speaker
from rules.draugr.hunt import Hunt

log = logging.getLogger(__name__)

POLL_SECONDS = 60.0

_Row = TypeVar("_Row", Challenge, Session)


async def keep(client: discord.Client, house: House) -> None:
    """Catch up with what the last process left undone, then poll for ever; a bad round does not end it."""
    await _round(client, house, catch_up)
    while True:
        await _round(client, house, poll)
        await asyncio.sleep(POLL_SECONDS)


async def catch_up(client: discord.Client, house: House) -> None:
    """Hang the tables of moves that were kept and, before the process ended, not shown: once, at the start."""
    await client.wait_until_ready()
    shown = await house.idle.not_shown(now=house.clock())
    await _each(shown, lambda session: tables.hang_unasked(house, client, session))


async def poll(client: discord.Client, house: House) -> None:
    """Close the challenges whose time is over, warn of sessions left alone, end those left alone for too long.

    Tables that Discord did not take are tried again.
    """
    now = house.clock()
    await _each(await house.challenges.expire(now=now), lambda challenge: _tell_expired(client, challenge))
    await _each(await house.idle.warn(now=now), lambda session: _warn(client, house, session))
    await _each(await house.idle.end(now=now), lambda session: _show_end(client, house, session))
    unhung = await house.idle.readable(house.overdue.unhung())
    await _each(unhung, lambda session: tables.hang_unasked(house, client, session))


async def _round(
    client: discord.Client, house: House, work: Callable[[discord.Client, House], Awaitable[None]]
) -> None:
    try:
        await work(client, house)
    except Exception:
        log.exception("clocks: a round failed")


async def _each(rows: Iterable[_Row], tell: Callable[[_Row], Awaitable[object]]) -> None:
    """Tell of each; one that can't be told of does not keep the others waiting."""
    for row in rows:
        try:
            await tell(row)
        except Exception:
            log.exception("clocks: %s %s untold", type(row).__name__, row.id)


async def _tell_expired(client: discord.Client, challenge: Challenge) -> None:
    if challenge.message is not None:
        screen = challenge_view.challenge(challenge, speaker(challenge.locale))
        await tables.replace(client, challenge.place, challenge.message, screen)


async def _warn(client: discord.Client, house: House, session: Session) -> None:
    """Call whoever must act, where the session is played; nobody can be told where the bot may not write."""
    if session.place.posting != "bot":
        return
    wishes = await house.preferences.at_table(session)
    screen = idle_view.warning(
        session, speaker(session.locale), house.clock() + WARNED_TO_END, ping=wishes.calls(session.turn)
    )
    try:
        await tables.post(
            tables.Unasked(house, client), session.place, screen, nonce=f"{session.id}.{session.ply}.idle"
        )
    except NOT_TAKEN as error:
        log.info("session %s left alone, not told: %s", session.id, short(error))


async def _show_end(client: discord.Client, house: House, session: Session) -> None:
    if session.place.posting != "bot":
        return
    if not isinstance(session.state, Hunt):
        await tables.hang_unasked(house, client, session)
    elif session.shown:
        await tables.replace(client, session.place, session.shown.message, await screens.hunt(house, session))
