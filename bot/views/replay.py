"""A session's moves as an animation."""

import logging
from dataclasses import replace
from pathlib import Path

from bot.drawing import off_the_loop
from bot.people import PlayerId
from bot.session import Session
from bot.views.board import result, scene
from bot.views.layout import Picture
from bot.words import Say
from render import alt
from render.board import Scene
from render.replay import replay
from rules.game import Seat
from rules.tafl.match import Match

log = logging.getLogger(__name__)


async def moving_picture(
    session: Session,
    say: Say,
    cache: Path,
    reader: PlayerId,
    first: int | None = None,
    last: int | None = None,
) -> Picture | None:
    """The moves from `first` to `last` (all by default), drawn off the event loop, from the reader's side.

    None where nothing has moved, or where it can't be drawn.
    """
    if not session.match.number:
        return None
    try:
        return await off_the_loop(_drawn, session, say, cache, reader, first, last)
    except Exception:
        log.exception("session %s: no animation", session.id)
        return None


def replay_scenes(session: Session, say: Say, view: Seat, first: int | None, last: int | None) -> list[Scene]:
    """The scene before move `first` and those after it up to move `last`; numbers beyond the match mean its ends.

    The plates don't say whose turn it is: each scene shows who has moved.
    """
    drawn = scene(session, say, view=view)
    still = replace(
        drawn,
        to_move=None,
        top=replace(drawn.top, note="") if drawn.top else None,
        bottom=replace(drawn.bottom, note="") if drawn.bottom else None,
    )
    states = _states(session.match)
    end = min(max(last or len(states), 1), len(states) - 1)
    start = min(max(first or 1, 1), end)
    return [
        replace(
            still,
            position=state.position,
            last=state.last.move if state.last else None,
            captures=state.last.captures if state.last else (),
            captured=state.captured,
            result=result(session, say) if state is session.match else "",
        )
        for state in states[start - 1 : end + 1]
    ]


def _drawn(
    session: Session, say: Say, cache: Path, reader: PlayerId, first: int | None, last: int | None
) -> Picture:
    view = next((seat for seat, seated in session.seats.items() if seated.id == reader), Seat.DEFENDERS)
    scenes = replay_scenes(session, say, view, first, last)
    return Picture(f"haugbui-{session.id}.gif", replay(scenes, cache_dir=cache), alt.replay(scenes, say))


def _states(match: Match) -> list[Match]:
    """The state before the first move and that after each, oldest first."""
    found = [match]
    while found[-1].last is not None and found[-1].before is not None:
        found.append(found[-1].before)
    return found[::-1]
