"""What the load's Discord reads in the bot's requests: JSON beside files, controls, texts."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from aiohttp import web

from tests.wire.world import Payload

BUTTON, SELECT = 2, 3


@dataclass(frozen=True, slots=True)
class Control:
    """A button (no values) or a select that can be used."""

    custom_id: str
    values: tuple[str, ...] = ()

    @property
    def intent(self) -> str:
        """What it means."""
        return self.custom_id.lstrip("+@").split(":")[3]


@dataclass(frozen=True, slots=True)
class Hung:
    """A message that everybody sees, with what can be used on it."""

    message: int
    controls: tuple[Control, ...]

    def named(self, start: str) -> bool:
        """Whether it holds a control whose custom id begins so."""
        return any(control.custom_id.startswith(start) for control in self.controls)


async def read(request: web.BaseRequest) -> tuple[bytes, Payload]:
    """The JSON part of a body, raw and read; files are received and dropped."""
    raw = await request.read()
    if request.content_type == "multipart/form-data":
        boundary = b"--" + request.headers["Content-Type"].partition("boundary=")[2].strip('"').encode()
        parts = [part for part in raw.split(boundary) if b'name="payload_json"' in part[:300]]
        raw = parts[0].partition(b"\r\n\r\n")[2].rstrip(b"\r\n") if parts else b""
    if not raw or request.content_type == "text/plain":
        return raw, {}
    body = json.loads(raw)
    return raw, body if isinstance(body, dict) else {}


def control_row(data: Payload) -> Payload:
    """The row of a message in which what is pressed hangs."""
    if data["component_type"] == BUTTON:
        control = {"type": BUTTON, "style": 2, "label": "Press"}
    else:
        control = {"type": SELECT, "options": [{"label": value, "value": value} for value in data["values"]]}
    return {"type": 1, "id": 1, "components": [control | {"id": 2, "custom_id": data["custom_id"]}]}


def _walked(components: Any) -> Iterator[Payload]:
    for item in components or ():
        yield item
        yield from _walked(item.get("components"))
        yield from _walked([item["accessory"]] if "accessory" in item else ())


def controls_of(components: Any) -> Iterator[Control]:
    """What can be used on a message."""
    for item in _walked(components):
        if "custom_id" in item and not item.get("disabled"):
            yield Control(item["custom_id"], tuple(one["value"] for one in item.get("options") or ()))


def texts_of(components: Any) -> Iterator[str]:
    """What is written on a message."""
    return (item["content"] for item in _walked(components) if "content" in item)
