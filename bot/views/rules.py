"""The rules of both games a topic at a time, each with a picture that shows it."""

from collections.abc import Mapping

from bot.views.controls import option, select
from bot.views.layout import Picture, Screen, board, lines, page, row, text
from bot.words import Say
from render.lessons import DRAUGR_TOPICS, TAFL_TOPICS
from rules.draugr.game import DRAUGR
from rules.tafl.match import TAFL

TOPICS: Mapping[str, tuple[str, ...]] = {TAFL.name: TAFL_TOPICS, DRAUGR.name: DRAUGR_TOPICS}

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


def rules(game: str, topic: str, say: Say, shown: Picture | str) -> Screen:
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
        page(text(words), board(shown), row(select(say("rules-placeholder"), options, "r", 0, 0, "topic"))),
        (shown,) if isinstance(shown, Picture) else (),
    )
