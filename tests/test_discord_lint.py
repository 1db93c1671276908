"""What the bot must never send: each rule of our lint seen broken once, and none seen broken where all is well."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.discord_lint import Sent, Standing, lint
from tests.discord_schema import Published
from tests.wire.limits import COMPONENTS_V2, EPHEMERAL, LOADING, Upload

Body = dict[str, Any]

NONE: Body = {"parse": []}
POSTS, POST, COMMANDS = "/channels/5/messages", "/channels/5/messages/6", "/applications/1/commands"
CALLBACK, FOLLOW_UPS = "/interactions/7/token/callback", "/webhooks/1/token"
ORIGINAL = f"{FOLLOW_UPS}/messages/@original"
TABLE = Standing(COMPONENTS_V2, {8: "table.png"})
PICTURE = {0: Upload("table.png", b"png")}


class Kept:
    """A Discord in which every name leads to the same message."""

    def __init__(self, message: Standing | None):
        self._message = message

    def posted(self, channel: int, message: int) -> Standing | None:
        """The message."""
        return self._message if (channel, message) == (5, 6) else None

    def answered(self, token: str, message: str) -> Standing | None:
        """The message."""
        return self._message if (token, message) == ("token", "@original") else None

    def pressed(self, token: str) -> Standing | None:
        """The message."""
        return self._message if token == "token" else None


def found(
    method: str,
    path: str,
    body: Any,
    *,
    before: Standing | None = None,
    files: Mapping[int, Upload] | None = None,
) -> list[str]:
    """What our lint finds: where in the body, and which rule."""
    breaches = lint(Sent(method, path, body, files or {}), Kept(before))
    return [f"{'.'.join(map(str, breach.path))}: {breach.code}" for breach in breaches]


def text(content: str = "x") -> Body:
    """A text display."""
    return {"type": 10, "content": content}


def gallery(name: str = "table.png", **item: Any) -> Body:
    """A gallery of one uploaded picture."""
    shown = {"media": {"url": f"attachment://{name}"}, "description": "A table.", **item}
    return {"type": 12, "items": [shown]}


def button(custom_id: str = "b") -> Body:
    """A button."""
    return {"type": 2, "style": 1, "label": "Go", "custom_id": custom_id}


def row(*items: Body) -> Body:
    """A row."""
    return {"type": 1, "components": list(items)}


def v2(*components: Body, **fields: Any) -> Body:
    """A Components V2 message that calls nobody."""
    return {"flags": COMPONENTS_V2, "allowed_mentions": NONE, "components": list(components)} | fields


def plain(**fields: Any) -> Body:
    """A message of the older kind that calls nobody."""
    return {"allowed_mentions": NONE} | fields


def command(*options: Body, name: str = "tafl") -> Body:
    """A slash command."""
    return {"type": 1, "name": name, "description": "Play.", "options": list(options)}


def option(name: str, **fields: Any) -> Body:
    """A text option."""
    return {"type": 3, "name": name, "description": "A word."} | fields


FORM: Body = {"title": "Name", "custom_id": "f", "components": [text()]}

# What is sent, and what of it is wrong; the schema lets all of these pass.
MISSED: dict[str, tuple[str, str, Any, str]] = {
    "a command's name": (
        "PUT",
        COMMANDS,
        [command(name="Tafl!")],
        "0.name: APPLICATION_COMMAND_INVALID_NAME",
    ),
    "an option's name": (
        "POST",
        COMMANDS,
        command(option("two words")),
        "0.options.0.name: APPLICATION_COMMAND_INVALID_NAME",
    ),
    "required after optional": (
        "PUT",
        COMMANDS,
        [command(option("a"), option("b", required=True))],
        "0.options.1: APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
    ),
    "autocomplete with choices": (
        "PUT",
        COMMANDS,
        [command(option("a", autocomplete=True, choices=[{"name": "x", "value": "x"}]))],
        "0.options.0: APPLICATION_COMMAND_AUTOCOMPLETE_WITH_CHOICES",
    ),
    "a choice's value": (
        "PUT",
        COMMANDS,
        [command(option("a", choices=[{"name": "x", "value": "x" * 101}]))],
        "0.options.0.choices.0.value: BASE_TYPE_BAD_LENGTH",
    ),
    "a suggestion's value": (
        "POST",
        CALLBACK,
        {"type": 8, "data": {"choices": [{"name": "x", "value": "x" * 101}]}},
        "data.choices.0.value: BASE_TYPE_BAD_LENGTH",
    ),
    "content": ("POST", POSTS, plain(content="x" * 2001), "content: BASE_TYPE_MAX_LENGTH"),
    "rows": (
        "POST",
        POSTS,
        plain(content="x", components=[row(button(str(n))) for n in range(6)]),
        "components: BASE_TYPE_BAD_LENGTH",
    ),
    "V2 without its flag": ("POST", POSTS, plain(components=[text()]), "components.0: UNION_TYPE_CHOICES"),
    "content with V2": (
        "POST",
        FOLLOW_UPS,
        v2(text(), content="x"),
        "content: MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    ),
    "41 nested": (
        "POST",
        POSTS,
        v2(*({"type": 17, "components": [text()] * 9} for _ in range(4)), text()),
        "components: COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
    ),
    "the same id twice": (
        "POST",
        CALLBACK,
        {"type": 4, "data": v2(row(button(), button()))},
        "data.components.0.components.1.custom_id: COMPONENT_CUSTOM_ID_DUPLICATED",
    ),
    "no such file": (
        "POST",
        POSTS,
        v2(gallery()),
        "components: UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
    ),
    "mentions left open": ("POST", POSTS, {"content": "x"}, "allowed_mentions: MENTIONS_LEFT_OPEN"),
    "mentions parsed": (
        "POST",
        POSTS,
        {"content": "x", "allowed_mentions": {"parse": ["users"]}},
        "allowed_mentions.parse: MENTIONS_PARSED",
    ),
    "a post for one alone": ("POST", POSTS, plain(content="x", flags=EPHEMERAL), "flags: FLAGS"),
    "a form's title": (
        "POST",
        CALLBACK,
        {"type": 9, "data": FORM | {"title": "x" * 46}},
        "data.title: BASE_TYPE_BAD_LENGTH",
    ),
    "nothing at all": ("POST", POSTS, plain(), ": EMPTY"),
    "no body": ("POST", FOLLOW_UPS, None, ": EMPTY"),
}


@pytest.mark.parametrize("rule", MISSED)
def test_C2_our_lint_sees(rule: str) -> None:
    method, path, body, breach = MISSED[rule]
    assert found(method, path, body) == [breach]


GOOD: dict[str, tuple[str, str, Any]] = {
    "commands": ("PUT", COMMANDS, [command(option("a", required=True), option("b", autocomplete=True))]),
    "a post": ("POST", POSTS, plain(content="<@3> moves", allowed_mentions={"parse": [], "users": [3]})),
    "a table": ("POST", POSTS, v2(*([text()] * 38), row(button()))),
    "an answer": ("POST", CALLBACK, {"type": 4, "data": v2(text(), flags=COMPONENTS_V2 | EPHEMERAL)}),
    "a wait": ("POST", CALLBACK, {"type": 5, "data": {"flags": EPHEMERAL}}),
    "an acknowledgement": ("POST", CALLBACK, {"type": 6}),
    "suggestions": ("POST", CALLBACK, {"type": 8, "data": {"choices": []}}),
    "a form": ("POST", CALLBACK, {"type": 9, "data": FORM}),
    "a request without a body": ("GET", POST, None),
}


@pytest.mark.parametrize("name", GOOD)
def test_C2_our_lint_lets_pass(name: str) -> None:
    method, path, body = GOOD[name]
    assert found(method, path, body) == []


@pytest.mark.parametrize(
    ("method", "path"),
    [("PATCH", POST), ("PATCH", ORIGINAL), ("POST", CALLBACK)],
    ids=["post", "answer", "update"],
)
def test_C2_an_edit_is_seen_with_the_message_as_it_stands(method: str, path: str) -> None:
    def edited(body: Body, **rest: Any) -> list[str]:
        whole = {"type": 7, "data": body} if path is CALLBACK else body
        return [line.removeprefix("data.") for line in found(method, path, whole, before=TABLE, **rest)]

    assert edited(v2(gallery())) == []
    assert edited(v2(gallery(), attachments=[{"id": "8"}])) == []
    assert edited(v2(gallery(), attachments=[{"id": 0}]), files=PICTURE) == []
    gone = "components: UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"
    assert edited(v2(gallery(), attachments=[])) == [gone]
    assert edited(v2(gallery("other.png"))) == [gone]
    assert edited(v2(gallery(), attachments=[{"id": 9}]))[0] == "attachments.0.id: ATTACHMENT_NOT_FOUND"
    assert edited(v2(text(), attachments=[{"id": 0}]), files=PICTURE) == ["files.0: FILE_SHOWN_NOWHERE"]
    alt = [{"id": "8", "description": "x" * 1025}]
    assert edited(v2(gallery(), attachments=alt)) == ["attachments.0.description: BASE_TYPE_MAX_LENGTH"]
    assert edited(v2(gallery(description="x" * 1025))) == [
        "components.0.items.0.description: BASE_TYPE_BAD_LENGTH"
    ]
    for words in (None, "", " "):
        assert edited(v2(gallery(description=words))) == ["components.0.items.0: PICTURE_WITHOUT_WORDS"]
    assert edited(plain(content="x"))[0].startswith("content: MESSAGE_CANNOT_USE_LEGACY")
    assert edited(plain(flags=0)) == ["flags: COMPONENTS_V2_TAKEN_OFF"]
    assert edited({"components": [text()]}) == ["allowed_mentions: MENTIONS_LEFT_OPEN"]


def test_C2_what_fills_in_a_waiting_message_is_no_edit() -> None:
    waiting = Standing(LOADING | EPHEMERAL)
    assert found("PATCH", ORIGINAL, v2(gallery()), before=waiting, files=PICTURE) == []
    body = v2(gallery(), flags=COMPONENTS_V2 | EPHEMERAL)
    assert found("POST", FOLLOW_UPS, body, before=waiting, files=PICTURE) == []


# These the schema knows too.
PUBLISHED = {"a form's title", "no body"}


def test_the_published_schema_lets_pass_what_our_lint_is_for(pytestconfig: pytest.Config) -> None:
    path: Path | None = pytestconfig.getoption("discord_schema")
    if path is None:
        pytest.skip("needs --discord-schema=PATH")
    published = Published.read(path)
    seen = {
        rule for rule, (method, to, body, _) in MISSED.items() if list(published.breaches(method, to, body))
    }
    assert seen == PUBLISHED
