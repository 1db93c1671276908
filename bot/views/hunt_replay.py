"""A hunt's rounds as an animation."""

from collections.abc import Iterable
from pathlib import Path

from bot.session import Session
from bot.views.layout import Moving, Picture
from bot.words import Say
from render.animation import Format
from render.town import TownScene, labels, town_words
from render.town_replay import moments, of_rounds, rounds_each, town_replay
from render.warm import PLAIN, town_theme
from rules.draugr.actions import Action
from rules.draugr.game import DRAUGR


def moving_picture(
    session: Session,
    actions: Iterable[str],
    say: Say,
    cache: Path,
    first: int | None = None,
    last: int | None = None,
    *,
    format: Format = "gif",
    most: int | None = None,
    theme: str = PLAIN,
) -> Moving:
    """The rounds from `first` to `last` (all by default), in at most `most` bytes. It takes long. Raises TooLarge."""
    shown = of_rounds(moments(session.setup, _read(session.setup, actions)), first, last)
    names, theme = labels(say), town_theme(theme, cache)
    made = town_replay(shown, names, theme=theme, format=format, most=most, cache_dir=cache)
    rounds = len({moment.hunt.round for moment in shown[1:]})
    opening = say("alt-hunt-replay", count=rounds)
    words = town_words(TownScene(shown[-1].hunt, names), say, opening=opening)
    picture = Picture(f"haugbui-hunt-{session.id}.{format}", made.data, words)
    return Moving(picture, say("log-thinned", count=rounds_each(made.step)) if made.step else "")


def _read(setup: str, texts: Iterable[str]) -> Iterable[Action]:
    hunt = DRAUGR.start(setup)
    for text in texts:
        action = DRAUGR.read(hunt, text)
        hunt = DRAUGR.play(hunt, action)
        yield action
