"""Placeholder so that the bot imports while the town's picture is being made: overwrite this file."""

import io
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from rules.draugr.hunt import Hunt


@dataclass(frozen=True, slots=True)
class TownLabels:
    round: str


@dataclass(frozen=True, slots=True)
class TownScene:
    hunt: Hunt
    labels: TownLabels
    theme: str = "wood"
    lit: tuple[int, ...] = ()
    chosen: int | None = None


def labels(say: Callable[..., str]) -> TownLabels:
    return TownLabels(say("town-round"))


def draw_town(scene: TownScene, *, cache_dir: Path | None = None) -> bytes:
    out = io.BytesIO()
    Image.new("P", (960, 720)).save(out, "PNG")
    return out.getvalue()


def town_words(scene: TownScene, say: Callable[..., str]) -> str:
    return "Town"
