"""The positions and the towns that the rules are told by, a topic at a time."""

from collections.abc import Callable, Mapping
from functools import lru_cache

from render.scene import Scene
from rules.draugr.dice import dice
from rules.draugr.game import DRAUGR
from rules.draugr.hints import hint
from rules.draugr.hunt import Hunt, Phase
from rules.draugr.ruleset import STANDARD as STANDARD_HUNT
from rules.draugr.ruleset import write_setup
from rules.game import Seat
from rules.tafl.position import PLACEMENTS, START, read_position
from rules.tafl.ruleset import STANDARD
from rules.tafl.squares import square

TAFL_TOPICS = ("aim", "start", "moving", "barrows", "capture", "jarl", "end", "stakes", "notation", "choices")
DRAUGR_TOPICS = ("aim", "round", "moving", "corruption", "slaying", "difficulty")
_SEED = "the rules"
_ROUNDS_SHOWN = 9


def topic_scene(topic: str) -> Scene:
    """The position that a topic is told by."""
    return _SCENES.get(topic, _plain)(topic)


def topic_hunt(topic: str) -> Hunt:
    """The hunt that a topic is told by: a town freshly dealt, or one after some rounds."""
    return hunted(_SEED, 0 if topic in ("aim", "moving") else _ROUNDS_SHOWN)


@lru_cache(maxsize=32)
def hunted(seed: str, rounds: int) -> Hunt:
    """A hunt whose hunter has followed every hint for so many rounds, and may go now; or its end."""
    hunt = DRAUGR.start(write_setup(STANDARD_HUNT))
    while hunt.outcome is None and not (hunt.phase is Phase.GO and hunt.round > rounds):
        if DRAUGR.turn(hunt) is Seat.CHANCE:
            hunt = DRAUGR.play(hunt, DRAUGR.chance(hunt, dice(seed, hunt.moment)))
        else:
            hunt = DRAUGR.play(hunt, hint(hunt).action)
    return hunt


def _plain(_: str) -> Scene:
    return Scene(START, to_move=Seat.ATTACKERS)


def _placing(_: str) -> Scene:
    return Scene(START, placeable=tuple(square(name) for name in PLACEMENTS))


_LESSONS: Mapping[str, tuple[str, str]] = {
    # A position, and the piece whose moves are lit.
    "moving": ("4b4/9/2S6/9/4J4/6d2/9/3S5/9 d", "c7"),
    "barrows": ("9/4d4/9/d8/b3J4/9/6S2/9/9 a", "a5"),
    "capture": ("4b4/9/9/2d1S4/2S1J4/9/2S6/6d2/9 d", "c3"),
    "jarl": ("4b4/9/9/4d4/3dJ4/4d4/9/9/6d2 a", "g1"),
    "end": ("4b4/9/9/9/9/2J6/9/9/4d4 d", "c4"),
}


def _lesson(topic: str) -> Scene:
    written, start = _LESSONS[topic]
    position = read_position(written)
    targets = position.targets(square(start), STANDARD)
    return Scene(position, to_move=position.turn, select=square(start), targets=targets)


_SCENES: Mapping[str, Callable[[str], Scene]] = {"start": _placing} | dict.fromkeys(_LESSONS, _lesson)
