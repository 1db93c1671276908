"""A message as a reader of the world sees it."""

from collections.abc import Mapping
from copy import deepcopy

from simcord.backend.models import Message
from simcord.components import walk_components


class Page:
    """A message as a reader sees it; it keeps what stood there when it was read."""

    def __init__(self, message: Message):
        self.message = deepcopy(message)
        self.id = message.id
        self.channel = message.channel_id
        self.private = message.is_ephemeral
        self.pings = tuple(message.ping_user_ids)
        self.attachments = [dict(attachment) for attachment in message.attachments]
        self._content = message.content
        self._parts = [dict(part) for part in walk_components(message.components)]

    @property
    def text(self) -> str:
        """All the words, one block a line."""
        return "\n".join(
            [self._content, *(part["content"] for part in self._parts if part["type"] == 10)]
        ).strip()

    @property
    def controls(self) -> Mapping[str, str]:
        """What can be pressed or opened now: custom id -> label."""
        return {
            part["custom_id"]: str(part.get("label") or part.get("placeholder") or "")
            for part in self._parts
            if part.get("custom_id") and not part.get("disabled")
        }

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of the buttons that can be pressed, in order."""
        return tuple(str(p.get("label")) for p in self._parts if p["type"] == 2 and not p.get("disabled"))

    @property
    def links(self) -> tuple[str, ...]:
        """The addresses behind the link buttons."""
        return tuple(part["url"] for part in self._parts if part["type"] == 2 and part.get("url"))

    @property
    def options(self) -> Mapping[str, str]:
        """What the selects offer: value -> label."""
        return {
            option["value"]: option["label"]
            for part in self._parts
            if part["type"] == 3
            for option in part["options"]
        }

    @property
    def pictures(self) -> tuple[str, ...]:
        """The descriptions of the pictures shown."""
        return tuple(
            str(item.get("description") or "")
            for part in self._parts
            if part["type"] == 12
            for item in part["items"]
        )

    @property
    def files(self) -> tuple[str, ...]:
        """The names of the attached files."""
        return tuple(attachment["filename"] for attachment in self.attachments)

    def offers(self, wanted: str) -> bool:
        """Whether such a control is there; see `control`."""
        return any(_fits(wanted, custom_id, label) for custom_id, label in self.controls.items())

    def control(self, wanted: str) -> str:
        """The custom id of the control with that label, custom id or intent; LookupError."""
        for custom_id, label in self.controls.items():
            if _fits(wanted, custom_id, label):
                return custom_id
        raise LookupError(f"{wanted!r} is not among {dict(self.controls)}")


def _fits(wanted: str, custom_id: str, label: str) -> bool:
    # Our custom ids are kind:number:ply:intent[:argument].
    return wanted in (label, custom_id, *custom_id.split(":")[3:4])
