"""Tables and towns in every state that a picture can show, as samples."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from render.lessons import hunted
from render.scene import Plate, Scene
from render.town import TownScene, labels
from render.town_scene import Say
from rules.draugr.cards import CARDS, DRAUGR_CARDS, TABLE, CardNo
from rules.draugr.choices import targets
from rules.draugr.dice import dice
from rules.draugr.game import DRAUGR
from rules.draugr.hints import hint
from rules.draugr.hunt import Hunt, Phase
from rules.draugr.ruleset import Difficulty, Ruleset
from rules.game import Ending, Outcome, Seat
from rules.tafl.action import Place
from rules.tafl.match import begin, play, play_typed
from rules.tafl.position import PLACEMENTS, START, Move, Piece, Position, read_position
from rules.tafl.ruleset import STANDARD
from rules.tafl.squares import Square, square

PLAYERS = ("Ragnhild", "Þorgeirr Ǫlvisson")
LONGEST = (
    "Wolfgang Weltenbrecher von Wyl 3",
    "Святополк Окаянный-Чернобородый",
    "바람속에서노래하는용감한바이킹전사들의우두머리흐네피와동무들",
    "Ð̵̢̛o̷̡͝n̸̨̛á̶̧l̴̢̕d̷̢͠ 🛡️🪓🐺🌊🔥🦅🏔️⚔️🛡️🪓🐺🌊",
)
"""Names as long as Discord lets them be: Latin, Cyrillic, Hangul, and marks piled on letters with emoji."""
RESULTS = (
    *("defenders-escape", "attackers-capture", "defenders-capture"),
    *("attackers-immobility", "defenders-immobility", "attackers-resignation", "defenders-resignation"),
    *("attackers-time", "defenders-time", "nobody-immobility", "nobody-repetition", "nobody-agreement"),
    "nobody-annulment",
)
"""How a match can end: the key of its sentence after "result-"."""
_MIDDLE = read_position("3d1d3/4d4/2b1S4/d3S1d2/d1SSJSS1d/d2dS3d/4S1d2/4d4/3d1d3 d")
_ESCAPED = read_position("J2d1d3/4d4/2b1S4/d3S1d2/d1SS1SS1d/d2dS3d/4S1d2/4d4/3d1d3 a")
_TAKEN = (*(Piece.THRALL,) * 4, *(Piece.SHIELDMAIDEN,) * 2)
_GAME = ("d1-c1", "e6-d6", "c1-b1", "e5-e6", "b1-c1", "e6-g6", "c1-b1", "g6-g9")


def table(theme: str, say: Say, position: Position = START, view: Seat = Seat.DEFENDERS) -> Scene:
    """A table with both players' plates; it is the turn of the side that moves next in the position."""
    return Scene(
        position,
        view,
        theme,
        top=_plate(view.opponent, position, say),
        bottom=_plate(view, position, say),
        to_move=position.turn,
    )


def _plate(seat: Seat, position: Position, say: Say) -> Plate:
    note = say("label-to-move") if position.turn is seat else ""
    return Plate(PLAYERS[seat is Seat.DEFENDERS], say(f"side-{seat}"), note)


def picked(scene: Scene, chosen: Square) -> Scene:
    """The scene with a piece picked up, whichever side it is on, and its targets on the standard rules."""
    piece = scene.position.at(chosen)
    position = scene.position if piece is None else replace(scene.position, turn=piece.seat)
    found = position.targets(chosen, STANDARD)
    strikes = tuple(end for end in found if position.play(Move(chosen, end), STANDARD).captures)
    return replace(scene, select=chosen, targets=found, strikes=strikes)


def tables(theme: str, say: Say) -> Mapping[str, Scene]:
    """A table at the start, while the Black Draug is placed, in the middle, turned round, and at its ends."""
    middle = replace(table(theme, say, _MIDDLE), captured=_TAKEN)
    placeable = tuple(square(name) for name in PLACEMENTS)
    moved = replace(middle, last=Move(square("c9"), square("c7")), captures=(square("d7"), square("b7")))
    turned = replace(
        table(theme, say, _MIDDLE, Seat.ATTACKERS), captured=_TAKEN, last=moved.last, captures=moved.captures
    )
    made = {
        "start": table(theme, say),
        "placing": replace(table(theme, say, view=Seat.ATTACKERS), placeable=placeable),
        "picked": picked(middle, square("c5")),
        "moved": moved,
        "turned": turned,
    }
    return made | {result: ended(theme, say, result) for result in RESULTS}


def ended(theme: str, say: Say, result: str) -> Scene:
    """A table when the match is over, with its ribbon."""
    position = _ESCAPED if result.endswith("escape") else _MIDDLE
    scene = replace(
        table(theme, say, position), captured=_TAKEN, to_move=None, result=say(f"result-{result}")
    )
    top, bottom = (plate and replace(plate, note="") for plate in (scene.top, scene.bottom))
    last = Move(square("a5"), square("a9")) if result.endswith("escape") else Move(square("c9"), square("c7"))
    return replace(scene, last=last, top=top, bottom=bottom)


def game(theme: str, say: Say) -> list[Scene]:
    """A short whole match, a scene for each move."""
    match = play(begin(), Place(square("e9")))
    scenes = [table(theme, say, match.position)]
    for text in _GAME:
        match = play_typed(match, text)
        if match.last is not None:
            scenes.append(
                replace(
                    table(theme, say, match.position),
                    to_move=match.turn,
                    last=match.last.move,
                    trail=True,
                    captures=match.last.captures,
                    captured=match.captured,
                    result="" if match.outcome is None else say("result-defenders-escape"),
                )
            )
    return scenes


def towns(theme: str, say: Say) -> dict[str, TownScene]:
    """A town before the deal, in each phase, in dire straits, and at its ends."""
    words = labels(say)
    going = hunted("mist", 6)
    hard = replace(hunted("fog", 9), ruleset=Ruleset(Difficulty.HARD))
    quiet = replace(_slain(hard, 2), dice=(_face(2), 0, 0), struck=())
    aiming = _aiming()
    open_to = tuple(target.cell for target in targets(aiming) if hasattr(target, "cell"))
    made = {
        "before": TownScene(Hunt(), words, theme),
        "start": TownScene(hunted("mist", 0), words, theme),
        "going": TownScene(going, words, theme, lit=going.reachable),
        "aiming": TownScene(aiming, words, theme, lit=open_to, chosen=open_to[0] if open_to else None),
        "quiet": TownScene(quiet, words, theme, lit=quiet.reachable),
        "thief": TownScene(replace(hard, dice=(3, 2, 5)), words, theme, lit=hard.reachable),
        "dire": TownScene(_dire(hard), words, theme),
    }
    ends = {
        "won": (_slain(going, 4), Outcome(Seat.HUNTER, Ending.SLAIN)),
        "townsfolk": (_dire(hard), Outcome(None, Ending.TOWNSFOLK)),
        "overrun": (_dire(hard), Outcome(None, Ending.OVERRUN)),
        "last_round": (replace(hard, round=200), Outcome(None, Ending.LAST_ROUND)),
        "abandoned": (going, Outcome(None, Ending.ABANDONED)),
    }
    return made | {
        name: TownScene(replace(hunt, phase=Phase.OVER, outcome=outcome), words, theme)
        for name, (hunt, outcome) in ends.items()
    }


@cache
def _aiming() -> Hunt:
    """The first moment at which the hunter of a sample hunt aims at something."""
    hunt = hunted("mist", 2)
    while not any(hasattr(target, "cell") for target in targets(hunt)):
        if DRAUGR.turn(hunt) is Seat.CHANCE:
            hunt = DRAUGR.play(hunt, DRAUGR.chance(hunt, dice("mist", hunt.moment)))
        else:
            hunt = DRAUGR.play(hunt, hint(hunt).action)
    return hunt


def _slain(hunt: Hunt, count: int) -> Hunt:
    """The hunt with that many Draugr slain, and their rows free."""
    rows = tuple(0 if no < count else held for no, held in enumerate(hunt.rows))
    return replace(hunt, rows=rows)


def _face(count: int) -> int:
    """A face of the first die that shows one of the first `count` Draugr."""
    return next(face for face in range(1, 7) if TABLE.shown[face] < count)


def _dire(hunt: Hunt) -> Hunt:
    """The town near its end: each number of markers on some card, every Draugr wounded."""
    marks = tuple((no * 7 + 3) % 6 for no in range(len(CARDS)))
    placed = tuple(1 if no % 3 else 0 for no in range(2 * len(DRAUGR_CARDS)))
    struck = tuple(CardNo(no) for no in range(len(CARDS)) if marks[no] in (1, 3))[:3]
    return replace(hunt, marks=marks, placed=placed, struck=struck, dice=(1, 1, 0), supply=(2, 0))
