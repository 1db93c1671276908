"""Pictures of the town over one hunt by the greedy player, against Pillow writing the very same pixels.

*Cold*: no part of the picture is there from an earlier one; carved pieces and written names are. *A state*: the
pictures of a hunt in order. *Again*: the very same picture once more.
"""

import io
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from statistics import median
from time import process_time

from PIL import Image

from bench._targets import Figure, line
from render import town, town_kits
from render.theme import THEMES
from render.town import TownScene, draw_town
from render.town_recorded import ENGLISH
from rules.draugr import DRAUGR, Phase, Ruleset, dice, write_setup
from rules.draugr.hunt import CHANCE_PHASES
from rules.draugr.simulation import PLAYERS

SEEDS = ("a", "b", "c")
"""Further hunts, whose pictures are only weighed."""


def scenes(theme: str, seed: str) -> Iterator[TownScene]:
    """The pictures of one hunt."""
    choose = PLAYERS["greedy"](seed)
    hunt = DRAUGR.start(write_setup(Ruleset()))
    while hunt.outcome is None:
        chance = hunt.phase in CHANCE_PHASES
        hunt = DRAUGR.play(hunt, DRAUGR.chance(hunt, dice(seed, hunt.moment)) if chance else choose(hunt))
        if hunt.phase not in CHANCE_PHASES:
            lit = tuple(int(cell) for cell in hunt.reachable) if hunt.phase is Phase.GO else ()
            yield TownScene(replace(hunt, before=None), ENGLISH, theme, lit)


def cost(scene: TownScene) -> tuple[float, bytes]:
    """CPU milliseconds and the picture."""
    start = process_time()
    made = draw_town(scene)
    return (process_time() - start) * 1000, made


def plain(picture: bytes) -> float:
    """CPU milliseconds of Pillow writing the same pixels at level 1."""
    shown = Image.open(io.BytesIO(picture))
    shown.load()
    start = process_time()
    shown.save(io.BytesIO(), "PNG", compress_level=1)
    return (process_time() - start) * 1000


def measure(theme: str) -> None:
    """Prints one theme's line."""
    hunt = list(scenes(theme, "bench"))
    for scene in hunt:
        draw_town(scene)
    cold = []
    for scene in hunt[::5]:
        town.forget_bands()
        cold.append(cost(scene)[0])
    town.forget_bands()
    states = [cost(scene) for scene in hunt]
    again = median(cost(scene)[0] for scene in hunt[-20:])
    sizes = [len(picture) for _, picture in states]
    others = [draw_town(scene) for seed in SEEDS for scene in scenes(theme, seed)]
    peer = median(plain(picture) for _, picture in states[::5])
    mean = median(each for each, _ in states)
    figures = [
        Figure("cold", median(cold)),
        Figure("a state", mean, most=6),
        Figure("again", again, most=0.1),
        Figure("size", median(sizes) / 1000, "kB"),
        Figure(
            "at most", max(map(len, (*others, *(picture for _, picture in states)))) / 1000, "kB", most=180
        ),
        Figure("Pillow", peer),
        Figure("", peer / mean, "x"),
    ]
    line(theme, figures)


def main() -> None:
    """Carves the kits, starts again from disk, and prints a line for each theme."""
    with tempfile.TemporaryDirectory() as folder:
        town_kits.warm(Path(folder))
        town_kits.forget()
        start = process_time()
        town_kits.warm(Path(folder))
        line("start", [Figure("all towns from files", (process_time() - start) * 1000)])
    for theme in THEMES:
        measure(theme)


if __name__ == "__main__":
    main()
