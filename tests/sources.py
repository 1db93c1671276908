"""Every source file of the house, as text."""

from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]


def sources(*rooms: str) -> Iterator[tuple[str, str]]:
    """Every source file of those rooms: its path from the root, and its text."""
    for room in rooms:
        for path in sorted((ROOT / room).rglob("*.py")):
            yield path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")


FILES = dict(sources("bot", "render", "rules"))
