"""Pictures of playing sets, measured."""

import io
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageStat

from bot.playing_sets import materials
from render import bands, set_trays, sets
from render.__main__ import main
from render.materials import SETS
from render.set_trays import GAP, HIGH, HIGH_ALONE, Tray
from render.sets import SetPlate, draw_sets
from render.theme import THEMES

AMBER = SetPlate("amber", "urnes", "Sunna's Tears", "Amber, Urnes style", "at stake")
JET = SetPlate("jet", "borre", "Нотт", "Гагат, стиль Борре")
BONE = SetPlate("whalebone", "jelling", "고래뼈 말", "고래뼈, 옐링 양식", "사용 중")
PLATES = [AMBER, JET, BONE, replace(AMBER, material="oak"), replace(JET, style="oseberg"), BONE]


def shown(data: bytes) -> Image.Image:
    picture = Image.open(io.BytesIO(data))
    assert (picture.format, picture.mode) == ("PNG", "P")
    assert "transparency" not in picture.info
    return picture.convert("RGB")


@pytest.mark.parametrize("count", range(1, 7))
def test_F39_one_to_six_sets_are_720_wide(count: int, carved: Path) -> None:
    data = draw_sets(PLATES[:count], cache_dir=carved)
    high = HIGH_ALONE if count == 1 else HIGH * ((count + 1) // 2)
    assert shown(data).size == (720, high)
    assert len(data) < 260_000
    titled = draw_sets(PLATES[:count], title="The sets of Ragnhild", cache_dir=carved)
    assert shown(titled).height > high


def test_no_plates_or_seven_are_refused() -> None:
    for plates in ([], [AMBER] * 7):
        with pytest.raises(ValueError, match=str(len(plates))):
            draw_sets(plates)
    with pytest.raises(KeyError):
        draw_sets([AMBER], theme="plastic")


def test_equal_plates_give_equal_bytes(carved: Path, tmp_path: Path) -> None:
    first = draw_sets(PLATES[:3], title="Ж", cache_dir=carved)
    assert draw_sets(list(PLATES[:3]), title="Ж", cache_dir=carved) is first
    sets.forget()
    set_trays.forget()
    assert draw_sets(PLATES[:3], title="Ж", cache_dir=tmp_path) == first


def test_many_threads_give_the_same_bytes(carved: Path) -> None:
    several = [[one, other] for one, other in combinations(PLATES[:4], 2)]
    alone = [draw_sets(plates, cache_dir=carved) for plates in several]
    sets.forget()
    set_trays.forget()
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda plates: draw_sets(plates, cache_dir=carved), several * 2)) == alone * 2


def test_what_is_not_known_is_drawn_all_the_same(carved: Path) -> None:
    strange = SetPlate("cheese", "baroque", "\x00\u202e👾" * 40, "ᚠᚢᚦ\ufffd", "\u0301" * 30)
    own = SetPlate("", "borre", strange.name, strange.line, strange.note)
    assert draw_sets([strange], cache_dir=carved) == draw_sets([own], cache_dir=carved)


def test_strange_ids_never_reach_a_file_name(tmp_path: Path) -> None:
    draw_sets([SetPlate("../jet", "../borre", "x")], cache_dir=tmp_path / "trays")
    assert [path.name for path in tmp_path.iterdir()] == ["trays"]
    assert not [path for path in (tmp_path / "trays").iterdir() if "." in path.stem]


def test_each_material_and_each_style_shows(carved: Path) -> None:
    trays = [set_trays.tray(Tray("wood", name, "borre", False), carved).tobytes() for name in SETS]
    assert len(set(trays)) == len(SETS)
    for one, other in combinations(materials().styles, 2):
        left, right = (
            set_trays.tray(Tray("wood", "ash", style, False), carved).convert("L") for style in (one, other)
        )
        rest = ImageChops.difference(left, right)
        assert ImageStat.Stat(rest.crop((16, 10, 334, 34))).mean[0] > 8
        rest.paste(0, (8, 5, 342, 40))
        assert rest.getbbox() is None


def test_the_styles_are_those_that_sets_can_have() -> None:
    assert set(bands.STYLES) == set(materials().styles)
    plain = bands.band("borre", 400, 96)
    assert bands.band("nothing of ours", 400, 96).tobytes() == plain.tobytes()
    for style in bands.STYLES:
        made = bands.band(style, 1264, 96)
        assert made.size == (1264, 96)
        carved = ImageStat.Stat(made.point([255 if value > 60 else 0 for value in range(256)])).mean[0] / 255
        assert 0.12 < carved < 0.8, style


def test_where_ribbons_meet_one_is_over_and_one_under() -> None:
    cross = [([(0.0, -1.0), (0.4, -0.1), (1.0, 1.0)], 1.0), ([(0.0, 1.0), (0.45, 0.2), (1.0, -1.0)], 0.5)]
    one, other = bands.interlaced(cross, 10, (5, 5))
    assert one.depth[1] * other.depth[1] < 0
    assert (one.broad, other.broad) == (1.0, 0.5)
    assert one.points[0] == (5.0, -5.0)


def test_the_pieces_stand_out_from_their_floors(carved: Path) -> None:
    for theme in ("wood", "snow"):
        for name in SETS:
            tray = Tray(theme, name, "borre", False)
            card = set_trays.tray(tray, carved).convert("L")
            for seat, (left, top, right, bottom) in set_trays.floors(False).items():
                side = set_trays.sprites(THEMES[theme], seat, name, set_trays.BIG[False], carved)
                for sprite in side.values():
                    solid = sprite.getchannel("A").point([255 if v > 200 else 0 for v in range(256)])
                    light = ImageStat.Stat(sprite.convert("L"), solid).mean[0]
                    bare = ImageStat.Stat(card.crop((right - 8, top + 12, right - 4, bottom - 12))).mean[0]
                    assert abs(light - bare) > 40, (theme, name, seat, left)


def touched(plain: Image.Image, written: Image.Image) -> tuple[int, int, int, int] | None:
    return ImageChops.difference(plain, written).getbbox()


@settings(max_examples=40, deadline=None)
@given(st.text(max_size=60), st.text(max_size=60), st.text(max_size=30), st.booleans())
@example("W" * 60, "흐" * 60, "Ж" * 30, False)
def test_F39_words_stay_below_the_tray_and_the_note_above_it(
    carved: Path, name: str, line: str, note: str, alone: bool
) -> None:
    blank = set_trays.tray(Tray("wood", "ash", "borre", alone), carved)
    told, noted = blank.copy(), blank.copy()
    sets.word(told, THEMES["wood"], SetPlate("ash", "borre", name, line))
    sets.word(noted, THEMES["wood"], SetPlate("ash", "borre", "", "", note))
    floors = set_trays.floors(alone).values()
    for box, top, bottom in (
        (touched(blank, told), max(floor[3] for floor in floors), blank.height - 3),
        (touched(blank, noted), 3, min(floor[1] for floor in floors)),
    ):
        if box is not None:
            assert box[0] >= 12
            assert box[1] >= top
            assert box[2] <= blank.width - 6
            assert box[3] <= bottom


def test_trays_and_pictures_stay_within_their_bytes(carved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sets.forget()
    set_trays.forget()
    one = set_trays.tray(Tray("wood", "ash", "borre", False), carved)
    monkeypatch.setattr(set_trays.TRAYS, "room", 2 * one.width * one.height * 3)
    monkeypatch.setattr(sets.PICTURES, "room", 150_000)
    for name in SETS:
        draw_sets([SetPlate(name, "borre", name)] * 2, cache_dir=carved)
        assert set_trays.TRAYS.used <= set_trays.TRAYS.room
        assert sets.PICTURES.used <= sets.PICTURES.room
    assert len(set_trays.TRAYS) == 2


def test_the_command_line_draws_sets(
    tmp_path: Path, carved: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "sets.png"
    often = ["-o", str(out), "--cache", str(carved)]
    assert main(["sets", *often, "--material", "jet", "--material", "amber"]) == 0
    assert shown(out.read_bytes()).size == (720, HIGH)
    assert main(["sets", *often]) == 0
    with Image.open(out) as sheet:
        assert sheet.width == 720
    assert main(["sets", *often, "--pairs"]) == 0
    with Image.open(out) as sheet:
        assert sheet.width > 14 * 70
    assert main(["sets", *often, *["--material", "jet"] * 7]) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1
    assert GAP > 0
