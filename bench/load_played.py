"""What a stretch of load came to, and how it is told."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bench.load_discord import Exchange

P50_MS, P99_MS, BLOCKED_MS, MEMORY_MB, READY_SECONDS = 15.0, 60.0, 20.0, 250.0, 2.0
MISSED, NOT_HERE = "MISSED", "not met by this machine"
KEPT_UP = 0.95  # of the moves asked for: they come at random moments


@dataclass(frozen=True, slots=True)
class Stretch:
    """Moves played one after the other; times in seconds, the longest wait of the loop and the processor's among them.

    `slowness` is how many times slower the machine was than the one that the targets are given for.
    """

    played: Sequence[Exchange]
    failed: int
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


def told(stretches: Sequence[Stretch], rate: float, missed: str = MISSED) -> list[str]:
    """Lines about stretches taken together, those with a target judged; `rate` is what was asked for."""
    moves = sum(len(one.played) for one in stretches)
    failed = sum(one.failed for one in stretches)
    took = sum(one.took / one.slowness for one in stretches)
    used = [one.used / one.slowness / max(len(one.played), 1) * 1000 for one in stretches]
    answered = [time for one in stretches for time in one.answered]
    acknowledged = [time for one in stretches for time in one.acknowledged]
    blocked = max(one.blocked / one.slowness for one in stretches) * 1000
    kept_up = "met" if moves / took >= KEPT_UP * rate and not failed else missed
    spread = f" ({min(used):.1f} to {max(used):.1f})" if len(used) > 1 else ""
    mean = sum(used) / len(used)
    return [
        f"  moves a second: {moves / took:.1f} ({moves} moves, {failed} failed), target {rate:.0f}: {kept_up}",
        f"  processor: {mean:.1f} ms a move{spread}, {mean * moves / took / 1000:.0%} of one core",
        f"  acknowledged: p50 {at(acknowledged, 50):.1f} ms, p99 {at(acknowledged, 99):.1f} ms",
        judged("  answer p50", at(answered, 50), P50_MS, "ms", missed),
        judged("  answer p99", at(answered, 99), P99_MS, "ms", missed),
        judged("  loop blocked at most", blocked, BLOCKED_MS, "ms", missed),
    ]


def judged(what: str, value: float, target: float, unit: str, missed: str = MISSED) -> str:
    """A line that says whether the target is met."""
    return f"{what}: {value:.1f} {unit}, target {target:.0f}: {'met' if value <= target else missed}"


def at(values: Iterable[float], percent: int) -> float:
    """The value that so many percent are not above; NaN where there is none."""
    ranked = sorted(values)
    return ranked[min(len(ranked) - 1, len(ranked) * percent // 100)] if ranked else float("nan")
