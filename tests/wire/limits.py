"""What Discord refuses in a message: lengths, files, mentions, the Components V2 flag."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tests.wire.component_limits import component_breaches, file_references, walk
from tests.wire.world import Payload

EPHEMERAL = 1 << 6
LOADING = 1 << 7
COMPONENTS_V2 = 1 << 15

FILE_BYTES = 10 * 1024 * 1024
REQUEST_BYTES = 25 * 1024 * 1024
EMBED_TEXT = {"title": 256, "description": 4096}
SAFE_NAME = re.compile(r"[A-Za-z0-9._-]+")


@dataclass(frozen=True, slots=True)
class Breach:
    """One broken limit: where in the body, Discord's short code, and a sentence."""

    path: tuple[str | int, ...]
    code: str
    message: str

    def __str__(self) -> str:
        return f"{'.'.join(map(str, self.path)) or 'body'}: {self.code}: {self.message}"


@dataclass(frozen=True, slots=True)
class Upload:
    """A file of a multipart request."""

    filename: str
    data: bytes


def form(breaches: list[Breach]) -> Payload:
    """Discord's nested `errors` object."""
    errors: Payload = {}
    for breach in breaches:
        node = errors
        for step in breach.path:
            node = node.setdefault(str(step), {})
        node.setdefault("_errors", []).append({"code": breach.code, "message": breach.message})
    return errors


def message_breaches(
    body: Payload, files: dict[int, Upload], kept: dict[int, str], flags: int, editing: bool
) -> Iterator[Breach]:
    """Every limit that a message body breaks.

    `kept` maps the ids of the attachments that the message has already to their names; `flags` are the
    flags in force after the request.
    """
    if len(body.get("content") or "") > 2000:
        yield Breach(("content",), "BASE_TYPE_MAX_LENGTH", "Must be 2000 or fewer in length.")
    if len(str(body.get("nonce") or "")) > 25:
        yield Breach(("nonce",), "NONCE_TYPE_TOO_LONG", "Must be 25 or fewer in length.")
    yield from _embeds(body.get("embeds") or [])
    yield from _mentions(body.get("allowed_mentions"))
    yield from _files(body, files, kept, editing)
    components = body.get("components") or []
    for path, code, message in component_breaches(components, v2=bool(flags & COMPONENTS_V2)):
        yield Breach(path, code, message)
    if flags & COMPONENTS_V2:
        for name in ("content", "embeds", "poll", "sticker_ids"):
            if body.get(name):
                yield Breach(
                    (name,), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", f"{name} with V2."
                )
    yield from _references(body, files, kept)


def _embeds(embeds: list[Payload]) -> Iterator[Breach]:
    if len(embeds) > 10:
        yield Breach(("embeds",), "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.")
    total = 0
    for index, embed in enumerate(embeds):
        fields = embed.get("fields") or []
        footer = (embed.get("footer") or {}).get("text") or ""
        texts = [(name, embed.get(name) or "", limit) for name, limit in EMBED_TEXT.items()]
        texts.append(("footer", footer, 2048))
        for number, item in enumerate(fields):
            texts.append((f"fields.{number}.name", item.get("name") or "", 256))
            texts.append((f"fields.{number}.value", item.get("value") or "", 1024))
        if len(fields) > 25:
            yield Breach(
                ("embeds", index, "fields"), "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length."
            )
        for name, text, limit in texts:
            total += len(text)
            if len(text) > limit:
                yield Breach(("embeds", index, name), "BASE_TYPE_MAX_LENGTH", f"Must be {limit} or fewer.")
    if total > 6000:
        yield Breach(("embeds",), "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds 6000 characters.")


def _mentions(allowed: Payload | None) -> Iterator[Breach]:
    if allowed is None:
        return
    path = ("allowed_mentions",)
    parse = set(allowed.get("parse") or [])
    if parse - {"users", "roles", "everyone"}:
        yield Breach((*path, "parse"), "BASE_TYPE_CHOICES", "Unknown kind of mention.")
    for kind in ("users", "roles"):
        listed = allowed.get(kind) or []
        if len(listed) > 100:
            yield Breach((*path, kind), "BASE_TYPE_MAX_LENGTH", "Must be 100 or fewer in length.")
        if listed and kind in parse:
            yield Breach(
                (*path, kind), "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", f'parse:["{kind}"] and ids.'
            )


def _files(body: Payload, files: dict[int, Upload], kept: dict[int, str], editing: bool) -> Iterator[Breach]:
    listed = body.get("attachments")
    if len(files) + (0 if not editing else len(listed or [])) > 20 or len(files) > 10:
        yield Breach(("attachments",), "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.")
    for index, upload in files.items():
        if not SAFE_NAME.fullmatch(upload.filename):
            yield Breach(("files", index), "FILE_NAME", f"{upload.filename!r} would be renamed.")
        if len(upload.data) > FILE_BYTES:
            yield Breach(("files", index), "FILE_TOO_LARGE", "More than 10 MiB.")
        if not upload.data:
            yield Breach(("files", index), "FILE_EMPTY", "An empty file.")
    for index, item in enumerate(listed or []):
        number = int(item.get("id", -1))
        if number not in files and number not in kept:
            yield Breach(("attachments", index, "id"), "ATTACHMENT_NOT_FOUND", f"No file {number}.")
        if len(item.get("description") or "") > 1024:
            yield Breach(
                ("attachments", index, "description"),
                "BASE_TYPE_MAX_LENGTH",
                "Must be 1024 or fewer in length.",
            )
    unlisted = set(files) - {int(item.get("id", -1)) for item in listed or []}
    if unlisted and (editing or listed is not None):
        yield Breach(("attachments",), "ATTACHMENTS_INCOMPLETE", f"Files {sorted(unlisted)} are not listed.")


def standing_names(body: Payload, files: dict[int, Upload], kept: dict[int, str]) -> set[str]:
    """The names of all files that the message has once the body is applied."""
    names = {upload.filename for upload in files.values()}
    if "attachments" not in body:
        return names | set(kept.values())
    ids = {int(item.get("id", -1)) for item in body["attachments"] or []}
    return names | {name for number, name in kept.items() if number in ids}


def _references(body: Payload, files: dict[int, Upload], kept: dict[int, str]) -> Iterator[Breach]:
    names = standing_names(body, files, kept)
    components = body.get("components") or []
    for reference in [*file_references(components), *_embed_references(body.get("embeds") or [])]:
        if reference not in names:
            yield Breach(("components",), "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", reference)


def _embed_references(embeds: list[Payload]) -> Iterator[str]:
    for embed in embeds:
        for name in ("image", "thumbnail"):
            url = str((embed.get(name) or {}).get("url") or "")
            if url.startswith("attachment://"):
                yield url.removeprefix("attachment://")


def is_empty(body: Payload, files: dict[int, Upload]) -> bool:
    """Whether a new message would show nothing at all (50006)."""
    has_components = any(True for _ in walk(body.get("components") or []))
    return not (body.get("content") or body.get("embeds") or files or has_components or body.get("poll"))
