"""D8, D18: a Draugr that is slain in the round in which it holds sway is named no more."""

from dataclasses import replace
from pathlib import Path

from PIL import ImageChops

from render import town_kits
from render.town_recorded import ENGLISH
from render.town_scene import TownScene
from render.town_strips import above, draw_above
from render.town_words import town_words
from tests.rules.draugr_town import going

SWAYING = going(dice=(2, 4, 0))
FELLED = replace(SWAYING, rows=(1, 0, *SWAYING.rows[2:]))


def test_D18_the_strip_names_the_one_in_sway_until_it_is_slain(carved: Path) -> None:
    sway = ENGLISH.draugr[1]
    assert above(TownScene(SWAYING, ENGLISH)).told == sway
    strip = above(TownScene(FELLED, ENGLISH))
    assert strip.told == "" and strip.fallen
    kit = town_kits.town_kit("wood", carved)
    whole, crossed = (draw_above(kit, replace(strip, fallen=fallen)) for fallen in (False, True))
    assert ImageChops.difference(whole, crossed).getbbox() is not None


def test_D8_a_round_in_which_it_was_slain_is_not_quiet() -> None:
    def keyed(key: str, **values: object) -> str:
        return key

    told = town_words(TownScene(FELLED, ENGLISH), keyed)
    assert "town-alt-sway-slain" in told and "town-alt-quiet" not in told
    assert "town-alt-die-" in told
    assert "town-alt-sway-slain" not in town_words(TownScene(SWAYING, ENGLISH), keyed)
