"""A session's public screen, whichever game it is of: with its picture, or in words where it can't be drawn."""

import asyncio
import logging

from bot.house import House
from bot.session import Session
from bot.views import hunt_words, sets
from bot.views.board import picture, scene
from bot.views.hunt import hunt_screen
from bot.views.layout import Picture, Screen
from bot.views.table import table
from bot.views.town import PICTURE, town_picture, words_alone
from bot.words import Say, speaker
from render import alt
from rules.draugr.hunt import Hunt

log = logging.getLogger(__name__)


async def public(house: House, session: Session, *, ping: bool = False, words_only: bool = False) -> Screen:
    """The newest screen of a session, in the language of its place; `ping` calls the player to move."""
    say = speaker(session.locale)
    if isinstance(session.state, Hunt):
        return await hunt(house, session, words_only=words_only)
    drawn = scene(session, say)
    if words_only:
        return table(session, say, alt.text_board(drawn), ping=ping)
    try:
        shown = await picture(drawn, say, house.cache)
        return table(session, say, shown, ping=ping, prize=await _prize(house, session, say))
    except Exception:
        log.exception("session %s ply %s: no picture", session.id, session.ply)
        return table(session, say, alt.text_board(drawn), ping=ping)


async def _prize(house: House, session: Session, say: Say) -> Picture | None:
    """The set that changed hands when the match ended."""
    for seat, brought in session.brought.items():
        if brought.stake == "lost":
            one = await house.collections.get(brought.number)
            return await sets.prize(session, one, seat, say, house.cache)
    return None


async def hunt(house: House, session: Session, *, words_only: bool = False) -> Screen:
    """The hunt's one message."""
    say = speaker(session.locale)
    day = await house.hunts.day_of(session.id)
    actions = await house.sessions.actions(session)
    events = await asyncio.to_thread(hunt_words.happened, session.setup, actions)
    told = hunt_words.round_told(events, session.hunt.round, say)
    town: Picture | str = words_alone(session.hunt, say)
    if not words_only:
        try:
            town = await town_picture(session.hunt, say, house.cache)
        except Exception:
            log.exception("session %s ply %s: no picture", session.id, session.ply)
    return hunt_screen(session, say, town, told, day=day)


def played_on(session: Session, *, words_only: bool = False) -> Screen:
    """An older screen as what it now is: the picture it already has, or words, and no controls."""
    say = speaker(session.locale)
    if isinstance(session.state, Hunt):
        words = words_alone(session.hunt, say)
        town = words if words_only else Picture(PICTURE, b"", words)
        return hunt_screen(session, say, town, (), upload=False, controls=False)
    drawn = scene(session, say)
    board = alt.text_board(drawn) if words_only else Picture("board.png", b"", alt.board(drawn, say))
    return table(session, say, board, upload=False, controls=False)
