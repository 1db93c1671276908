"""Stored messages: what Discord keeps of them, and what a person can see and press on them."""

import re
import time
from copy import deepcopy
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.wire.component_limits import BUTTON, GALLERY, LINK, SELECTS, TEXT, media, walk
from tests.wire.limits import COMPONENTS_V2, EPHEMERAL, LOADING, Upload
from tests.wire.world import Channel, Payload, User, snowflake, stamp

if TYPE_CHECKING:
    from tests.wire.exchange import Exchange

USER_MENTION = re.compile(r"<@!?(\d+)>")


@dataclass(frozen=True, slots=True)
class StoredFile:
    """An attachment, its bytes kept."""

    id: int
    filename: str
    data: bytes
    description: str | None

    def payload(self, base: str) -> Payload:
        """The attachment object."""
        url = f"{base}/attachments/{self.id}/{self.filename}"
        described = {"description": self.description} if self.description else {}
        sizes = {"width": 720, "height": 720} if self.filename.endswith((".png", ".gif")) else {}
        return {
            "id": str(self.id),
            "filename": self.filename,
            "size": len(self.data),
            "url": url,
            "proxy_url": url,
            **sizes,
            **described,
        }


@dataclass(eq=False, repr=False)
class StoredMessage:
    """A message. `exchange` is the interaction whose token made it; only `reader` sees an ephemeral one."""

    channel: Channel
    author: User
    base: str
    id: int = field(default_factory=snowflake)
    content: str = ""
    embeds: list[Payload] = field(default_factory=list)
    components: list[Payload] = field(default_factory=list)
    files: list[StoredFile] = field(default_factory=list)
    flags: int = 0
    allowed_mentions: Payload | None = None
    nonce: str | None = None
    reference: Payload | None = None
    exchange: "Exchange | None" = None
    reader: User | None = None
    created: float = field(default_factory=time.time)
    edited: float | None = None
    deleted: bool = False

    def __repr__(self) -> str:
        return f"<message {self.id} {self.text!r} {self.live}>"

    @property
    def ephemeral(self) -> bool:
        """Whether only `reader` sees it."""
        return bool(self.flags & EPHEMERAL)

    @property
    def loading(self) -> bool:
        """Whether it still says "is thinking"."""
        return bool(self.flags & LOADING)

    @property
    def link(self) -> str:
        """The address by which people jump to it."""
        return f"https://discord.com/channels/{self._guild or '@me'}/{self.channel.id}/{self.id}"

    @property
    def _guild(self) -> int | None:
        return self.channel.guild.id if self.channel.guild else None

    @property
    def text(self) -> str:
        """All that is written on it, one piece a line: content, embeds, text displays."""
        pieces = [self.content]
        for embed in self.embeds:
            pieces += [embed.get("title") or "", embed.get("description") or ""]
        pieces += [item["content"] for _, item in walk(self.components) if item["type"] == TEXT]
        return "\n".join(piece for piece in pieces if piece)

    @property
    def alt(self) -> str:
        """The words of its pictures, one a line."""
        words = [file.description for file in self.files if file.description]
        for _, item in walk(self.components):
            if item["type"] == GALLERY:
                words += [entry["description"] for entry in item["items"] if entry.get("description")]
        return "\n".join(dict.fromkeys(words))

    @property
    def buttons(self) -> list[Payload]:
        """The buttons in order, links included."""
        return [item for _, item in walk(self.components) if item["type"] == BUTTON]

    @property
    def live(self) -> list[str]:
        """The custom ids that can be pressed or chosen from now."""
        controls = [item for _, item in walk(self.components) if item["type"] in SELECTS | {BUTTON}]
        return [c["custom_id"] for c in controls if c.get("custom_id") and not c.get("disabled")]

    @property
    def selects(self) -> list[Payload]:
        """The selects in order."""
        return [item for _, item in walk(self.components) if item["type"] in SELECTS]

    def control(self, wanted: str) -> Payload | None:
        """The button or select with this custom id or label (or placeholder); None where there is none."""
        controls = [item for item in (*self.buttons, *self.selects) if item.get("style") != LINK]
        for name in ("custom_id", "label", "placeholder"):
            for item in controls:
                if item.get(name) == wanted:
                    return item
        return None

    @property
    def pinged(self) -> set[int]:
        """The ids of the users whom it notifies; 0 stands for everyone."""
        written = {int(number) for number in USER_MENTION.findall(self.text)}
        allowed = self.allowed_mentions
        everyone = {0} if "@everyone" in self.text or "@here" in self.text else set()
        if allowed is None:
            return written | everyone
        parse = allowed.get("parse") or []
        if "everyone" not in parse:
            everyone = set()
        if "users" in parse:
            return written | everyone
        return written & {int(number) for number in allowed.get("users") or []} | everyone

    def apply(self, body: Payload, uploads: dict[int, Upload]) -> None:
        """Take over what a create or edit body says; what it leaves out stays."""
        for name in ("content", "embeds"):
            if name in body:
                setattr(self, name, body[name] or type(getattr(self, name))())
        self.flags |= (body.get("flags") or 0) & (COMPONENTS_V2 | EPHEMERAL | (1 << 2) | (1 << 12))
        if "allowed_mentions" in body:
            self.allowed_mentions = body["allowed_mentions"]
        self._attach(body, uploads)
        if "components" in body:
            self.components = deepcopy(body["components"] or [])
            self._number()
        self.flags &= ~LOADING

    def _attach(self, body: Payload, uploads: dict[int, Upload]) -> None:
        described = {int(item["id"]): item.get("description") for item in body.get("attachments") or []}
        if "attachments" in body:
            self.files = [file for file in self.files if file.id in described]
        for index, upload in sorted(uploads.items()):
            self.files.append(StoredFile(snowflake(), upload.filename, upload.data, described.get(index)))

    def _number(self) -> None:
        """Give every component an id and every attachment reference its address, as Discord does."""
        taken = {item["id"] for _, item in walk(self.components) if item.get("id")}
        free = (number for number in range(1, 1000) if number not in taken)
        urls = {file.filename: file.payload(self.base)["url"] for file in self.files}
        for _, item in walk(self.components):
            if not item.get("id"):
                item["id"] = next(free)
            for entry in media(item):
                name = str(entry.get("url", "")).removeprefix("attachment://")
                address = urls.get(name, entry.get("url"))
                entry |= {"url": address, "proxy_url": address, "width": 720, "height": 720}

    def payload(self) -> Payload:
        """The message object."""
        data: Payload = {
            "id": str(self.id),
            "channel_id": str(self.channel.id),
            "author": self.author.payload(),
            "content": self.content,
            "timestamp": stamp(self.created),
            "edited_timestamp": stamp(self.edited) if self.edited else None,
            "tts": False,
            "mention_everyone": 0 in self.pinged,
            "mentions": [],
            "mention_roles": [],
            "attachments": [file.payload(self.base) for file in self.files],
            "embeds": self.embeds,
            "components": self.components,
            "pinned": False,
            "type": 20 if self.exchange else 0,
            "flags": self.flags,
        }
        if self._guild is not None:
            data["guild_id"] = str(self._guild)
        if self.nonce is not None:
            data["nonce"] = self.nonce
        if self.exchange is not None:
            data |= {"webhook_id": str(self.author.id), "interaction_metadata": self.exchange.metadata()}
        return data


@dataclass(frozen=True, slots=True)
class Change:
    """A message was created, edited or deleted; `shown` is its text and its pictures' words at that time."""

    act: str
    message: StoredMessage
    exchange: "Exchange | None"
    at: float
    shown: str
    live: tuple[str, ...]
