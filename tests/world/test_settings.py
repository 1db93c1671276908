"""`/settings` as a person uses it: by taps and by typing, in servers and outside, today and after a restart."""

from typing import Any

import pytest

from bot.preferences import PERSONAL, Personal
from bot.words import Locale, speaker
from tests.world.for_settings import chosen, opened, pick
from tests.world.page import Page
from tests.world.stage import Stage
from tests.world.world import Person

en, ru, ko = speaker("en"), speaker("ru"), speaker("ko")
LANGUAGE, BOARD = "+p:0:0:language", "+p:0:0:board"


async def own(stage: Stage, person: Person) -> Personal:
    return await stage.house.preferences.of(person.id)  # type: ignore[arg-type]


async def test_everything_is_chosen_by_taps_and_outlives_a_restart(stage: Stage) -> None:
    page = await opened(stage, stage.astrid)
    assert page.private
    assert chosen(page, LANGUAGE) == chosen(page, BOARD) == ["auto"]
    page = await pick(stage, stage.astrid, page, LANGUAGE, "ko")
    assert page.text.startswith("✓ **언어:** 한국어")
    page = await pick(stage, stage.astrid, page, BOARD, "hall")
    page = stage.read(await stage.press(stage.astrid, page, "text-board"))
    page = stage.read(await stage.press(stage.astrid, page, "pings"))
    assert await own(stage, stage.astrid) == Personal("ko", "hall", True, False)
    await stage.restart()
    page = await opened(stage, stage.astrid)
    assert (chosen(page, LANGUAGE), chosen(page, BOARD)) == (["ko"], ["hall"])
    assert ko("settings-title") in page.text
    assert page.labels == (ko("button-turn-off"), ko("button-turn-on"))
    assert await own(stage, stage.bjorn) == Personal()


@pytest.mark.parametrize(
    ("command", "option", "setting"),
    [
        ("language", "language", "language"),
        ("board", "board", "board"),
        ("text-board", "value", "text-board"),
        ("pings", "value", "pings"),
    ],
)
async def test_F36_every_choice_has_a_typed_twin(
    stage: Stage, command: str, option: str, setting: str
) -> None:
    seen = set()
    for value in (*PERSONAL[setting], PERSONAL[setting][0]):
        choice: dict[str, Any] = {option: value}
        page = stage.read(await stage.slash(stage.astrid, f"settings {command}", **choice))
        assert page.private and page.text.startswith("✓ **")
        seen.add(await own(stage, stage.astrid))
    assert len(seen) == len(PERSONAL[setting])
    assert await own(stage, stage.astrid) == Personal()


async def test_the_settings_open_from_the_help(stage: Stage) -> None:
    help_page = stage.read(await stage.slash(stage.ketil, "help"))
    page = stage.read(await stage.press(stage.ketil, help_page, "show"))
    assert page.private and en("settings-title") in page.text


@pytest.mark.parametrize("place", ["direct", "private", "user-install"])
async def test_F20_F21_settings_hold_wherever_they_were_chosen(stage: Stage, place: str) -> None:
    if place == "user-install":
        stage.bring_along()
    where = {
        "direct": stage.dm(stage.astrid),
        "private": stage.private_chat(stage.astrid, stage.bjorn),
        "user-install": stage.hall,
    }[place]
    page = await opened(stage, stage.astrid, where)
    assert page.private and not any(custom_id.lstrip("+#").startswith("g:") for custom_id in page.controls)
    await pick(stage, stage.astrid, page, LANGUAGE, "ru")
    await stage.slash(stage.astrid, "settings text-board", where=where, value="on")
    told = stage.read(await stage.slash(stage.astrid, "help", where=stage.dm(stage.astrid)))
    assert ru("help-title") in told.text
    assert await own(stage, stage.astrid) == Personal("ru", None, True, True)


# Languages


@pytest.mark.parametrize(
    ("chose", "discord_speaks", "server", "told"),
    [
        ("ko", "ru", "en-GB", "ko"),
        (None, "ru", "ko", "ru"),
        (None, "de", "ko", "ko"),
        (None, "de", "fr", "en"),
        ("en", "de", "ko", "en"),
    ],
)
async def test_a_reply_is_in_the_chosen_language_else_discords_else_the_servers(
    stage: Stage, chose: str | None, discord_speaks: str, server: str, told: Locale
) -> None:
    stage.speaks(stage.astrid, discord_speaks)
    stage.guild_speaks(server)
    if chose:
        await stage.slash(stage.astrid, "settings language", language=chose)
    page = stage.read(await stage.slash(stage.astrid, "help"))
    assert speaker(told)("help-title") in page.text
    # A refusal, and the answer for a button of yesterday, likewise.
    page = stage.read(await stage.slash(stage.astrid, "tafl move", move="e8-e6"))
    assert page.text == speaker(told)("refusal-no-session-here")
    page = stage.read(await stage.forge(stage.astrid, page, "t:1:0:nothing"))
    assert page.text == speaker(told)("error-unknown-control")


async def test_what_everybody_sees_stays_in_the_servers_language(stage: Stage) -> None:
    await stage.slash(stage.astrid, "settings language", language="ru")
    table = await stage.begin(stage.astrid, stage.bjorn)
    assert "your move" in table.text
    picker = stage.read(await stage.press(stage.astrid, table, "move"))
    assert picker.text == f"{ru('pick-piece')}\n-# {ru('pick-turned')}"


async def test_back_to_discords_language(stage: Stage) -> None:
    stage.speaks(stage.astrid, "ru")
    await stage.slash(stage.astrid, "settings language", language="ko")
    page = await opened(stage, stage.astrid)
    page = await pick(stage, stage.astrid, page, LANGUAGE, "auto")
    assert page.text.startswith(f"✓ **Язык:** {ru('language-own-auto')}")


async def test_sets_are_suggested_in_the_chosen_language(stage: Stage) -> None:
    await stage.slash(stage.astrid, "sets show")
    await stage.slash(stage.astrid, "settings language", language="ru")
    offered = await stage.astrid.autocomplete(stage.hall, "sets use", "set", "")
    assert all(any("а" <= letter <= "я" for letter in choice["name"]) for choice in offered)


async def test_a_hunt_in_direct_messages_follows_its_hunters_language_at_once(stage: Stage) -> None:
    dm = stage.dm(stage.astrid)
    await stage.slash(stage.astrid, "draugr hunt", where=dm, seed="norn-59")
    assert "round 1" in stage.last(dm).text.lower()
    await stage.slash(stage.astrid, "settings language", where=dm, language="ko")
    await stage.slash(stage.astrid, "draugr show", where=dm)
    assert ko("hunt-title", difficulty=ko("difficulty-normal")) in stage.last(dm).text
    hunt = stage.last(dm)
    await stage.press(stage.astrid, hunt, "log")
    # A match of two in another place keeps its own.
    await stage.slash(stage.astrid, "settings language", where=dm, language="auto")
    await stage.slash(stage.astrid, "draugr show", where=dm)
    assert en("hunt-title", difficulty=en("difficulty-normal")) in stage.last(dm).text


# Stale, doubled and forged presses


async def test_F7_a_double_press_changes_nothing_twice(stage: Stage) -> None:
    page = await opened(stage, stage.astrid)
    await stage.at_once(
        lambda: stage.press(stage.astrid, page, "text-board"),
        lambda: stage.press(stage.astrid, page, "text-board"),
    )
    assert (await own(stage, stage.astrid)).text_board


async def test_F4_a_press_on_an_old_screen_does_what_its_label_says(stage: Stage) -> None:
    old = await opened(stage, stage.astrid)
    await stage.slash(stage.astrid, "settings text-board", value="on")
    page = stage.read(await stage.press(stage.astrid, old, "text-board"))
    assert (await own(stage, stage.astrid)).text_board
    assert page.labels == (en("button-turn-off"), en("button-turn-off"))


@pytest.mark.parametrize(
    ("custom_id", "values"),
    [
        ("p:0:0:text-board:maybe", ()),
        ("p:0:0:board:gold", ()),
        ("+p:0:0:language", ("de",)),
        ("+p:0:0:language", ("on",)),
        ("+p:0:0:board", ("ru",)),
    ],
)
async def test_a_value_that_cannot_be_chosen_is_refused(
    stage: Stage, custom_id: str, values: tuple[str, ...]
) -> None:
    page = await opened(stage, stage.astrid)
    told = await forged(stage, stage.astrid, page, custom_id, *values)
    assert told.text == en("refusal-no-such-choice")
    assert await own(stage, stage.astrid) == Personal()


async def test_nobody_elses_settings_can_be_named(stage: Stage) -> None:
    page = await opened(stage, stage.bjorn)
    await forged(stage, stage.bjorn, page, f"p:{stage.astrid.id}:0:pings:off")
    await forged(stage, stage.bjorn, page, f"+p:{stage.astrid.id}:0:language", "ko")
    assert await own(stage, stage.astrid) == Personal()
    assert await own(stage, stage.bjorn) == Personal("ko", None, False, False)


async def forged(stage: Stage, person: Person, page: Page, custom_id: str, *values: str) -> Page:
    """A touch on a control that the page never had; what the person was told."""
    await stage.forge(person, page, custom_id, *values, kind=3 if custom_id.startswith("+") else 2)
    return stage.told(person)


async def test_F1_where_the_press_is_not_acknowledged_nothing_changes(stage: Stage) -> None:
    page = await opened(stage, stage.astrid)
    stage.silence_allowed = True
    stage.refuse("POST", "/interactions/*/callback", status=404, code=10062)
    await stage.press(stage.astrid, page, "text-board")
    assert await own(stage, stage.astrid) == Personal()
