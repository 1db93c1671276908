"""A session's board as a picture with words, or as text."""

import logging
from dataclasses import replace
from pathlib import Path

from bot.drawing import off_the_loop
from bot.session import Session
from bot.views.layout import Picture, lines
from bot.words import Say, plain_name
from render import alt
from render.board import Plate, Scene, draw
from render.warm import PLAIN, board_theme
from rules.game import Seat
from rules.tafl.squares import Square

log = logging.getLogger(__name__)

PICTURE = "board.png"


def scene(
    session: Session,
    say: Say,
    *,
    theme: str = PLAIN,
    view: Seat = Seat.DEFENDERS,
    select: Square | None = None,
    targets: tuple[Square, ...] = (),
    strikes: tuple[Square, ...] = (),
    placeable: tuple[Square, ...] = (),
) -> Scene:
    """What is to be drawn of a session, with its labels in the reader's language; `view` sits at the bottom."""
    match = session.match
    return Scene(
        position=match.position,
        view=view,
        theme=theme,
        last=match.last.move if match.last else None,
        captures=match.last.captures if match.last else (),
        select=select,
        targets=targets,
        strikes=strikes,
        placeable=placeable,
        captured=match.captured,
        top=_plate(session, say, view.opponent),
        bottom=_plate(session, say, view),
        to_move=session.turn,
        result=result(session, say),
        attackers=_material(session, Seat.ATTACKERS),
        defenders=_material(session, Seat.DEFENDERS),
        staked=session.staked,
    )


def result(session: Session, say: Say) -> str:
    """How the session ended, short enough for the picture; empty while it goes on."""
    outcome = session.outcome
    if outcome is None:
        return ""
    return say(f"result-{outcome.winner or 'nobody'}-{outcome.ending}")


async def picture(drawn: Scene, say: Say, cache: Path) -> Picture:
    """The scene as a picture, drawn off the event loop; in the plain theme until its own is carved."""
    drawn = replace(drawn, theme=board_theme(drawn.theme, cache))
    png = await off_the_loop(draw, drawn, cache_dir=cache)
    return Picture(PICTURE, png, alt.board(drawn, say))


def _material(session: Session, seat: Seat) -> str | None:
    brought = session.brought.get(seat)
    return brought.material if brought else None


def lettered(drawn: Scene, say: Say) -> str:
    """The scene as a board of letters of one width, and below it what they stand for."""
    picking = drawn.targets or drawn.strikes or drawn.placeable
    key = lines((say("letters-key-picking") if picking else "", say("letters-key")))
    return f"```\n{alt.text_board(drawn)}\n```\n" + lines(f"-# {line}" for line in key.split("\n"))


async def picture_or_letters(drawn: Scene, say: Say, cache: Path, *, letters: bool = False) -> Picture | str:
    """The picture, or a board of letters where that is wanted or it can't be drawn: playing needs no picture."""
    if letters:
        return lettered(drawn, say)
    try:
        return await picture(drawn, say, cache)
    except Exception:
        log.exception("no picture")
        return lettered(drawn, say)


def _plate(session: Session, say: Say, seat: Seat) -> Plate:
    note = say("label-to-move") if session.turn is seat else ""
    return Plate(plain_name(session.seats[seat].name), say(f"side-{seat}"), note)
