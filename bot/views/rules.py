"""The rules of both games a topic at a time, each with a picture that shows it."""

from collections.abc import Mapping

from bot.views.controls import option, select
from bot.views.layout import Picture, Screen, gallery, lines, page, row, text
from bot.words import Say
from render.scene import Scene
from rules.draugr.dice import dice
from rules.draugr.game import DRAUGR
from rules.draugr.hints import hint
from rules.draugr.hunt import Hunt, Phase
from rules.draugr.ruleset import STANDARD as STANDARD_HUNT
from rules.draugr.ruleset import write_setup
from rules.game import Seat
from rules.tafl.match import TAFL
from rules.tafl.position import PLACEMENTS, START, read_position
from rules.tafl.ruleset import STANDARD
from rules.tafl.squares import square

TAFL_TOPICS = ("aim", "start", "moving", "barrows", "capture", "jarl", "end", "stakes", "notation", "choices")

DRAUGR_TOPICS = ("aim", "round", "moving", "corruption", "slaying", "difficulty")
TOPICS: Mapping[str, tuple[str, ...]] = {TAFL.name: TAFL_TOPICS, DRAUGR.name: DRAUGR_TOPICS}
_SEED = "the rules"
_ROUNDS_SHOWN = 9


_NUMBERS: Mapping[str, str] = {
    "start": "T1–T3",
    "moving": "T4–T6",
    "barrows": "T7, T8",
    "capture": "T9–T12",
    "jarl": "T13, T14",
    "end": "T15–T19",
    "stakes": "W1–W4",
    "choices": "T8, T12",
}


def topic_scene(topic: str) -> Scene:
    """The position that a topic is told by."""
    return _SCENES.get(topic, _plain)(topic)


def topic_hunt(topic: str) -> Hunt:
    """The hunt that a topic is told by: a town freshly dealt, or one after some rounds."""
    hunt, rounds = (
        DRAUGR.start(write_setup(STANDARD_HUNT)),
        0 if topic in ("aim", "moving") else _ROUNDS_SHOWN,
    )
    while hunt.outcome is None and not (hunt.phase is Phase.GO and hunt.round > rounds):
        if DRAUGR.turn(hunt) is Seat.CHANCE:
            hunt = DRAUGR.play(hunt, DRAUGR.chance(hunt, dice(_SEED, hunt.moment)))
        else:
            hunt = DRAUGR.play(hunt, hint(hunt).action)
    return hunt


def rules(game: str, topic: str, say: Say, shown: Picture) -> Screen:
    """One topic, and the way to the others."""
    prefix = "rules" if game == TAFL.name else f"rules-{game}"
    options = [
        option(say(f"{prefix}-{name}-title"), f"{game}.{name}", chosen=name == topic) for name in TOPICS[game]
    ]
    numbers = _NUMBERS.get(topic) if game == TAFL.name else None
    words = lines(
        (
            f"### {say(f'{prefix}-{topic}-title')}",
            say(f"{prefix}-{topic}"),
            f"-# {say('rules-numbers', numbers=numbers)}" if numbers else "",
        )
    )
    return Screen(
        page(text(words), gallery(shown), row(select(say("rules-placeholder"), options, "r", 0, 0, "topic"))),
        (shown,),
    )


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


_SCENES = {"start": _placing} | dict.fromkeys(_LESSONS, _lesson)
