"""How matches and hunts end, as samples for the cards that close them."""

from collections.abc import Mapping
from dataclasses import replace

from render.daily_card import DailyScene, Tally
from render.end_match import EndScene
from render.gallery_scenes import LONGEST, PLAYERS, ended, towns
from render.hunt_end import HuntEndScene
from render.scene import Plate, Scene
from render.sets import SetPlate
from render.town_scene import Say
from rules.draugr.cards import TOWNSFOLK
from rules.draugr.hunt import SLAIN_TO_WIN
from rules.draugr.ruleset import Difficulty, Ruleset
from rules.game import Ending, Outcome, Seat

_DAY = "2026-01-31"


def match_ends(theme: str, say: Say) -> Mapping[str, EndScene]:
    """A match that was won by escape, by capture for a set, drawn with both sets kept, and with the longest names."""
    escape = _ended(theme, say, "defenders-escape", Seat.DEFENDERS)
    staked = _ended(theme, say, "attackers-capture", Seat.ATTACKERS)
    staked = replace(staked, board=replace(staked.board, attackers="jet", defenders="amber", staked=True))
    names = [say("set-unnamed", material=say(f"material-{stuff}"), number=7) for stuff in ("jet", "amber")]
    drawn = replace(staked, board=replace(staked.board, result=say("result-nobody-repetition")), winner=None)
    return {
        "escape": escape,
        "won set": replace(staked, prize=SetPlate("amber", "urnes", names[1])),
        "both kept": replace(drawn, kept=say("end-kept", first=names[0], second=names[1])),
        "long names": replace(escape, board=_named(escape.board, LONGEST[0], LONGEST[1])),
        "other scripts": replace(staked, board=_named(staked.board, LONGEST[2], LONGEST[3])),
    }


def _ended(theme: str, say: Say, result: str, winner: Seat | None) -> EndScene:
    board = ended(theme, say, result)
    facts = (say("end-moves", count=121), say("end-captures", count=len(board.captured)), _DAY)
    return EndScene(board, winner, say("end-winner"), facts, prize_word=say("end-prize"))


def _named(board: Scene, above: str, below: str) -> Scene:
    top, bottom = (
        replace(plate or Plate("", ""), name=name)
        for plate, name in ((board.top, above), (board.bottom, below))
    )
    return replace(board, top=top, bottom=bottom)


_TITLES = {
    "won": "town-won",
    "abandoned": "town-abandoned",
    "time": "end-hunt-closed",
    "annulment": "end-hunt-closed",
}


def hunt_ends(theme: str, say: Say) -> Mapping[str, HuntEndScene]:
    """A hunt won, lost in each way, given up, and closed."""
    made, scenes = {}, towns(theme, say)
    going = replace(scenes["going"], hunt=replace(scenes["going"].hunt, ruleset=Ruleset(Difficulty.EASY)))
    for ending in (Ending.TIME, Ending.ANNULMENT):
        scenes[ending] = replace(going, hunt=replace(going.hunt, outcome=Outcome(None, ending)))
    for state, town in scenes.items():
        if town.hunt.outcome is None:
            continue
        hunt, kept = town.hunt, len(TOWNSFOLK) - town.hunt.townsfolk_lost
        slain = say("end-slain", slain=hunt.slain, needed=SLAIN_TO_WIN)
        folk = say("end-folk", kept=kept, all=len(TOWNSFOLK))
        made[state] = HuntEndScene(
            town=town,
            title=say(_TITLES.get(state, "town-defeat")),
            told=say(f"hunt-over-{town.hunt.outcome.ending}"),
            facts=(
                f"{say(f'difficulty-{hunt.ruleset.difficulty}')} · {say('end-rounds', count=hunt.round)}",
                f"{slain} · {folk}",
            ),
            won=state == "won",
        )
    return made


def dailies(theme: str, say: Say) -> Mapping[str, DailyScene]:
    """A result to share, won and lost, of the day's hunt and of another."""
    won = DailyScene(
        title=say("share-daily", day=_DAY),
        hunter=PLAYERS[1],
        result=say("share-won", count=23),
        slain=_tally(say, "end-slain", 4, SLAIN_TO_WIN),
        kept=_tally(say, "end-folk", 5, len(TOWNSFOLK)),
        won=True,
        theme=theme,
    )
    lost = replace(
        won,
        title=say("share-hunt", seed="mist"),
        hunter=LONGEST[0],
        result=say("share-lost", count=200),
        slain=_tally(say, "end-slain", 1, SLAIN_TO_WIN),
        kept=_tally(say, "end-folk", 0, len(TOWNSFOLK)),
        won=False,
    )
    return {"won": won, "lost": lost}


def _tally(say: Say, key: str, count: int, of: int) -> Tally:
    words = {"slain": count, "needed": of} if key == "end-slain" else {"kept": count, "all": of}
    return Tally(count, of, say(key, **words))
