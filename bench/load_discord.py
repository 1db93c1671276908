"""As much of Discord as a load needs, on loopback: quick, unvalidated, and with a clock at each request.

What the bot sends is checked elsewhere (`tests/wire`); here only time counts, and which controls hang where.
"""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Self

from aiohttp import WSMsgType, web

from bench.load_messages import Control, Hung, control_row, controls_of, read, texts_of
from tests.wire.world import Channel, Guild, Payload, User, snowflake

API = "/api/v10"
TOKEN = "load"
MOST_REMEMBERED = 2_000
STAMP = "2026-01-01T00:00:00+00:00"


@dataclass(eq=False, slots=True)
class Exchange:
    """One interaction and the moments at which its answers came; times by `perf_counter`."""

    id: int
    token: str
    channel: Channel
    sent: float
    acknowledged: float | None = None
    shown: float | None = None
    done: float | None = None
    controls: tuple[Control, ...] = ()
    told: str = ""


@dataclass(eq=False)
class Discord:
    """Servers and channels on one side, one bot on the other.

    `hung` holds each channel's newest message; `on_done` hears of each exchange that got all its answers.
    """

    guilds: list[Guild]
    on_done: Callable[[Exchange], None] = lambda exchange: None
    base: str = ""
    exchanges: dict[str, Exchange] = field(default_factory=dict)
    busy: dict[int, Exchange] = field(default_factory=dict)
    hung: dict[int, Hung] = field(default_factory=dict)
    refused: list[str] = field(default_factory=list)
    requests: int = 0
    ready: float | None = None
    _socket: web.WebSocketResponse | None = None
    _runner: web.ServerRunner | None = None
    _sequence: int = 0

    async def __aenter__(self) -> Self:
        self.bot = User("Haugbui", bot=True)
        self._runner = web.ServerRunner(web.Server(self._serve, access_log=None))
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        host, port = self._runner.addresses[0][:2]
        self.base = f"http://{host}:{port}"
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._runner is not None:
            await self._runner.cleanup()

    async def send(
        self, channel: Channel, person: User, kind: int, data: Payload, message: int = 0
    ) -> Exchange:
        """Let a person act."""
        number = snowflake()
        exchange = Exchange(number, f"token-{number}", channel, time.perf_counter())
        self.exchanges[exchange.token] = self.busy[channel.id] = exchange
        payload = self._interaction(exchange, person, kind, data)
        if message:
            payload["message"] = self._message(channel, message, {"components": [control_row(data)]})
        await self._dispatch("INTERACTION_CREATE", payload)
        return exchange

    def _interaction(self, exchange: Exchange, person: User, kind: int, data: Payload) -> Payload:
        channel = exchange.channel
        rights = str(int(channel.app_permissions))
        base = {
            "id": str(exchange.id),
            "application_id": str(self.bot.id),
            "type": kind,
            "token": exchange.token,
            "version": 1,
            "data": data,
            "channel_id": str(channel.id),
            "channel": channel.payload() | {"permissions": rights},
            "app_permissions": rights,
            "locale": "en-US",
            "entitlements": [],
            "authorizing_integration_owners": {"0": str(channel.guild.id if channel.guild else 0)},
            "context": 0 if channel.guild else 1,
            "attachment_size_limit": 10 << 20,
        }
        if channel.guild is None:
            return base | {"user": person.payload()}
        member = channel.guild.member(person) | {"user": person.payload(), "permissions": rights}
        guild = {"id": str(channel.guild.id), "locale": channel.guild.locale, "features": []}
        return base | {
            "guild_id": guild["id"],
            "guild": guild,
            "guild_locale": guild["locale"],
            "member": member,
        }

    async def _dispatch(self, event: str, data: Payload) -> None:
        assert self._socket is not None
        self._sequence += 1
        await self._socket.send_str(json.dumps({"op": 0, "t": event, "s": self._sequence, "d": data}))

    # What the bot asks for

    async def _serve(self, request: web.BaseRequest) -> web.StreamResponse:
        if request.path == "/":
            return await self._gateway(request)
        at = time.perf_counter()
        self.requests += 1
        parts = request.path.removeprefix(API).strip("/").split("/")
        raw, body = await read(request)
        answer = self._answer(request.method, parts, raw, body, at)
        if answer is None:
            return web.Response(status=204)
        return web.Response(body=json.dumps(answer), headers={"Content-Type": "application/json"})

    def _answer(self, method: str, parts: list[str], raw: bytes, body: Payload, at: float) -> Any:
        if parts[0] == "interactions":
            return self._callback(parts[2], body, at)
        if parts[0] == "webhooks":
            return self._webhook(method, parts, body, at)
        if parts[0] == "channels" and len(parts) > 2:
            return self._posted(method, parts, body, at)
        if parts[-1] == "commands":
            return [{"description": ""} | item | self._command() for item in json.loads(raw)]
        if parts[0] == "oauth2":
            return self._application()
        if parts == ["users", "@me"]:
            return self.bot.payload()
        return {}

    def _command(self) -> Payload:
        return {"id": str(snowflake()), "application_id": str(self.bot.id), "version": "1"}

    def _application(self) -> Payload:
        owner = User("Owner").payload()
        told = dict.fromkeys(("name", "description", "summary", "verify_key"), "load")
        return (
            told
            | {"id": str(self.bot.id), "flags": 0, "owner": owner, "icon": None, "team": None}
            | {
                "bot_public": True,
                "bot_require_code_grant": False,
                "rpc_origins": [],
                "tags": [],
            }
        )

    def _callback(self, token: str, body: Payload, at: float) -> Payload:
        exchange = self.exchanges[token]
        exchange.acknowledged = at
        kind = body.get("type")
        if kind == 4:
            self._private(exchange, body, at)
        told: Payload = {"interaction": {"id": str(exchange.id), "type": 2}}
        if kind in (4, 5):
            told["interaction"] |= {
                "response_message_id": str(snowflake()),
                "response_message_ephemeral": True,
            }
        return told

    def _webhook(self, method: str, parts: list[str], body: Payload, at: float) -> Payload | None:
        exchange = self.exchanges[parts[2]]
        if method == "DELETE":
            self._done(exchange, at)
            return None
        self._private(exchange, body, at)
        return self._message(exchange.channel, snowflake(), body)

    def _private(self, exchange: Exchange, body: Payload, at: float) -> None:
        exchange.controls = tuple(controls_of(body.get("components")))
        exchange.told = " ".join(texts_of(body.get("components")))
        if exchange.shown is None:
            exchange.shown = at
        self._done(exchange, at)

    def _done(self, exchange: Exchange, at: float) -> None:
        if exchange.done is None:
            exchange.done = at
            while len(self.exchanges) > MOST_REMEMBERED:
                del self.exchanges[next(iter(self.exchanges))]
            if self.busy.get(exchange.channel.id) is exchange:
                del self.busy[exchange.channel.id]
            self.on_done(exchange)

    def _posted(self, method: str, parts: list[str], body: Payload, at: float) -> Payload:
        channel = int(parts[1])
        number = int(parts[3]) if len(parts) > 3 else snowflake()
        busy = self.busy.get(channel)
        if method == "POST":
            self.hung[channel] = Hung(number, tuple(controls_of(body.get("components"))))
            if busy is not None and busy.shown is None:
                busy.shown = at
        place = busy.channel if busy is not None else Channel(guild=None, kind=1, id=channel)  # type: ignore[arg-type]
        return self._message(place, number, body)

    def _message(self, channel: Channel, number: int, body: Payload) -> Payload:
        told: Payload = {
            "id": str(number),
            "channel_id": str(channel.id),
            "author": self.bot.payload(),
            "content": "",
            "timestamp": STAMP,
            "edited_timestamp": None,
            "tts": False,
            "mention_everyone": False,
            "mentions": [],
            "mention_roles": [],
            "attachments": [],
            "embeds": [],
            "components": body.get("components") or [],
            "pinned": False,
            "type": 0,
            "flags": body.get("flags") or 0,
        }
        return told | ({"guild_id": str(channel.guild.id)} if channel.guild else {})

    # The gateway

    async def _gateway(self, request: web.BaseRequest) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        await socket.send_str(json.dumps({"op": 10, "d": {"heartbeat_interval": 41_250}}))
        async for message in socket:
            if message.type is not WSMsgType.TEXT:
                continue
            operation = json.loads(message.data)["op"]
            if operation == 1:
                await socket.send_str('{"op": 11}')
            elif operation == 2:
                self._socket = socket
                await self._welcome()
        return socket

    async def _welcome(self) -> None:
        known = [{"id": str(guild.id), "unavailable": True} for guild in self.guilds]
        await self._dispatch(
            "READY",
            {
                "v": 10,
                "user": self.bot.payload(),
                "guilds": known,
                "session_id": "load",
                "resume_gateway_url": self.base.replace("http", "ws"),
                "application": {"id": str(self.bot.id), "flags": 0},
            },
        )
        for guild in self.guilds:
            await self._dispatch("GUILD_CREATE", guild.payload(self.bot))
        self.ready = time.perf_counter()
