"""How a session ended, as one picture to share: a match's closing card."""

from dataclasses import replace
from pathlib import Path

from bot.drawing import off_the_loop
from bot.session import Session
from bot.views.board import PICTURE
from bot.views.layout import Picture
from bot.views.set_title import set_title
from bot.words import Say, plain_name
from render.end_match import EndScene, draw_end
from render.end_words import end_words
from render.scene import Scene
from render.sets import SetPlate
from render.warm import board_theme
from rules.game import Seat


def end_scene(session: Session, say: Say, drawn: Scene, style: str = "") -> EndScene:
    """What is to be drawn of a match that is over; `drawn` is its last board, `style` that of the set that was lost."""
    match = session.match
    facts = [say("end-moves", count=match.number), say("end-captures", count=len(match.captured))]
    if session.ended_at is not None:
        facts.append(session.ended_at.date().isoformat())
    lost = lost_by(session)
    return EndScene(
        board=drawn,
        winner=session.outcome.winner if session.outcome else None,
        won=say("end-winner"),
        facts=tuple(facts),
        prize=None if lost is None else _prize(session, lost, say, style),
        prize_word=say("end-prize"),
        kept=_kept(session, say) if lost is None else "",
    )


async def end_picture(scene: EndScene, say: Say, cache: Path) -> Picture:
    """The card, drawn off the event loop; in the plain theme until its own is carved."""
    shown = replace(scene, board=replace(scene.board, theme=board_theme(scene.board.theme, cache)))
    png = await off_the_loop(draw_end, shown, cache_dir=cache)
    return Picture(PICTURE, png, end_words(shown, say))


def end_hung(scene: EndScene, say: Say) -> Picture:
    """The card that is attached to a message already, with its words."""
    return Picture(PICTURE, b"", end_words(scene, say))


def lost_by(session: Session) -> Seat | None:
    """Who lost a set by this match's end."""
    return next((seat for seat, brought in session.brought.items() if brought.stake == "lost"), None)


def _prize(session: Session, lost: Seat, say: Say, style: str) -> SetPlate:
    brought = session.brought[lost]
    return SetPlate(brought.material, style, _title(session, lost, say))


def _kept(session: Session, say: Say) -> str:
    """What is told where both keep the sets that they staked."""
    if not session.staked:
        return ""
    first, second = (_title(session, seat, say) for seat in session.brought)
    return say("end-kept", first=first, second=second)


def _title(session: Session, seat: Seat, say: Say) -> str:
    brought = session.brought[seat]
    return plain_name(set_title(say, brought.material, brought.name, brought.number))
