"""What a figure is held to."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """Something measured, in a unit, and the most (or the least) that it should be; None where nothing is asked."""

    name: str
    value: float
    unit: str = "ms"
    most: float | None = None
    least: float | None = None

    @property
    def met(self) -> bool:
        """Whether it is what it should be."""
        return (self.most is None or self.value <= self.most) and (
            self.least is None or self.value >= self.least
        )

    def __str__(self) -> str:
        bound = ("≤", self.most) if self.most is not None else ("≥", self.least)
        told = f"{self.name} {self.value:,.{_digits(self.value)}f} {self.unit}"
        if bound[1] is None:
            return told
        return f"{told} ({bound[0]} {bound[1]:g}: {'met' if self.met else 'MISSED'})"


def _digits(value: float) -> int:
    return 0 if value >= 100 else 1 if value >= 10 else 2 if value >= 0.1 else 4


def line(name: str, figures: Iterable[Figure]) -> None:
    """Print a line of figures, each against its target."""
    print(f"{name:<6} {'  '.join(map(str, figures))}", flush=True)
