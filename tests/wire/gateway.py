"""The gateway: Hello, Identify, READY, events, heartbeats, Resume, and the ways a session ends."""

import json
import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from aiohttp import WSMsgType, web

from tests.wire.world import Payload

if TYPE_CHECKING:
    from tests.wire.standin import Standin

DISPATCH, HEARTBEAT, IDENTIFY, RESUME, RECONNECT, INVALID, HELLO, ACK = 0, 1, 2, 6, 7, 9, 10, 11
WRONG_TOKEN = 4004


@dataclass(eq=False)
class Session:
    """One identified session; `socket` is None while the bot is away, and events wait in `events`."""

    intents: int
    shard: list[int]
    id: str = field(default_factory=lambda: secrets.token_hex(8))
    socket: web.WebSocketResponse | None = None
    events: list[Payload] = field(default_factory=list)

    async def send(self, event: str, data: Any) -> None:
        """Send or keep one event."""
        packet = {"op": DISPATCH, "t": event, "s": len(self.events) + 1, "d": data}
        self.events.append(packet)
        if self.socket is not None and not self.socket.closed:
            await transmit(self.socket, packet)


async def transmit(socket: web.WebSocketResponse, packet: Payload) -> None:
    """Send a packet; a bot that has just gone away is no error."""
    try:
        await socket.send_str(json.dumps(packet))
    except (ConnectionError, RuntimeError):
        return


@dataclass(eq=False)
class Gateway:
    """All sessions. `identifies` keeps every Identify; resumes and heartbeats are counted.

    While it is `deaf` no heartbeat is acknowledged; `shuts_out` closes each Identify with that code.
    """

    standin: "Standin"
    interval: int = 41_250
    sessions: dict[str, Session] = field(default_factory=dict)
    sockets: dict[web.WebSocketResponse, web.Request] = field(default_factory=dict)
    identifies: list[Payload] = field(default_factory=list)
    resumes: int = 0
    heartbeats: int = 0
    deaf: bool = False
    shuts_out: int | None = None

    @property
    def connected(self) -> list[Session]:
        """The sessions whose bot is here."""
        return [s for s in self.sessions.values() if s.socket is not None and not s.socket.closed]

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Talk to one connection until it ends."""
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        self.sockets[socket] = request
        await transmit(socket, {"op": HELLO, "d": {"heartbeat_interval": self.interval}})
        try:
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    await self._hear(socket, json.loads(message.data))
        finally:
            del self.sockets[socket]
            for session in self.sessions.values():
                if session.socket is socket:
                    session.socket = None
            self.standin.pulse()
        return socket

    async def _hear(self, socket: web.WebSocketResponse, packet: Payload) -> None:
        op, data = packet["op"], packet.get("d")
        if op == HEARTBEAT:
            self.heartbeats += 1
            if not self.deaf:
                await transmit(socket, {"op": ACK})
        elif op == IDENTIFY:
            await self._identify(socket, data)
        elif op == RESUME:
            await self._resume(socket, data)

    async def _identify(self, socket: web.WebSocketResponse, data: Any) -> None:
        self.identifies.append(data)
        if data["token"] != self.standin.token:
            await socket.close(code=WRONG_TOKEN, message=b"Authentication failed.")
            return
        if self.shuts_out is not None:
            await socket.close(code=self.shuts_out)
            return
        session = Session(data.get("intents", 0), data.get("shard") or [0, 1], socket=socket)
        self.sessions[session.id] = session
        guilds = [guild for guild in self.standin.guilds.values() if guild.installed]
        await session.send("READY", self._ready(session))
        for guild in guilds:
            await session.send("GUILD_CREATE", guild.payload(self.standin.bot))
        self.standin.pulse()

    def _ready(self, session: Session) -> Payload:
        guilds = [guild for guild in self.standin.guilds.values() if guild.installed]
        return {
            "v": 10,
            "user": self.standin.bot.payload(),
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": self.standin.gateway_url,
            "shard": session.shard,
            "application": {"id": str(self.standin.bot.id), "flags": 0},
        }

    async def _resume(self, socket: web.WebSocketResponse, data: Any) -> None:
        session = self.sessions.get(data["session_id"])
        if session is None or data["token"] != self.standin.token:
            await transmit(socket, {"op": INVALID, "d": False})
            return
        self.resumes += 1
        for packet in session.events[data["seq"] :]:
            await transmit(socket, packet)
        session.socket = socket
        await session.send("RESUMED", {})
        self.standin.pulse()

    async def dispatch(self, event: str, data: Payload, *, intent: int = 0) -> None:
        """Send an event to every session that asked for it."""
        for session in list(self.sessions.values()):
            if not intent or session.intents & intent:
                await session.send(event, data)

    async def repeat(self, event: str) -> None:
        """Send the newest event of that name once more to every session."""
        for session in self.connected:
            newest = next(packet for packet in reversed(session.events) if packet["t"] == event)
            await session.send(event, newest["d"])

    async def invalidate(self, *, resumable: bool = False) -> None:
        """Invalid Session to everybody; a session that can't be resumed is forgotten."""
        for session in self.connected:
            if not resumable:
                del self.sessions[session.id]
            assert session.socket is not None
            await transmit(session.socket, {"op": INVALID, "d": resumable})

    async def reconnect(self) -> None:
        """Ask everybody to reconnect."""
        for session in self.connected:
            assert session.socket is not None
            await transmit(session.socket, {"op": RECONNECT, "d": None})

    async def cut(self, code: int = 1006) -> None:
        """Close every connection; 1006 cuts it without a word."""
        for socket, request in list(self.sockets.items()):
            if code == 1006 and request.transport is not None:
                request.transport.abort()
            else:
                await socket.close(code=code)

    def forget(self) -> None:
        """Drop the sessions whose bot is away, as Discord does after some minutes."""
        self.sessions = {key: s for key, s in self.sessions.items() if s.socket is not None}
