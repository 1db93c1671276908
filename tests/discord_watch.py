"""A watch between the bot and the Discords of the tests: whatever it sends is looked at before they take it."""

from collections.abc import Callable, Iterable
from typing import Any, cast

import discord
from simcord.backend import Backend
from simcord.backend.errors import BackendError
from simcord.backend.models import Message
from simcord.http import router

from tests.discord_lint import Messages, Sent, Standing, lint
from tests.discord_schema import Published
from tests.wire import edge
from tests.wire.limits import Upload
from tests.wire.messages import StoredMessage
from tests.wire.standin import Standin


class Watch:
    """What Discord would have refused since it was last asked, a line each."""

    def __init__(self, published: Published | None = None):
        self.published = published
        self._found: list[str] = []

    def look(self, sent: Sent, messages: Messages) -> None:
        """Look at a request by our own lint, and by the published schema where there is one."""
        breaches = [*lint(sent, messages)]
        if self.published is not None:
            breaches += self.published.breaches(sent.method, sent.path, sent.body)
        self._found += [f"{sent.method} {sent.path}: {breach}" for breach in breaches]

    def take(self) -> list[str]:
        """The lines so far, each once; forgets them."""
        found, self._found = list(dict.fromkeys(self._found)), []
        return found

    def begin(self) -> Callable[[], None]:
        """Watch SimCord and the stand-in on the wire from now on; returns what ends it."""
        dispatch, read_body = router.dispatch, edge.read_body

        def watched_dispatch(backend: Backend, method: str, path: str, **rest: Any) -> Any:
            files = uploads(rest.get("files") or [])
            self.look(Sent(method, path, rest.get("json"), files), InMemory(backend))
            return dispatch(backend, method, path, **rest)

        async def watched_read_body(call: edge.Call) -> None:
            await read_body(call)
            path = call.request.path.removeprefix(edge.API)
            self.look(Sent(call.request.method, path, call.body, call.files), OnTheWire(call.standin))

        def end() -> None:
            cast(Any, router).dispatch, cast(Any, edge).read_body = dispatch, read_body

        cast(Any, router).dispatch, cast(Any, edge).read_body = watched_dispatch, watched_read_body
        return end


def uploads(files: Iterable[discord.File]) -> dict[int, Upload]:
    """The files by the numbers that discord.py gives them, left as they were."""
    found = {}
    for number, file in enumerate(files):
        place = file.fp.tell()
        found[number] = Upload(file.filename, file.fp.read())
        file.fp.seek(place)
    return found


class InMemory:
    """SimCord's messages."""

    def __init__(self, backend: Backend):
        self._backend = backend

    def posted(self, channel: int, message: int) -> Standing | None:
        """A message of a channel."""
        found: Message | None = self._backend.messages.get(channel, {}).get(message)
        if found is None:
            return None
        return Standing(found.flags, {int(file["id"]): file["filename"] for file in found.attachments})

    def answered(self, token: str, message: str) -> Standing | None:
        """A message made by an interaction's token."""
        try:
            record = self._backend.interaction_by_token(token)
        except BackendError:
            return None
        number = record.message_id if message == "@original" else int(message)
        return None if number is None else self.posted(record.channel_id, number)

    def pressed(self, token: str) -> Standing | None:
        """The message whose control was pressed."""
        try:
            record = self._backend.interaction_by_token(token)
        except BackendError:
            return None
        number = record.source_message_id
        return None if number is None else self.posted(record.channel_id, number)


class OnTheWire:
    """The stand-in's messages."""

    def __init__(self, standin: Standin):
        self._standin = standin

    def posted(self, channel: int, message: int) -> Standing | None:
        """A message of a channel."""
        found = self._standin.messages.get(message)
        return _standing(found if found is not None and found.channel.id == channel else None)

    def answered(self, token: str, message: str) -> Standing | None:
        """A message made by an interaction's token."""
        exchange = self._standin.exchanges.get(token)
        if exchange is None:
            return None
        original = message == "@original"
        return _standing(exchange.original if original else self._standin.messages.get(int(message)))

    def pressed(self, token: str) -> Standing | None:
        """The message whose control was pressed."""
        exchange = self._standin.exchanges.get(token)
        return None if exchange is None else _standing(exchange.message)


def _standing(message: StoredMessage | None) -> Standing | None:
    if message is None or message.deleted:
        return None
    return Standing(message.flags, {file.id: file.filename for file in message.files})
