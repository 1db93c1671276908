"""The closing cards as pictures: opaque, small, of one palette, the same bytes for the same scene, whatever is kept."""

import io
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest
from PIL import Image

from render import daily_blanks, daily_card, end_kit, end_match, palette
from render import hunt_end as hunts
from render.daily_card import draw_daily
from render.end_kit import Craft, card_kit, united
from render.end_match import draw_end
from render.hunt_end import draw_hunt_end
from render.theme import Theme
from tests.render.decoder import decoded
from tests.render.end_scenes import ENDS, LONGEST, daily, hunt_end

Draw = Callable[..., bytes]
CARDS: dict[str, Draw] = {name: partial(draw_end, scene) for name, scene in ENDS.items()}
CARDS |= {
    "hunt": partial(draw_hunt_end, hunt_end()),
    "hunt-won": partial(draw_hunt_end, hunt_end(won=True)),
    "daily": partial(draw_daily, daily()),
    "daily-won": partial(draw_daily, daily(won=True, hunter=LONGEST[0])),
}


def forget() -> None:
    """Nothing drawn is kept."""
    for room in (end_match, hunts, daily_card):
        room.forget()


@pytest.mark.parametrize("name", CARDS)
def test_F39_a_card_is_opaque_small_and_nearly_square(name: str, carved: Path) -> None:
    data = CARDS[name](cache_dir=carved)
    shown = Image.open(io.BytesIO(data))
    assert (shown.format, shown.mode, shown.width) == ("PNG", "P", 720)
    assert "transparency" not in shown.info
    assert len(data) <= 300_000
    # A result to share is small; the others fill a phone's width and are no higher than a town is wide.
    assert shown.height == daily_card.HIGH if "daily" in name else 720 <= shown.height <= 964


@pytest.mark.parametrize("name", CARDS)
def test_two_decoders_read_the_same(name: str, carved: Path) -> None:
    data = CARDS[name](cache_dir=carved)
    size, colours, pixels = decoded(data)
    shown = Image.open(io.BytesIO(data))
    assert (shown.size, shown.tobytes()) == (size, pixels)
    assert bytes(shown.getpalette() or ())[: len(colours)] == colours
    assert max(pixels) < len(colours) // 3 <= 256


@pytest.mark.parametrize("name", CARDS)
def test_equal_scenes_give_equal_bytes(name: str, carved: Path) -> None:
    first = CARDS[name](cache_dir=carved)
    assert CARDS[name](cache_dir=carved) is first
    forget()
    again = CARDS[name](cache_dir=carved)
    assert again == first and again is not first


def test_threads_draw_the_same(carved: Path) -> None:
    alone = [draw(cache_dir=carved) for draw in CARDS.values()]
    forget()
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda draw: draw(cache_dir=carved), [*CARDS.values()] * 2)) == alone * 2


def test_an_unknown_theme_is_a_KeyError() -> None:
    with pytest.raises(KeyError):
        card_kit(daily_blanks.BLANKS, "cheese")


def test_no_more_than_256_colours_are_united() -> None:
    many = [bytes((red, green, 0)) for red in range(15) for green in range(15)]
    first = palette.merged(many)
    blue = palette.merged(bytes((0, 0, step)) for step in range(1, 101))
    made = united(first, blue, blue)
    assert len(made) == 256 * 3
    kept = {made[at : at + 3] for at in range(0, len(made), 3)}
    assert kept >= set(many)
    shades = sorted(colour[2] for colour in kept - set(many))
    assert len(shades) == 31 and shades[0] < 5 and shades[-1] > 90
    assert united(first, first) == first


def _little(theme: Theme) -> dict[str, Image.Image]:
    shown = Image.new("RGB", (8, 8), theme.recess)
    shown.paste((200, 100, 50), (0, 0, 4, 4))
    return {"a": shown, "b": shown.resize((4, 8))}


LITTLE = Craft("little", _little, 8, ())


@pytest.mark.parametrize("damage", ["cut", "flipped", "empty", "none"])
def test_F43_damaged_blanks_are_carved_anew(damage: str, tmp_path: Path) -> None:
    end_kit.forget()
    first = card_kit(LITTLE, "wood", tmp_path)
    (path,) = tmp_path.iterdir()
    whole = path.read_bytes()
    made = {"cut": whole[:40], "flipped": whole[:-1] + bytes([whole[-1] ^ 1]), "empty": b""}.get(damage)
    path.unlink() if made is None else path.write_bytes(made)
    end_kit.forget()
    again = card_kit(LITTLE, "wood", tmp_path)
    assert again.palette == first.palette
    assert {name: image.tobytes() for name, image in again.images.items()} == {
        name: image.tobytes() for name, image in first.images.items()
    }
    assert path.read_bytes() == whole


def test_F43_a_folder_that_can_not_be_written_to_costs_time_only(tmp_path: Path) -> None:
    end_kit.forget()
    (tmp_path / "file").write_text("no folder")
    made = card_kit(LITTLE, "wood", tmp_path / "file")
    assert made.images["a"].size == (8, 8)
    assert card_kit(LITTLE, "wood", tmp_path / "file") is made
