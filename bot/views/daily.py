"""The daily hunt's result to share."""

from dataclasses import replace
from pathlib import Path

from bot.drawing import off_the_loop
from bot.hunts import shown_seed
from bot.session import Session
from bot.views.layout import Picture, Screen, gallery, lines, page, text
from bot.words import Say, plain_name
from render.daily_card import DailyScene, Tally, draw_daily
from render.end_words import daily_words
from render.warm import PLAIN, card_theme
from rules.draugr.cards import TOWNSFOLK
from rules.draugr.hunt import SLAIN_TO_WIN
from rules.game import Seat

PICTURE = "hunt.png"
SLAIN, STANDING = "⚔️", "▫️"
KEPT, LOST = "🕯️", "🌑"


def result_screen(
    session: Session, say: Say, day: str | None, *, picture: Picture | None = None, to_copy: bool = False
) -> Screen:
    """How a hunt ended, with nothing that would spoil it for another; `to_copy` as text in a code block."""
    words = _result(session, say, day)
    told = text(f"{say('share-copy')}\n```\n{words}\n```" if to_copy else words)
    return Screen(page(told, gallery(picture) if picture else None), (picture,) if picture else ())


def result_scene(session: Session, say: Say, day: str | None, theme: str = PLAIN) -> DailyScene:
    """The same as a picture shows it."""
    slain, kept, lost = _tallies(session)
    needed, folk = SLAIN_TO_WIN, kept + lost
    return DailyScene(
        title=_title(session, say, day),
        hunter=plain_name(session.seats[Seat.HUNTER].name),
        result=_outcome(session, say),
        slain=Tally(slain, needed, say("end-slain", slain=slain, needed=needed)),
        kept=Tally(kept, folk, say("end-folk", kept=kept, all=folk)),
        won=_won(session),
        theme=theme,
    )


async def result_picture(scene: DailyScene, cache: Path) -> Picture:
    """The picture, drawn off the event loop; in the plain theme until its own is carved."""
    shown = replace(scene, theme=card_theme(scene.theme, cache))
    png = await off_the_loop(draw_daily, shown, cache_dir=cache)
    return Picture(PICTURE, png, daily_words(shown))


def _result(session: Session, say: Say, day: str | None) -> str:
    slain, kept, lost = _tallies(session)
    standing = SLAIN_TO_WIN - slain
    tokens = SLAIN * slain + STANDING * standing + "  " + KEPT * kept + LOST * lost
    return lines((_title(session, say, day), tokens, _outcome(session, say)))


def _title(session: Session, say: Say, day: str | None) -> str:
    return say("share-daily", day=day) if day else say("share-hunt", seed=shown_seed(session))


def _outcome(session: Session, say: Say) -> str:
    return say("share-won" if _won(session) else "share-lost", count=session.hunt.round)


def _won(session: Session) -> bool:
    return session.outcome is not None and session.outcome.winner is not None


def _tallies(session: Session) -> tuple[int, int, int]:
    """How many Draugr are slain, and how many Townspeople are kept and lost."""
    lost = session.hunt.townsfolk_lost
    return min(session.hunt.slain, SLAIN_TO_WIN), len(TOWNSFOLK) - lost, lost
