"""What Discord refuses although its published schema lets it pass, and what this bot must never send."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from tests.wire.commands import choice_breaches, command_breaches
from tests.wire.component_limits import GALLERY, file_references, modal_breaches, walk
from tests.wire.exchange import CHOICES, DEFER, FORM, SAY, UPDATE
from tests.wire.limits import COMPONENTS_V2, EPHEMERAL, LOADING, Breach, Upload, is_empty, message_breaches
from tests.wire.world import Payload

SUPPRESS_EMBEDS, SILENT, VOICE = 1 << 2, 1 << 12, 1 << 13
OF_A_POST = SUPPRESS_EMBEDS | SILENT | VOICE | COMPONENTS_V2
OF_AN_ANSWER = OF_A_POST | EPHEMERAL
OF_AN_EDIT = SUPPRESS_EMBEDS | COMPONENTS_V2

COMMAND_LIST = re.compile(r"/applications/\d+(?:/guilds/\d+)?/commands")
POSTS = re.compile(r"/channels/\d+/messages")
POST = re.compile(r"/channels/(\d+)/messages/(\d+)")
CALLBACK = re.compile(r"/interactions/\d+/([^/]+)/callback")
FOLLOW_UPS = re.compile(r"/webhooks/\d+/[^/]+")
FOLLOW_UP = re.compile(r"/webhooks/\d+/([^/]+)/messages/([^/]+)")


@dataclass(frozen=True, slots=True)
class Sent:
    """A request of the bot's: its path without the API's address, its JSON, its files by their numbers."""

    method: str
    path: str
    body: Any
    files: Mapping[int, Upload] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Standing:
    """A message before a request: its flags, and its attachments' names by their ids."""

    flags: int = 0
    files: Mapping[int, str] = field(default_factory=dict)

    @property
    def waiting(self) -> bool:
        """Whether it still says "is thinking"."""
        return bool(self.flags & LOADING)


class Messages(Protocol):
    """The messages that a Discord keeps, by the ways in which requests name them; None where there is none."""

    def posted(self, channel: int, message: int) -> Standing | None:
        """A message of a channel."""

    def answered(self, token: str, message: str) -> Standing | None:
        """A message made by an interaction's token: by its id, or the `@original` answer."""

    def pressed(self, token: str) -> Standing | None:
        """The message whose control was pressed."""


def lint(sent: Sent, messages: Messages) -> Iterator[Breach]:
    """Everything that is wrong with a request. An edit of what is not there is not looked at: it is a 404."""
    sent = replace(sent, body={} if sent.body is None else sent.body)
    method, path, body = sent.method, sent.path, sent.body
    if method == "PUT" and COMMAND_LIST.fullmatch(path):
        yield from command_breaches(body)
    elif method == "POST" and COMMAND_LIST.fullmatch(path):
        yield from command_breaches([body])
    elif method == "POST" and (found := CALLBACK.fullmatch(path)):
        for breach in _callback(sent, messages.pressed(found[1])):
            yield replace(
                breach, path=breach.path if breach.path[:1] == ("data",) else ("data", *breach.path)
            )
    elif method == "POST" and POSTS.fullmatch(path):
        yield from _new(body, sent.files, OF_A_POST)
    elif method == "PATCH" and (found := POST.fullmatch(path)):
        yield from _edit(sent, messages.posted(int(found[1]), int(found[2])))
    elif method == "POST" and FOLLOW_UPS.fullmatch(path):
        yield from _new(body, sent.files, OF_AN_ANSWER)
    elif method == "PATCH" and (found := FOLLOW_UP.fullmatch(path)):
        yield from _edit(sent, messages.answered(found[1], found[2]))


def _callback(sent: Sent, pressed: Standing | None) -> Iterator[Breach]:
    kind, data = sent.body.get("type"), sent.body.get("data") or {}
    if kind == SAY:
        yield from _new(data, sent.files, OF_AN_ANSWER)
    elif kind == DEFER:
        yield from _flags(data, OF_AN_ANSWER)
    elif kind == UPDATE:
        yield from _edit(replace(sent, body=data), pressed)
    elif kind == CHOICES:
        yield from choice_breaches(("data", "choices"), data.get("choices") or [])
    elif kind == FORM:
        for found in modal_breaches(data):
            yield Breach(*found)


def _new(body: Payload, files: Mapping[int, Upload], flags: int) -> Iterator[Breach]:
    yield from _flags(body, flags)
    yield from _message(body, files, None)
    if is_empty(body, dict(files)):
        yield Breach((), "EMPTY", "It would show nothing.")


def _edit(sent: Sent, before: Standing | None) -> Iterator[Breach]:
    if before is None:
        return
    yield from _flags(sent.body, OF_AN_EDIT)
    flags = sent.body.get("flags")
    if flags is not None and before.flags & COMPONENTS_V2 & ~flags:
        yield Breach(("flags",), "COMPONENTS_V2_TAKEN_OFF", "A message keeps this flag for good.")
    yield from _message(sent.body, sent.files, before)


def _flags(body: Payload, allowed: int) -> Iterator[Breach]:
    strange = (body.get("flags") or 0) & ~allowed
    if strange:
        yield Breach(("flags",), "FLAGS", f"{strange:#x} can't be set here.")


def _message(body: Payload, files: Mapping[int, Upload], before: Standing | None) -> Iterator[Breach]:
    standing = before or Standing()
    flags = standing.flags | (body.get("flags") or 0)
    editing = before is not None and not before.waiting
    yield from message_breaches(body, dict(files), dict(standing.files), flags, editing=editing)
    yield from _mentions(body)
    components = body.get("components")
    if flags & COMPONENTS_V2 and components is not None:
        shown = set(file_references(components))
        yield from _wordless(components)
        for number, upload in files.items():
            if upload.filename not in shown:
                # Discord takes such a file and shows it nowhere.
                yield Breach(("files", number), "FILE_SHOWN_NOWHERE", upload.filename)


def _wordless(components: list[Payload]) -> Iterator[Breach]:
    """F37: a picture without words shuts out who can't see it."""
    for path, component in walk(components):
        if component.get("type") == GALLERY:
            for number, item in enumerate(component.get("items") or []):
                if not str(item.get("description") or "").strip():
                    yield Breach((*path, "items", number), "PICTURE_WITHOUT_WORDS", "It has no description.")


def _mentions(body: Payload) -> Iterator[Breach]:
    """Whoever is to be called is named by id; what people wrote must never call anybody."""
    allowed = body.get("allowed_mentions")
    if allowed is not None and allowed.get("parse"):
        yield Breach(
            ("allowed_mentions", "parse"), "MENTIONS_PARSED", f"{allowed['parse']} are read from the text."
        )
    if allowed is None and (body.get("content") or body.get("embeds") or body.get("components")):
        yield Breach(
            ("allowed_mentions",), "MENTIONS_LEFT_OPEN", "Without it every mention in the text calls."
        )
