"""The gateway in trouble while people play: whatever reaches the bot is done once, whatever does not is done never."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import discord
import pytest
import yarl

from bot.client import Haugbui
from bot.house import House
from bot.store import Store
from tests.wire.match import Game, begin, plies
from tests.wire.process import Process
from tests.wire.standin import Standin

HEARTBEAT = 100  # milliseconds
MOVE = "/channels/*/messages"


@dataclass(eq=False)
class Evening:
    """A match under way, and the bot that serves it within this process, connected to the stand-in."""

    standin: Standin
    client: Haugbui
    game: Game

    async def back(self, *, resumed: int = 0, identified: int = 1) -> None:
        """Wait until the bot has connected so often, and is here."""
        gateway = self.standin.gateway

        def there() -> bool:
            counted = (gateway.resumes, len(gateway.identifies)) >= (resumed, identified)
            return counted and bool(gateway.connected)

        assert await self.standin.wait_for(there, 20)

    async def away(self) -> None:
        """Cut the connection, and see it gone."""
        await self.standin.gateway.cut()
        assert await self.standin.wait_for(lambda: not self.standin.gateway.connected, 5)

    async def move(self) -> None:
        """A move that nothing disturbs: kept, and shown once."""
        move = self.game.next_move()
        exchange = await self.game.type(move)
        assert exchange.callback is not None
        assert self.game.kept() == [*self.game.played, move]
        self.check_shown()

    def check_shown(self) -> None:
        """What is kept is what hangs, once."""
        self.game.played = self.game.kept()
        assert [plies(table.live) for table in self.game.tables] == [{len(self.game.played)}]


async def at_once(*_: object, **__: object) -> None:
    """What the library does before it identifies anew, but for its five seconds of waiting."""


@pytest.fixture
async def evening(
    standin: Standin, tmp_path: Path, carved: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Evening]:
    """The bot over a fresh database, and a match opened."""
    monkeypatch.setattr(discord.http.Route, "BASE", standin.api)
    gateway = yarl.URL(standin.gateway_url)
    monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", gateway)
    # The library waits longer the more often it was sent away; nobody is here to be spared.
    monkeypatch.setattr(discord.backoff.ExponentialBackoff, "delay", lambda _: 0.01)
    monkeypatch.setattr(discord.Client, "before_identify_hook", at_once)
    game = begin(standin, tmp_path / "haugbui.db")
    store = await Store.open(game.database)
    house = House.over(store, clock=lambda: datetime.now(UTC), draw=Random(1).randrange, cache=carved)
    client = Haugbui(house)
    running = asyncio.create_task(client.start(standin.token))
    try:
        assert await standin.wait_for(lambda: standin.gateway.connected, 20)
        await game.open()
        yield Evening(standin, client, game)
        await standin.wait_for(lambda: standin.gateway.connected, 5)
    finally:
        await client.close()
        running.cancel()
        await asyncio.wait([running], timeout=5)
        await store.close()


async def test_F42_a_press_during_a_break_is_answered_once_the_session_is_resumed(evening: Evening) -> None:
    move, mover = evening.game.next_move(), evening.game.mover.hasty()
    await evening.away()
    exchange = await mover.slash(evening.game.channel, "tafl move", move=move)
    assert exchange.errors == ["nobody is connected"]
    await evening.back(resumed=1)
    assert await exchange.complete(10)
    await evening.standin.quiet(0.1)
    assert evening.game.kept() == [*evening.game.played, move]
    evening.check_shown()
    await evening.move()
    evening.standin.check()


async def test_F1_a_press_that_comes_too_late_does_nothing_and_the_next_one_works(evening: Evening) -> None:
    """Discord has long told the player that it failed."""
    move, mover = evening.game.next_move(), evening.game.mover.hasty()
    await evening.away()
    late = await mover.slash(evening.game.channel, "tafl move", move=move)
    late.grow_old(5.0)
    await evening.back(resumed=1)
    assert await evening.standin.wait_for(lambda: late.errors[1:], 5)
    await evening.standin.quiet(0.1)
    assert evening.game.kept() == evening.game.played
    assert [line.partition(": ")[2] for line in evening.standin.violations] == ["10062 Unknown interaction"]
    evening.standin.violations.clear()
    await evening.move()


async def test_F7_an_interaction_that_is_sent_twice_counts_once(evening: Evening) -> None:
    carving = await evening.game.alice.slash(evening.game.channel, "sets carve", material="oak")
    before = evening.game.rows("select count(*), 0 from playing_set")
    requests = len(evening.standin.log)
    await evening.standin.gateway.repeat("INTERACTION_CREATE")
    await evening.move()
    assert evening.game.rows("select count(*), 0 from playing_set") == before
    token = carving.token
    assert not [path for _, path in evening.standin.log[requests:] if token in path]
    evening.standin.check()


@pytest.mark.parametrize("resumable", [True, False])
async def test_an_invalid_session_costs_nothing(evening: Evening, resumable: bool) -> None:
    await evening.standin.gateway.invalidate(resumable=resumable)
    await evening.back(resumed=int(resumable), identified=1 if resumable else 2)
    await evening.move()
    evening.standin.check()


async def test_a_session_that_was_forgotten_meanwhile_is_opened_anew(evening: Evening) -> None:
    await evening.away()
    evening.standin.gateway.forget()
    await evening.back(identified=2)
    await evening.move()
    evening.standin.check()


@pytest.mark.parametrize("how", ["cut", "reconnect", "invalidate"])
async def test_F42_a_connection_that_goes_in_the_middle_of_a_move_costs_it_nothing(
    evening: Evening, how: str
) -> None:
    gateway = evening.standin.gateway
    goes = {"cut": gateway.cut, "reconnect": gateway.reconnect, "invalidate": gateway.invalidate}[how]
    going: list[asyncio.Task[None]] = []
    evening.standin.watch("POST", MOVE, lambda: going.append(asyncio.create_task(goes())), delay=0.05)
    move, mover = evening.game.next_move(), evening.game.mover.hasty()
    exchange = await mover.slash(evening.game.channel, "tafl move", move=move)
    assert await exchange.complete(10)
    await going[0]
    await evening.standin.quiet(0.1)
    assert evening.game.kept() == [*evening.game.played, move]
    evening.check_shown()
    again = how == "invalidate"
    await evening.back(resumed=0 if again else 1, identified=1 + again)
    await evening.move()
    evening.standin.check()


async def test_a_gateway_that_has_fallen_silent_is_left_for_a_new_connection(evening: Evening) -> None:
    gateway = evening.standin.gateway
    evening.client._connection.heartbeat_timeout = 0.3
    gateway.interval = HEARTBEAT
    await gateway.cut()
    await evening.back(resumed=1)
    gateway.deaf = True
    assert await evening.standin.wait_for(lambda: gateway.resumes >= 2, 20)
    gateway.deaf = False
    await evening.back(resumed=2)
    await evening.move()


# Shut out


@pytest.mark.parametrize(("code", "named"), [(4004, "HAUGBUI_TOKEN"), (4014, "intents")])
async def test_shut_out_of_the_gateway_the_process_ends_with_a_sentence(
    standin: Standin, bot: Process, code: int, named: str
) -> None:
    standin.gateway.shuts_out = code
    bot.launch()
    assert await bot.ended(60.0) == 2
    said = [line for line in bot.output.splitlines() if line.endswith(".") and " INFO " not in line]
    assert len(said) == 1 and named in said[0], bot.output
    assert "Traceback" not in bot.output


async def test_commands_that_discord_does_not_take_are_one_sentence(standin: Standin, bot: Process) -> None:
    standin.inject("PUT", "/applications/*/commands", 503, times=9)
    bot.launch()
    assert await bot.ended(60.0) == 2
    assert "Traceback" not in bot.output and "Discord can't be reached" in bot.output
