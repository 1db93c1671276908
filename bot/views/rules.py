"""The rules of tafl a topic at a time, each with a small position that shows it."""

from collections.abc import Mapping

from bot.views.controls import option, select
from bot.views.layout import Picture, Screen, gallery, lines, page, row, text
from bot.words import Say
from render.scene import Scene
from rules.game import Seat
from rules.tafl.position import PLACEMENTS, START, read_position
from rules.tafl.ruleset import STANDARD
from rules.tafl.squares import square

TOPICS = ("aim", "start", "moving", "barrows", "capture", "jarl", "end", "notation", "choices")


def topic_scene(topic: str) -> Scene:
    """The position that a topic is told by."""
    return _SCENES.get(topic, _plain)(topic)


def rules(topic: str, say: Say, board: Picture) -> Screen:
    """One topic, and the way to the others."""
    options = [option(say(f"rules-{name}-title"), name, chosen=name == topic) for name in TOPICS]
    words = lines((f"### {say(f'rules-{topic}-title')}", say(f"rules-{topic}")))
    return Screen(
        page(text(words), gallery(board), row(select(say("rules-placeholder"), options, "r", 0, 0, "topic"))),
        (board,),
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
