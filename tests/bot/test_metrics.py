"""The figures and the health of a running bot, as those who run it read them."""

import asyncio
import socket
import time
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot.challenges import Challenges
from bot.client import Haugbui
from bot.health import PortTaken, serving
from bot.house import House
from bot.metrics import TICK_SECONDS, Metrics
from bot.observing import Trace
from bot.store import Store
from tests.bot.folk import Clock, opened

Figures = Mapping[tuple[str, frozenset[tuple[str, str]]], float]


def read(text: str) -> Figures:
    """Every sample by its name and labels."""
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def figure(figures: Figures, name: str, **labels: str) -> float:
    """One of them."""
    return figures[f"haugbui_{name}", frozenset(labels.items())]


@pytest.fixture
def client(store: Store, clock: Clock, tmp_path: Path) -> Haugbui:
    """The bot over the store, not connected."""
    return Haugbui(House.over(store, clock=clock, draw=lambda n: 0, cache=tmp_path))


@pytest.fixture
def port() -> int:
    """A port that nobody has."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        number: int = found.getsockname()[1]
        return number


@pytest.fixture
async def door(client: Haugbui, port: int) -> AsyncIterator[str]:
    """The address at which the bot's figures are served."""
    async with serving(port, client, Metrics()):
        yield f"http://127.0.0.1:{port}"


async def ask(url: str) -> tuple[int, Any]:
    """The status and the body, read as JSON where it is that."""
    async with aiohttp.ClientSession() as session, session.get(url) as response:
        return response.status, await (
            response.json() if response.content_type == "application/json" else response.text()
        )


def traced(outcome: str, *, kind: str = "control", answered: float | None = 0.012) -> Trace:
    """An answer that is over."""
    trace = Trace(interaction=5, user=7, guild=None, channel=9, kind=kind, outcome=outcome)
    trace.acknowledged, trace.answered = 0.004, answered
    trace.spent = [("db", 0.001), ("db", 0.003), ("draw", 0.006)]
    return trace


async def test_answers_are_counted_by_kind_and_outcome(client: Haugbui) -> None:
    metrics = Metrics()
    for trace in (
        traced("done"),
        traced("done", kind="command"),
        traced("refused:NotYourTurn"),
        traced("error:0a1b2c3d"),
        traced("unanswered", answered=None),
    ):
        metrics.heard(trace)
    told = read((await metrics.text(client, client.house.store, up=True)).decode())
    assert figure(told, "interactions_total", kind="control", outcome="done") == 1
    assert figure(told, "interactions_total", kind="command", outcome="done") == 1
    assert figure(told, "interactions_total", kind="control", outcome="refused") == 1
    assert figure(told, "interactions_total", kind="control", outcome="error") == 1
    assert figure(told, "refusals_total", reason="NotYourTurn") == 1
    assert figure(told, "acknowledge_seconds_count") == 5
    assert figure(told, "answer_seconds_count") == 4
    assert figure(told, "answer_seconds_bucket", le="0.01") == 0
    assert figure(told, "answer_seconds_bucket", le="0.015") == 4
    assert figure(told, "store_seconds_count") == 10
    assert figure(told, "draw_seconds_sum") == pytest.approx(0.03)


async def test_an_errors_own_id_makes_no_figure_of_its_own(client: Haugbui) -> None:
    metrics = Metrics()
    for number in range(50):
        metrics.heard(traced(f"error:{number:08x}"))
    told = read((await metrics.text(client, client.house.store, up=True)).decode())
    assert len([name for name, _ in told if name == "haugbui_interactions_total"]) == 1


async def test_what_is_there_is_counted(client: Haugbui, store: Store, challenges: Challenges) -> None:
    await opened(challenges)
    client.on_line = True
    told = read((await Metrics().text(client, store, up=client.on_line)).decode())
    assert figure(told, "live_sessions") == 1
    assert figure(told, "open_challenges") == 0
    assert figure(told, "gateway_up") == 1
    assert figure(told, "tasks") >= 1
    assert told["process_resident_memory_bytes", frozenset()] > 10 << 20
    assert told["process_open_fds", frozenset()] > 3


async def test_a_blocked_loop_is_seen_once(client: Haugbui) -> None:
    metrics = Metrics()
    watching = asyncio.create_task(metrics.watch_the_loop())
    await asyncio.sleep(0)
    time.sleep(3 * TICK_SECONDS)  # as a handler would that forgets to leave the loop
    for _ in range(5):
        await asyncio.sleep(0)
    watching.cancel()
    before = read((await metrics.text(client, client.house.store, up=True)).decode())
    after = read((await metrics.text(client, client.house.store, up=True)).decode())
    assert figure(before, "loop_lag_worst_seconds") >= TICK_SECONDS
    assert figure(after, "loop_lag_worst_seconds") == 0


async def test_health_tells_what_is_wrong(door: str, client: Haugbui, store: Store) -> None:
    assert await ask(f"{door}/health") == (503, {"status": "unwell", "wrong": ["gateway"]})
    await client.on_ready()
    assert await ask(f"{door}/health") == (200, {"status": "well"})
    await client.on_disconnect()
    assert (await ask(f"{door}/health"))[1]["wrong"] == ["gateway"]
    await client.on_resumed()
    client.underway.closing = True
    assert (await ask(f"{door}/health"))[1]["wrong"] == ["closing"]
    await store._reader.close()
    assert (await ask(f"{door}/health")) == (503, {"status": "unwell", "wrong": ["store", "closing"]})


async def test_figures_are_served_even_where_the_store_is_gone(door: str, store: Store) -> None:
    status, text = await ask(f"{door}/metrics")
    assert (status, figure(read(text), "live_sessions")) == (200, 0)
    await store._reader.close()
    status, text = await ask(f"{door}/metrics")
    assert status == 200
    assert "haugbui_loop_lag_seconds_bucket" in text


async def test_nothing_else_is_served(door: str) -> None:
    for path in ("/", "/metrics/..", "/debug", "/health/x"):
        assert (await ask(door + path))[0] == 404


async def test_a_taken_port_is_told(client: Haugbui) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(PortTaken) as caught:
            async with serving(taken.getsockname()[1], client, Metrics()):
                pass
    assert caught.value.port > 0
    assert "in use" in caught.value.reason
