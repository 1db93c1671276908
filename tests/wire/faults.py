"""Faults on demand: wrong answers, slow answers, cut connections, and watchers of requests."""

import asyncio
import fnmatch
import json
from collections.abc import Callable
from dataclasses import dataclass, field

from aiohttp import web


@dataclass(eq=False)
class Fault:
    """What happens to the next `times` requests that match; a 429 without `via` is none of Discord's own."""

    method: str
    path: str
    status: int | None = None
    code: int = 0
    after_applying: bool = False
    times: int = 1
    drop: bool = False
    delay: float = 0.0
    action: Callable[[], None] | None = None
    retry_after: float = 0.05
    via: bool = True
    met: int = 0

    def fits(self, method: str, path: str) -> bool:
        """Whether it concerns this request."""
        alike = self.method in ("*", method) and fnmatch.fnmatchcase(path, self.path)
        return alike and self.met < self.times

    @property
    def replaces(self) -> bool:
        """Whether the bot gets something else than the true answer."""
        return self.drop or self.status is not None

    async def before(self) -> None:
        """What happens before the request takes effect."""
        self.met += 1
        if self.action is not None and not self.after_applying:
            self.action()
        if self.delay:
            await asyncio.sleep(self.delay)

    def after(self) -> None:
        """What happens once it has taken effect, and before the answer leaves."""
        if self.action is not None and self.after_applying:
            self.action()

    def answer(self, request: web.Request) -> web.Response:
        """The wrong answer."""
        if self.drop:
            if request.transport is not None:
                request.transport.abort()
            return web.Response(status=500)
        status = self.status or 500
        body: dict[str, object] = {"message": f"Injected {status}", "code": self.code}
        headers = {"Via": "1.1 stand-in"} if self.via else {}
        if status == 429:
            body |= {"retry_after": self.retry_after, "global": False}
        if status >= 500 and not self.code:
            return web.Response(status=status, text="<html>upstream error</html>", content_type="text/html")
        return web.Response(
            status=status, body=json.dumps(body), headers={**headers, "Content-Type": "application/json"}
        )


@dataclass
class Faults:
    """The faults in force, oldest first."""

    waiting: list[Fault] = field(default_factory=list)

    def match(self, method: str, path: str) -> Fault | None:
        """The first fault that concerns a request."""
        return next((fault for fault in self.waiting if fault.fits(method, path)), None)
