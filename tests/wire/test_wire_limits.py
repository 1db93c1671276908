"""The limits that the stand-in holds: a body at the limit passes, one past it is named."""

from typing import Any

import pytest

from tests.wire.commands import command_breaches
from tests.wire.component_limits import modal_breaches
from tests.wire.limits import COMPONENTS_V2, Upload, form, message_breaches

Body = dict[str, Any]


def codes(
    body: Body, *, files: dict[int, Upload] | None = None, kept: dict[int, str] | None = None
) -> set[str]:
    """The codes of what a message body breaks."""
    flags = body.get("flags", 0)
    editing = kept is not None
    return {b.code for b in message_breaches(body, files or {}, kept or {}, flags, editing=editing)}


def button(number: int, **fields: Any) -> Body:
    return {"type": 2, "style": 1, "label": "Go", "custom_id": f"b:{number}"} | fields


def row(*items: Body) -> Body:
    return {"type": 1, "components": list(items)}


def select(count: int, **fields: Any) -> Body:
    options = [{"label": f"l{n}", "value": f"v{n}"} for n in range(count)]
    return {"type": 3, "custom_id": "s", "options": options} | fields


def text(content: str = "x") -> Body:
    return {"type": 10, "content": content}


def gallery(*urls: str) -> Body:
    return {"type": 12, "items": [{"media": {"url": url}} for url in urls]}


def v2(*components: Body, **fields: Any) -> Body:
    return {"flags": COMPONENTS_V2, "components": list(components)} | fields


PNG = {0: Upload("table.png", b"x")}

GOOD: dict[str, Body] = {
    "content": {"content": "x" * 2000},
    "rows": {"components": [row(*(button(r * 5 + n) for n in range(5))) for r in range(5)]},
    "select": {"components": [row(select(25))]},
    "forty": v2(*(text() for _ in range(40))),
    "texts": v2(text("x" * 2000), text("x" * 2000)),
    "section": v2({"type": 9, "components": [text()], "accessory": button(1)}),
    "container": v2({"type": 17, "components": [text(), {"type": 14}, row(button(1))]}),
    "link": {"components": [row({"type": 2, "style": 5, "label": "To", "url": "https://example.org"})]},
    "hundred": {"components": [row(button(1, custom_id="x" * 100))]},
    "mentions": {"content": "x", "allowed_mentions": {"parse": [], "users": ["1"]}},
}


@pytest.mark.parametrize("name", GOOD)
def test_C2_a_body_at_the_limit_passes(name: str) -> None:
    assert codes(GOOD[name]) == set()


BAD: dict[str, tuple[Body, str]] = {
    "content": ({"content": "x" * 2001}, "BASE_TYPE_MAX_LENGTH"),
    "nonce": ({"content": "x", "nonce": "n" * 26}, "NONCE_TYPE_TOO_LONG"),
    "rows": ({"components": [row(button(n)) for n in range(6)]}, "BASE_TYPE_BAD_LENGTH"),
    "buttons": ({"components": [row(*map(button, range(6)))]}, "COMPONENT_LAYOUT_WIDTH_EXCEEDED"),
    "empty row": ({"components": [row()]}, "COMPONENT_LAYOUT_WIDTH_EXCEEDED"),
    "mixed row": ({"components": [row(button(1), select(2))]}, "COMPONENT_LAYOUT_WIDTH_EXCEEDED"),
    "26 options": ({"components": [row(select(26))]}, "BASE_TYPE_BAD_LENGTH"),
    "no options": ({"components": [row(select(0))]}, "BASE_TYPE_BAD_LENGTH"),
    "101 in an id": ({"components": [row(button(1, custom_id="x" * 101))]}, "BASE_TYPE_BAD_LENGTH"),
    "label": ({"components": [row(button(1, label="x" * 81))]}, "BASE_TYPE_BAD_LENGTH"),
    "no label": ({"components": [row(button(1, label=None))]}, "BUTTON_COMPONENT_NEEDS_LABEL_OR_EMOJI"),
    "same id": ({"components": [row(button(1), button(1))]}, "COMPONENT_CUSTOM_ID_DUPLICATED"),
    "text without V2": ({"components": [text()]}, "UNION_TYPE_CHOICES"),
    "content with V2": (
        v2(text(), content="x"),
        "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    ),
    "41 nested": (
        v2(*({"type": 17, "components": [text()] * 9} for _ in range(4)), text()),
        "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
    ),
    "4001 characters": (v2(text("x" * 2001), text("x" * 2000)), "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED"),
    "empty text": (v2(text("")), "BASE_TYPE_BAD_LENGTH"),
    "button at the top": (v2(button(1)), "UNION_TYPE_CHOICES"),
    "11 pictures": (v2(gallery(*["https://example.org/a.png"] * 11)), "BASE_TYPE_BAD_LENGTH"),
    "no such file": (
        v2(gallery("attachment://other.png")),
        "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
    ),
    "unlisted id": (v2(text(), attachments=[{"id": 7}]), "ATTACHMENT_NOT_FOUND"),
    "section": (v2({"type": 9, "components": [text()]}), "BASE_TYPE_REQUIRED"),
    "both mentions": (
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
        "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
    ),
    "embed": ({"embeds": [{"title": "x" * 257}]}, "BASE_TYPE_MAX_LENGTH"),
    "embeds": ({"embeds": [{"description": "x" * 4000}] * 2}, "MAX_EMBED_SIZE_EXCEEDED"),
}


@pytest.mark.parametrize("name", BAD)
def test_C2_a_body_past_the_limit_is_named(name: str) -> None:
    body, code = BAD[name]
    assert code in codes(body)


def test_C2_edits_list_every_file_that_stays_and_that_comes() -> None:
    shown = v2(gallery("attachment://table.png"))
    assert codes(shown | {"attachments": [{"id": 0}]}, files=PNG, kept={}) == set()
    assert codes(shown, kept={9: "table.png"}) == set()
    assert "ATTACHMENTS_INCOMPLETE" in codes(shown, files=PNG, kept={})
    gone = codes(shown | {"attachments": []}, kept={9: "table.png"})
    assert gone == {"UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"}


def test_C2_files_have_plain_names_and_bounded_sizes() -> None:
    assert codes({}, files={0: Upload("a b.png", b"x")}) == {"FILE_NAME"}
    assert codes({}, files={0: Upload("a.png", b"x" * (10 * 1024 * 1024 + 1))}) == {"FILE_TOO_LARGE"}
    long = {"attachments": [{"id": 0, "description": "x" * 1025}]}
    assert codes(long, files=PNG) == {"BASE_TYPE_MAX_LENGTH"}


def command(**fields: Any) -> Body:
    return {"name": "tafl", "description": "Tafl", "type": 1} | fields


def option(name: str, **fields: Any) -> Body:
    return {"name": name, "description": "x", "type": 3} | fields


COMMANDS: dict[str, tuple[list[Body], str]] = {
    "name": ([command(name="Tafl")], "APPLICATION_COMMAND_INVALID_NAME"),
    "local name": ([command(name_localizations={"ru": "Т афл"})], "APPLICATION_COMMAND_INVALID_NAME"),
    "description": ([command(description="x" * 101)], "BASE_TYPE_BAD_LENGTH"),
    "twice": ([command(), command()], "APPLICATION_COMMANDS_DUPLICATE_NAME"),
    "options": ([command(options=[option(f"o{n}") for n in range(26)])], "BASE_TYPE_MAX_LENGTH"),
    "order": (
        [command(options=[option("a"), option("b", required=True)])],
        "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
    ),
    "choices": (
        [command(options=[option("a", choices=[{"name": f"c{n}", "value": "v"} for n in range(26)])])],
        "BASE_TYPE_MAX_LENGTH",
    ),
    "both": (
        [command(options=[option("a", autocomplete=True, choices=[{"name": "c", "value": "v"}])])],
        "APPLICATION_COMMAND_AUTOCOMPLETE_WITH_CHOICES",
    ),
    "large": (
        [
            command(
                options=[
                    option("a" * 30 + str(n // 10) + str(n % 10), description="x" * 100, choices=many)
                    for many in [[{"name": "n" * 90 + str(c), "value": "v" * 100} for c in range(25)]]
                    for n in range(2)
                ]
            )
        ],
        "APPLICATION_COMMAND_TOO_LARGE",
    ),
    "menus": (
        [{"name": f"Menu {n}", "type": 2} for n in range(16)],
        "MAX_APPLICATION_COMMANDS",
    ),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_C2_commands_past_a_limit_are_named(name: str) -> None:
    commands, code = COMMANDS[name]
    assert code in {breach.code for breach in command_breaches(commands)}


def test_C2_a_right_command_passes() -> None:
    right = command(name_localizations={"ru": "тафль", "ko": "타플"}, options=[option("a", required=True)])
    assert list(command_breaches([right, {"name": "Challenge to tafl", "type": 2}])) == []


def test_C2_modals() -> None:
    label = {"type": 18, "label": "Word", "component": {"type": 4, "style": 1, "custom_id": "w"}}
    modal = {"title": "Ask", "custom_id": "ask", "components": [label]}
    assert list(modal_breaches(modal)) == []
    assert [found[0] for found in modal_breaches(modal | {"title": "x" * 46})] == [("data", "title")]
    many = [label | {"component": label["component"] | {"custom_id": f"w{n}"}} for n in range(6)]  # type: ignore[operator]
    assert [found[0] for found in modal_breaches(modal | {"components": many})] == [("data", "components")]


def test_errors_nest_as_discord_writes_them() -> None:
    breaches = list(message_breaches({"components": [row(select(26))]}, {}, {}, 0, editing=False))
    nested = form(breaches)["components"]["0"]["components"]["0"]["options"]["_errors"]
    assert nested[0]["code"] == "BASE_TYPE_BAD_LENGTH"
