"""The stand-in for Discord on loopback: one HTTP server that speaks the API and the gateway.

async with Standin() as discord:
    alice, bob = discord.person("Alice"), discord.person("Bob", locale="ru")
    hall = discord.text(discord.server("Hall", alice, bob))
    ...  # start a bot with discord.api, discord.gateway_url and discord.token
    exchange = await alice.slash(hall, "tafl challenge", opponent=bob)
"""

import asyncio
import time
from collections.abc import Callable
from typing import Any, Self

from aiohttp import web

from tests.wire import accounts, callbacks, channels
from tests.wire.actors import Actor
from tests.wire.commands import Commands
from tests.wire.edge import API, OWN_TOKEN, Refused, answer, serve
from tests.wire.exchange import Exchange
from tests.wire.faults import Fault, Faults
from tests.wire.gateway import Gateway
from tests.wire.limits import REQUEST_BYTES
from tests.wire.messages import Change, StoredMessage
from tests.wire.world import PRIVATE, Channel, Guild, Kind, Permission, User

GUILD_MESSAGES, DIRECT_MESSAGES = 1 << 9, 1 << 12
ROUTED = (accounts, callbacks, channels)


class Standin:
    """Discord, as far as one bot needs it.

    `violations` lists what a right bot never sends; `changes` every visible event; `log` every request.
    """

    def __init__(self, token: str = "wire-token") -> None:
        self.token = token
        self.bot = User("Haugbui", bot=True)
        self.users: dict[int, User] = {self.bot.id: self.bot}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.messages: dict[int, StoredMessage] = {}
        self.commands = Commands()
        self.exchanges: dict[str, Exchange] = {}
        self.faults = Faults()
        self.gateway = Gateway(self)
        self.violations: list[str] = []
        self.changes: list[Change] = []
        self.log: list[tuple[str, str]] = []
        self.in_flight = 0
        self.last_request = 0.0
        self.base = ""
        self._pulse = asyncio.Event()
        self._runner: web.AppRunner | None = None

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=REQUEST_BYTES + 1024 * 1024)
        app.router.add_get("/", self.gateway.serve)
        app.router.add_get("/attachments/{file}/{name}", self._attachment)
        app.router.add_route("*", API + "/{path:.*}", self._serve)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        host, port = self._runner.addresses[0][:2]
        self.base = f"http://{host}:{port}"
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.gateway.cut(1001)
        if self._runner is not None:
            await self._runner.cleanup()

    @property
    def api(self) -> str:
        """The address for `Route.BASE`."""
        return self.base + API

    @property
    def gateway_url(self) -> str:
        """The address for `DEFAULT_GATEWAY`."""
        return self.base.replace("http://", "ws://")

    async def _serve(self, request: web.Request) -> web.Response:
        self.in_flight += 1
        try:
            return await serve(self, request)
        finally:
            self.in_flight -= 1
            self.last_request = time.monotonic()
            self.pulse()

    async def _attachment(self, request: web.Request) -> web.Response:
        wanted = int(request.match_info["file"])
        for message in self.messages.values():
            for file in message.files:
                if file.id == wanted:
                    return web.Response(body=file.data)
        return answer(404)

    def person(self, name: str, *, locale: str = "en-US") -> Actor:
        """A new person."""
        user = User(name)
        self.users[user.id] = user
        return Actor(self, user, locale)

    def server(self, name: str, *members: Actor, locale: str = "en-US", installed: bool = True) -> Guild:
        """A new server; its first member owns and manages it. Known to the bot from its next Identify."""
        owner = members[0].user
        guild = Guild(name, owner, locale=locale, installed=installed, managers={owner.id})
        guild.members = {member.id: member.user for member in members}
        self.guilds[guild.id] = guild
        return guild

    def keep(self, channel: Channel) -> Channel:
        """Make a channel known."""
        self.channels[channel.id] = channel
        if channel.guild is not None:
            channel.guild.channels[channel.id] = channel
        return channel

    def text(self, guild: Guild, name: str = "hall", *, denied: Permission | None = None) -> Channel:
        """A new text channel, in which the bot is denied some permissions."""
        channel = Channel(Kind.TEXT, name, guild=guild)
        channel.app_permissions &= ~(denied or Permission(0))
        return self.keep(channel)

    def dm(self, who: Actor | User) -> Channel:
        """The DM between the bot and a person."""
        user = who.user if isinstance(who, Actor) else who
        for channel in self.channels.values():
            if channel.kind is Kind.DM and channel.people == [user, self.bot]:
                return channel
        rights = PRIVATE | Permission.USE_EXTERNAL_EMOJIS
        return self.keep(Channel(Kind.DM, people=[user, self.bot], app_permissions=rights))

    def private(self, *people: Actor) -> Channel:
        """A DM or group DM between people, where the bot is only through their own installs."""
        kind = Kind.DM if len(people) == 2 else Kind.GROUP
        return self.keep(Channel(kind, people=[actor.user for actor in people], app_permissions=PRIVATE))

    def shown(self, channel: Channel, reader: Actor | None = None) -> list[StoredMessage]:
        """The messages in a channel that everyone, or `reader`, sees; oldest first."""
        mine = reader.user if reader else None
        return sorted(
            (
                message
                for message in self.messages.values()
                if message.channel is channel
                and not message.deleted
                and (not message.ephemeral or message.reader is mine)
            ),
            key=lambda message: message.id,
        )

    async def publish(self, act: str, message: StoredMessage, exchange: Exchange | None) -> None:
        """Store an event, and tell the bot's gateway of it."""
        self.messages[message.id] = message
        if act == "edit":
            message.edited = time.time()
        elif act == "delete":
            message.deleted = True
        shown = "\n".join(filter(None, (message.text, message.alt)))
        self.changes.append(Change(act, message, exchange, time.monotonic(), shown, tuple(message.live)))
        self.pulse()
        if message.ephemeral:
            return
        intent = GUILD_MESSAGES if message.channel.guild else DIRECT_MESSAGES
        event = {"create": "MESSAGE_CREATE", "edit": "MESSAGE_UPDATE", "delete": "MESSAGE_DELETE"}[act]
        await self.gateway.dispatch(event, message.payload(), intent=intent)

    async def vanish(self, message: StoredMessage) -> None:
        """Somebody with the right to do so deletes a message."""
        await self.publish("delete", message, None)

    async def remove(self, channel: Channel) -> None:
        """Somebody deletes a channel or thread."""
        channel.deleted = True
        event = "THREAD_DELETE" if channel.kind is Kind.THREAD else "CHANNEL_DELETE"
        await self.gateway.dispatch(event, channel.payload(), intent=1)

    def refuse(self, path: str, method: str, refused: Refused) -> None:
        """Note a refused request."""
        if refused.wrong:
            self.violations.append(f"{method} {path}: {refused}")
        for token, exchange in self.exchanges.items():
            if token in path:
                exchange.errors.append(str(refused))

    def disturb(self, path: str) -> None:
        """Note that a fault met a request of an exchange."""
        for token, exchange in self.exchanges.items():
            if token in path and path.startswith(OWN_TOKEN):
                exchange.disturbed = True

    def inject(
        self,
        method: str,
        path: str,
        status: int | None = None,
        code: int = 0,
        *,
        after_applying: bool = False,
        times: int = 1,
        drop: bool = False,
        delay: float = 0.0,
        retry_after: float = 0.05,
        via: bool = True,
    ) -> Fault:
        """The next `times` requests that match get a wrong, late or no answer; `path` is a glob."""
        fault = Fault(
            method, path, status, code, after_applying, times, drop, delay, retry_after=retry_after, via=via
        )
        self.faults.waiting.append(fault)
        return fault

    def watch(
        self,
        method: str,
        path: str,
        action: Callable[[], None],
        *,
        after_applying: bool = False,
        lost: bool = False,
        delay: float = 0.0,
    ) -> Fault:
        """Call `action` at the next request that matches, before or after it takes effect.

        A `lost` request takes no effect at all, as if it had broken off on the way; a `delay` comes
        between the request and its effect.
        """
        fault = Fault(method, path, after_applying=after_applying, action=action, drop=lost, delay=delay)
        self.faults.waiting.append(fault)
        return fault

    def pulse(self) -> None:
        """Wake everyone who waits for something."""
        self._pulse.set()
        self._pulse = asyncio.Event()

    async def wait_for(self, condition: Callable[[], Any], timeout: float = 10.0) -> bool:
        """Wait until `condition()` holds; whether it came to hold in time."""
        end = time.monotonic() + timeout
        while not condition():
            left = end - time.monotonic()
            if left <= 0:
                return False
            try:
                await asyncio.wait_for(self._pulse.wait(), min(left, 0.02))
            except TimeoutError:
                continue
        return True

    async def quiet(self, seconds: float = 0.05, timeout: float = 10.0) -> bool:
        """Wait until no request is or was under way for so long."""
        return await self.wait_for(
            lambda: not self.in_flight and time.monotonic() - self.last_request >= seconds, timeout
        )

    @property
    def unanswered(self) -> list[Exchange]:
        """The interactions that never got a first answer."""
        return [exchange for exchange in self.exchanges.values() if exchange.callback is None]

    def check(self) -> None:
        """Raise AssertionError where the bot broke a limit or left someone without an answer."""
        silent = [str(exchange) for exchange in self.unanswered]
        assert not self.violations, "\n".join(self.violations)
        assert not silent, "\n".join(silent)
