"""A session's public screen, whichever game it is of: with its picture, or in words where it can't be drawn."""

import asyncio
import logging

from bot.house import House
from bot.hunts import day_of
from bot.preferences import TableWishes
from bot.session import Session
from bot.views import daily, ending, hunt_words
from bot.views.board import PICTURE, lettered, picture, scene
from bot.views.hunt import hunt_screen
from bot.views.layout import Picture, Screen
from bot.views.table import table
from bot.views.town import hung, town_picture, words_alone
from bot.words import Say, speaker
from render import alt
from render.scene import Scene
from rules.draugr.hunt import Hunt

log = logging.getLogger(__name__)


async def public(
    house: House,
    session: Session,
    wishes: TableWishes,
    *,
    ping: bool = False,
    words_only: bool = False,
    note: str = "",
) -> Screen:
    """The newest screen of a session, in the language of its place and as its players wish.

    `ping` calls the player to move; `note` is the key of a sentence in small print.
    """
    say = speaker(session.locale)
    if isinstance(session.state, Hunt):
        return await hunt(house, session, words_only=words_only, note=note)
    ping = ping and wishes.calls(session.turn)
    drawn = scene(session, say, theme=wishes.board)
    told = say(note) if note else ""
    if words_only or wishes.letters_alone:
        return table(session, say, lettered(drawn, say), ping=ping, note=told)
    try:
        shown = await _pictured(house, session, say, drawn)
        below = lettered(drawn, say) if wishes.letters else ""
        return table(session, say, shown, ping=ping, letters=below, note=told)
    except Exception:
        log.exception("session %s ply %s: no picture", session.id, session.ply)
        return table(session, say, lettered(drawn, say), ping=ping, note=told)


async def _pictured(house: House, session: Session, say: Say, drawn: Scene) -> Picture:
    """The board, or the closing card of a match that is over."""
    if session.outcome is None:
        return await picture(drawn, say, house.cache)
    lost = ending.lost_by(session)
    style = "" if lost is None else (await house.collections.get(session.brought[lost].number)).style
    return await ending.end_picture(ending.end_scene(session, say, drawn, style), say, house.cache)


async def hunt(house: House, session: Session, *, words_only: bool = False, note: str = "") -> Screen:
    """The hunt's one message, as its hunter wishes; `note` is the key of a sentence in small print."""
    say = speaker(session.locale)
    day = day_of(session)
    actions = await house.sessions.actions(session)
    events = await asyncio.to_thread(hunt_words.happened, session.setup, actions)
    told = hunt_words.round_told(events, session.hunt.round, say)
    wishes = await house.preferences.at_table(session)
    town: Picture | str = words_alone(session.hunt, say)
    if not words_only and not wishes.letters_alone:
        try:
            town = await _town(house, session, say, wishes.board)
        except Exception:
            log.exception("session %s ply %s: no picture", session.id, session.ply)
    return hunt_screen(session, say, town, told, day=day, note=say(note) if note else "")


async def _town(house: House, session: Session, say: Say, theme: str) -> Picture:
    """The town, or the closing card of a hunt that is over."""
    if session.outcome is None:
        return await town_picture(session.hunt, say, house.cache, theme)
    scene = ending.hunt_end_scene(session, session.outcome, say, theme)
    return await ending.hunt_end_picture(scene, say, house.cache)


async def shared(
    house: House, session: Session, say: Say, *, to_copy: bool = False, words_only: bool = False
) -> Screen:
    """How a hunt ended, without spoilers: in words, and as a picture where it is wanted and can be drawn."""
    day = day_of(session)
    wishes = await house.preferences.at_table(session)
    shown = None
    if not words_only and not wishes.letters_alone:
        try:
            scene = daily.result_scene(session, say, day, wishes.board)
            shown = await daily.result_picture(scene, house.cache)
        except Exception:
            log.exception("session %s: no picture to share", session.id)
    return daily.result_screen(session, say, day, picture=shown, to_copy=to_copy)


def played_on(session: Session, *, words_only: bool = False) -> Screen:
    """An older screen as what it now is: the picture it already has, or words, and no controls."""
    say = speaker(session.locale)
    if isinstance(session.state, Hunt):
        town = words_alone(session.hunt, say) if words_only else _hung_town(session, say)
        return hunt_screen(session, say, town, (), day=day_of(session), upload=False, controls=False)
    drawn = scene(session, say)
    board = lettered(drawn, say) if words_only else _hung_board(session, say, drawn)
    return table(session, say, board, upload=False, controls=False)


def _hung_town(session: Session, say: Say) -> Picture:
    if session.outcome is None:
        return hung(session.hunt, say)
    return ending.hunt_end_hung(ending.hunt_end_scene(session, session.outcome, say), say)


def _hung_board(session: Session, say: Say, drawn: Scene) -> Picture:
    if session.outcome is None:
        return Picture(PICTURE, b"", alt.board(drawn, say))
    return ending.end_hung(ending.end_scene(session, say, drawn), say)
