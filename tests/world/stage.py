"""The real bot on the stage of a world, and a match's acts as single words, so that a test reads as a story."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Self

import simcord
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle
from simcord.results import InteractionResult

from bot.client import Haugbui
from bot.house import House
from bot.store import Store
from tests.world.page import Page
from tests.world.world import Person, World

_OF_A_TABLE = {"move", "place", "rematch"}


class Stage(World):
    """A world with the real bot in it; `house` are its services, over a database of the test's own."""

    def __init__(self, env: simcord.Env, client: Haugbui):
        super().__init__(env)
        self.client = client

    @classmethod
    @asynccontextmanager
    async def open(cls, database: Path, cache: Path) -> AsyncIterator[Self]:
        """Raise the curtain. At the end, errors that the bot kept to itself fail the test."""
        client = await _client(database, cache, clock=lambda: env.now())
        env = simcord.Env(client, settle_timeout=30)
        # Timers follow the world's clock alone; on the wall's, an act would wait for those soon due.
        env._schedule_timer = lambda *_: None  # type: ignore[method-assign]
        stage = cls(env, client)
        try:
            await env.start()
            yield stage
        finally:
            await env.shutdown()
            await stage._leave()
        env.raise_errors()

    @property
    def house(self) -> House:
        """The bot's services, as its handlers see them."""
        return self.client.house

    async def restart(self) -> None:
        """The process ends, and another one begins on the same database."""
        house = self.house
        await self._leave()
        self.client = await _client(house.store.path, house.cache, clock=house.clock)
        await self.env.restart_bot(self.client)

    async def _leave(self) -> None:
        await self.client.close()
        await self.house.store.close()

    # A match

    async def challenge(
        self, person: MemberActor, opponent: Person, *, where: ChannelHandle | None = None, **terms: str
    ) -> InteractionResult:
        """Challenge somebody; the terms are the command's (`side="attack"`, `rules="…"`)."""
        return await self.slash(person, "tafl challenge", where=where, opponent=opponent, **terms)

    async def accept(self, person: Person, *, where: ChannelHandle | None = None) -> InteractionResult:
        """Accept the newest challenge that hangs open."""
        return await self.press(person, self.showing("accept", where=where), "accept")

    async def begin(
        self,
        attacker: MemberActor,
        defender: MemberActor,
        *moves: str,
        where: ChannelHandle | None = None,
        rules: str = "standard",
    ) -> Page:
        """A match under way: challenge, acceptance, the Black Draug on e9, then the moves; its table."""
        await self.challenge(attacker, defender, where=where, side="attack", rules=rules)
        await self.accept(defender, where=where)
        await self.press(attacker, self.table(where), "place")
        for number, move in enumerate(moves):
            await self.say_move((attacker, defender)[number % 2], move, where=where)
        return self.table(where)

    async def move(
        self, person: Person, move: str, *, where: ChannelHandle | None = None
    ) -> InteractionResult:
        """Move by tapping: *Move*, the piece, the square (`"d9-d8"`), as far as the bot lets them."""
        start, end = move.split("-")
        picker = await self.press(person, self.table(where), "move")
        if start not in self.read(picker).options:
            return picker
        await self.choose(person, self.read(picker), start)
        return await self.choose(person, self.read(picker), end)

    async def say_move(
        self, person: Person, move: str, *, where: ChannelHandle | None = None
    ) -> InteractionResult:
        """Move by typing."""
        return await self.slash(person, "tafl move", where=where, move=move)

    # What there is to see

    def link(self, page: Page) -> str:
        """The address of a message in the guild."""
        return f"https://discord.com/channels/{self.guild.id}/{page.channel}/{page.id}"

    def showing(self, wanted: str, *, where: ChannelHandle | None = None, by: Person | None = None) -> Page:
        """The newest message with a live control of that label or intent; LookupError where there is none."""
        for page in reversed(self.pages(where, seen_by=by)):
            if page.offers(wanted):
                return page
        raise LookupError(f"nothing shows {wanted!r}")

    def tables(self, where: ChannelHandle | None = None) -> Sequence[Page]:
        """Every public table that can still be played at; there ought to be one at most a session."""
        return [page for page in self.pages(where) if any(page.offers(intent) for intent in _OF_A_TABLE)]

    def table(self, where: ChannelHandle | None = None) -> Page:
        """The newest of them."""
        return self.tables(where)[-1]

    def told(self, person: Person, *, where: ChannelHandle | None = None) -> Page:
        """The newest message for that person's eyes only; LookupError where there is none."""
        for page in reversed(self.pages(where, seen_by=person)):
            if page.private:
                return page
        raise LookupError(f"{person} has been told nothing")


async def _client(database: Path, cache: Path, *, clock: Callable[[], datetime]) -> Haugbui:
    store = await Store.open(database)
    return Haugbui(House.over(store, clock=clock, draw=Random(0).randrange, cache=cache))
