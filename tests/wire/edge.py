"""The HTTP edge: routes, authorisation, bodies, faults, and Discord's form of errors."""

import json
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from aiohttp import BodyPartReader, web

from tests.wire.limits import REQUEST_BYTES, Breach, Upload, form
from tests.wire.world import Payload

if TYPE_CHECKING:
    from tests.wire.standin import Standin

API = "/api/v10"
OWN_TOKEN = ("/interactions/", "/webhooks/")
FILE_FIELD = re.compile(r"files\[(\d+)\]")


@dataclass(eq=False)
class Refused(Exception):
    """A request that Discord would refuse; `wrong` says that no right bot sends it."""

    status: int
    code: int
    message: str
    breaches: list[Breach] = field(default_factory=list)
    wrong: bool = False

    def body(self) -> Payload:
        """Discord's error object."""
        errors = {"errors": form(self.breaches)} if self.breaches else {}
        return {"code": self.code, "message": self.message, **errors}

    def __str__(self) -> str:
        return f"{self.code} {self.message} {'; '.join(map(str, self.breaches))}".strip()


@dataclass(eq=False)
class Call:
    """One request: its path's parts, its body and its files."""

    standin: "Standin"
    request: web.Request
    part: dict[str, str]
    body: Any = field(default_factory=dict)
    files: dict[int, Upload] = field(default_factory=dict)

    def number(self, name: str) -> int:
        """A part of the path as an id."""
        return int(self.part[name])

    @property
    def query(self) -> Any:
        """The query's parameters."""
        return self.request.query


Handler = Callable[[Call], Awaitable[Any]]
ROUTES: list[tuple[str, re.Pattern[str], Handler]] = []


def route(method: str, path: str) -> Callable[[Handler], Handler]:
    """Serve `path`, whose `{names}` become parts of the call. None answers 204."""
    pattern = re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", path) + "$")

    def keep(handler: Handler) -> Handler:
        ROUTES.append((method, pattern, handler))
        return handler

    return keep


def invalid(*breaches: Breach) -> Refused:
    """A body that breaks limits (50035)."""
    return Refused(400, 50035, "Invalid Form Body", list(breaches), wrong=True)


def answer(status: int, body: Any = None) -> web.Response:
    """An answer with exactly the content type that discord.py looks for."""
    if body is None:
        return web.Response(status=status)
    return web.Response(status=status, body=json.dumps(body), headers={"Content-Type": "application/json"})


async def serve(standin: "Standin", request: web.Request) -> web.Response:
    """Answer one API request, faults included."""
    path = request.path.removeprefix(API)
    fault = standin.faults.match(request.method, path)
    call = Call(standin, request, {})
    # The body is read first, so that a request counts as received whole before any fault strikes.
    await read_body(call)
    if fault is None:
        return await apply(call, path)
    await fault.before()
    if fault.replaces:
        standin.disturb(path)
    if fault.replaces and not fault.after_applying:
        return fault.answer(request)
    result = await apply(call, path)
    fault.after()
    return fault.answer(request) if fault.replaces else result


async def apply(call: Call, path: str) -> web.Response:
    """Authorise, find the handler, and let it take effect."""
    standin = call.standin
    standin.log.append((call.request.method, path))
    try:
        authorise(call, path)
        for method, pattern, handler in ROUTES:
            found = pattern.match(path)
            if found and method == call.request.method:
                call.part = found.groupdict()
                result = await handler(call)
                return answer(204) if result is None else answer(200, result)
        raise Refused(404, 0, f"The stand-in has no {call.request.method} {path}", wrong=True)
    except Refused as refused:
        standin.refuse(path, call.request.method, refused)
        return answer(refused.status, refused.body())


def authorise(call: Call, path: str) -> None:
    """Raise Refused (401) without the bot's token, where one is needed."""
    if path.startswith(OWN_TOKEN):
        return
    if call.request.headers.get("Authorization") != f"Bot {call.standin.token}":
        raise Refused(401, 0, "401: Unauthorized")


async def read_body(call: Call) -> None:
    """Read JSON or multipart; files by their number."""
    request = call.request
    kind = request.content_type
    if kind == "application/json":
        raw = await request.read()
        call.body = json.loads(raw) if raw else {}
    elif kind == "multipart/form-data":
        total = 0
        reader = await request.multipart()
        async for part in reader:
            assert isinstance(part, BodyPartReader)
            data = bytes(await part.read())
            total += len(data)
            named = FILE_FIELD.fullmatch(part.name or "")
            if named:
                call.files[int(named[1])] = Upload(part.filename or "unnamed", data)
            elif part.name == "payload_json":
                call.body = json.loads(data)
        if total > REQUEST_BYTES:
            call.standin.violations.append(f"{request.path}: request of {total} bytes")
