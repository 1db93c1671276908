"""A match's record comes with the match as an animation."""

from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any, cast

import pytest
from PIL import Image, ImageChops, ImageSequence

import render.animation
from bot.words import Say, speaker
from bot.workshop import Workshop
from render import board, kits
from render.theme import THEMES
from rules.tafl.record import read_record
from tests.render import gif_decoder
from tests.world.page import Page
from tests.world.short_games import JARL_ESCAPES, JARL_TAKEN
from tests.world.stage import Stage

en, ru, ko = speaker("en"), speaker("ru"), speaker("ko")
_NEAR = [int(level < 10) for level in range(256)]
MOVES = len(JARL_TAKEN.moves)


def animation(stage: Stage, page: Page, suffix: str = ".gif") -> bytes:
    """The animation attached to a message."""
    (found,) = (one for one in page.attachments if one["filename"].endswith(suffix))
    content = stage.env.backend.cdn.get(found["url"])
    assert content is not None
    return content


def shown_by(data: bytes) -> list[Image.Image]:
    """Its frames."""
    with Image.open(BytesIO(data)) as opened:
        return [frame.convert("RGB") for frame in ImageSequence.Iterator(opened)]


def takes_files_of(stage: Stage, room: int) -> None:
    """From now on no larger files may be attached."""
    backend = cast(Any, stage.env.backend)
    deliver = backend.emit

    def emit(event: str, payload: dict[str, Any]) -> None:
        deliver(
            event, payload | {"attachment_size_limit": room} if event == "INTERACTION_CREATE" else payload
        )

    backend.emit = emit


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


async def test_only_the_last_frame_of_a_match_that_is_over_has_the_ribbon(stage: Stage) -> None:
    await stage.begin(stage.astrid, stage.bjorn, *JARL_TAKEN.moves)
    await stage.slash(stage.ketil, "tafl record")
    frames = shown_by(animation(stage, stage.told(stage.ketil)))
    plain = Image.new("RGB", (720, 54), THEMES["wood"].banner)
    # Little is so near to the ribbon's colour where there is no ribbon.
    red = [
        sum(ImageChops.difference(frame.crop((0, 0, 720, 54)), plain).convert("L").point(_NEAR).tobytes())
        for frame in frames
    ]
    assert red[-1] > 1_000 > 100 > max(red[:-1])


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
    assert page.text == f"{en('record-here', number=1)}\n-# {en('animation-broken')}"


async def test_a_webp_is_the_same_animation_and_smaller(stage: Stage) -> None:
    await stage.begin(stage.astrid, stage.bjorn, *JARL_TAKEN.moves)
    await stage.slash(stage.ketil, "tafl record", picture="gif")
    gif = animation(stage, stage.told(stage.ketil))
    await stage.slash(stage.ketil, "tafl record", picture="webp")
    page = stage.told(stage.ketil)
    assert page.files == ("haugbui-1.txt", "haugbui-1.webp")
    assert page.pictures[0].startswith(en("alt-replay", count=MOVES))
    webp = animation(stage, page, ".webp")
    assert len(webp) < len(gif)
    assert [shown.tobytes() for shown in shown_by(webp)] == [shown.tobytes() for shown in shown_by(gif)]


# Bounds


async def test_a_long_match_shows_some_of_its_moves_and_says_so(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(render.animation, "MOST_FRAMES", MOVES // 2)
    await stage.begin(stage.astrid, stage.bjorn, *JARL_TAKEN.moves)
    await stage.slash(stage.ketil, "tafl record")
    page = stage.told(stage.ketil)
    assert frames(stage, page) <= MOVES // 2
    assert page.text.splitlines()[1] == f"-# {en('animation-thinned', count=4)}"
    assert page.pictures[0].startswith(en("alt-replay", count=MOVES))
    assert en("result-attackers-capture") in page.pictures[0]


@pytest.mark.parametrize(("room", "drawn"), [(60_000, True), (1_000, False)])
async def test_F43_an_animation_is_never_larger_than_what_may_be_attached(
    stage: Stage, room: int, drawn: bool
) -> None:
    await stage.begin(stage.astrid, stage.bjorn, *JARL_TAKEN.moves)
    takes_files_of(stage, room)
    await stage.slash(stage.ketil, "tafl record")
    page = stage.told(stage.ketil)
    assert page.files == ("haugbui-1.txt", "haugbui-1.gif")[: 1 + drawn]
    assert all(one["size"] <= room for one in page.attachments)
    assert drawn or page.text.splitlines()[1:] == [f"-# {en('animation-too-large')}"]


# Waiting


async def at_once() -> None:
    """No patience at all."""


def notices(stage: Stage) -> list[str]:
    """What stood in the place of the answer, in order."""
    edits = [request.json for request in stage.env.http_requests if request.method == "PATCH"]
    return [edit["components"][0]["components"][0]["content"] for edit in edits if edit]


@pytest.mark.parametrize(("locale", "say"), [("en-US", en), ("ru", ru), ("ko", ko)])
async def test_who_waits_long_is_told_that_it_is_being_drawn(stage: Stage, locale: str, say: Say) -> None:
    await stage.begin(stage.astrid, stage.bjorn, "d1-c1")
    stage.speaks(stage.ketil, locale)
    stage.client.house = replace(stage.house, workshop=Workshop(patience=at_once))
    await stage.slash(stage.ketil, "tafl record")
    assert notices(stage)[-2:] == [say("drawing-match"), say("record-here", number=1)]
    assert stage.told(stage.ketil).files == ("haugbui-1.txt", "haugbui-1.gif")
    assert stage.told(stage.ketil).private


async def test_who_does_not_wait_long_is_told_nothing(stage: Stage) -> None:
    await stage.begin(stage.astrid, stage.bjorn, "d1-c1")
    await stage.slash(stage.ketil, "tafl record")
    assert notices(stage)[-1] == en("record-here", number=1)
    assert en("drawing-match") not in notices(stage)


async def test_F13_a_notice_that_is_refused_keeps_nobody_from_the_animation(stage: Stage) -> None:
    await stage.begin(stage.astrid, stage.bjorn, "d1-c1")
    stage.client.house = replace(stage.house, workshop=Workshop(patience=at_once))
    stage.refuse("PATCH", "/webhooks/*/messages/@original", status=500, code=0, times=1)
    await stage.slash(stage.ketil, "tafl record")
    assert stage.told(stage.ketil).files == ("haugbui-1.txt", "haugbui-1.gif")


async def test_where_too_many_wait_the_record_comes_without_an_animation(stage: Stage) -> None:
    await stage.begin(stage.astrid, stage.bjorn, "d1-c1")
    stage.client.house = replace(stage.house, workshop=Workshop(places=0, room=0))
    await stage.slash(stage.ketil, "tafl record")
    page = stage.told(stage.ketil)
    assert page.files == ("haugbui-1.txt",)
    assert page.text.splitlines()[1:] == [f"-# {en('animation-crowded')}"]
