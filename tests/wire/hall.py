"""The scene of the stand-in's own tests, and a way to speak to it past discord.py."""

import json
from typing import Any

import aiohttp

from tests.wire.standin import Standin
from tests.wire.world import Payload


class Hall:
    """Two people in one server."""

    def __init__(self, standin: Standin) -> None:
        self.alice = standin.person("Alice")
        self.bob = standin.person("Bob", locale="ru")
        self.guild = standin.server("Hall", self.alice, self.bob, locale="ko")
        self.hall = standin.text(self.guild)


async def ask(standin: Standin, method: str, path: str, body: Payload | None = None) -> tuple[int, Any]:
    """One request of the bot's: the status, and the body or None."""
    headers = {"Authorization": f"Bot {standin.token}"}
    async with (
        aiohttp.ClientSession(headers=headers) as session,
        session.request(method, standin.api + path, json=body) as response,
    ):
        text = await response.text()
        return response.status, json.loads(text) if text else None
