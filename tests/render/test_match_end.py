"""A match's closing card: what it shows shows in its own place, and nothing leaves its box."""

import io
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageStat

from bot.words import LOCALES, Locale, keys, say
from render import board, end_blanks
from render.end_blanks import BOARD, CLOTH, FACTS, FOOT, HEAD, NAMES, NICHES, PLATES, ROLES, TROPHY
from render.end_match import (
    FACT_SIZE,
    NAME_SIZE,
    SMALLEST,
    SMALLEST_NAME,
    TITLE_SIZE,
    EndScene,
    draw_end,
    lettered_name,
)
from render.layout import EDGE, FRAME, MARGIN, SIZE
from render.scene import Plate
from render.text import Face, clean, width
from render.town_text import lettering
from rules.game import Ending, Seat
from tests.render.end_scenes import ENDS, KEPT, LONGEST, PLAIN, TABLE, WON

Box = tuple[int, int, int, int]


def picture(scene: EndScene, carved: Path) -> Image.Image:
    """The card, RGB."""
    return Image.open(io.BytesIO(draw_end(scene, cache_dir=carved))).convert("RGB")


def touched(one: Image.Image, other: Image.Image) -> Box | None:
    """The box in which two pictures differ."""
    return ImageChops.difference(one, other).getbbox()


def within(inner: Box | None, outer: Box) -> bool:
    """Whether there is something, and all of it in the box."""
    return (
        inner is not None
        and inner[0] >= outer[0]
        and inner[1] >= outer[1]
        and inner[2] <= outer[2]
        and inner[3] <= outer[3]
    )


def foot(box: Box) -> Box:
    """A box of the foot in the picture."""
    return box[0], box[1] + HEAD + BOARD, box[2], box[3] + HEAD + BOARD


@pytest.mark.parametrize("kind", FOOT)
def test_F39_the_last_board_is_on_the_card_pixel_by_pixel(kind: str, carved: Path) -> None:
    scene = {"facts": PLAIN, "kept": KEPT, "prize": WON}[kind]
    assert scene.kind == kind
    shown = picture(scene, carved)
    assert shown.size == (SIZE, end_blanks.height(kind))
    bare = replace(scene.board, top=None, bottom=None, result="")
    table = board.frame(bare, cache_dir=carved).convert("RGB")
    inner = (0, MARGIN, SIZE, SIZE - MARGIN)
    assert touched(table.crop(inner), shown.crop((0, HEAD + FRAME, SIZE, HEAD + BOARD - FRAME))) is None
    letters = (MARGIN, EDGE, SIZE - MARGIN, MARGIN)
    assert touched(table.crop(letters), shown.crop((MARGIN, HEAD, SIZE - MARGIN, HEAD + FRAME))) is None


def test_F38_who_won_shows_in_grey_too(carved: Path) -> None:
    seen = {
        winner: picture(replace(PLAIN, winner=winner), carved)
        for winner in (None, Seat.ATTACKERS, Seat.DEFENDERS)
    }
    for winner in (Seat.ATTACKERS, Seat.DEFENDERS):
        other = winner.opponent
        apart = ImageChops.difference(seen[winner].convert("L"), seen[None].convert("L"))
        x, y = NICHES[winner]
        ring = apart.crop((x - 47, y - 47, x + 47, y + 43))
        assert ImageStat.Stat(ring).mean[0] > 6
        # The word stands beside the side, and the loser's plate is as it is in a draw.
        assert apart.crop(ROLES[winner]).getbbox() is not None
        left, top, right, bottom = PLATES[other]
        assert apart.crop((left + 6, top, right - 6, bottom)).getbbox() is None


@pytest.mark.parametrize(
    ("change", "box"),
    [
        ({"facts": ("1 move",)}, foot(FACTS["facts"])),
        ({"board": replace(TABLE, result="Drawn")}, CLOTH),
        ({"board": replace(TABLE, top=Plate("Þóra", "Attackers"))}, NAMES[Seat.ATTACKERS]),
        ({"board": replace(TABLE, bottom=Plate("Þóra", "Defenders"))}, NAMES[Seat.DEFENDERS]),
        ({"board": replace(TABLE, captured=())}, (0, HEAD, SIZE, HEAD + BOARD)),
    ],
)
def test_each_thing_shows_in_its_own_place(change: dict[str, object], box: Box, carved: Path) -> None:
    assert within(touched(picture(PLAIN, carved), picture(replace(PLAIN, **change), carved)), box)  # type: ignore[arg-type]


def test_W1_the_prize_shows_with_its_material_style_and_name(carved: Path) -> None:
    assert WON.prize is not None
    base = picture(WON, carved)
    floors = [foot(box) for box in end_blanks.FLOORS.values()]
    other = picture(replace(WON, prize=replace(WON.prize, material="jet")), carved)
    for box in floors:
        assert touched(base.crop(box), other.crop(box)) is not None
    styled = picture(replace(WON, prize=replace(WON.prize, style="borre")), carved)
    assert within(touched(base, styled), foot(end_blanks.BAND))
    named = picture(replace(WON, prize=replace(WON.prize, name="Wolf")), carved)
    assert within(touched(base, named), foot(TROPHY))


def test_a_strange_style_or_material_is_drawn_all_the_same(carved: Path) -> None:
    assert WON.prize is not None
    strange = replace(WON.prize, material="cheese", style="baroque")
    assert picture(replace(WON, prize=strange), carved).size == picture(WON, carved).size


def test_the_board_seen_from_the_attackers_keeps_the_plates(carved: Path) -> None:
    turned = replace(TABLE, view=Seat.ATTACKERS, top=TABLE.bottom, bottom=TABLE.top)
    seen, other = picture(PLAIN, carved), picture(replace(PLAIN, board=turned), carved)
    assert touched(seen.crop((0, 0, SIZE, HEAD)), other.crop((0, 0, SIZE, HEAD))) is None


# Words


@pytest.mark.parametrize("name", LONGEST)
def test_F39_the_longest_names_stay_in_their_boxes(name: str, carved: Path) -> None:
    empty = replace(TABLE, top=Plate("", "Attackers"), bottom=Plate("", "Defenders"))
    bare = picture(replace(PLAIN, board=empty), carved)
    for change, seat in (({"top": Plate(name, "Attackers")}, Seat.ATTACKERS),
                         ({"bottom": Plate(name, "Defenders")}, Seat.DEFENDERS)):  # fmt: skip
        shown = picture(replace(PLAIN, board=replace(empty, **change)), carved)  # type: ignore[arg-type]
        assert within(touched(bare, shown), NAMES[seat])


@settings(max_examples=30)
@example(title="Ж" * 90, name="W" * 60, role="Ж" * 60, facts=["W" * 40] * 4, told="Ж" * 120)
@example(title="Ж" * 91, name="W W" * 20, role="Ж Ж" * 20, facts=["W" * 40] * 4, told="Ж Ж" * 40)
@example(title="Ж" * 92, name="한" * 60, role="Ж Ж" * 20, facts=["W" * 40] * 4, told="Ж Ж" * 40)
@given(
    title=st.text(max_size=90),
    name=st.text(max_size=60),
    role=st.text(max_size=60),
    facts=st.lists(st.text(max_size=40), max_size=4),
    told=st.text(max_size=120),
)
def test_F39_no_words_leave_their_boxes(
    carved: Path, title: str, name: str, role: str, facts: list[str], told: str
) -> None:
    kind = sorted(FOOT)[len(title) % 3]
    scene = {"facts": PLAIN, "kept": KEPT, "prize": WON}[kind]
    empty = replace(
        scene,
        board=replace(scene.board, result="", top=Plate("", ""), bottom=Plate("", "")),
        won="",
        facts=(),
        prize_word="",
        kept="-" if kind == "kept" else "",
        prize=scene.prize and replace(scene.prize, name=""),
    )
    full = replace(
        empty,
        board=replace(scene.board, result=title, top=Plate(name, role), bottom=Plate(name, role)),
        won=role,
        facts=tuple(facts),
        prize_word=told,
        kept=told or "-" if kind == "kept" else "",
        prize=scene.prize and replace(scene.prize, name=name),
    )
    apart = ImageChops.difference(picture(empty, carved), picture(full, carved))
    boxes = [CLOTH, *NAMES.values(), *ROLES.values(), foot(FACTS[kind])]
    boxes += [foot(TROPHY)] if kind == "prize" else []
    for box in boxes:
        apart.paste((0, 0, 0), box)
    assert apart.getbbox() is None


@pytest.mark.parametrize("locale", LOCALES)
def test_F39_every_sentence_of_the_card_fits_whole(locale: Locale) -> None:
    results = [key for key in sorted(keys()) if key.startswith("result-")]
    assert {key.rsplit("-", 1)[1] for key in results} == {
        ending.value for ending in list(Ending)[: list(Ending).index(Ending.SLAIN)]
    }
    for key in results:
        title = say(locale, key)
        assert lettering(title, (CLOTH[2] - CLOTH[0] - 24, 46), TITLE_SIZE, SMALLEST, Face.TITLE).whole, title
    for seat in (Seat.ATTACKERS, Seat.DEFENDERS):
        role = f"{say(locale, f'side-{seat}')} · {say(locale, 'end-winner')}"
        left, top, right, bottom = ROLES[seat]
        assert lettering(role, (right - left - 4, bottom - top), SMALLEST, SMALLEST).whole, role
    facts = " · ".join(
        (say(locale, "end-moves", count=9999), say(locale, "end-captures", count=24), "2026-05-17")
    )
    assert lettering(facts, (FACTS["facts"][2] - FACTS["facts"][0] - 24, 40), FACT_SIZE, SMALLEST).whole
    word = say(locale, "end-prize")
    assert lettering(word, (TROPHY[2] - TROPHY[0] - 16, 28), SMALLEST, SMALLEST).whole


@pytest.mark.parametrize(
    "name", [*LONGEST, "Aleksandr Konstantinovich Petrovsky", "Donaudampfschifffahrtskapitän zur See"]
)
def test_F39_a_name_that_is_too_long_is_broken_between_words_and_then_cut(name: str) -> None:
    room = (244, 52)
    shown = lettered_name(name, room)
    assert 1 <= len(shown.lines) <= 2 and SMALLEST_NAME <= shown.hand.size <= NAME_SIZE
    assert all(width(line, shown.hand) <= room[0] for line in shown.lines)
    whole, first = clean(name), shown.lines[0].removesuffix("…")
    assert whole.startswith(first)
    if len(shown.lines) == 2 and name.isascii():
        assert first.endswith("-") or whole[len(first)] == " "


def test_F39_a_word_too_long_for_a_line_is_cut_and_others_stay_as_they_are() -> None:
    room = (244, 52)
    (cut,) = lettered_name("W" * 32, room).lines
    assert cut.startswith("WWWWWWWW") and cut.endswith("…")
    assert lettered_name("Ragnhild", room).lines == ("Ragnhild",)
    assert lettered_name("", room).lines == ("",)


def test_every_kind_of_card_is_among_the_samples() -> None:
    assert {scene.kind for scene in ENDS.values()} == set(FOOT)
