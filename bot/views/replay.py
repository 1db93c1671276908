"""A session's moves as an animation."""

from dataclasses import replace
from pathlib import Path

from bot.people import PlayerId
from bot.session import Session
from bot.views.board import result, scene
from bot.views.layout import Moving, Picture
from bot.words import Say
from render import alt
from render.animation import Format
from render.board import Scene
from render.replay import animated, every
from render.warm import PLAIN, board_theme
from rules.game import Seat


def moving_picture(
    session: Session,
    say: Say,
    cache: Path,
    reader: PlayerId,
    first: int | None = None,
    last: int | None = None,
    *,
    format: Format = "gif",
    most: int | None = None,
    theme: str = PLAIN,
) -> Moving:
    """The moves from `first` to `last` (all by default) from the reader's side, in at most `most` bytes.

    It takes long. Raises TooLarge.
    """
    view = next((seat for seat, seated in session.seats.items() if seated.id == reader), Seat.DEFENDERS)
    scenes = replay_scenes(session, say, view, first, last, theme=board_theme(theme, cache))
    made = animated(scenes, format=format, most=most, cache_dir=cache)
    picture = Picture(f"haugbui-{session.id}.{format}", made.data, alt.replay(scenes, say))
    return Moving(picture, say("animation-thinned", count=every(made.step)) if made.step else "")


def replay_scenes(
    session: Session, say: Say, view: Seat, first: int | None, last: int | None, *, theme: str = PLAIN
) -> list[Scene]:
    """The scene before move `first` and those after it up to move `last`; numbers beyond the match mean its ends.

    The plates don't say whose turn it is: each scene shows who has moved, and what it passed.
    """
    drawn = scene(session, say, theme=theme, view=view)
    still = replace(
        drawn,
        trail=True,
        to_move=None,
        top=replace(drawn.top, note="") if drawn.top else None,
        bottom=replace(drawn.bottom, note="") if drawn.bottom else None,
    )
    states = [state for state in session.match.states if not state.placing] or [session.match]
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
