"""Matches as animations."""

import io
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageStat

import render.replay
from render import gif, kits, layout, lzw
from render.__main__ import main
from render.board import frame
from render.recorded import recorded_scenes
from render.replay import replay
from render.scene import Scene
from rules.game import Seat, WrongAction
from rules.tafl.position import START, Move
from rules.tafl.squares import Square, name, square
from tests.render import gif_decoder

RECORD = Path(__file__).parents[1] / "vectors" / "tafl-long.txt"
LONG = recorded_scenes(RECORD.read_text())
SHORT = [*LONG[:3], *LONG[28:31]]


def frames(data: bytes) -> list[Image.Image]:
    """The frames as Pillow composes them, RGB."""
    with Image.open(io.BytesIO(data)) as opened:
        shown = []
        for number in range(opened.n_frames):  # type: ignore[attr-defined]
            opened.seek(number)
            shown.append(opened.convert("RGB"))
        return shown


def durations(data: bytes) -> list[int]:
    return [image.duration for image in gif_decoder.decoded(data)[2]]


def small(side: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(render.replay, "SIZES", ((side, 10_000_000),))


def test_each_frame_is_the_picture_of_its_scene(carved: Path) -> None:
    shown = frames(replay(SHORT, cache_dir=carved))
    assert len(shown) == len(SHORT)
    for scene, picture in zip(SHORT, shown, strict=True):
        assert picture.tobytes() == frame(scene, cache_dir=carved).convert("RGB").tobytes()


def test_two_decoders_read_the_same(carved: Path) -> None:
    data = replay(SHORT, cache_dir=carved)
    composed = list(gif_decoder.composed(data))
    assert composed == [frame(scene, cache_dir=carved).tobytes() for scene in SHORT]


def test_all_frames_share_one_palette(carved: Path) -> None:
    _, colours, _ = gif_decoder.decoded(replay(SHORT, cache_dir=carved))
    own = kits.kit("wood", carved).palette
    assert colours.startswith(own)
    assert not colours[len(own) :].strip(b"\0")


def test_only_what_a_move_changes_is_written(carved: Path) -> None:
    _, _, images = gif_decoder.decoded(replay(LONG[:3], cache_dir=carved))
    assert images[0].box == (0, 0, 720, 720)
    left, top, right, bottom = images[1].box  # f9-i9
    assert (left, top, right, bottom) == (72 + 5 * 64, 72, 72 + 9 * 64, 72 + 64)


@pytest.mark.parametrize("view", [Seat.DEFENDERS, Seat.ATTACKERS])
@pytest.mark.parametrize(
    ("move", "passed"),
    [("a1-d1", "b1 c1"), ("d1-a1", "b1 c1"), ("a1-a3", "a2"), ("a9-a7", "a8"), ("a1-a2", ""), ("b1-a1", "")],
)
def test_T5_a_pieces_trail_is_on_the_squares_that_it_passed(
    move: str, passed: str, view: Seat, carved: Path
) -> None:
    last = Move(*(square(name) for name in move.split("-")))
    bare = Scene(START, view, last=last)
    shown, plain = (frame(scene, cache_dir=carved) for scene in (replace(bare, trail=True), bare))
    apart = ImageChops.difference(shown.convert("L"), plain.convert("L"))
    wanted = {square(name) for name in passed.split()}
    for number in map(Square, range(81)):
        box = layout.tile(*layout.screen(number, view))
        marked = apart.crop(box).getbbox()
        assert (marked is not None) == (number in wanted), name(number)
        if marked:
            across, down = marked[2] - marked[0], marked[3] - marked[1]
            assert (across > down) == (move[1] == move[4])
        apart.paste(0, box)
    assert apart.getbbox() is None


def test_the_last_frame_is_held_and_it_runs_for_ever(carved: Path) -> None:
    data = replay(SHORT, cache_dir=carved, frame_ms=700, last_ms=5000)
    assert durations(data) == [700] * 5 + [5000]
    with Image.open(io.BytesIO(data)) as opened:
        assert opened.info["loop"] == 0
    assert durations(replay(SHORT))[-2:] == [900, 4000]


def test_a_scene_that_changes_nothing_has_its_frame(carved: Path) -> None:
    assert len(frames(replay([SHORT[0]] * 3, cache_dir=carved))) == 3
    assert len(frames(replay(SHORT[:1], cache_dir=carved))) == 1


def test_a_first_frame_is_the_same_from_what_was_kept(carved: Path) -> None:
    render.replay.forget()
    first = replay(SHORT, cache_dir=carved)
    assert replay(SHORT, cache_dir=carved) == first


def test_sixty_frames_are_720_pixels_and_at_most_a_megabyte(carved: Path) -> None:
    data = replay(LONG[:60], cache_dir=carved)
    assert gif_decoder.decoded(data)[0] == (720, 720)
    assert len(data) <= 1_000_000


def test_a_long_match_is_smaller_and_whole(carved: Path) -> None:
    data = replay(LONG, cache_dir=carved)
    assert gif_decoder.decoded(data)[0] == (480, 480)
    assert len(data) <= 1_000_000
    assert len(durations(data)) == 105 + 1


@pytest.mark.parametrize("side", [480, 240])
def test_a_smaller_frame_is_the_whole_picture_made_smaller(
    side: int, carved: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small(side, monkeypatch)
    shown = frames(replay(SHORT, cache_dir=carved))
    for scene, picture in zip(SHORT, shown, strict=True):
        whole = frame(scene, cache_dir=carved).convert("RGB").resize((side, side), Image.Resampling.LANCZOS)
        assert max(ImageStat.Stat(ImageChops.difference(whole, picture)).mean) < 8
        alone = frames(replay([scene], cache_dir=carved))[0]
        assert max(ImageStat.Stat(ImageChops.difference(alone, picture)).mean) < 0.01


def test_where_no_size_is_small_enough_scenes_are_left_out(
    carved: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small(240, monkeypatch)
    whole = replay(LONG[:40], cache_dir=carved)
    monkeypatch.setattr(render.replay, "SIZES", ((240, len(whole) * 4 // 5),))
    data = replay(LONG[:40], cache_dir=carved)
    assert len(data) <= len(whole) * 4 // 5
    assert len(durations(data)) in (10, 20)
    apart = ImageChops.difference(frames(whole)[-1], frames(data)[-1])
    assert max(ImageStat.Stat(apart).mean) < 0.01


def test_scenes_of_two_looks_or_views_or_none_are_refused() -> None:
    for other in (replace(SHORT[0], view=Seat.ATTACKERS), replace(SHORT[0], theme="stone")):
        with pytest.raises(ValueError, match="one look and view"):
            replay([SHORT[0], other])
    with pytest.raises(ValueError, match="one look and view"):
        replay([])
    with pytest.raises(ValueError, match="256"):
        gif.head((9, 9), bytes(3 * 256))


# The codes


def read(codes: bytes, size: tuple[int, int]) -> bytes:
    data = gif.head(size, b"\0\0\0" * 255) + b"\x21\xf9\4\5\0\0\xff\0"
    data += (
        b"\x2c\0\0\0\0" + size[0].to_bytes(2, "little") + size[1].to_bytes(2, "little") + b"\0\x08" + codes
    )
    return gif_decoder.decoded(data + gif.TAIL)[2][0].indices


@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(1, 9000), min_size=1, max_size=6))
@example([3839, 3840, 3838])
@example([254, 255, 256, 257])
def test_stretches_and_runs_in_any_order_are_one_stream(counts: list[int]) -> None:
    parts, expected = [], b""
    for place, count in enumerate(counts):
        if place % 2:
            parts.append(lzw.run(place, count))
            expected += bytes([place]) * count
        else:
            noise = bytes((at * at * 7 + at * 13 + place) % 251 for at in range(count))
            parts.append(lzw.stretch(Image.frombytes("L", (count, 1), noise)))
            expected += noise
    assert read(lzw.joined(parts), (len(expected), 1)) == expected


# Records


def test_each_scene_of_a_record_shows_what_its_move_passed() -> None:
    assert all(scene.trail for scene in LONG)


def test_T4_a_record_gives_a_scene_for_each_move_and_the_start() -> None:
    assert len(LONG) == 105 + 1
    assert LONG[0].last is None
    assert [scene.result for scene in LONG[-2:]] == ["", "Capture: attackers win"]
    assert LONG[-1].captured


def test_T19_an_ending_off_the_board_shows_on_the_last_moves_scene() -> None:
    text = '[Result "defenders"]\n[Termination "resignation"]\n\n1. d9-a9\n'
    scenes = recorded_scenes(text, view=Seat.ATTACKERS)
    assert [scene.result for scene in scenes] == ["", "Resignation: defenders win"]
    assert recorded_scenes("1. d9-a9\n")[-1].result == ""
    with pytest.raises(WrongAction):
        recorded_scenes("1. d9-d1\n")


def test_a_record_is_drawn_from_the_command_line(tmp_path: Path, carved: Path) -> None:
    record, out = tmp_path / "record.txt", tmp_path / "match.gif"
    record.write_text('[Attacker "Ragnhild"]\n\n1. d9-a9 e7-d7\n')
    options = ["--theme", "stone", "--view", "attackers", "-o", str(out), "--cache", str(carved)]
    assert main(["replay", str(record), *options]) == 0
    assert len(frames(out.read_bytes())) == 3


@pytest.mark.parametrize("text", ["", "1. d9-d1\n", "\x00", b"\xff\xfe\xff"])
def test_a_wrong_record_is_one_line_and_2(
    text: str | bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "record.txt"
    record.write_bytes(text if isinstance(text, bytes) else text.encode())
    assert main(["replay", str(record), "-o", str(tmp_path / "x.gif")]) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1
