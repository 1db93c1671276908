"""The intents of a hunt, the same for typed commands and for buttons: ask the service, then show."""

from bot import screens, tables
from bot.access import must_be_open, must_be_writable
from bot.people import SessionId
from bot.refusals import HuntNotOver, StaleTable
from bot.request import Request
from bot.session import Session
from bot.views.controls import button
from bot.views.hunt import RED
from bot.views.hunt_words import hint_told
from bot.views.layout import Screen, sentence
from bot.words import speaker
from rules.draugr.choices import choices
from rules.draugr.hints import hint
from rules.draugr.notation import write_action
from rules.draugr.ruleset import Difficulty, Ruleset
from rules.game import Unreadable

MOST_TOLD = 6
"""How many of the open choices are named where one could not be read."""


async def begin(request: Request, difficulty: Difficulty, seed: str) -> Screen | None:
    """A new hunt in this place."""
    must_be_writable(request.interaction, request.here.server)
    session = await request.house.hunts.begin(
        place=request.place,
        locale=request.public_locale,
        hunter=request.player,
        ruleset=Ruleset(difficulty=difficulty),
        seed=seed,
        now=request.now,
        draw=request.house.draw,
    )
    return await tables.hang(request, session, ping=False)


async def begin_daily(request: Request) -> Screen | None:
    """Today's hunt in this place."""
    must_be_writable(request.interaction, request.here.server)
    session = await request.house.hunts.begin_daily(
        place=request.place,
        locale=request.public_locale,
        hunter=request.player,
        now=request.now,
        draw=request.house.draw,
    )
    return await tables.hang(request, session, ping=False)


async def act(request: Request, session: SessionId, ply: int, text: str) -> Screen:
    """A choice of the hunter's, and the dice that follow it; the hunt's message shows what came of it."""
    house = request.house
    await _must_be_its_message(request, session)
    played = await house.sessions.act(session, ply, request.player.id, text, now=request.now, draw=house.draw)
    return await screens.hunt(house, played, words_only=not request.may_attach)


async def do(request: Request, session: SessionId, text: str) -> Screen | None:
    """A choice by typing: the hunt is hung anew with what came of it."""
    house = request.house
    try:
        played = await house.sessions.act(
            session, None, request.player.id, text, now=request.now, draw=house.draw
        )
    except Unreadable as error:
        open_now = choices((await house.sessions.get(session)).hunt)
        told = tuple(write_action(choice) for choice in open_now[:MOST_TOLD])
        raise Unreadable(reason="choice", text=text, squares=told) from error
    return await tables.hang(request, played, ping=False)


async def take_back_typed(request: Request, session: Session) -> Screen | None:
    """D22 by typing: the hunt is hung anew as it was before the last choice."""
    sessions = request.house.sessions
    back = await sessions.take_back(session.id, session.ply, request.player.id, now=request.now)
    return await tables.hang(request, back, ping=False)


async def take_back(request: Request, session: SessionId, ply: int) -> Screen:
    """D22: back by one choice, never past a roll."""
    await _must_be_its_message(request, session)
    back = await request.house.sessions.take_back(session, ply, request.player.id, now=request.now)
    return await screens.hunt(request.house, back, words_only=not request.may_attach)


async def ask_to_abandon(request: Request, session: SessionId) -> Screen:
    """Ask the hunter whether they mean it."""
    found = await request.house.sessions.playable(session, request.player.id)
    say, ids = request.say, ("h", found.id, found.ply)
    return sentence(
        say("abandon-sure"),
        button(say("button-abandon-sure"), *ids, "abandoned", style=RED),
        button(say("button-hunt-on"), *ids, "keep"),
    )


async def abandon(request: Request, session: SessionId) -> Screen | None:
    """Give the hunt up, and hang its end."""
    over = await request.house.sessions.resign(session, request.player.id, now=request.now)
    return await tables.hang(request, over, ping=False)


async def advise(request: Request, session: SessionId, ply: int | None) -> Screen:
    """What the greedy player would do, and why."""
    found = await request.house.sessions.ready(session, ply, request.player.id)
    return sentence(hint_told(found.hunt, hint(found.hunt), request.say))


async def share(request: Request, session: SessionId) -> Screen | None:
    """The result without spoilers; in direct messages, to be copied."""
    found = await of_hunter(request, session)
    if not found.outcome:
        raise HuntNotOver(found)
    if request.place.guild is None:
        return await screens.shared(request.house, found, request.say, to_copy=True)
    must_be_open(request.interaction, request.here.server)
    await request.house.hunts.visit(request.place.guild, request.player)
    say = speaker(request.public_locale)
    screen = await screens.shared(request.house, found, say, words_only=not request.may_attach)
    await tables.post(request, request.place, screen, nonce=f"share{found.id}")
    return None


async def _must_be_its_message(request: Request, session: SessionId) -> None:
    """A hunt has one live message: a late press on one that was posted again elsewhere raises StaleTable."""
    found = await request.house.sessions.playable(session, request.player.id)
    pressed = request.interaction.message
    if found.shown and pressed and pressed.id != found.shown.message:
        raise StaleTable(found)


async def of_hunter(request: Request, session: SessionId) -> Session:
    """A hunt that the asker hunts; raises NotAPlayer or NoSuchSession."""
    found = await request.house.sessions.get(session)
    found.seat_of(request.player.id)
    assert found.hunt
    return found
