"""How a session ended, as one picture to share: a match's closing card, a hunt's."""

from dataclasses import replace
from pathlib import Path

from bot.drawing import off_the_loop
from bot.session import Session
from bot.views.board import PICTURE
from bot.views.layout import Picture
from bot.views.set_title import set_title
from bot.views.town import PICTURE as TOWN
from bot.views.town import town_scene
from bot.words import Say, plain_name
from render.end_match import EndScene, draw_end
from render.end_words import end_words, hunt_end_words
from render.hunt_end import HuntEndScene, draw_hunt_end
from render.scene import Scene
from render.sets import SetPlate
from render.warm import PLAIN, board_theme, card_theme, town_theme
from rules.draugr.cards import TOWNSFOLK
from rules.draugr.hunt import SLAIN_TO_WIN
from rules.game import Ending, Outcome, Seat

_TITLES = {
    Ending.SLAIN: "town-won",
    Ending.TOWNSFOLK: "town-defeat",
    Ending.OVERRUN: "town-defeat",
    Ending.LAST_ROUND: "town-defeat",
    Ending.ABANDONED: "town-abandoned",
}


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
    shown = replace(
        scene, board=replace(scene.board, theme=card_theme(board_theme(scene.board.theme, cache), cache))
    )
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


def hunt_end_scene(session: Session, outcome: Outcome, say: Say, theme: str = PLAIN) -> HuntEndScene:
    """What is to be drawn of a hunt that has ended so."""
    hunt = session.hunt
    kept = len(TOWNSFOLK) - hunt.townsfolk_lost
    return HuntEndScene(
        town=town_scene(replace(hunt, outcome=outcome), say, theme),
        title=say(_TITLES.get(outcome.ending, "end-hunt-closed")),
        told=say(f"hunt-over-{outcome.ending}"),
        facts=(
            f"{say(f'difficulty-{hunt.ruleset.difficulty}')} · {say('end-rounds', count=hunt.round)}",
            f"{say('end-slain', slain=hunt.slain, needed=SLAIN_TO_WIN)}"
            f" · {say('end-folk', kept=kept, all=len(TOWNSFOLK))}",
        ),
        won=outcome.ending is Ending.SLAIN,
    )


async def hunt_end_picture(scene: HuntEndScene, say: Say, cache: Path) -> Picture:
    """The card, drawn off the event loop; in the plain theme until its own is carved."""
    shown = replace(
        scene, town=replace(scene.town, theme=card_theme(town_theme(scene.town.theme, cache), cache))
    )
    png = await off_the_loop(draw_hunt_end, shown, cache_dir=cache)
    return Picture(TOWN, png, hunt_end_words(shown, say))


def hunt_end_hung(scene: HuntEndScene, say: Say) -> Picture:
    """The card that is attached to a message already, with its words."""
    return Picture(TOWN, b"", hunt_end_words(scene, say))
