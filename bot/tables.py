"""Hanging a session's newest table at the bottom of its channel, and taking the controls off the one before."""

import asyncio
import dataclasses
import logging
from dataclasses import dataclass
from typing import Any
from weakref import WeakValueDictionary
from zlib import crc32

import discord

from bot import screens
from bot.house import House
from bot.network import NOT_TAKEN, UNKNOWN_MESSAGE, fleeting, short
from bot.observing import answered, concerns
from bot.people import Place
from bot.preferences import TableWishes
from bot.request import Request
from bot.session import Noted, Session, Shown
from bot.views import offer as offer_view
from bot.views.layout import DANGER, Screen, sentence
from bot.words import speaker
from rules.draugr.hunt import Hunt

log = logging.getLogger(__name__)

_one_at_a_time: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()


@dataclass(frozen=True, slots=True)
class Unasked:
    """The bot of its own accord, with nobody waiting for an answer."""

    house: House
    client: discord.Client


async def hang(request: Request, session: Session, *, ping: bool = True) -> Screen | None:
    """Post the session's table; None when it hangs, else what to tell the one who asked.

    The session stands whatever happens here; at most one table of it keeps its controls.
    """
    again = "" if ping else f".{request.interaction.id % 10**9}"
    hangs = await _hang(request, session, ping=ping, again=again)
    return None if hangs else sentence(request.say("error-table-not-shown"), accent=DANGER)


async def show_again(request: Request, session: Session) -> Screen | None:
    """Post the session's table once more, at the bottom, calling nobody; raises TooFast."""
    request.house.showings.keep(request.player.id, request.now)
    return await hang(request, session, ping=False)


async def hang_unasked(house: House, client: discord.Client, session: Session) -> bool:
    """Post the table of a session that nobody asks for now, calling the player to move; whether it hangs."""
    return await _hang(Unasked(house, client), session, ping=True, again="")


async def _hang(asked: Request | Unasked, session: Session, *, ping: bool, again: str) -> bool:
    """Hang the table, or else remember that it doesn't hang, whatever kept it from it."""
    overdue = asked.house.overdue
    if session.place.posting == "bot" and not isinstance(session.state, Hunt):
        overdue.not_hung(session.id, anew=isinstance(asked, Request))
    hangs = await _hung(asked, session, ping=ping, again=again)
    if hangs:
        overdue.hung(session.id)
    return hangs


async def _hung(asked: Request | Unasked, session: Session, *, ping: bool, again: str) -> bool:
    concerns(session.id, session.ply)
    lock = _one_at_a_time.setdefault(session.id, asyncio.Lock())
    async with lock:
        newest = await asked.house.sessions.newest(session)
        if ping and newest.ply != session.ply:
            return True  # somebody has played on meanwhile, and shows that table
        if isinstance(asked, Unasked) and newest.shown and newest.shown.ply == newest.ply:
            return True  # it has come to hang meanwhile
        if newest.ply == session.ply:
            newest = dataclasses.replace(newest, was=session.was)
        wishes = await asked.house.preferences.at_table(newest)
        posted = None
        if ping and wishes.quiet and newest.shown and newest.place.guild is not None:
            posted = await _edit_table(asked, newest, newest.shown.message, wishes)
        if posted is None:
            posted = await _post_table(asked, newest, wishes, ping=ping, again=again)
        if posted is None:
            return False
        answered()
        noted = await _note(asked, newest, posted)
    await _tell_lapsed(asked, newest, noted)
    if isinstance(asked, Request):
        await asked.house.lulls.come()
    if noted.newest:
        await _clear_away(asked, newest, posted)
    return True


async def _note(asked: Request | Unasked, session: Session, posted: Shown) -> Noted:
    """Note where the table hangs."""
    try:
        return await asked.house.sessions.show(session, posted.message, in_words=posted.in_words)
    except Exception:
        # What nobody knows of would keep its controls for ever.
        await _take_controls_off(asked, session, posted)
        raise


async def _clear_away(asked: Request | Unasked, session: Session, posted: Shown) -> None:
    """Leave every table but the posted one without controls; what can't be edited now is tried again next time."""
    before = [session.shown] if session.shown and session.shown.message != posted.message else []
    overdue = asked.house.overdue
    old = [*overdue.take(session.id), *before]
    overdue.keep(session.id, [one for one in old if not await _take_controls_off(asked, session, one)])


async def _tell_lapsed(asked: Request | Unasked, session: Session, noted: Noted) -> None:
    """Take the answers off offers that the match has gone past."""
    say = speaker(session.locale)
    for kind, seat, message in noted.lapsed:
        screen = offer_view.lapsed(session, say, kind, seat)
        await replace(asked.client, session.place, message, screen)


async def post(asked: Request | Unasked, place: Place, screen: Screen, *, nonce: str) -> int:
    """Post a screen publicly in the place; the message's number. Raises one of NOT_TAKEN.

    Where the bot itself may not write, the interaction still can. After a lost connection it is tried
    once more, with the nonce that Discord knows it by.
    """
    try:
        message = await _post(asked, place, screen, nonce)
    except NOT_TAKEN as error:
        if not fleeting(error):
            raise
        log.info("channel %s: %s, trying again", place.channel, short(error))
        message = await _post(asked, place, screen, nonce)
    answered()
    return message


async def _post(asked: Request | Unasked, place: Place, screen: Screen, nonce: str) -> int:
    if isinstance(asked, Unasked):
        return await _send(asked.client, place, screen, nonce)
    if place.posting == "bot":
        try:
            return await _send(asked.client, place, screen, nonce)
        except (discord.Forbidden, discord.NotFound) as error:
            log.info("channel %s is closed to the bot (%s), answering instead", place.channel, error.code)
    return await asked.say_publicly(screen)


async def _send(client: discord.Client, place: Place, screen: Screen, nonce: str) -> int:
    message = await _channel(client, place).send(
        view=screen.layout, files=screen.files(), allowed_mentions=screen.mentions(), nonce=nonce
    )
    return message.id


async def replace(
    client: discord.Client, place: Place, message: int, screen: Screen, *, keep_files: bool = False
) -> bool:
    """Put the screen in the place of one of the bot's own messages; whether Discord took it.

    With `keep_files` what is attached to the message stays, for the screen to show.
    """
    if place.posting != "bot":
        return False
    try:
        await _edit(client, place, message, screen, keep_files=keep_files)
    except NOT_TAKEN as error:
        log.info("message %s not edited: %s", message, short(error))
        return False
    return True


async def _edit(
    client: discord.Client, place: Place, message: int, screen: Screen, *, keep_files: bool
) -> None:
    attachments: Any = discord.utils.MISSING if keep_files else screen.files()
    await (
        _channel(client, place)
        .get_partial_message(message)
        .edit(view=screen.layout, attachments=attachments, allowed_mentions=discord.AllowedMentions.none())
    )


async def _edit_table(
    asked: Request | Unasked, session: Session, message: int, wishes: TableWishes
) -> Shown | None:
    """The table in the place of its last one, where nobody wants to be called; None where that can't be."""
    screen = await screens.public(asked.house, session, wishes, words_only=_barred(asked, session))
    if not await replace(asked.client, session.place, message, screen):
        return None
    return Shown(message, session.ply, in_words=not screen.attached)


async def _post_table(
    asked: Request | Unasked, session: Session, wishes: TableWishes, *, ping: bool, again: str
) -> Shown | None:
    """Where the table hangs, in a picture or at least in words; None where Discord takes neither."""
    nonce = f"{session.id}.{session.ply}{again or _mark(session)}"
    posted = None
    if not _barred(asked, session):
        posted = await _try(asked, session, wishes, nonce, ping=ping)
    if posted is None:
        # The same nonce: should the picture have come through unheard, Discord gives that message.
        posted = await _try(asked, session, wishes, nonce, ping=ping, words_only=True)
    return posted


def _mark(session: Session) -> str:
    """What tells a board from another at the same ply, as there may be one after a copy of the database came back."""
    if isinstance(session.state, Hunt):
        return ""
    return f".{crc32(session.match.position.board.encode()) % 10**6}"


def _barred(asked: Request | Unasked, session: Session) -> bool:
    """Whether it is known that no picture can be attached where the session is played."""
    return isinstance(asked, Request) and session.place.posting == "bot" and not asked.may_attach


async def _try(
    asked: Request | Unasked,
    session: Session,
    wishes: TableWishes,
    nonce: str,
    *,
    ping: bool,
    words_only: bool = False,
) -> Shown | None:
    """One way of posting the table."""
    # Why there is no picture is told once, on the first table.
    note = "pictures-need-attach" if _barred(asked, session) and not session.shown else ""
    screen = await screens.public(asked.house, session, wishes, ping=ping, words_only=words_only, note=note)
    try:
        message = await post(asked, session.place, screen, nonce=nonce)
    except NOT_TAKEN as error:
        log.warning("session %s ply %s: table not taken (%s)", session.id, session.ply, short(error))
        return None
    finally:
        screen.let_go()
    return Shown(message, session.ply, in_words=not screen.attached)


async def _take_controls_off(asked: Request | Unasked, session: Session, shown: Shown) -> bool:
    """Leave the old table as a picture of its moment, where it can be; whether that is done with.

    A failure is harmless, for its buttons know their ply.
    """
    if session.place.posting != "bot":
        return True
    ply = shown.ply
    if isinstance(session.state, Hunt):
        # Its one message has followed it up to what has just been done.
        ply = session.ply if session.was is None else session.was
    old = await asked.house.sessions.as_of(session, ply)
    screen = screens.played_on(old, words_only=shown.in_words)
    try:
        await _edit(asked.client, session.place, shown.message, screen, keep_files=True)
    except NOT_TAKEN as error:
        log.info("message %s keeps its controls: %s", shown.message, short(error))
        return isinstance(error, discord.NotFound) and error.code == UNKNOWN_MESSAGE
    finally:
        screen.let_go()
    return True


def _channel(client: discord.Client, place: Place) -> discord.PartialMessageable:
    return client.get_partial_messageable(place.channel, guild_id=place.guild)
