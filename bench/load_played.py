"""What a stretch of load came to, and how it is told."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bench.load_discord import Exchange

P50_MS, P99_MS, BLOCKED_MS, MEMORY_MB, READY_SECONDS = 15.0, 60.0, 20.0, 250.0, 2.0


@dataclass(frozen=True, slots=True)
class Stretch:
    """Moves played one after the other; times in seconds, the longest wait of the loop and the processor's among them.

    `slowness` is how many times slower the machine was than the one that the targets are given for.
    """

    played: Sequence[Exchange]
    took: float
    used: float
    blocked: float
    slowness: float = 1.0

    @property
    def answered(self) -> list[float]:
        """How long each answer took, in milliseconds of the targets' machine."""
        return [(e.shown - e.sent) * 1000 / self.slowness for e in self.played if e.shown is not None]

    @property
    def acknowledged(self) -> list[float]:
        """How long each acknowledgement took, likewise."""
        times = [(e.acknowledged - e.sent) * 1000 for e in self.played if e.acknowledged is not None]
        return [time / self.slowness for time in times]


def told(stretches: Sequence[Stretch], failed: int) -> list[str]:
    """Lines about stretches taken together, those with a target judged."""
    moves = sum(len(one.played) for one in stretches)
    took = sum(one.took / one.slowness for one in stretches)
    used = sum(one.used / one.slowness for one in stretches)
    answered = [time for one in stretches for time in one.answered]
    acknowledged = [time for one in stretches for time in one.acknowledged]
    blocked = max(one.blocked / one.slowness for one in stretches) * 1000
    return [
        f"  {moves} moves in {took:.1f} s ({moves / took:.1f} a second), {failed} failed",
        f"  processor: {used / max(moves, 1) * 1000:.1f} ms a move, {used / took:.0%} of one core",
        f"  acknowledged: p50 {at(acknowledged, 50):.1f} ms, p99 {at(acknowledged, 99):.1f} ms",
        judged("  answer p50", at(answered, 50), P50_MS, "ms"),
        judged("  answer p99", at(answered, 99), P99_MS, "ms"),
        judged("  loop blocked at most", blocked, BLOCKED_MS, "ms"),
        *(["  answers missing: MISSED"] if failed else []),
    ]


def judged(what: str, value: float, target: float, unit: str) -> str:
    """A line that says whether the target is met."""
    return f"{what}: {value:.1f} {unit}, target {target:.0f}: {'met' if value <= target else 'MISSED'}"


def at(values: Iterable[float], percent: int) -> float:
    """The value that so many percent are not above; NaN where there is none."""
    ranked = sorted(values)
    return ranked[min(len(ranked) - 1, len(ranked) * percent // 100)] if ranked else float("nan")
