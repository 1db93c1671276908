"""The town's picture, measured."""

import io
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from render import carve, town, town_art, town_kits
from render.theme import THEMES
from render.town import TownScene, draw_town
from render.town_layout import ART, HEIGHT, MARKS, STRIP, TAG, WIDTH, Box, card_box, panel_box
from render.town_recorded import ENGLISH
from rules.draugr import CARDS, NAMES, TABLE, Hunt, Phase, Ruleset
from rules.draugr.cards import Marker, Sigil
from rules.draugr.ruleset import Difficulty
from rules.draugr.town import CELLS
from rules.game import Ending, Outcome, Seat
from tests.render.decoder import decoded
from tests.rules.draugr_town import BAILIFF, STEERSMAN, WARDEN, WIDOW, cell, going, marks, placed

QUIET = going(dice=(0, 0, 0))
SCENE = TownScene(QUIET, ENGLISH)


def picture(scene: TownScene, carved: Path) -> Image.Image:
    return Image.open(io.BytesIO(draw_town(scene, cache_dir=carved))).convert("RGB")


def shown(hunt: Hunt, carved: Path) -> Image.Image:
    return picture(TownScene(hunt, ENGLISH), carved)


def places() -> dict[str, Box]:
    boxes = {NAMES[number]: card_box(number) for number in CELLS}
    for row in range(3):
        for left in (True, False):
            boxes[f"{'left' if left else 'right'}{row + 1}"] = panel_box(left, row, row)
    return boxes | {"above": (0, 0, WIDTH, STRIP), "below": (0, HEIGHT - STRIP, WIDTH, HEIGHT)}


def changed(one: Image.Image, other: Image.Image) -> set[str]:
    """The cells, panels and strips whose pixels differ; together they are the whole picture."""
    difference = ImageChops.difference(one, other)
    return {name for name, box in places().items() if difference.crop(box).getbbox()}


def greys(image: Image.Image, box: Box) -> Image.Image:
    return image.convert("L").crop(box)


def apart(one: Image.Image, other: Image.Image) -> float:
    """The mean difference of two greyscale images."""
    return ImageStat.Stat(ImageChops.difference(one, other)).mean[0]


def within(number: int, part: Box) -> Box:
    left, top, _, _ = card_box(number)
    return left + part[0], top + part[1], left + part[2], top + part[3]


def test_a_picture_is_960_by_720_opaque_and_of_one_palette(carved: Path) -> None:
    data = draw_town(SCENE, cache_dir=carved)
    seen = Image.open(io.BytesIO(data))
    assert (seen.size, seen.mode, seen.format) == ((960, 720), "P", "PNG")
    assert "transparency" not in seen.info
    assert len(data) <= 200_000
    assert len(town_kits.town_kit("wood", carved).palette) <= 3 * 256


def test_two_decoders_read_the_same(carved: Path) -> None:
    data = draw_town(SCENE, cache_dir=carved)
    size, palette, pixels = decoded(data)
    seen = Image.open(io.BytesIO(data))
    assert (seen.size, seen.tobytes()) == (size, pixels)
    assert bytes(seen.getpalette() or ())[: len(palette)] == palette


def test_the_places_cover_the_picture_once() -> None:
    assert sum((right - left) * (bottom - top) for left, top, right, bottom in places().values()) == 960 * 720


def test_a_picture_depends_on_its_scene_alone(carved: Path) -> None:
    fresh = replace(QUIET, marks=marks(foundry=3))
    cold = draw_town(TownScene(fresh, ENGLISH), cache_dir=carved)
    for number in range(6):
        draw_town(TownScene(replace(fresh, hunter=CELLS[number]), ENGLISH), cache_dir=carved)
    town.forget()
    assert draw_town(TownScene(fresh, ENGLISH), cache_dir=carved) == cold


def test_threads_draw_the_same(carved: Path) -> None:
    scenes = [TownScene(replace(QUIET, hunter=number, began=number), ENGLISH) for number in CELLS]
    alone = [draw_town(scene, cache_dir=carved) for scene in scenes]
    town.forget()
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(lambda scene: draw_town(scene, cache_dir=carved), scenes * 3)) == alone * 3


def test_an_unknown_theme_is_a_KeyError() -> None:
    with pytest.raises(KeyError):
        draw_town(replace(SCENE, theme="cheese"))


def test_before_the_deal_all_cards_lie_face_down(carved: Path) -> None:
    seen = shown(Hunt(), carved)
    assert apart(greys(seen, card_box(0)), greys(seen, card_box(14))) == 0


def test_D1_each_card_has_a_picture_of_its_own(carved: Path) -> None:
    seen = shown(replace(QUIET, hunter=cell("c2")), carved)
    for one, other in combinations([number for number in CELLS if number != cell("c2")], 2):
        assert apart(greys(seen, within(one, ART)), greys(seen, within(other, ART))) > 12


def test_D2_each_Draugr_has_a_portrait_of_its_own(carved: Path) -> None:
    seen = shown(QUIET, carved)
    boxes = [
        (left + 16, top + 58, right - 16, bottom - 72)
        for side in (True, False)
        for left, top, right, bottom in (panel_box(side, row, row) for row in range(3))
    ]
    for one, other in combinations(boxes, 2):
        assert apart(greys(seen, one), greys(seen, other)) > 8


def test_D5_the_cards_lie_where_they_were_dealt(carved: Path) -> None:
    turned = replace(QUIET, grid=QUIET.grid[::-1], cells=tuple(CELLS[14 - at] for at in QUIET.cells))
    one, other = shown(QUIET, carved), shown(replace(turned, hunter=CELLS[14 - QUIET.hunter]), carved)
    for image in (one, other):
        for number in CELLS:
            image.paste((0, 0, 0), within(number, TAG))
    for number in CELLS:
        assert not ImageChops.difference(
            one.crop(card_box(number)), other.crop(card_box(14 - number))
        ).getbbox()


@pytest.mark.parametrize("theme", THEMES)
def test_D5_each_card_has_the_name_of_its_place_turned_over_or_not(theme: str, carved: Path) -> None:
    looks = [QUIET, replace(QUIET, marks=marks(**{card.id: 4 for card in CARDS}))]
    tags = [
        [greys(picture(TownScene(hunt, ENGLISH, theme), carved), within(number, TAG)) for number in CELLS]
        for hunt in looks
    ]
    assert [tag.tobytes() for tag in tags[0]] == [tag.tobytes() for tag in tags[1]]
    for one, other in combinations(tags[0], 2):
        assert apart(one, other) > 5
    for tag in tags[0]:
        levels = tag.tobytes()
        dark, bright = min(levels), max(levels)
        assert bright - dark > 120 and sum(level > (dark + bright) // 2 for level in levels) > 80


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 9])
def test_D9_a_marker_shows_on_its_card_alone(count: int, carved: Path) -> None:
    fewer = replace(QUIET, marks=marks(foundry=count - 1))
    more = replace(QUIET, marks=marks(foundry=count))
    differ = changed(shown(fewer, carved), shown(more, carved))
    assert differ == ({"e2", "below"} if count == 4 else {"e2"})


def test_D9_markers_count_without_colour(carved: Path) -> None:
    columns = [
        greys(shown(replace(QUIET, marks=marks(foundry=count)), carved), within(9, MARKS))
        for count in range(7)
    ]
    bright = [sum(column.histogram()[160:]) for column in columns]
    assert bright[:5] == sorted(bright[:5]) and len(set(bright[:5])) == 5
    for one, other in combinations(columns, 2):
        assert ImageChops.difference(one, other).getbbox()


def test_D9_a_struck_card_is_marked(carved: Path) -> None:
    one = replace(QUIET, marks=marks(foundry=2))
    struck = replace(one, struck=(TABLE.card("foundry"),))
    assert changed(shown(one, carved), shown(struck, carved)) == {"e2"}
    assert apart(greys(shown(one, carved), within(9, ART)), greys(shown(struck, carved), within(9, ART))) > 3


def test_D1_the_sigils_differ_without_colour(carved: Path) -> None:
    seen = shown(replace(QUIET, hunter=cell("c2")), carved)
    by_sigil: dict[Sigil, list[Image.Image]] = {Sigil.WAVE: [], Sigil.MOUND: []}
    for number in CELLS:
        left, top, _, _ = card_box(number)
        by_sigil[CARDS[QUIET.grid[number]].sigil].append(
            greys(seen, (left + 10, top + 10, left + 40, top + 40))
        )
    for wave in by_sigil[Sigil.WAVE]:
        for mound in by_sigil[Sigil.MOUND]:
            assert apart(wave, mound) > 25
    assert all(apart(one, other) < 12 for kind in by_sigil.values() for one, other in combinations(kind, 2))


def test_D3_the_markers_differ_without_colour(carved: Path) -> None:
    images = town_kits.town_kit("wood", carved)
    for side in (26, 36):
        holy, iron = (images.shown(images.images[f"sign-{marker}-{side}"]).convert("L") for marker in Marker)
        assert apart(holy, iron) > 25


def test_D7_the_hunter_and_D10_the_counter_stand_on_their_cards(carved: Path) -> None:
    assert changed(shown(QUIET, carved), shown(replace(QUIET, hunter=cell("a1")), carved)) == {"a1", "c2"}
    assert changed(shown(QUIET, carved), shown(replace(QUIET, ward=TABLE.card("boathouse")), carved)) == {
        "e3"
    }


def test_D12_a_Townsperson_is_turned_over_and_a_Location_is_not(carved: Path) -> None:
    lost = replace(QUIET, marks=marks(midwife=4, boathouse=4))
    seen, whole = shown(lost, carved), shown(QUIET, carved)
    assert changed(seen, whole) == {"b1", "e3", "below"}
    box = within(14, (8, 8, 40, 40))
    assert apart(greys(seen, box), greys(whole, box)) < 3
    both = shown(replace(QUIET, marks=marks(midwife=4, pilgrim=4)), carved)
    assert apart(greys(both, within(1, ART)), greys(both, within(5, ART))) == 0


@pytest.mark.parametrize("theme", ["wood", "stone"])
def test_D14_reachable_cards_are_lit_and_only_they(theme: str, carved: Path) -> None:
    dark = TownScene(QUIET, ENGLISH, theme)
    lit = replace(dark, lit=tuple(int(number) for number in QUIET.reachable))
    one, other = picture(dark, carved), picture(lit, carved)
    assert changed(one, other) == {NAMES[number] for number in QUIET.reachable}
    for number in QUIET.reachable:
        left, top, _, _ = card_box(number)
        for rim in ((left, top + 20, left + 6, top + 130), (left, top + 150, left + 6, top + 180)):
            assert ImageStat.Stat(greys(other, rim)).mean[0] > ImageStat.Stat(greys(one, rim)).mean[0] + 50


def test_a_chosen_card_differs_from_a_lit_one(carved: Path) -> None:
    lit = replace(SCENE, lit=(0, 1))
    assert changed(picture(lit, carved), picture(replace(lit, chosen=1), carved)) == {"b1"}


@pytest.mark.parametrize(
    ("rows", "bounds"),
    [((1, 2, 4), ""), ((0, 3, 4), "12"), ((0, 0, 7), "123"), ((1, 6, 0), "23")],
)
def test_D19_a_slid_Draugr_spans_its_rows(rows: tuple[int, int, int], bounds: str, carved: Path) -> None:
    held = replace(QUIET, rows=(*rows, *QUIET.rows[3:]))
    seen = shown(held, carved)
    for row in (1, 2):
        rim = greys(seen, (20, STRIP + row * 200 - 4, 100, STRIP + row * 200 + 4))
        inside = {str(row), str(row + 1)} <= set(bounds)
        spread = max(ImageStat.Stat(rim.crop((0, y, 80, y + 1))).mean[0] for y in range(8))
        spread -= min(ImageStat.Stat(rim.crop((0, y, 80, y + 1))).mean[0] for y in range(8))
        assert (spread < 40) is inside, (row, spread)
    points = [greys(seen, (112, STRIP + row * 200 + 90, 119, STRIP + row * 200 + 110)) for row in range(3)]
    assert min(ImageStat.Stat(point).mean[0] for point in points) > 60


def test_D19_rows_that_nobody_holds_show_a_grave(carved: Path) -> None:
    empty = replace(QUIET, rows=(0, 0, 0, *QUIET.rows[3:]))
    assert changed(shown(QUIET, carved), shown(empty, carved)) == {"left1", "left2", "left3", "above"}


def test_D18_wounds_show_on_their_Draugr(carved: Path) -> None:
    hurt = replace(QUIET, placed=placed(steersman=(1, 2)), supply=(1, 0))
    assert changed(shown(QUIET, carved), shown(hurt, carved)) == {"left1", "below"}


def test_D8_who_holds_sway_shows(carved: Path) -> None:
    assert changed(shown(QUIET, carved), shown(going(dice=(2, 4, 0)), carved)) == {"left2", "above"}
    assert changed(shown(going(dice=(2, 1, 0)), carved), shown(going(dice=(2, 4, 0)), carved)) == {"above"}


def test_D8_a_quiet_round_shows(carved: Path) -> None:
    slain = replace(QUIET, rows=(0, 3, *QUIET.rows[2:]))
    quiet = replace(slain, dice=(1, 0, 0))
    assert quiet.quiet
    assert changed(shown(slain, carved), shown(quiet, carved)) == {"above"}
    die = (192, 6, 238, 54)
    alive = shown(going(dice=(1, 2, 0)), carved)
    assert 5 < apart(greys(alive, die), greys(shown(quiet, carved), die)) < 80


def test_D24_thieves_and_the_third_die_show_on_hard(carved: Path) -> None:
    hard = replace(QUIET, ruleset=Ruleset(difficulty=Difficulty.HARD))
    assert changed(shown(QUIET, carved), shown(hard, carved)) == {"left1", "left2", "right1"}
    dice = [shown(replace(hard, dice=(1, 1, face)), carved) for face in range(7)]
    for one, other in combinations(dice, 2):
        assert changed(one, other) == {"above"}


def test_D13_D20_losses_slain_supply_and_round_show(carved: Path) -> None:
    base = shown(QUIET, carved)
    assert changed(base, shown(replace(QUIET, supply=(3, 2)), carved)) == {"below"}
    assert changed(base, shown(replace(QUIET, round=12), carved)) == {"above"}
    assert changed(base, shown(replace(QUIET, ruleset=Ruleset(cards_lost=7)), carved)) == {"below"}
    ends = [
        shown(replace(QUIET, phase=Phase.OVER, outcome=outcome), carved)
        for outcome in (
            Outcome(Seat.HUNTER, Ending.SLAIN),
            Outcome(None, Ending.OVERRUN),
            Outcome(None, Ending.ABANDONED),
        )
    ]
    for one, other in combinations([base, *ends], 2):
        assert changed(one, other) == {"above"}


def test_every_state_of_a_slide_is_drawn(carved: Path) -> None:
    waiting = replace(QUIET, phase=Phase.SLIDE, fallen=WARDEN, rows=(1, 0, 4, *QUIET.rows[3:]))
    assert changed(shown(QUIET, carved), shown(waiting, carved)) == {"left2", "above"}
    assert {STEERSMAN, WIDOW, BAILIFF} <= set(waiting.living)


def test_D1_D2_D3_no_two_drawings_have_a_shape_in_common() -> None:
    drawn = {name: {part.svg for part in carve.parts(f"town/{name}")} for name in town_art.NAMES}
    assert {card.id for card in CARDS} | {draugr.id for draugr in TABLE.draugr} | set(Marker) <= drawn.keys()
    for one, other in combinations(drawn, 2):
        assert not drawn[one] & drawn[other], (one, other)


def test_the_caches_are_bounded_in_bytes() -> None:
    assert len(town.shelves()) == 5
    assert all(shelf.room <= 24 << 20 for shelf in town.shelves())
    assert sum(shelf.room for shelf in town.shelves()) <= 80 << 20
