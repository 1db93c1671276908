"""Every screen stays within Discord's limits, and every control of it is one that is answered after a restart."""

import json
import re
from collections.abc import Iterable, Iterator
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from discord.ui import Button, ChannelSelect, DynamicItem, Select, UserSelect
from hypothesis import given, settings
from hypothesis import strategies as st

import bot.client
from bot.commands.help import _help, choose_opponent
from bot.house import House
from bot.intents import registered
from bot.request import Request
from bot.views.controls import CONTROLS, Pressed, button
from bot.views.layout import Screen, page, row, text
from bot.views.moves import suggestions
from bot.words import LOCALES, Locale, speaker
from rules.tafl.match import Match, begin
from tests.bot.folk import NOON
from tests.bot.screens import (
    LARGEST_ID,
    NAMES,
    hunts,
    names,
    of_hunt,
    of_match,
    of_people,
    of_rules,
    of_settings,
    session,
)
from tests.rules.tafl_play import matches

assert bot.client  # its handlers are registered by now

ACTION_ROW, BUTTON, SELECT, TEXT_DISPLAY, MEDIA_GALLERY, FILE, USER_SELECT = 1, 2, 3, 10, 12, 13, 5
CHANNEL_SELECT = 8
LINK_STYLE = 5
MOST_COMPONENTS, MOST_TEXT, MOST_WORDS = 40, 4_000, 1_024
locales = st.sampled_from(LOCALES)


def components(tree: Any) -> Iterator[dict[str, Any]]:
    """Every component of a payload, nested ones too."""
    if isinstance(tree, list):
        for item in tree:
            yield from components(item)
    elif isinstance(tree, dict):
        if isinstance(tree.get("type"), int):
            yield tree
        for value in tree.values():
            yield from components(value)


def faults(screen: Screen) -> Iterator[str]:
    """What Discord would refuse of the screen, and what nobody would answer."""
    payload = json.loads(json.dumps(screen.layout.to_components()))  # type: ignore[no-untyped-call]
    parts = list(components(payload))
    if len(parts) > MOST_COMPONENTS:
        yield f"{len(parts)} components"
    told = [part["content"] for part in parts if part["type"] == TEXT_DISPLAY]
    if sum(map(len, told)) > MOST_TEXT or not all(told):
        yield f"{sum(map(len, told))} characters of text"
    yield from (f"cut: …{words[-60:]}" for words in told if len(words) == MOST_TEXT)
    ids = [part["custom_id"] for part in parts if "custom_id" in part]
    if len(set(ids)) < len(ids):
        yield f"doubled ids: {ids}"
    for custom_id in ids:
        yield from unanswered(custom_id)
    for part in parts:
        yield from part_faults(part)
    yield from upload_faults(screen, parts)
    yield from mixed(screen)


def part_faults(part: dict[str, Any]) -> Iterator[str]:
    """What Discord would refuse of one component."""
    kind = part["type"]
    if kind == ACTION_ROW:
        inner = [child["type"] for child in part["components"]]
        if not (
            inner in ([SELECT], [USER_SELECT], [CHANNEL_SELECT])
            or (set(inner) == {BUTTON} and len(inner) <= 5)
        ):
            yield f"a row of {inner}"
    elif kind == BUTTON:
        if not 1 <= len(part.get("label", "")) <= 80 or len(part.get("url", "")) > 512:
            yield f"button {part}"
    elif kind == SELECT:
        if not 1 <= len(part["options"]) <= 25 or len(part["placeholder"]) > 150:
            yield f"a select of {len(part['options'])}"
        values = [option["value"] for option in part["options"]]
        if len(set(values)) < len(values):
            yield f"doubled values: {values}"
        for option in part["options"]:
            if any(
                not 1 <= len(option.get(name) or "-") <= 100 for name in ("label", "value", "description")
            ):
                yield f"option {option}"
    elif kind == CHANNEL_SELECT:
        marked = {value["id"] for value in part["default_values"]}
        if not len(part["default_values"]) == len(marked) <= part["max_values"] <= 25:
            yield f"a select of channels {part}"
    elif kind == MEDIA_GALLERY:
        if not 1 <= len(part["items"]) <= 10:
            yield f"a gallery of {len(part['items'])}"
        yield from (
            f"alt text of {len(item['description'] or '')}"
            for item in part["items"]
            if not 1 <= len(item["description"] or "") <= MOST_WORDS
        )


def upload_faults(screen: Screen, parts: Iterable[dict[str, Any]]) -> Iterator[str]:
    """Uploads that the layout does not show: Discord refuses those."""
    shown = {
        item["media"]["url"].removeprefix("attachment://")
        for part in parts
        if part["type"] == MEDIA_GALLERY
        for item in part["items"]
    } | {part["file"]["url"].removeprefix("attachment://") for part in parts if part["type"] == FILE}
    sent = {file.filename for file in screen.files()}
    if not sent <= shown:
        yield f"sent {sent}, shown {shown}"


def mixed(screen: Screen) -> Iterator[str]:
    """Ordinary controls: one of them beside dynamic ones unregisters those for the whole bot."""
    if screen.layout.timeout is not None:
        yield "a view that expires"
    for item in screen.layout.walk_children():
        if isinstance(item, Button | Select | UserSelect | ChannelSelect) and not (
            isinstance(item, Button) and item.url
        ):
            yield f"an ordinary control: {item}"


def unanswered(custom_id: str) -> Iterator[str]:
    """Why a press on the control would be answered by nobody, or by two."""
    if not 1 <= len(custom_id) <= 100:
        yield f"id of {len(custom_id)}: {custom_id}"
    matched = [match for control in CONTROLS if (match := template(control).fullmatch(custom_id))]
    if len(matched) != 1:
        yield f"{len(matched)} kinds of control for {custom_id}"
    elif (matched[0]["kind"], matched[0]["intent"]) not in registered():
        yield f"no handler for {custom_id}"


def template(control: type[DynamicItem[Any]]) -> re.Pattern[str]:
    """The pattern by which the library knows the control."""
    return control.__discord_ui_compiled_template__


def all_faults(screens: Iterable[Screen]) -> list[str]:
    """The faults of all the screens."""
    return [fault for screen in screens for fault in faults(screen)]


@settings(max_examples=25, deadline=None)
@given(matches(), names, locales)
async def test_F2_F41_every_screen_of_any_match_is_within_the_limits(
    match: Match, name: str, locale: Locale
) -> None:
    assert all_faults(of_match(match, name, speaker(locale))) == []


@settings(max_examples=25, deadline=None)
@given(hunts(), names, locales)
async def test_F2_F41_every_screen_of_any_hunt_is_within_the_limits(
    hunt: Any, name: str, locale: Locale
) -> None:
    assert all_faults(of_hunt(hunt[0], hunt[1], name, speaker(locale))) == []


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("locale", LOCALES)
async def test_challenges_lists_and_refusals_are_within_the_limits(name: str, locale: Locale) -> None:
    assert all_faults(of_people(begin(), name, speaker(locale))) == []
    assert all_faults(of_match(begin(), name, speaker(locale))) == []


@pytest.mark.parametrize("locale", LOCALES)
async def test_every_topic_of_the_rules_is_within_the_limits(locale: Locale) -> None:
    assert all_faults(of_rules(speaker(locale))) == []


@pytest.mark.parametrize("locale", LOCALES)
async def test_the_settings_are_within_the_limits(locale: Locale) -> None:
    assert all_faults(of_settings(speaker(locale))) == []


@pytest.mark.parametrize("locale", LOCALES)
async def test_the_help_is_within_the_limits(locale: Locale) -> None:
    interaction = cast(discord.Interaction, SimpleNamespace(locale=locale, guild_locale=None))
    request = Request(cast(House, None), interaction, NOON)
    pressed = Pressed("h", "start", 0, 0, "", ())
    screens = [await _help(request), await choose_opponent(request, pressed)]
    assert all_faults(screen for screen in screens if screen) == []


@settings(max_examples=25, deadline=None)
@given(matches(), st.text(max_size=12) | st.text("abcdefghi123456789- ", max_size=4))
async def test_suggestions_are_choices_that_discord_takes(match: Match, typed: str) -> None:
    found = suggestions(session(match, "Astrid"), typed)
    assert all(1 <= len(shown) <= 100 and 1 <= len(value) <= 100 for shown, value in found)
    assert len({value for _, value in found}) == len(found)


# The guards themselves


async def test_each_limit_is_seen_when_it_is_passed() -> None:
    def alone(*parts: Any) -> list[str]:
        return all_faults([Screen(page(*parts))])

    good = button("Move", "t", LARGEST_ID, 1, "move")
    assert alone(text("a"), row(good)) == []
    assert alone(text("a" * MOST_TEXT))
    assert alone(text("a" * 2_000), text("b" * 2_001))
    assert alone(row(button("", "t", 1, 1, "move")))
    assert alone(row(good), row(button("Again", "t", LARGEST_ID, 1, "move")))
    assert alone(row(button("Move", "t", 1, 1, "nowhere")))
    assert alone(row(button("Move", "zz", 1, 1, "move")))
    assert alone(row(Button(label="Move", custom_id="t:1:1:move")))
    layout = discord.ui.LayoutView(timeout=180)
    layout.add_item(discord.ui.TextDisplay("a"))
    assert all_faults([Screen(layout)]) == ["a view that expires"]


async def test_every_handler_can_be_reached_by_a_control() -> None:
    for kind, intent in registered():
        assert list(unanswered(f"{kind}:{LARGEST_ID}:1:{intent}:{'a' * 30}")) == []


@pytest.mark.parametrize(
    "custom_id", ["", "t", "t:1:1", "t:x:1:move", "+", "@@t:1:1:move", "t:1:1:move:a\nb", "t:1:1:MOVE"]
)
async def test_a_foreign_id_is_none_of_ours(custom_id: str) -> None:
    assert not [control for control in CONTROLS if template(control).fullmatch(custom_id)]
