"""A match's record comes with the match as an animation."""

from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from bot.words import speaker
from render import board, kits
from rules.tafl.record import read_record
from tests.render import gif_decoder
from tests.world.page import Page
from tests.world.short_games import JARL_ESCAPES, JARL_TAKEN
from tests.world.stage import Stage

en, ru, ko = speaker("en"), speaker("ru"), speaker("ko")
MOVES = len(JARL_TAKEN.moves)


def animation(stage: Stage, page: Page) -> bytes:
    """The GIF attached to a message."""
    (found,) = (one for one in page.attachments if one["filename"].endswith(".gif"))
    content = stage.env.backend.cdn.get(found["url"])
    assert content is not None
    return content


def frames(stage: Stage, page: Page) -> int:
    return len(gif_decoder.decoded(animation(stage, page))[2])


@pytest.mark.parametrize("how", ["command", "button"])
async def test_a_record_shows_the_match_as_an_animation(stage: Stage, how: str) -> None:
    await stage.begin(stage.astrid, stage.bjorn, *JARL_TAKEN.moves)
    if how == "command":
        await stage.slash(stage.ketil, "tafl record")
    else:
        await stage.press(stage.ketil, stage.table(), "record")
    page = stage.told(stage.ketil)
    assert page.files == ("haugbui-1.txt", "haugbui-1.gif")
    with Image.open(BytesIO(animation(stage, page))) as shown:
        assert shown.format == "GIF"
        assert shown.size == (720, 720)
    images = gif_decoder.decoded(animation(stage, page))[2]
    assert [image.duration for image in images] == [900] * MOVES + [4000]
    (words,) = page.pictures
    assert words.startswith(en("alt-replay", count=MOVES))
    assert en("result-attackers-capture") in words


async def test_it_speaks_the_readers_language(stage: Stage) -> None:
    await stage.begin(stage.astrid, stage.bjorn, *JARL_ESCAPES.moves)
    for locale, say in (("ru", ru), ("ko", ko)):
        stage.speaks(stage.ketil, locale)
        await stage.slash(stage.ketil, "tafl record")
        (words,) = stage.told(stage.ketil).pictures
        assert words.startswith(say("alt-replay", count=len(JARL_ESCAPES.moves)))
        assert say("result-defenders-escape") in words


async def test_it_is_seen_from_the_side_of_who_asks(stage: Stage) -> None:
    await stage.begin(stage.astrid, stage.bjorn, "d1-c1")
    boxes = {}
    for person in (stage.astrid, stage.bjorn, stage.ketil):
        await stage.slash(person, "tafl record")
        boxes[person] = gif_decoder.decoded(animation(stage, stage.told(person)))[2][1].box
    assert boxes[stage.ketil] == boxes[stage.bjorn] == (72 + 2 * 64, 72 + 8 * 64, 72 + 4 * 64, 72 + 9 * 64)
    assert boxes[stage.astrid] == (72 + 5 * 64, 72, 72 + 7 * 64, 72 + 64)


@pytest.mark.parametrize(
    ("options", "shown"),
    [
        ({"from": 3}, MOVES - 2),
        ({"to": 2}, 2),
        ({"from": 2, "to": 4}, 3),
        ({"from": 4, "to": 2}, 1),
        ({"from": 999}, 1),
        ({"to": 2**53 - 1}, MOVES),
    ],
)
async def test_any_moves_of_it_are_shown(stage: Stage, options: dict[str, Any], shown: int) -> None:
    await stage.begin(stage.astrid, stage.bjorn, *JARL_TAKEN.moves)
    await stage.slash(stage.ketil, "tafl record", **options)
    page = stage.told(stage.ketil)
    assert frames(stage, page) == shown + 1
    assert page.pictures[0].startswith(en("alt-replay", count=shown))
    whole = shown == MOVES or "to" not in options
    assert (en("result-attackers-capture") in page.pictures[0]) is whole
    assert len(read_record(stage.uploaded(page).decode()).moves) == MOVES


async def test_T19_a_resignation_is_on_the_last_frame(stage: Stage) -> None:
    await stage.begin(stage.astrid, stage.bjorn, "d1-c1", "e7-d7")
    await stage.slash(stage.astrid, "tafl resign")
    await stage.press(stage.astrid, stage.told(stage.astrid), "resigned")
    await stage.slash(stage.ketil, "tafl record")
    page = stage.told(stage.ketil)
    assert frames(stage, page) == 3
    assert en("result-defenders-resignation") in page.pictures[0]


async def test_without_a_move_there_is_only_the_text(stage: Stage) -> None:
    await stage.begin(stage.astrid, stage.bjorn)
    await stage.slash(stage.ketil, "tafl record")
    page = stage.told(stage.ketil)
    assert page.files == ("haugbui-1.txt",)
    assert not page.pictures


async def test_F43_what_cannot_be_drawn_is_handed_over_as_text(stage: Stage) -> None:
    await stage.begin(stage.astrid, stage.bjorn, "d1-c1")
    whole = stage.house
    kits.forget()
    board.forget()
    stage.client.house = replace(whole, cache=Path("no\0folder"))
    try:
        await stage.slash(stage.ketil, "tafl record")
    finally:
        kits.kit("wood", whole.cache)
    page = stage.told(stage.ketil)
    assert page.files == ("haugbui-1.txt",)
    assert page.text == en("record-here", number=1)
