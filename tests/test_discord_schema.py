"""How a request is held against a published schema: routed, its ids as strings, its faults where they are."""

from pathlib import Path
from typing import Any

import pytest

from tests.discord_schema import Published

Body = dict[str, Any]


def member(kind: int, **properties: Any) -> Body:
    """A member of a union, told from the others by its type, as Discord's are."""
    told = {"type": {"type": "integer", "enum": [kind]}} | properties
    return {"type": "object", "properties": told, "required": ["type"]}


NAMED = member(2, label={"type": ["string", "null"], "maxLength": 5})
HOLDER = member(1, components={"type": "array", "items": {"$ref": "#/components/schemas/Any"}})
SNOWFLAKE = {"type": "string", "pattern": "^[0-9]+$"}
SMALL: Body = {
    "components": {
        "schemas": {"Any": {"oneOf": [HOLDER, NAMED]}, "Id": SNOWFLAKE},
    },
    "paths": {
        "/posts": {
            "post": {
                "requestBody": {
                    "required": True,
                    "content": {
                        "application/json": {
                            "schema": {
                                "type": "object",
                                "properties": {
                                    "components": {
                                        "type": "array",
                                        "items": {"$ref": "#/components/schemas/Any"},
                                    },
                                    "attachments": {
                                        "items": {"properties": {"id": {"$ref": "#/components/schemas/Id"}}}
                                    },
                                    "allowed_mentions": {
                                        "properties": {
                                            "users": {"items": {"$ref": "#/components/schemas/Id"}}
                                        }
                                    },
                                },
                            }
                        },
                        "multipart/form-data": {"schema": {"type": "object"}},
                    },
                }
            }
        },
        "/posts/{post}": {"get": {}},
        "/posts/@original": {"get": {}, "patch": {}},
    },
}


def told(body: Any, method: str = "POST", path: str = "/posts") -> list[str]:
    """What the small schema says: where, and by which keyword."""
    breaches = Published(SMALL).breaches(method, path, body)
    return [f"{'.'.join(map(str, breach.path))}: {breach.code}" for breach in breaches]


def test_a_body_that_fits_is_let_pass() -> None:
    assert told({"components": [{"type": 1, "components": [{"type": 2, "label": "Go"}]}]}) == []


def test_the_fault_is_told_inside_the_members_that_were_meant() -> None:
    long = {"type": 2, "label": "longer"}
    body = {"components": [{"type": 2}, {"type": 1, "components": [{"type": 2}, long]}]}
    assert told(body) == ["components.1.components.1.label: maxLength"]
    assert told({"components": [{"type": 3}]}) == ["components.0: oneOf"]


def test_ids_may_be_numbers_as_discord_takes_them() -> None:
    body: Body = {"attachments": [{"id": 0}], "allowed_mentions": {"users": [1 << 60]}}
    assert told(body) == []
    assert body["attachments"] == [{"id": 0}]
    assert told({"attachments": [{"id": "x"}]}) == ["attachments.0.id: pattern"]


def test_a_path_is_routed_to_its_most_literal_template() -> None:
    small = Published(SMALL)
    assert small.route("GET", "/posts/3") == "/posts/{post}"
    assert small.route("GET", "/posts/@original") == "/posts/@original"
    assert small.route("PATCH", "/posts/3") is None
    assert told(None, "PATCH", "/posts/3") == [": ROUTE"]


def test_a_body_stands_where_one_belongs() -> None:
    assert told(None) == [": BODY"]
    assert told({"x": 1}, "GET", "/posts/3") == [": BODY"]
    assert told(None, "GET", "/posts/3") == told({}, "GET", "/posts/3") == []


def test_what_is_no_schema_is_refused(tmp_path: Path) -> None:
    for content in ("[]", "{}", "no JSON"):
        (tmp_path / "schema.json").write_text(content)
        with pytest.raises(ValueError):
            Published.read(tmp_path / "schema.json")
