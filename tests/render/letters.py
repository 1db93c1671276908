"""What is written on pictures: every line and its hand, as it is drawn."""

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import _lru_cache_wrapper
from types import ModuleType

import pytest
from PIL import Image

from render import text
from render.shelf import Shelf
from render.text import Hand


@dataclass(frozen=True, slots=True)
class Written:
    """A line on a picture."""

    text: str
    hand: Hand

    @property
    def cut(self) -> bool:
        """Whether it was too long for its box."""
        return self.text.endswith("…")


class Reader:
    """Reads pictures while they are drawn."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self._found: set[Written] = set()
        self.made: object = None
        drawn = text._write

        def write(mask: Image.Image, line: str, hand: Hand, at: tuple[int, int]) -> None:
            self._found.add(Written(line, hand))
            drawn(mask, line, hand, at)

        patch.setattr(text, "_write", write)

    def read(self, draw: Callable[[], object]) -> set[Written]:
        """All that is written by it, nothing of it taken from memory; what it gives back is then in `made`."""
        self._found.clear()
        for shelf in _pictures():
            shelf.clear()
        for name in ("text", "strips", "town_text"):
            for value in vars(sys.modules[f"render.{name}"]).values():
                if isinstance(value, _lru_cache_wrapper):
                    value.cache_clear()
        self.made = draw()
        return {written for written in self._found if written.text}


def _pictures() -> Iterable[Shelf[object, object]]:
    """All memory of drawn pictures; what is carved without words stays."""
    for name, module in list(sys.modules.items()):
        if isinstance(module, ModuleType) and name.startswith("render.") and name not in _CARVED:
            yield from (value for value in vars(module).values() if isinstance(value, Shelf))


_CARVED = ("render.kits", "render.set_trays")
