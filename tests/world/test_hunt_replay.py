"""A hunt's log comes with the hunt as an animation."""

from dataclasses import replace
from datetime import date
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageSequence

import render.animation
from bot.words import Locale, say, speaker
from bot.workshop import Workshop
from render import town_kits
from render.town import TownScene, draw_town, forget, labels
from rules.draugr.actions import Go
from tests.world.hunting import LOST, Hunter, nameless
from tests.world.page import Page
from tests.world.stage import Stage
from tests.world.test_match_replay import animation, at_once, notices, takes_files_of


def frames(stage: Stage, page: Page, suffix: str = ".gif") -> list[Image.Image]:
    """What the animation attached to a message shows."""
    with Image.open(BytesIO(animation(stage, page, suffix))) as opened:
        return [frame.convert("RGB") for frame in ImageSequence.Iterator(opened)]


async def town(hunter: Hunter, locale: Locale = "en") -> bytes:
    """The pixels of the town as it stands, without what is offered."""
    scene = TownScene((await hunter.session()).hunt, labels(speaker(locale)))
    png = draw_town(scene, cache_dir=hunter.stage.house.cache)
    return Image.open(BytesIO(png)).convert("RGB").tobytes()


def read(hunter: Hunter) -> Page:
    return hunter.stage.told(hunter.person, where=hunter.where)


@pytest.mark.parametrize("how", ["command", "button"])
async def test_a_log_shows_the_hunt_up_to_now(hunter: Hunter, how: str) -> None:
    await hunter.begin(LOST)
    await hunter.rounds(3)
    await (hunter.slash("draugr log") if how == "command" else hunter.press("log"))
    page = read(hunter)
    assert page.private
    assert page.files == ("haugbui-hunt-1.txt", "haugbui-hunt-1.gif")
    shown = frames(hunter.stage, page)
    assert len(shown) > 5
    assert shown[0].size == (960, 720)
    assert shown[-1].tobytes() == await town(hunter)
    (words,) = page.pictures
    assert words.startswith(f"{say('en', 'alt-hunt-replay', count=3)} {say('en', 'town-alt', round=3)}")
    assert len(words) <= 1024


@pytest.mark.parametrize("locale", ["ru", "ko"])
async def test_it_speaks_the_readers_language(hunter: Hunter, locale: Locale) -> None:
    await hunter.begin(LOST)
    hunter.stage.speaks(hunter.person, locale)
    await hunter.press("log")
    page = read(hunter)
    assert page.pictures[0].startswith(say(locale, "alt-hunt-replay", count=1))
    assert not nameless(page.pictures[0])
    assert frames(hunter.stage, page)[-1].tobytes() == await town(hunter, locale)


async def test_D13_the_end_is_on_the_last_frame_which_is_held(hunter: Hunter) -> None:
    await hunter.begin(LOST)
    ended = await hunter.to_the_end()
    await hunter.slash("draugr log", picture="webp")
    page = read(hunter)
    assert page.files == ("haugbui-hunt-1.txt", "haugbui-hunt-1.webp")
    data = animation(hunter.stage, page, ".webp")
    assert len(data) < 1_000_000
    with Image.open(BytesIO(data)) as opened:
        opened.seek(opened.n_frames - 1)  # type: ignore[attr-defined]
        assert opened.convert("RGB").tobytes() == await town(hunter)
        assert opened.info["duration"] == 4000
    assert say("en", "town-alt-defeat") in page.pictures[0]
    assert page.pictures[0].startswith(say("en", "alt-hunt-replay", count=ended.hunt.round))


@pytest.mark.parametrize(
    ("options", "count"),
    [
        ({"from": 3}, 2),
        ({"to": 2}, 2),
        ({"from": 2, "to": 3}, 2),
        ({"from": 9}, 1),
        ({"from": 3, "to": 1}, 1),
    ],
)
async def test_any_rounds_of_it_are_shown(hunter: Hunter, options: dict[str, Any], count: int) -> None:
    await hunter.begin(LOST)
    await hunter.rounds(4)
    await hunter.slash("draugr log", **options)
    page = read(hunter)
    assert page.pictures[0].startswith(say("en", "alt-hunt-replay", count=count))
    whole = frames(hunter.stage, page)[-1].tobytes() == await town(hunter)
    assert whole == ("to" not in options)
    assert all(say("en", "log-round", number=number) in page.text for number in range(1, 5))


async def test_D22_what_was_undone_is_in_no_frame(hunter: Hunter) -> None:
    await hunter.begin(LOST)
    await hunter.press("log")
    before = animation(hunter.stage, read(hunter))
    assert isinstance(await hunter.advised(), Go)
    await hunter.press("log")
    assert animation(hunter.stage, read(hunter)) != before
    await hunter.press("undo")
    await hunter.press("log")
    assert animation(hunter.stage, read(hunter)) == before


async def test_D21_dice_to_come_are_in_no_frame(hunter: Hunter) -> None:
    """The animation of a hunt under way is that of the moves made alone, whatever the seed holds."""
    await hunter.begin(LOST)
    await hunter.press("log")
    early = animation(hunter.stage, read(hunter))
    await hunter.rounds(4)
    await hunter.slash("draugr log", to=1)
    later = frames(hunter.stage, read(hunter))
    with Image.open(BytesIO(early)) as opened:
        shown = [frame.convert("RGB").tobytes() for frame in ImageSequence.Iterator(opened)]
    assert [frame.tobytes() for frame in later[: len(shown)]] == shown
    assert LOST.encode() not in early


async def test_a_daily_hunts_log_is_for_the_hunter_alone_and_holds_no_seed(
    stage: Stage, hunter: Hunter
) -> None:
    await hunter.daily()
    for told in (await hunter.press("log"), await hunter.slash("draugr log", picture="webp")):
        page = stage.read(told)
        assert page.private
        assert len(page.files) == 2
        assert say("en", "log-seed", seed="") not in page.text
    day: date = stage.now.date()
    await stage.later(days=1)
    seed = await stage.house.hunts.revealed(day, now=stage.now, draw=stage.house.draw)
    assert seed
    assert seed.encode() not in animation(stage, page, ".webp")


async def test_F37_who_wants_letters_gets_the_words_alone(hunter: Hunter) -> None:
    await hunter.begin(LOST)
    await hunter.slash("settings text-board", value="on")
    for told in (await hunter.press("log"), await hunter.slash("draugr log", picture="webp")):
        page = hunter.stage.read(told)
        assert page.files == ("haugbui-hunt-1.txt",)
        assert say("en", "log-round", number=1) in page.text


# Bounds and troubles


async def test_a_long_hunt_shows_a_frame_a_round_and_says_so(
    hunter: Hunter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(render.animation, "MOST_FRAMES", 5)
    await hunter.begin(LOST)
    for begun, each in ((4, 1), (7, 2)):
        await hunter.rounds(begun)
        await hunter.slash("draugr log")
        page = read(hunter)
        assert page.text.endswith(f"-# {say('en', 'log-thinned', count=each)}")
        assert len(frames(hunter.stage, page)) <= 5


@pytest.mark.parametrize(("room", "drawn"), [(150_000, True), (2_000, False)])
async def test_F43_it_is_never_larger_than_what_may_be_attached(
    hunter: Hunter, room: int, drawn: bool
) -> None:
    await hunter.begin(LOST)
    await hunter.advised()
    takes_files_of(hunter.stage, room)
    await hunter.press("log")
    page = read(hunter)
    assert page.files == ("haugbui-hunt-1.txt", "haugbui-hunt-1.gif")[: 1 + drawn]
    assert all(one["size"] <= room for one in page.attachments)
    assert page.text.endswith(f"-# {say('en', 'animation-too-large')}") != drawn


async def test_F43_what_cannot_be_drawn_is_handed_over_as_text(hunter: Hunter) -> None:
    await hunter.begin(LOST)
    whole = hunter.stage.house
    town_kits.forget()
    forget()
    hunter.stage.client.house = replace(whole, cache=Path("no\0folder"))
    hunter.trouble_expected = True
    try:
        await hunter.press("log")
    finally:
        town_kits.town_kit("wood", whole.cache)
    page = read(hunter)
    assert page.files == ("haugbui-hunt-1.txt",)
    assert page.text.endswith(f"-# {say('en', 'animation-broken')}")
    assert say("en", "log-round", number=1) in page.text


async def test_who_waits_long_is_told_that_it_is_being_drawn(hunter: Hunter) -> None:
    await hunter.begin(LOST)
    hunter.stage.client.house = replace(hunter.stage.house, workshop=Workshop(patience=at_once))
    await hunter.press("log")
    assert notices(hunter.stage)[-2] == say("en", "drawing-hunt")
    assert read(hunter).files == ("haugbui-hunt-1.txt", "haugbui-hunt-1.gif")
