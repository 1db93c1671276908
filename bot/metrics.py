"""Figures for those who run the bot, in the form that Prometheus reads."""

import asyncio
import time

import discord
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector
from prometheus_client.exposition import generate_latest

from bot.observing import Trace
from bot.store import Store, figures
from render import shelf

TICK_SECONDS = 0.01
_QUICK = (0.002, 0.005, 0.01, 0.015, 0.02, 0.03, 0.05, 0.075, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0)


class Metrics:
    """The figures of one process, in a registry of their own. `heard` takes each answer that is over."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self._interactions = self._counter("interactions", "Interactions answered.", "kind", "outcome")
        self._refusals = self._counter("refusals", "Interactions refused, by the reason told.", "reason")
        self._acknowledged = self._histogram("acknowledge", "From arrival to the acknowledgement taken.")
        self._answered = self._histogram("answer", "From arrival to the answer taken.")
        self._work = {
            "draw": self._histogram("draw", "Drawing one picture."),
            "db": self._histogram("store", "One transaction or look at the store."),
        }
        self._lag = self._histogram("loop_lag", "How late the event loop comes to what is due.")
        self._worst = self._gauge("loop_lag_worst_seconds", "The longest such wait since the last look here.")
        self._worst_lag = 0.0
        self._sessions = self._gauge("live_sessions", "Matches and hunts that go on.")
        self._challenges = self._gauge("open_challenges", "Challenges that wait for an answer.")
        self._cache = self._gauge("cache_bytes", "Pieces and pictures kept in memory.")
        self._tasks = self._gauge("tasks", "Tasks of the event loop.")
        self._up = self._gauge("gateway_up", "Whether Discord can reach the bot.")
        self._heartbeat = self._gauge("gateway_latency_seconds", "The last heartbeat's way there and back.")

    def heard(self, trace: Trace) -> None:
        """Count an answer."""
        outcome, _, reason = trace.outcome.partition(":")
        self._interactions.labels(trace.kind, outcome).inc()
        if outcome == "refused":
            self._refusals.labels(reason).inc()
        if trace.acknowledged is not None:
            self._acknowledged.observe(trace.acknowledged)
        if trace.answered is not None:
            self._answered.observe(trace.answered)
        for work, seconds in trace.spent:
            self._work[work].observe(seconds)

    async def text(self, client: discord.Client, store: Store, *, up: bool) -> bytes:
        """Every figure as it stands; what only a store that can't be read would know stays as it was."""
        if await store.answers():
            async with store.reading() as tx:
                self._sessions.set(await figures.live_sessions(tx))
                self._challenges.set(await figures.open_challenges(tx))
        self._cache.set(shelf.bytes_held())
        self._tasks.set(len(asyncio.all_tasks()))
        self._up.set(up)
        self._heartbeat.set(client.latency)
        self._worst.set(self._worst_lag)
        self._worst_lag = 0.0
        return generate_latest(self.registry)

    async def watch_the_loop(self) -> None:
        """Measure for ever how late the event loop is."""
        while True:
            due = time.perf_counter() + TICK_SECONDS
            await asyncio.sleep(TICK_SECONDS)
            late = max(time.perf_counter() - due, 0.0)
            self._lag.observe(late)
            self._worst_lag = max(self._worst_lag, late)

    def _counter(self, name: str, told: str, *labels: str) -> Counter:
        return Counter(f"haugbui_{name}", told, labels, registry=self.registry)

    def _gauge(self, name: str, told: str) -> Gauge:
        return Gauge(f"haugbui_{name}", told, registry=self.registry)

    def _histogram(self, name: str, told: str) -> Histogram:
        return Histogram(f"haugbui_{name}_seconds", told, buckets=_QUICK, registry=self.registry)
