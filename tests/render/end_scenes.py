"""Closing cards for tests: one of each kind, at its plainest and at its extremes."""

from dataclasses import replace

from bot.words import Locale, speaker
from render.daily_card import DailyScene, Tally
from render.end_match import EndScene
from render.hunt_end import HuntEndScene
from render.scene import Plate, Scene
from render.sets import SetPlate
from render.town_scene import TownScene, labels
from rules.draugr.cards import TOWNSFOLK
from rules.draugr.hunt import SLAIN_TO_WIN
from rules.game import Seat
from rules.tafl.position import Move, Piece, read_position
from rules.tafl.squares import square
from tests.rules.draugr_town import going

ESCAPED = read_position("3d1d3/4d4/2b1S4/d3S1d2/d1SS1SS1d/d2dS3d/4S1d2/4d4/J2d1d3 a")
LONGEST = (
    "W" * 32,
    "Ж" * 32,
    "뷁" * 32,
    "ᚠᚢᚦᚨᚱᚲ" * 5,
    "🐺" * 32,
    "e\u0301\u0302" * 32,
    "Þorgeirr Ljósvetningagoði Tjǫrvas",
)
"""Names of the greatest length that a name may have, in several scripts, seen and unseen."""

TABLE = Scene(
    ESCAPED,
    last=Move(square("a5"), square("a1")),
    captured=(Piece.THRALL, Piece.THRALL, Piece.SHIELDMAIDEN),
    top=Plate("Ragnhild", "Attackers"),
    bottom=Plate("Bjǫrn", "Defenders"),
    result="The Jarl escapes: defenders win",
)
PLAIN = EndScene(TABLE, Seat.DEFENDERS, "winner", ("46 moves", "3 captures", "2026-05-17"))
KEPT = replace(PLAIN, board=replace(TABLE, staked=True), kept="Each keeps their own: Raven, Wolf")
WON = replace(
    PLAIN,
    board=replace(TABLE, attackers="bog_oak", defenders="amber", staked=True, result="Resigned"),
    winner=Seat.ATTACKERS,
    prize=SetPlate("amber", "urnes", "Amber Dream"),
    prize_word="Set won",
)
ENDS = {"plain": PLAIN, "kept": KEPT, "won": WON}

HUNT = going()


def hunt_end(locale: Locale = "en", town: TownScene | None = None, *, won: bool = False) -> HuntEndScene:
    """A hunt's closing card in a language."""
    say = speaker(locale)
    return HuntEndScene(
        town or TownScene(HUNT, labels(say)),
        say("town-won" if won else "town-defeat"),
        say("hunt-over-slain" if won else "hunt-over-last_round"),
        (f"{say('difficulty-normal')} · {say('end-rounds', count=30)}", _both(locale)),
        won,
    )


def _both(locale: Locale) -> str:
    say = speaker(locale)
    return f"{say('end-slain', slain=3, needed=4)} · {say('end-folk', kept=2, all=7)}"


def daily(
    locale: Locale = "en", *, slain: int = 2, kept: int = 5, won: bool = False, hunter: str = "Ragnhild"
) -> DailyScene:
    """A daily hunt's result in a language."""
    say = speaker(locale)
    return DailyScene(
        title=say("share-daily", day="2026-05-17"),
        hunter=hunter,
        result=say("share-won" if won else "share-lost", count=12),
        slain=Tally(slain, SLAIN_TO_WIN, say("end-slain", slain=slain, needed=SLAIN_TO_WIN)),
        kept=Tally(kept, len(TOWNSFOLK), say("end-folk", kept=kept, all=len(TOWNSFOLK))),
        won=won,
    )
