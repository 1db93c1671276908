"""F39: the result's ribbon hides no coordinate and no square, whatever it says."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from bot.words import LOCALES, Locale, keys, say
from render import board, kits, layout, strips
from render.scene import Plate, Scene
from rules.game import Seat
from rules.tafl.position import START

OVER = Scene(START, top=Plate("Ragnhild", "Attackers"), bottom=Plate("Bjǫrn", "Defenders"), result="Drawn")


def upper(scene: Scene, carved: Path) -> Image.Image:
    """The top strip as palette indices."""
    return board.rows(board.parts(scene)[0], kits.kit("wood", carved))


@pytest.mark.parametrize("view", [Seat.ATTACKERS, Seat.DEFENDERS])
def test_F39_the_ribbon_leaves_the_coordinates_alone(view: Seat, carved: Path) -> None:
    bare, shown = (upper(replace(OVER, view=view, result=result), carved) for result in ("", "x" * 60))
    touched = ImageChops.difference(bare, shown).getbbox()
    assert touched is not None and touched[3] <= layout.EDGE
    assert touched[0] >= layout.MARGIN and touched[2] <= layout.SIZE - layout.MARGIN


@settings(max_examples=40)
@given(st.text(max_size=80), st.text(max_size=80))
def test_F39_name_and_result_keep_apart(carved: Path, name: str, result: str) -> None:
    left = strips.RIBBON[0] - 16
    kit = kits.kit("wood", carved)
    shown = kit.ground.sheets[Seat.DEFENDERS].crop((0, 0, layout.SIZE, layout.MARGIN))
    strips.ribbon(shown, kit, result)
    bare = kit.ground.sheets[Seat.DEFENDERS].crop((0, 0, layout.SIZE, layout.MARGIN))
    touched = ImageChops.difference(bare, shown).getbbox()
    assert touched is not None and touched[0] >= left and touched[2] <= layout.SIZE - layout.MARGIN
    named, nameless = (
        upper(replace(OVER, top=Plate(text, "Attackers"), result=result or "-"), carved)
        for text in (name, "")
    )
    written = ImageChops.difference(named, nameless).getbbox()
    assert written is None or written[2] <= left


@pytest.mark.parametrize("locale", LOCALES)
def test_F39_every_result_is_on_the_ribbon_whole(locale: Locale) -> None:
    results = [say(locale, key) for key in sorted(keys()) if key.startswith("result-")]
    assert len(results) >= 13
    for result in results:
        assert " ".join(strips.ribbon_lines(result)) == result
