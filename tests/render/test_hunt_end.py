"""A hunt's closing card and its result to share: each thing in its own place, nothing out of its box, no spoilers."""

import io
import itertools
from dataclasses import fields, replace
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageStat

from bot.words import LOCALES, Locale, say
from render import daily_blanks, hunt_end_blanks, town_kits
from render.daily_card import DailyScene, Tally, draw_daily
from render.end_match import FACT_SIZE, SMALLEST, TITLE_SIZE
from render.hunt_end import HuntEndScene, draw_hunt_end
from render.hunt_end_blanks import BED, CARD, CLOTH, FACTS, FOOT, HEAD, ROW, TOLD, card_at, place_at
from render.layout import SIZE
from render.text import Face
from render.theme import THEMES
from render.town_cards import faces, tile
from render.town_layout import ART, MARKS
from render.town_text import lettering
from rules.draugr.cards import DRAUGR_CARDS
from rules.draugr.hunt import Hunt
from rules.draugr.town import CELLS
from rules.game import Ending
from tests.render.end_scenes import HUNT, LONGEST, daily, hunt_end

Box = tuple[int, int, int, int]
SCENE = hunt_end()


def picture(scene: HuntEndScene | DailyScene, carved: Path) -> Image.Image:
    """The card, RGB."""
    draw = draw_daily if isinstance(scene, DailyScene) else draw_hunt_end
    return Image.open(io.BytesIO(draw(scene, cache_dir=carved))).convert("RGB")  # type: ignore[arg-type]


def touched(one: Image.Image, other: Image.Image) -> Box | None:
    """The box in which two pictures differ."""
    return ImageChops.difference(one, other).getbbox()


def of(hunt: Hunt) -> HuntEndScene:
    """The card of a hunt in that state."""
    return replace(SCENE, town=replace(SCENE.town, hunt=hunt))


def inside(inner: Box | None, outer: Box) -> bool:
    """Whether something is there, and all of it in the box."""
    if inner is None:
        return False
    return all(a >= b for a, b in zip(inner[:2], outer[:2], strict=True)) and all(
        a <= b for a, b in zip(inner[2:], outer[2:], strict=True)
    )


def test_D5_the_town_lies_as_it_is_pixel_by_pixel(carved: Path) -> None:
    shown = picture(SCENE, carved)
    assert shown.size == (SIZE, HEAD + BED + ROW + FOOT)
    kit = town_kits.town_kit("wood", carved)
    for cell, face in zip(CELLS, faces(SCENE.town), strict=True):
        x, y = card_at(cell)
        card = kit.shown(tile(kit, face).crop((ART[0], ART[1], MARKS[2], ART[3])))
        assert touched(card, shown.crop((x, HEAD + y, x + CARD[0], HEAD + y + CARD[1]))) is None


@pytest.mark.parametrize("number", [draugr.no for draugr in DRAUGR_CARDS])
def test_D18_F38_the_slain_are_crossed_out_and_can_still_be_told_apart(number: int, carved: Path) -> None:
    left, top, right, bottom = place_at(HUNT.seats.index(number))
    box = (left, top + HEAD + BED, right, bottom + HEAD + BED)
    rows = tuple(0 if draugr == number else held for draugr, held in enumerate(HUNT.rows))
    alive, slain = picture(SCENE, carved), picture(of(replace(HUNT, rows=rows)), carved)
    assert inside(touched(alive, slain), box)
    grey = ImageChops.difference(alive.crop(box).convert("L"), slain.crop(box).convert("L"))
    assert ImageStat.Stat(grey).mean[0] > 12
    everyone = picture(of(replace(HUNT, rows=(0,) * 6)), carved)
    others = [place_at(place) for place in range(6) if place != HUNT.seats.index(number)]
    for other in others:
        crop = (other[0], other[1] + HEAD + BED, other[2], other[3] + HEAD + BED)
        assert touched(everyone.crop(crop), everyone.crop(box)) is not None


def test_D20_a_victory_shows_in_grey_too(carved: Path) -> None:
    won, lost = picture(replace(SCENE, won=True), carved), picture(SCENE, carved)
    apart = ImageChops.difference(won.convert("L"), lost.convert("L"))
    assert inside(apart.getbbox(), (0, 0, SIZE, HEAD))
    assert ImageStat.Stat(apart.crop((0, TOLD[1] - 8, SIZE, HEAD))).mean[0] > 3


def test_before_the_deal_all_cards_lie_face_down(carved: Path) -> None:
    shown = picture(of(Hunt()), carved)
    boxes = [(x, HEAD + y, x + CARD[0], HEAD + y + CARD[1]) for x, y in map(card_at, CELLS)]
    for box in boxes[1:]:
        assert touched(shown.crop(boxes[0]), shown.crop(box)) is None


@settings(max_examples=20)
@given(st.text(max_size=60), st.text(max_size=140), st.text(max_size=90), st.text(max_size=90))
@example("Ж" * 60, "WWWW " * 28, "W" * 90, "한국어 " * 24)
def test_F39_no_words_leave_the_card_s_boxes(
    carved: Path, title: str, told: str, first: str, second: str
) -> None:
    bare = replace(SCENE, title="", told="", facts=("", ""))
    full = replace(SCENE, title=title, told=told, facts=(first, second))
    apart = ImageChops.difference(picture(bare, carved), picture(full, carved))
    below = HEAD + BED + ROW
    for box in (CLOTH, TOLD, (FACTS[0], FACTS[1] + below, FACTS[2], FACTS[3] + below)):
        apart.paste((0, 0, 0), box)
    assert apart.getbbox() is None


@pytest.mark.parametrize("locale", LOCALES)
def test_F39_every_sentence_of_a_hunt_s_card_fits_whole(locale: Locale) -> None:
    titles = ("town-won", "town-defeat", "town-abandoned", "end-hunt-closed")
    for key in titles:
        room = (CLOTH[2] - CLOTH[0] - 24, 46)
        assert lettering(say(locale, key), room, TITLE_SIZE, SMALLEST, Face.TITLE).whole, key
    for ending in (*list(Ending)[list(Ending).index(Ending.SLAIN) :], Ending.TIME, Ending.ANNULMENT):
        told, room = say(locale, f"hunt-over-{ending}"), (TOLD[2] - TOLD[0] - 24, TOLD[3] - TOLD[1] - 6)
        assert lettering(told, room, FACT_SIZE, SMALLEST).whole, told
    for line in hunt_end(locale).facts:
        assert lettering(line, (FACTS[2] - FACTS[0] - 24, 35), FACT_SIZE, SMALLEST).whole, line


# The result to share


def test_a_result_says_nothing_of_cards_and_dice() -> None:
    assert [field.name for field in fields(DailyScene)] == [
        "title",
        "hunter",
        "result",
        "slain",
        "kept",
        "won",
        "theme",
    ]
    assert [field.name for field in fields(Tally)] == ["count", "all", "word"]


@pytest.mark.parametrize(("which", "row"), [("slain", 0), ("kept", 1)])
def test_F38_each_token_that_counts_differs_in_form(which: str, row: int, carved: Path) -> None:
    top = daily_blanks.HEAD + row * daily_blanks.ROW
    box = (0, top, SIZE, top + daily_blanks.ROW)
    scene = daily()
    tally: Tally = getattr(scene, which)
    seen = [
        picture(replace(scene, **{which: replace(tally, count=count)}), carved)  # type: ignore[arg-type]
        for count in range(tally.all + 1)
    ]
    lefts = []
    for fewer, more in itertools.pairwise(seen):
        found = touched(fewer, more)
        assert inside(found, box) and found is not None
        lefts.append(found[0])
        grey = ImageChops.difference(fewer.crop(found).convert("L"), more.crop(found).convert("L"))
        assert ImageStat.Stat(grey).mean[0] > 12
    assert lefts == sorted(lefts) and len(set(lefts)) == tally.all


def test_F38_a_won_hunt_shows_in_grey_too(carved: Path) -> None:
    won, lost = (picture(replace(daily(), won=each), carved) for each in (True, False))
    apart = ImageChops.difference(won.convert("L"), lost.convert("L"))
    head, row = daily_blanks.HEAD, daily_blanks.ROW
    assert touched(won.crop((0, head, SIZE, head + row)), lost.crop((0, head, SIZE, head + row))) is None
    assert ImageStat.Stat(apart.crop((0, 60, SIZE, head))).mean[0] > 3


@pytest.mark.parametrize("theme", THEMES)
def test_F38_a_hunt_given_up_at_once_looks_like_no_victory(theme: str, carved: Path) -> None:
    none, all_of = Tally(0, 4, ""), Tally(7, 7, "")
    scene = replace(daily(), slain=none, kept=all_of, won=False, theme=theme)
    lost, won = (picture(replace(scene, won=each), carved).convert("L") for each in (False, True))
    head, row = daily_blanks.HEAD, daily_blanks.ROW
    left, top, right, bottom = daily_blanks.TOKENS
    skulls, candles = ((left, head + at + top, right, head + at + bottom) for at in (0, row))
    slain = picture(replace(scene, slain=Tally(4, 4, "")), carved).convert("L")
    # No token is anywhere as bright as one that counts, and the cloth has lost its colour.
    assert max(lost.crop(skulls).tobytes()) < 0.65 * max(slain.crop(skulls).tobytes())
    assert max(lost.crop(candles).tobytes()) < 0.75 * max(won.crop(candles).tobytes())
    dye = daily_blanks.banner(THEMES[theme], won=False)
    assert max(dye) - min(dye) < 40 < max(THEMES[theme].banner) - min(THEMES[theme].banner)


@settings(max_examples=20)
@example("Ж" * 90, "W" * 60, "WWWW " * 12)
@given(st.text(max_size=90), st.sampled_from(LONGEST) | st.text(max_size=60), st.text(max_size=60))
def test_F39_no_words_leave_the_result_s_boxes(carved: Path, title: str, name: str, told: str) -> None:
    scene = daily()
    bare = replace(
        scene,
        title="",
        hunter="",
        result="",
        slain=replace(scene.slain, word=""),
        kept=replace(scene.kept, word=""),
    )
    full = replace(
        bare,
        title=title,
        hunter=name,
        result=told,
        slain=replace(scene.slain, word=told),
        kept=replace(scene.kept, word=told),
    )
    apart = ImageChops.difference(picture(bare, carved), picture(full, carved))
    left, top, right, bottom = daily_blanks.COUNT
    boxes = [daily_blanks.CLOTH, daily_blanks.NAME]
    for row in range(2):
        down = daily_blanks.HEAD + row * daily_blanks.ROW
        boxes.append((left, top + down, right, bottom + down))
    for box in boxes:
        apart.paste((0, 0, 0), box)
    assert apart.getbbox() is None


@pytest.mark.parametrize("locale", LOCALES)
def test_F39_every_sentence_of_a_result_fits_whole(locale: Locale) -> None:
    scene = daily(locale)
    room = (daily_blanks.CLOTH[2] - daily_blanks.CLOTH[0] - 24, 46)
    assert lettering(scene.title, room, TITLE_SIZE, SMALLEST, Face.TITLE).whole
    for won in (True, False):
        result = say(locale, "share-won" if won else "share-lost", count=30)
        assert lettering(result, (560, 42), FACT_SIZE, SMALLEST).whole
    left, top, right, bottom = daily_blanks.COUNT
    for tally in (scene.slain, scene.kept):
        assert lettering(tally.word, (right - left - 16, bottom - top - 12), FACT_SIZE, SMALLEST).whole


def test_the_bed_holds_every_card() -> None:
    for cell in CELLS:
        x, y = card_at(cell)
        assert x >= 8 and x + CARD[0] <= SIZE - 8 and y >= 4 and y + CARD[1] <= BED - 4
    assert hunt_end_blanks.place_at(5)[2] <= SIZE - 8
