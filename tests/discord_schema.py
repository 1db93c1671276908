"""Discord's published OpenAPI schema, and what it would not take of a request."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Self
from urllib.parse import quote

from jsonschema_rs import Draft202012Validator, Registry, ValidationError

from tests.wire.limits import Breach

NAME = "urn:discord"
# A union's member is not the one that was meant where it fails by these, at its own place or at its `type`.
TELLING = frozenset({"type", "const", "enum"})


class Published:
    """The schema; each route's validator is compiled once."""

    def __init__(self, document: Mapping[str, Any]):
        self._paths: Mapping[str, Any] = document["paths"]
        self._registry = Registry([(NAME, dict(document))])
        self._validators: dict[tuple[str, str], Draft202012Validator] = {}

    @classmethod
    def read(cls, path: Path) -> Self:
        """The schema in that file; raises OSError, or ValueError where it is no OpenAPI document."""
        document = json.loads(path.read_text(encoding="utf-8"))
        if not isinstance(document, dict) or "paths" not in document:
            raise ValueError(f"{path} is no OpenAPI document")
        return cls(document)

    def route(self, method: str, path: str) -> str | None:
        """The template that Discord would route the path by, the most literal one; None without any."""
        steps = path.strip("/").split("/")
        found = [
            template
            for template, operations in self._paths.items()
            if method.lower() in operations and _fits(template.strip("/").split("/"), steps)
        ]
        return min(found, key=lambda template: template.count("{"), default=None)

    def breaches(self, method: str, path: str, body: Any) -> Iterator[Breach]:
        """What the schema says against a request, its JSON decoded; `body` is None (or empty) without one."""
        template = self.route(method, path)
        if template is None:
            yield Breach((), "ROUTE", f"Discord publishes no {method} {path}.")
            return
        asked = self._paths[template][method.lower()].get("requestBody")
        if asked is None:
            if body:
                yield Breach((), "BODY", f"{method} {template} takes no body.")
        elif body is not None:
            yield from self._body(method.lower(), template, asked, body)
        elif asked.get("required"):
            yield Breach((), "BODY", f"{method} {template} needs a body.")

    def _body(self, method: str, template: str, asked: Mapping[str, Any], body: Any) -> Iterator[Breach]:
        key = (method, template)
        if key not in self._validators:
            self._validators[key] = self._compiled(method, template, asked)
        validator, body = self._validators[key], with_string_ids(body)
        if validator.is_valid(body):
            return
        for error in validator.iter_errors(body):
            for cause in _causes(error):
                yield Breach(tuple(cause.instance_path), cause.kind.name, _shortened(cause.message))

    def _compiled(self, method: str, template: str, asked: Mapping[str, Any]) -> Draft202012Validator:
        # A multipart request's `payload_json` is the same body as without files.
        kinds = list(asked["content"])
        kind = "application/json" if "application/json" in kinds else kinds[0]
        steps = ("paths", template, method, "requestBody", "content", kind, "schema")
        pointer = "/".join(quote(step.replace("~", "~0").replace("/", "~1"), safe="~") for step in steps)
        return Draft202012Validator({"$ref": f"{NAME}#/{pointer}"}, registry=self._registry)


def _fits(template: list[str], steps: list[str]) -> bool:
    return len(template) == len(steps) and all(
        wanted.startswith("{") or wanted == step for wanted, step in zip(template, steps, strict=True)
    )


def with_string_ids(body: Any) -> Any:
    """The body with the ids that discord.py sends as numbers as strings: Discord takes both, its schema does not."""
    if not isinstance(body, dict):
        return body
    told = dict(body)
    if isinstance(told.get("attachments"), list):
        told["attachments"] = [_with_strings(item, "id") for item in told["attachments"]]
    if "allowed_mentions" in told:
        told["allowed_mentions"] = _with_strings(told["allowed_mentions"], "users", "roles")
    if isinstance(told.get("data"), dict):
        told["data"] = with_string_ids(told["data"])
    return told


def _with_strings(item: Any, *names: str) -> Any:
    if not isinstance(item, dict):
        return item
    return item | {name: _as_string(item[name]) for name in names if name in item}


def _as_string(value: Any) -> Any:
    if isinstance(value, list):
        return [_as_string(inner) for inner in value]
    return str(value) if type(value) is int else value


def _causes(error: ValidationError) -> Iterator[ValidationError]:
    """What is really wrong: inside a union, the faults of the member that was meant."""
    members: list[list[ValidationError]] = getattr(error.kind, "context", None) or []
    meant = [causes for causes in members if not any(_tells(error, cause) for cause in causes)]
    if not meant:
        yield error
        return
    for cause in min(meant, key=len):
        yield from _causes(cause)


def _tells(union: ValidationError, cause: ValidationError) -> bool:
    here = list(union.instance_path)
    return cause.kind.name in TELLING and list(cause.instance_path) in (here, [*here, "type"])


def _shortened(text: str) -> str:
    return text if len(text) <= 200 else f"{text[:60]} … {text[-130:]}"
