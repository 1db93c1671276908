"""People, and what they do in Discord: type commands, press, choose, fill in."""

from copy import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tests.wire.commands import (
    CHAT,
    ON_MESSAGE,
    ON_USER,
    NotOffered,
    check_place,
    descend,
    fill,
)
from tests.wire.component_limits import BUTTON, LABEL, RADIO, ROW, SELECTS, STRING_SELECT, walk
from tests.wire.exchange import COMMAND, COMPLETION, COMPONENT, FIRST_ANSWER, MODAL, Exchange
from tests.wire.messages import StoredMessage
from tests.wire.world import Channel, Payload, Permission, User

if TYPE_CHECKING:
    from tests.wire.standin import Standin

ATTACHMENT_SIZE_LIMIT = 10 * 1024 * 1024


@dataclass(eq=False, repr=False)
class Actor:
    """A person at a Discord client. `patience` is how long a verb waits for the first answer; 0: not at all."""

    standin: "Standin"
    user: User
    locale: str = "en-US"
    patience: float = FIRST_ANSWER

    @property
    def id(self) -> int:
        """The account's id."""
        return self.user.id

    @property
    def name(self) -> str:
        """The name shown."""
        return self.user.name

    def hasty(self) -> "Actor":
        """The same person, who waits for nothing."""
        other = copy(self)
        other.patience = 0.0
        return other

    def speaking(self, locale: str) -> "Actor":
        """The same person with another language."""
        other = copy(self)
        other.locale = locale
        return other

    def permissions(self, channel: Channel) -> Permission:
        """What the person may do in a channel."""
        return channel.guild.permissions(self.user) if channel.guild else Permission(0)

    async def slash(self, channel: Channel, command: str, /, **options: Any) -> Exchange:
        """Send a slash command, `"tafl challenge"`; people and channels as option values are resolved."""
        data = self._command(channel, command, options, None)
        return await self._send(COMMAND, channel, data)

    async def autocomplete(
        self, channel: Channel, command: str, focused: str, typed: str = "", /, **options: Any
    ) -> Exchange:
        """Type into an option; the exchange's `choices` are what is offered."""
        data = self._command(channel, command, options | {focused: typed}, focused)
        return await self._send(COMPLETION, channel, data)

    def _command(
        self, channel: Channel, command: str, options: dict[str, Any], focused: str | None
    ) -> Payload:
        name, *path = command.split()
        root = self.standin.commands.find(name, CHAT, channel.guild)
        check_place(root, channel, self.standin.bot, self.permissions(channel))
        node, trail = descend(root, path)
        filled = fill(node, options, focused=focused)
        for step in reversed(trail):
            filled = [{"name": step["name"], "type": step["type"], "options": filled}]
        data: Payload = {"id": root["id"], "name": name, "type": CHAT, "options": filled}
        people = [value for value in options.values() if isinstance(value, Actor | User)]
        places = [value for value in options.values() if isinstance(value, Channel)]
        resolved = self._resolve(channel, people)
        if places:
            resolved["channels"] = {str(place.id): place.payload() | {"permissions": "0"} for place in places}
        return data | ({"resolved": resolved} if resolved else {})

    def _resolve(self, channel: Channel, people: list[Any]) -> Payload:
        users = [person.user if isinstance(person, Actor) else person for person in people]
        resolved: Payload = {"users": {str(user.id): user.payload() for user in users}} if users else {}
        guild = channel.guild
        members = [user for user in users if guild and (user.id in guild.members or user.bot)]
        if guild and members:
            resolved["members"] = {
                str(user.id): guild.member(user) | {"permissions": str(int(guild.permissions(user)))}
                for user in members
            }
        return resolved

    async def context_menu(self, channel: Channel, name: str, target: "Actor | StoredMessage") -> Exchange:
        """Choose a context-menu command on a person or a message."""
        kind = ON_USER if isinstance(target, Actor) else ON_MESSAGE
        command = self.standin.commands.find(name, kind, channel.guild)
        check_place(command, channel, self.standin.bot, self.permissions(channel))
        if isinstance(target, Actor):
            resolved = self._resolve(channel, [target])
        else:
            resolved = {"messages": {str(target.id): target.payload()}}
        data = {"id": command["id"], "name": name, "type": kind, "target_id": str(target.id)}
        return await self._send(COMMAND, channel, data | {"resolved": resolved})

    async def click(self, message: StoredMessage, wanted: str, *, stale: bool = False) -> Exchange:
        """Press a button by custom id or label; `stale` presses one that is gone, as a slow client may."""
        custom_id = wanted
        if not stale:
            custom_id = self._pressable(message, wanted, frozenset({BUTTON}))["custom_id"]
        data = {"custom_id": custom_id, "component_type": BUTTON}
        return await self._send(COMPONENT, message.channel, data, message)

    async def select(self, message: StoredMessage, wanted: str, *values: Any) -> Exchange:
        """Choose values (or labels, or people) in a select by its custom id or placeholder."""
        item = self._pressable(message, wanted, SELECTS)
        kind = item["type"]
        chosen = [str(value.id) if isinstance(value, Actor) else str(value) for value in values]
        if kind == STRING_SELECT:
            labels = {option["label"]: option["value"] for option in reversed(item["options"])}
            offered = {option["value"] for option in item["options"]}
            chosen = [value if value in offered else labels.get(value, value) for value in chosen]
            if not set(chosen) <= offered:
                raise NotOffered(f"{chosen} not in {sorted(offered)}")
        if not item.get("min_values", 1) <= len(chosen) <= item.get("max_values", 1):
            raise NotOffered(f"{len(chosen)} values chosen")
        people = [value for value in values if isinstance(value, Actor)]
        data = {"custom_id": item["custom_id"], "component_type": kind, "values": chosen}
        if people:
            data["resolved"] = self._resolve(message.channel, people)
        return await self._send(COMPONENT, message.channel, data, message)

    def _pressable(self, message: StoredMessage, wanted: str, kinds: frozenset[int]) -> Payload:
        if message.deleted or (message.ephemeral and message.reader is not self.user):
            raise NotOffered(f"{self.name} does not see that message")
        item = message.control(wanted)
        if item is None or item["type"] not in kinds or item.get("disabled"):
            offered = [(c.get("label"), c.get("custom_id")) for c in (*message.buttons, *message.selects)]
            raise NotOffered(f"{wanted!r} can't be pressed; there are {offered}")
        return item

    async def submit_modal(self, exchange: Exchange, values: dict[str, Any]) -> Exchange:
        """Fill in and send the form that `exchange` opened; values by custom id."""
        form = exchange.modal
        if form is None:
            raise NotOffered("no form was opened")
        components = [_filled(item, values) for item in form["components"]]
        known = {item.get("custom_id") for _, item in walk(form["components"])}
        if set(values) - known:
            raise NotOffered(f"the form has {sorted(filter(None, known))}")
        data = {"custom_id": form["custom_id"], "components": components}
        return await self._send(MODAL, exchange.channel, data, exchange.message)

    async def _send(
        self, kind: int, channel: Channel, data: Payload, message: StoredMessage | None = None
    ) -> Exchange:
        standin = self.standin
        exchange = Exchange(standin, kind, self.user, channel, data, self.locale, message)
        exchange.started = len(standin.changes)
        standin.exchanges[exchange.token] = exchange
        if not standin.gateway.connected:
            exchange.errors.append("nobody is connected")
        await standin.gateway.dispatch("INTERACTION_CREATE", self._payload(exchange))
        if self.patience:
            await exchange.settle(self.patience)
        return exchange

    def _payload(self, exchange: Exchange) -> Payload:
        channel, guild, standin = exchange.channel, exchange.channel.guild, self.standin
        member = self.permissions(channel)
        payload: Payload = {
            "id": str(exchange.id),
            "application_id": str(standin.bot.id),
            "type": exchange.kind,
            "token": exchange.token,
            "version": 1,
            "data": exchange.data,
            "channel_id": str(channel.id),
            "channel": channel.payload() | {"permissions": str(int(member))},
            "app_permissions": str(int(channel.app_permissions)),
            "locale": exchange.locale,
            "entitlements": [],
            "entitlement_sku_ids": [],
            "authorizing_integration_owners": exchange.owners(),
            "context": int(channel.context(standin.bot)),
            "attachment_size_limit": ATTACHMENT_SIZE_LIMIT,
        }
        if exchange.message is not None:
            payload["message"] = exchange.message.payload()
        if guild is None:
            return payload | {"user": self.user.payload()}
        person = guild.member(self.user) | {"user": self.user.payload(), "permissions": str(int(member))}
        return payload | {
            "guild_id": str(guild.id),
            "guild": {"id": str(guild.id), "locale": guild.locale, "features": []},
            "guild_locale": guild.locale,
            "member": person,
        }


def _filled(item: Payload, values: dict[str, Any]) -> Payload:
    """A modal's component with what the person put into it."""
    kind = item["type"]
    if kind == LABEL:
        return {"type": LABEL, "id": item.get("id", 0), "component": _filled(item["component"], values)}
    if kind == ROW:
        return {
            "type": ROW,
            "id": item.get("id", 0),
            "components": [_filled(i, values) for i in item["components"]],
        }
    custom_id = item.get("custom_id")
    filled: Payload = {"type": kind, "id": item.get("id", 0)}
    if custom_id is None:
        return filled
    given = values.get(custom_id)
    filled["custom_id"] = custom_id
    if kind in SELECTS or kind == RADIO + 1:
        return filled | {"values": list(given or [])}
    return filled | {"value": item.get("value", "") if given is None else given}
