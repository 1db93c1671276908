"""Carving ahead: `python -m render.warm FOLDER`, and which theme can be drawn without waiting for it."""

import argparse
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from threading import Thread

from render import daily_blanks, end_blanks, end_kit, end_match, hunt_end_blanks, kits, town_kits
from render.materials import SETS
from render.scene import Look
from render.theme import THEMES, WOOD

PLAIN = WOOD.name
"""The theme that is carved before anything is drawn."""
CARDS = (end_blanks.BLANKS, hunt_end_blanks.BLANKS, daily_blanks.BLANKS)
"""The closing cards."""
_LOWEST_PRIORITY = 19
_SEEN: set[tuple[str, Path]] = set()


def board_theme(theme: str, cache_dir: Path) -> str:
    """The theme, if its board and pieces are carved already, else the plain one."""
    return theme if theme == PLAIN or _stored(f"kit-{theme}-{kits.origin()}", cache_dir) else PLAIN


def town_theme(theme: str, cache_dir: Path) -> str:
    """The theme, if its town is carved already, else the plain one."""
    return theme if theme == PLAIN or _stored(f"town-{theme}-{town_kits.origin()}", cache_dir) else PLAIN


def card_theme(theme: str, cache_dir: Path) -> str:
    """The theme, if its closing cards are carved already, else the plain one."""
    return theme if theme == PLAIN or _carded(theme, cache_dir) else PLAIN


def complete(cache_dir: Path) -> bool:
    """Whether nothing of a whole theme is left to carve."""
    return all(
        board_theme(theme, cache_dir) == theme
        and town_theme(theme, cache_dir) == theme
        and _carded(theme, cache_dir)
        for theme in THEMES
    )


def warm(cache_dir: Path) -> None:
    """Carve what is not in the folder yet: whole themes, the plain one first, then every material on each."""
    ordered = sorted(THEMES, key=lambda theme: theme != PLAIN)
    for theme in ordered:
        kits.kit(theme, cache_dir)
        town_kits.town_kit(theme, cache_dir)
        for card in CARDS:
            end_kit.card_kit(card, theme, cache_dir)
    for theme in ordered:
        for material in SETS:
            carve_set(theme, material, cache_dir)


def carve_set(theme: str, material: str, cache_dir: Path) -> None:
    """Have a set's pieces ready for the boards and the trays of a theme."""
    kits.kit(Look(theme, material, material, staked=True), cache_dir)
    end_match.prize_tones(theme, material, cache_dir)


def _carded(theme: str, cache_dir: Path) -> bool:
    return all(_stored(f"{card.name}-{theme}-{end_kit.origin(card)}", cache_dir) for card in CARDS)


def _stored(stem: str, cache_dir: Path) -> bool:
    # Once seen it is soon in memory, where it stays when the folder is emptied.
    if (stem, cache_dir) not in _SEEN and (cache_dir / f"{stem}.bin").exists():
        _SEEN.add((stem, cache_dir))
    return (stem, cache_dir) in _SEEN


def main(arguments: Sequence[str] | None = None) -> int:
    """0 once everything is carved."""
    parser = argparse.ArgumentParser(prog="python -m render.warm", description="Carve all pieces ahead.")
    parser.add_argument("folder", type=Path, help="the folder for carved pieces")
    parser.add_argument("--attached", action="store_true", help="end early when stdin is closed")
    options = parser.parse_args(arguments)
    if options.attached:
        # Ctrl-C is for whoever started this, and ends it by closing stdin.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        Thread(target=_end_with_stdin, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(_LOWEST_PRIORITY)
    warm(options.folder)
    return 0


def _end_with_stdin() -> None:
    """Whoever started this may be killed without a chance to say so."""
    # Not through sys.stdin: whoever waits in there makes the interpreter's end a crash.
    while os.read(0, 1_024):
        pass
    os._exit(1)


if __name__ == "__main__":
    sys.exit(main())
