"""What is written on pictures: every line and its hand, as it is drawn."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import _lru_cache_wrapper
from typing import Any

import pytest
from PIL import Image

from render import kits, set_trays, shelf, text
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
        for each in set(shelf._EVERY) - _carved():
            each.clear()
        for value in vars(text).values():
            if isinstance(value, _lru_cache_wrapper):
                value.cache_clear()
        self.made = draw()
        return {written for written in self._found if written.text}


def _carved() -> set[Shelf[Any, Any]]:
    """The memory of what is carved, without words."""
    return {value for room in (kits, set_trays) for value in vars(room).values() if isinstance(value, Shelf)}
