"""What is handed over with an animation: drawn while its reader waits, who is told so where it takes long."""

import logging
from collections.abc import Callable
from functools import partial

from bot.drawing import off_the_loop
from bot.request import Request
from bot.session import Session
from bot.views import hunt_replay, replay
from bot.views.board import lettered, scene
from bot.views.hunt_log import log_screen, rounds_told
from bot.views.layout import Moving, Screen, lines, sentence
from bot.views.record import record_screen
from bot.workshop import Crowded
from render.animation import Format, TooLarge

log = logging.getLogger(__name__)


async def record(
    request: Request,
    session: Session,
    first: int | None = None,
    last: int | None = None,
    format: Format = "gif",
) -> Screen:
    """A match's record, with the moves from `first` to `last` as an animation, from the asker's side.

    Whoever wants letters gets the newest board in them instead. Raises TooFast.
    """
    if not session.match.number:
        return record_screen(session, request.say)
    if request.here.own.text_board:
        letters = lettered(scene(session, request.say), request.say)
        return record_screen(session, request.say, letters=letters)
    request.house.animations.keep(request.player.id, request.now)
    draw = partial(
        replay.moving_picture,
        session,
        request.say,
        request.house.cache,
        request.player.id,
        first,
        last,
        format=format,
        most=request.interaction.filesize_limit,
        theme=request.here.board,
    )
    moving = await _drawn(request, session, draw, request.say("drawing-match"))
    return record_screen(session, request.say, moving)


async def hunt_log(
    request: Request,
    session: Session,
    first: int | None = None,
    last: int | None = None,
    format: Format = "gif",
) -> Screen:
    """What happened in a hunt, with the rounds from `first` to `last` as an animation.

    Whoever wants letters gets the words alone. Raises TooFast.
    """
    actions = await request.house.sessions.actions(session)
    told = await off_the_loop(rounds_told, session, actions, request.say)
    if request.here.own.text_board:
        return log_screen(session, told, request.say)
    request.house.animations.keep(request.player.id, request.now)
    draw = partial(
        hunt_replay.moving_picture,
        session,
        actions,
        request.say,
        request.house.cache,
        first,
        last,
        format=format,
        most=request.interaction.filesize_limit,
        theme=request.here.board,
    )
    moving = await _drawn(request, session, draw, request.say("drawing-hunt"))
    return log_screen(session, told, request.say, moving)


async def _drawn(request: Request, session: Session, draw: Callable[[], Moving], told: str) -> Moving:
    """What is drawn, or why there is nothing: an animation is never worth failing for."""

    async def notice(before: int) -> None:
        queue = request.say("drawing-queue", count=before) if before else ""
        await request.meanwhile(sentence(lines((told, queue))))

    try:
        return await request.house.workshop.make(draw, notice)
    except Crowded:
        return Moving(told=request.say("animation-crowded"))
    except TooLarge:
        return Moving(told=request.say("animation-too-large"))
    except Exception:
        log.exception("session %s: no animation", session.id)
        return Moving(told=request.say("animation-broken"))
