"""Carving ahead, and what is drawn until it is done."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from render import end_kit, kits, town_kits, warm
from render.theme import THEMES
from tests.world.for_settings import forget_the_quarry, quarry


@pytest.fixture
def folder(tmp_path: Path, carved: Path) -> Iterator[Path]:
    """Oak and slate are carved, the others are not."""
    forget_the_quarry()
    yield quarry(tmp_path / "quarry", carved)
    forget_the_quarry()


def test_a_theme_is_drawn_once_it_is_carved_and_until_then_in_wood(tmp_path: Path, folder: Path) -> None:
    for theme in THEMES:
        carved = theme if theme in ("wood", "stone") else "wood"
        assert (warm.board_theme(theme, folder), warm.town_theme(theme, folder)) == (carved, carved)
        assert (warm.board_theme(theme, tmp_path), warm.town_theme(theme, tmp_path)) == ("wood", "wood")


def test_a_theme_that_was_seen_stays_when_the_folder_is_emptied(folder: Path) -> None:
    assert warm.board_theme("stone", folder) == "stone"
    for file in folder.iterdir():
        file.unlink()
    assert warm.board_theme("stone", folder) == "stone"
    assert warm.town_theme("stone", folder) == "wood"


def test_a_folder_is_complete_with_every_theme(tmp_path: Path) -> None:
    kinds = [("kit", kits.origin()), ("town", town_kits.origin())]
    kinds += [(card.name, end_kit.origin(card)) for card in warm.CARDS]
    for theme in THEMES:
        for kind, origin in kinds:
            assert not warm.complete(tmp_path)
            (tmp_path / f"{kind}-{theme}-{origin}.bin").touch()
    assert warm.complete(tmp_path)


def test_what_is_missing_is_carved_and_what_is_there_is_left(folder: Path) -> None:
    for half in folder.glob("half-stone-defenders-oak-*"):
        half.unlink()
    kept = {file.name for file in folder.iterdir()}
    warm.carve_set("stone", "oak", folder)
    made = {file.name for file in folder.iterdir()} - kept
    assert any(name.startswith("half-stone-defenders-oak-") for name in made)
    assert not any(name.startswith(("kit-", "town-")) for name in made)


def test_it_ends_with_whoever_started_it(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "render.warm", "--attached", str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as child:
        assert child.stdin
        child.stdin.close()
        assert child.wait(timeout=60) == 1
    assert not list(tmp_path.iterdir())
