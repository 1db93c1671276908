"""Every command as Discord is told of it: names, descriptions and choices that it takes, in every language."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from bot.client import Haugbui
from bot.commands.naming import Translator
from bot.house import House
from bot.store import Store
from tests.bot.folk import Clock, never

NAME = re.compile(r"[-_'\w]{1,32}")
MOST_IN_ALL, MOST_OPTIONS, MOST_CHOICES = 8_000, 25, 25
MENUS = (2, 3)  # commands of a person's or a message's menu

Payload = dict[str, Any]


@pytest.fixture
async def payloads(tmp_path: Path, clock: Clock) -> Sequence[Payload]:
    """What is sent to Discord for each command."""
    store = await Store.open(tmp_path / "haugbui.sqlite3")
    try:
        client = Haugbui(House.over(store, clock=clock, draw=never, cache=tmp_path))
    finally:
        await store.close()
    return [
        await command.get_translated_payload(client.tree, Translator())
        for command in client.tree.get_commands()
    ]


def named(payload: Payload) -> Iterator[Payload]:
    """The command, its subcommands and its options: all that have a name and a description."""
    yield payload
    for option in payload.get("options", ()):
        yield from named(option)


def spoken(part: Payload, what: str) -> dict[str, str]:
    """The name or the description in each language."""
    return {"en": part[what], **(part.get(f"{what}_localizations") or {})}


def lengths(payload: Payload, locale: str) -> int:
    """How many characters of names, descriptions and values Discord counts in a language."""
    total = 0
    for part in named(payload):
        total += len(spoken(part, "name").get(locale) or part["name"])
        total += len(spoken(part, "description").get(locale) or part["description"])
        for choice in part.get("choices", ()):
            total += len(spoken(choice, "name").get(locale) or choice["name"]) + len(str(choice["value"]))
    return total


async def test_every_name_is_one_that_discord_takes(payloads: Sequence[Payload]) -> None:
    for payload in payloads:
        for part in named(payload):
            for locale, name in spoken(part, "name").items():
                assert 1 <= len(name) <= 32, (locale, name)
                if payload.get("type") not in MENUS:
                    assert NAME.fullmatch(name), (locale, name)
                    assert name == name.lower(), (locale, name)


async def test_every_description_is_one_that_discord_takes(payloads: Sequence[Payload]) -> None:
    for payload in payloads:
        if payload.get("type") not in MENUS:
            for part in named(payload):
                for locale, words in spoken(part, "description").items():
                    assert 1 <= len(words) <= 100, (locale, words)


async def test_every_choice_is_one_that_discord_takes(payloads: Sequence[Payload]) -> None:
    for payload in payloads:
        for part in named(payload):
            assert len(part.get("choices", ())) <= MOST_CHOICES
            for choice in part.get("choices", ()):
                assert len(str(choice["value"])) <= 100
                for locale, words in spoken(choice, "name").items():
                    assert 1 <= len(words) <= 100, (locale, words)


async def test_siblings_differ_in_every_language(payloads: Sequence[Payload]) -> None:
    families = [payloads, *(part.get("options", ()) for payload in payloads for part in named(payload))]
    for family in families:
        assert len(family) <= 100 if family is payloads else len(family) <= MOST_OPTIONS
        for locale in ("en", "ru", "ko"):
            names = [spoken(part, "name").get(locale, part["name"]) for part in family]
            assert len(set(names)) == len(names), (locale, names)


async def test_required_options_come_first(payloads: Sequence[Payload]) -> None:
    for payload in payloads:
        for part in named(payload):
            needed = [
                bool(option.get("required")) for option in part.get("options", ()) if option["type"] > 2
            ]
            assert needed == sorted(needed, reverse=True), part["name"]


async def test_every_word_is_translated(payloads: Sequence[Payload]) -> None:
    for payload in payloads:
        for part in named(payload):
            assert {"ru", "ko"} <= set(spoken(part, "name")), part["name"]
            if payload.get("type") not in MENUS:
                assert {"ru", "ko"} <= set(spoken(part, "description")), part["name"]
            for choice in part.get("choices", ()):
                assert {"ru", "ko"} <= set(spoken(choice, "name")), choice["name"]


async def test_no_command_is_longer_than_discord_counts(payloads: Sequence[Payload]) -> None:
    for payload in payloads:
        if payload.get("type") not in MENUS:
            assert all(lengths(payload, locale) <= MOST_IN_ALL for locale in ("en", "ru", "ko"))


async def test_commands_work_for_servers_and_for_users(payloads: Sequence[Payload]) -> None:
    for payload in payloads:
        assert payload["integration_types"] == [0, 1]
        assert payload["contexts"] == [0, 1, 2]
