"""Animations for the gallery, whole and by some of their frames."""

import io
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from itertools import cycle
from pathlib import Path

from PIL import Image

from render.animation import Format
from render.gallery import Exhibit
from render.gallery_scenes import game
from render.replay import animated, replay
from render.theme import THEMES
from render.town import labels
from render.town_replay import Moment, moments, town_replay
from render.town_scene import Say
from rules.draugr.dice import dice
from rules.draugr.game import DRAUGR
from rules.draugr.hints import hint
from rules.draugr.ruleset import STANDARD, write_setup
from rules.game import Seat

_ROUNDS = 6


def films(says: Mapping[str, Say]) -> Iterator[Exhibit]:
    """A match and a hunt in every theme, each in motion and by its first, middle and last frame."""
    for theme, (language, say) in zip(THEMES, cycle(says.items()), strict=False):
        scenes, told = game(theme, say), f"{theme}, {language}"
        yield Exhibit("Replays", f"replay-{theme}", f"a match, {told}, moving", partial(replay, scenes))
        shown = partial(_hunt, theme, say, "gif")
        yield Exhibit("Replays", f"log-{theme}", f"a hunt, {told}, moving", shown)
        for stem, what, film in (
            ("replay", "a match", partial(_match, theme, say, "webp")),
            ("log", "a hunt", partial(_hunt, theme, say, "webp")),
        ):
            for part in ("first", "middle", "last"):
                frame = partial(_frame, film, part)
                yield Exhibit("Replays", f"{stem}-{theme}-{part}", f"{what}, {told}, {part} frame", frame)


def _match(theme: str, say: Say, format: Format, *, cache_dir: Path | None) -> bytes:
    return animated(game(theme, say), format=format, cache_dir=cache_dir).data


def _hunt(theme: str, say: Say, format: Format, *, cache_dir: Path | None) -> bytes:
    shown = town_replay(_moments(), labels(say), theme=theme, format=format, cache_dir=cache_dir)
    return shown.data


@cache
def _moments() -> tuple[Moment, ...]:
    """What happens in the first rounds of a sample hunt, whose hunter follows every hint."""
    setup = write_setup(STANDARD)
    hunt, played = DRAUGR.start(setup), []
    while hunt.outcome is None and hunt.round <= _ROUNDS:
        chance = DRAUGR.turn(hunt) is Seat.CHANCE
        played.append(DRAUGR.chance(hunt, dice("mist", hunt.moment)) if chance else hint(hunt).action)
        hunt = DRAUGR.play(hunt, played[-1])
    return tuple(moments(setup, played))


def _frame(film: Callable[..., bytes], part: str, *, cache_dir: Path | None) -> bytes:
    with Image.open(io.BytesIO(film(cache_dir=cache_dir))) as moving:
        count = getattr(moving, "n_frames", 1)
        moving.seek({"first": 0, "middle": count // 2, "last": count - 1}[part])
        out = io.BytesIO()
        moving.convert("RGB").save(out, "PNG")
    return out.getvalue()
