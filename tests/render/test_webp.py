"""Animations as WebP files."""

import io
from collections.abc import Sequence
from pathlib import Path

import pytest
from PIL import Image

from render.__main__ import main
from render.animation import FORMATS, TooLarge, written
from render.board import frame
from render.film import Band, Film
from render.replay import animated, every
from render.scene import Scene
from tests.render import webp_chunks
from tests.render.test_replay import LONG, SHORT, frames


def webp(scenes: Sequence[Scene], carved: Path) -> bytes:
    return animated(scenes, format="webp", cache_dir=carved).data


def test_each_frame_is_the_picture_of_its_scene(carved: Path) -> None:
    shown = frames(webp(SHORT, carved))
    assert len(shown) == len(SHORT)
    for scene, picture in zip(SHORT, shown, strict=True):
        assert picture.tobytes() == frame(scene, cache_dir=carved).convert("RGB").tobytes()


def test_two_decoders_read_the_same(carved: Path) -> None:
    data = webp(SHORT, carved)
    for ours, pillows in zip(webp_chunks.composed(data), frames(data), strict=True):
        assert ours.tobytes() == pillows.tobytes()


def test_a_frame_holds_no_more_than_what_its_move_changes(carved: Path) -> None:
    size, times, found = webp_chunks.read(webp(LONG[:3], carved))
    assert size == (720, 720)
    assert times == 0
    assert [one.box for one in found[:2]] == [(0, 0, 720, 720), (72 + 5 * 64, 72, 72 + 9 * 64, 72 + 64)]
    for one in found:
        left, top, right, bottom = one.box
        assert one.stated == (right - left, bottom - top)
        assert one.flags == 0  # laid over what was there, which stays
        assert one.chunks == ("VP8L",)


def test_the_last_frame_is_held(carved: Path) -> None:
    assert [one.duration for one in webp_chunks.read(webp(SHORT, carved))[2]] == [900] * 5 + [4000]


def test_a_scene_that_changes_nothing_has_its_frame(carved: Path) -> None:
    assert len(frames(webp([SHORT[0]] * 3, carved))) == 3
    assert len(frames(webp(SHORT[:1], carved))) == 1


@pytest.mark.parametrize("at", [(0, 0), (1, 0), (0, 1), (3, 5), (6, 4)])
def test_a_box_that_begins_at_an_odd_place_is_widened(at: tuple[int, int]) -> None:
    def opening() -> Sequence[Band]:
        return [(None, Image.new("L", (9, 3), 1)), (None, Image.new("L", (9, 4), 2))]

    patch = Image.frombytes("L", (2, 2), bytes((0, 3, 3, 0)))
    film = Film((9, 7), bytes(range(12)), (50, 60), opening, lambda: iter([[(at, patch)]]))
    data = written(film, "webp", 10_000)
    assert data
    shown = frames(data)
    for number, colour in ((0, 0), (1, 3), (2, 3), (3, 0)):
        x, y = at[0] + number % 2, at[1] + number // 2
        assert shown[1].getpixel((x, y)) == tuple(range(colour * 3, colour * 3 + 3))
        shown[1].putpixel((x, y), shown[0].getpixel((x, y)) or 0)
    assert shown[0].tobytes() == shown[1].tobytes()
    assert [one.duration for one in webp_chunks.read(data)[2]] == [50, 60]


def test_it_is_smaller_than_the_gif_and_keeps_its_size_longer(carved: Path) -> None:
    gif = animated(LONG[:40], cache_dir=carved)
    made = animated(LONG[:40], format="webp", cache_dir=carved)
    assert len(made.data) < len(gif.data) * 0.65
    with Image.open(io.BytesIO(made.data)) as opened:
        assert opened.size == (720, 720)


@pytest.mark.parametrize("most", [400_000, 90_000, 40_000])
def test_it_is_never_larger_than_it_may_be(most: int, carved: Path) -> None:
    for format in FORMATS:
        made = animated(LONG[:20], format=format, most=most, cache_dir=carved)
        assert len(made.data) <= most
        assert made.format == format
    with pytest.raises(TooLarge):
        animated(LONG[:20], most=2_000, cache_dir=carved)


def test_thousands_of_scenes_are_thinned_to_some_and_the_last_stays(carved: Path) -> None:
    end = [LONG[0], LONG[-1]]
    made = animated([LONG[0]] * 2400 + end, cache_dir=carved)
    shown = frames(made.data)
    assert 150 < len(shown) <= 300
    assert len(shown) == -(-2402 // every(made.step))
    assert shown[-1].tobytes() == frames(animated(end, cache_dir=carved).data)[-1].tobytes()


def test_a_record_is_drawn_in_the_format_of_the_files_name(tmp_path: Path, carved: Path) -> None:
    record = tmp_path / "record.txt"
    record.write_text("1. d9-a9 e7-d7\n")
    for name, format in (("x.webp", "WEBP"), ("x.WebP", "WEBP"), ("x.gif", "GIF"), ("x", "GIF")):
        assert main(["replay", str(record), "-o", str(tmp_path / name), "--cache", str(carved)]) == 0
        with Image.open(tmp_path / name) as opened:
            assert opened.format == format
            assert opened.n_frames == 3  # type: ignore[attr-defined]
