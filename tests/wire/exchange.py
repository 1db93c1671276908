"""One interaction and all that came of it."""

import asyncio
import secrets
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tests.wire.messages import Change, StoredMessage
from tests.wire.world import Channel, Payload, User, snowflake

if TYPE_CHECKING:
    from tests.wire.standin import Standin

COMMAND, COMPONENT, COMPLETION, MODAL = 2, 3, 4, 5
FIRST_ANSWER = 3.0
LIFE = 900.0
WORK = 30.0

SAY, DEFER, DEFER_UPDATE, UPDATE, CHOICES, FORM = 4, 5, 6, 7, 8, 9
FITTING = {
    COMMAND: {SAY, DEFER, FORM},
    COMPONENT: {SAY, DEFER, DEFER_UPDATE, UPDATE, FORM},
    COMPLETION: {CHOICES},
    MODAL: {SAY, DEFER, DEFER_UPDATE, UPDATE},
}


@dataclass(eq=False, repr=False)
class Exchange:
    """An interaction: what was sent, the first answer, and the messages that it created, edited or deleted.

    `answered` is the time to the first answer in milliseconds, `callback` its type; both None without one.
    `errors` lists what the stand-in refused. `disturbed` says that a fault met one of its requests.
    """

    standin: "Standin"
    kind: int
    user: User
    channel: Channel
    data: Payload
    locale: str
    message: StoredMessage | None = None
    parent: "Exchange | None" = None
    id: int = field(default_factory=snowflake)
    token: str = field(default_factory=lambda: secrets.token_urlsafe(24))
    sent: float = field(default_factory=time.monotonic)
    started: int = 0
    ended: int | None = None
    answered: float | None = None
    callback: int | None = None
    ephemeral: bool | None = None
    original: StoredMessage | None = None
    choices: list[Payload] = field(default_factory=list)
    modal: Payload | None = None
    follow_ups: int = 0
    disturbed: bool = False
    errors: list[str] = field(default_factory=list)
    first: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def age(self) -> float:
        """Seconds since it was sent."""
        return time.monotonic() - self.sent

    def grow_old(self, seconds: float) -> None:
        """Let the token be that much older."""
        self.sent -= seconds

    @property
    def changes(self) -> list[Change]:
        """Every visible event by its token, and by the bot itself while this exchange was being awaited."""
        window = self.standin.changes[self.started : self.ended]
        late = self.standin.changes[self.ended :] if self.ended is not None else []
        return [c for c in window if c.exchange in (None, self)] + [c for c in late if c.exchange is self]

    def _by(self, act: str) -> list[StoredMessage]:
        return list(dict.fromkeys(change.message for change in self.changes if change.act == act))

    @property
    def created(self) -> list[StoredMessage]:
        """The messages that appeared because of it, in order; a waiting one counts once it says something."""
        return [message for message in self._by("create") if not message.loading]

    @property
    def edited(self) -> list[StoredMessage]:
        """The messages that were edited because of it."""
        return self._by("edit")

    @property
    def deleted(self) -> list[StoredMessage]:
        """The messages that were deleted because of it."""
        return self._by("delete")

    @property
    def reply(self) -> StoredMessage:
        """The last message that it created or edited by its own token; raises AssertionError without one."""
        own = [c.message for c in self.changes if c.exchange is self and c.act != "delete"]
        assert own, f"no reply: {self}"
        return own[-1]

    @property
    def public(self) -> list[StoredMessage]:
        """The messages created that everyone in the channel sees."""
        return [message for message in self.created if not message.ephemeral]

    @property
    def finished(self) -> bool:
        """Whether as much has come as its first answer promised."""
        if self.callback == DEFER:
            return self.original is not None and (self.original.deleted or not self.original.loading)
        if self.callback == DEFER_UPDATE:
            return any(change.exchange is self for change in self.changes) or bool(self.changes)
        return self.callback is not None

    async def settle(self, patience: float = FIRST_ANSWER, quiet: float = 0.04) -> None:
        """Wait for the first answer, for what it promised, and then until the bot is quiet.

        The first answer is waited for as long as `patience`, the rest at most half a minute; all waiting
        ends at once when the bot's connection is gone.
        """
        standin = self.standin

        def gone() -> bool:
            return not standin.gateway.connected

        await standin.wait_for(lambda: self.callback is not None or gone(), patience)
        if self.callback is not None:
            await standin.wait_for(lambda: self.finished or gone(), WORK)
            await standin.quiet(quiet, WORK)
        self.ended = len(standin.changes)

    async def complete(self, timeout: float) -> bool:
        """Wait until as much has come as the first answer promised; whether it came in time."""
        return await self.standin.wait_for(lambda: self.finished, timeout)

    def answer(self, callback: int) -> None:
        """Note the first answer."""
        self.callback = callback
        self.answered = self.age * 1000
        self.first.set()

    def metadata(self) -> Payload:
        """The interaction's own mark on messages that it creates."""
        return {
            "id": str(self.id),
            "type": self.kind,
            "user": self.user.payload(),
            "authorizing_integration_owners": self.owners(),
        }

    def owners(self) -> Payload:
        """Who installed the bot where this happens."""
        if self.channel.guild is not None and self.channel.guild.installed:
            return {"0": str(self.channel.guild.id)}
        if self.channel.reachable(self.standin.bot):
            return {"0": "0"}
        return {"1": str(self.user.id)}

    def __repr__(self) -> str:
        what = self.data.get("custom_id") or self.data.get("name")
        answer = f"callback {self.callback} after {self.answered} ms"
        return f"<{what} by {self.user.name}: {answer}, errors {self.errors}>"
