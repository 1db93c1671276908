"""A session's public screen, whichever game it is of: with its picture, or in words where it can't be drawn."""

import asyncio
import logging

from bot.house import House
from bot.preferences import TableWishes
from bot.session import Session
from bot.views import hunt_words, sets
from bot.views.board import lettered, picture, scene
from bot.views.hunt import hunt_screen
from bot.views.layout import Picture, Screen
from bot.views.table import table
from bot.views.town import hung, town_picture, words_alone
from bot.words import Say, speaker
from render import alt
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
    letters = lettered(drawn, say)
    told = say(note) if note else ""
    if words_only or wishes.letters_alone:
        return table(session, say, letters, ping=ping, note=told)
    try:
        shown = await picture(drawn, say, house.cache)
        prize = await _prize(house, session, say)
        below = letters if wishes.letters else ""
        return table(session, say, shown, ping=ping, prize=prize, letters=below, note=told)
    except Exception:
        log.exception("session %s ply %s: no picture", session.id, session.ply)
        return table(session, say, letters, ping=ping, note=told)


async def _prize(house: House, session: Session, say: Say) -> Picture | None:
    """The set that changed hands when the match ended."""
    for seat, brought in session.brought.items():
        if brought.stake == "lost":
            one = await house.collections.get(brought.number)
            return await sets.prize(session, one, seat, say, house.cache)
    return None


async def hunt(house: House, session: Session, *, words_only: bool = False, note: str = "") -> Screen:
    """The hunt's one message, as its hunter wishes; `note` is the key of a sentence in small print."""
    say = speaker(session.locale)
    day = await house.hunts.day_of(session.id)
    actions = await house.sessions.actions(session)
    events = await asyncio.to_thread(hunt_words.happened, session.setup, actions)
    told = hunt_words.round_told(events, session.hunt.round, say)
    wishes = await house.preferences.at_table(session)
    town: Picture | str = words_alone(session.hunt, say)
    if not words_only and not wishes.letters_alone:
        try:
            town = await town_picture(session.hunt, say, house.cache, wishes.board)
        except Exception:
            log.exception("session %s ply %s: no picture", session.id, session.ply)
    return hunt_screen(session, say, town, told, day=day, note=say(note) if note else "")


def played_on(session: Session, *, words_only: bool = False) -> Screen:
    """An older screen as what it now is: the picture it already has, or words, and no controls."""
    say = speaker(session.locale)
    if isinstance(session.state, Hunt):
        town = words_alone(session.hunt, say) if words_only else hung(session.hunt, say)
        return hunt_screen(session, say, town, (), upload=False, controls=False)
    drawn = scene(session, say)
    board = lettered(drawn, say) if words_only else Picture("board.png", b"", alt.board(drawn, say))
    return table(session, say, board, upload=False, controls=False)
