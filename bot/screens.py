"""A session's public screen, whichever game it is of: with its picture, or in words where it can't be drawn."""

import asyncio
import logging

from render.town import TownScene, draw_town, labels, town_words

from bot.house import House
from bot.session import Session
from bot.views import hunt_words
from bot.views.board import picture, scene
from bot.views.hunt import hunt_screen, lit
from bot.views.layout import Picture, Screen
from bot.views.table import table
from bot.words import Say, speaker
from render import alt
from rules.draugr.hunt import Hunt

log = logging.getLogger(__name__)

TOWN = "town.png"


async def public(house: House, session: Session, *, ping: bool = False, words_only: bool = False) -> Screen:
    """The newest screen of a session, in the language of its place; `ping` calls the player to move."""
    say = speaker(session.locale)
    if isinstance(session.state, Hunt):
        return await hunt(house, session, words_only=words_only)
    drawn = scene(session, say)
    if words_only:
        return table(session, say, alt.text_board(drawn), ping=ping)
    try:
        return table(session, say, await picture(drawn, say, house.cache), ping=ping)
    except Exception:
        log.exception("session %s ply %s: no picture", session.id, session.ply)
        return table(session, say, alt.text_board(drawn), ping=ping)


async def hunt(house: House, session: Session, *, words_only: bool = False) -> Screen:
    """The hunt's one message."""
    say = speaker(session.locale)
    day = await house.hunts.day_of(session.id)
    actions = await house.sessions.actions(session)
    events = await asyncio.to_thread(hunt_words.happened, session.setup, actions)
    told = hunt_words.round_told(events, session.hunt.round, say)
    town: Picture | str = town_words(_town(session, say), say)
    if not words_only:
        try:
            town = await town_picture(house, session, say)
        except Exception:
            log.exception("session %s ply %s: no picture", session.id, session.ply)
    return hunt_screen(session, say, town, told, day=day)


async def town_picture(house: House, session: Session, say: Say) -> Picture:
    """The town as a picture, drawn off the event loop."""
    drawn = _town(session, say)
    png = await asyncio.to_thread(draw_town, drawn, cache_dir=house.cache)
    return Picture(TOWN, png, town_words(drawn, say))


def played_on(session: Session) -> Screen:
    """An older screen as what it now is: the picture it already has, and no controls."""
    say = speaker(session.locale)
    if isinstance(session.state, Hunt):
        kept = Picture(TOWN, b"", town_words(_town(session, say), say))
        return hunt_screen(session, say, kept, (), upload=False, controls=False)
    words = alt.board(scene(session, say), say)
    return table(session, say, Picture("board.png", b"", words), upload=False, controls=False)


def _town(session: Session, say: Say) -> TownScene:
    return TownScene(session.hunt, labels(say), lit=lit(session.hunt))
