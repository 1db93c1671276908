"""Pictures stay as somebody last looked at them: each theme, each state of play, each language.

`pytest tests/render/test_pictures_kept.py --record-pictures` renews `tests/render/pictures`; look at the changes.
"""

import io
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.words import LOCALES, Locale, speaker
from render.board import draw
from render.daily_card import draw_daily
from render.end_match import draw_end
from render.gallery_ends import dailies, hunt_ends, match_ends
from render.gallery_scenes import tables, towns
from render.hunt_end import draw_hunt_end
from render.scene import Scene
from render.theme import THEMES
from render.town import draw_town

FOLDER = Path(__file__).parent / "pictures"
BREADTH, COLOURS = 144, 48
MOST = 2_500_000
"""How many bytes all of them may take together."""
MEAN, WORST, BLOCK = 1.5, 5.0, 8
"""How far a channel may be off in the mean over a picture, and over its worst block of 8 × 8 pixels."""


class Kept(NamedTuple):
    """A picture that is kept."""

    name: str
    draw: Callable[..., bytes]


def states(theme: str, locale: Locale) -> Iterator[Kept]:
    say = speaker(locale)
    kinds: tuple[tuple[str, Callable[..., bytes], dict[str, object], tuple[str, ...]], ...] = (
        (
            "table",
            draw,
            dict(tables(theme, say)),
            ("start", "placing", "picked", "moved", "turned", "defenders-escape"),
        ),
        ("town", draw_town, dict(towns(theme, say)), ("before", "aiming", "thief", "dire", "won")),
        ("end", draw_end, dict(match_ends(theme, say)), ("escape", "won set")),
        ("hunt", draw_hunt_end, dict(hunt_ends(theme, say)), ("won", "overrun")),
        ("daily", draw_daily, dict(dailies(theme, say)), ("won", "lost")),
    )
    for stem, drawing, scenes, shown in kinds:
        for state in shown:
            name = f"{stem}-{theme}-{locale}-{state.replace(' ', '-')}"
            yield Kept(name, partial(drawing, scenes[state]))


def small(data: bytes) -> Image.Image:
    with Image.open(io.BytesIO(data)) as shown:
        size = (BREADTH, round(shown.height * BREADTH / shown.width))
        return shown.convert("RGB").resize(size, Image.Resampling.BOX)


def record(shown: Image.Image, file: Path) -> None:
    file.parent.mkdir(exist_ok=True)
    best = shown.quantize(COLOURS, Image.Quantize.MEDIANCUT, kmeans=1, dither=Image.Dither.NONE)
    reduced(shown, best).save(file, optimize=True)


def reduced(shown: Image.Image, palette: Image.Image) -> Image.Image:
    """In the palette of another picture; so the few colours that are kept are no difference."""
    return shown.quantize(palette=palette, dither=Image.Dither.NONE)


def far(shown: Image.Image, kept: Image.Image) -> tuple[float, float]:
    """How far a picture is from a kept one in the mean, and in its worst block."""
    apart = ImageChops.difference(reduced(shown, kept).convert("RGB"), kept.convert("RGB"))
    mean = sum(ImageStat.Stat(apart).mean) / 3
    worst = max(sum(pixel) / 3 for pixel in zip(*(iter(apart.reduce(BLOCK).tobytes()),) * 3, strict=True))
    return mean, worst


def alike(shown: Image.Image, kept: Image.Image) -> bool:
    if shown.size != kept.size:
        return False
    mean, worst = far(shown, kept)
    return mean <= MEAN and worst <= WORST


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("theme", THEMES)
def test_pictures_are_the_kept_ones(
    theme: str, locale: Locale, carved: Path, pytestconfig: pytest.Config
) -> None:
    changed = []
    for kept in states(theme, locale):
        shown, file = small(kept.draw(cache_dir=carved)), FOLDER / f"{kept.name}.png"
        if pytestconfig.getoption("record_pictures"):
            record(shown, file)
        if not file.exists():
            changed.append(f"{kept.name} is not kept")
            continue
        with Image.open(file) as was:
            if not alike(shown, was):
                told = far(shown, was) if shown.size == was.size else (shown.size, was.size)
                changed.append(f"{kept.name}: {told}")
    assert not changed, "look at them, then --record-pictures"


def test_nothing_else_is_kept_and_not_too_much() -> None:
    names = {kept.name for theme in THEMES for locale in LOCALES for kept in states(theme, locale)}
    assert {file.stem for file in FOLDER.iterdir()} == names
    assert sum(file.stat().st_size for file in FOLDER.iterdir()) <= MOST


def test_the_tolerance_lets_little_through(carved: Path, tmp_path: Path) -> None:
    scenes = tables("wood", speaker("en"))
    picked, moved = scenes["picked"], scenes["moved"]

    def unlike(before: Scene, after: Scene) -> bool:
        record(small(draw(before, cache_dir=carved)), tmp_path / "kept.png")
        with Image.open(tmp_path / "kept.png") as kept:
            return not alike(small(draw(after, cache_dir=carved)), kept)

    assert not unlike(picked, picked)
    assert unlike(picked, replace(picked, targets=picked.targets[:-1], strikes=()))
    assert unlike(picked, replace(picked, select=None))
    assert unlike(moved, replace(moved, last=None))
    assert unlike(moved, replace(moved, captures=()))
    assert unlike(moved, replace(moved, captured=moved.captured[:-1]))
    assert unlike(moved, replace(moved, to_move=None))
    for state in ("start", "defenders-escape"):
        assert unlike(scenes[state], tables("wood", speaker("ru"))[state])
    shown = small(draw(picked, cache_dir=carved))
    record(shown, tmp_path / "kept.png")
    with Image.open(tmp_path / "kept.png") as kept:
        assert not alike(Image.blend(shown, Image.new("RGB", shown.size, (0, 0, 60)), 0.08), kept)
        faint = Image.blend(shown, Image.new("RGB", shown.size, (128, 128, 128)), 0.01)
        assert alike(faint, kept)
        assert not alike(shown.crop((0, 0, 100, 100)), kept)
