"""What those who run the bot may know of an answer: who, where, its end, how long it took; never what was said."""

import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Literal

Work = Literal["db", "draw"]

DONE, UNANSWERED, ASKED = "done", "unanswered", "asked"


def nothing() -> None:
    """Nobody needs to hear."""


@dataclass(slots=True)
class Trace:
    """One interaction, from its arrival on. Latencies are in seconds since then; None until they are known.

    `kept`: something has been written and committed.
    `outcome` is "done", "refused:" and the refusal's class, "error:" and the error's id, or "unanswered";
    for what is offered while somebody types it is always "asked". `on_answer` is called when the answer is on screen.
    """

    interaction: int
    user: int
    guild: int | None
    channel: int | None
    kind: str = "unknown"
    name: str = ""
    session: int | None = None
    ply: int | None = None
    kept: bool = False
    outcome: str = UNANSWERED
    acknowledged: float | None = None
    answered: float | None = None
    spent: list[tuple[Work, float]] = field(default_factory=list)
    arrived: float = field(default_factory=time.perf_counter)
    on_answer: Callable[[], None] = nothing

    def total(self, work: Work) -> float:
        """The seconds that went into that kind of work."""
        return sum(seconds for done, seconds in self.spent if done == work)

    def acknowledge(self) -> None:
        """Discord has taken the acknowledgement."""
        self.acknowledged = time.perf_counter() - self.arrived

    def answer(self) -> None:
        """Discord has taken the answer; only the first one counts."""
        if self.answered is None:
            self.answered = time.perf_counter() - self.arrived
            self.on_answer()


_current: ContextVar[Trace | None] = ContextVar("trace", default=None)


@contextmanager
def following(trace: Trace) -> Iterator[Trace]:
    """Let what is done inside be noted on the trace, in the tasks that it starts too."""
    token = _current.set(trace)
    try:
        yield trace
    finally:
        _current.reset(token)


@asynccontextmanager
async def timed(work: Work) -> AsyncIterator[None]:
    """Note how long the block takes, where an answer is being followed."""
    trace = _current.get()
    began = time.perf_counter()
    try:
        yield
    finally:
        if trace is not None:
            trace.spent.append((work, time.perf_counter() - began))


def concerns(session: int, ply: int) -> None:
    """Note which session the answer is about, and where that stands."""
    trace = _current.get()
    if trace is not None:
        trace.session, trace.ply = session, ply


def kept() -> None:
    """Note that something has been written and committed."""
    trace = _current.get()
    if trace is not None:
        trace.kept = True


def answered() -> None:
    """Note that what was asked for is on screen, although the answer itself goes on."""
    trace = _current.get()
    if trace is not None:
        trace.answer()
