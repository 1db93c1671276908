"""What a stretch of load came to: evened by how slow the machine was, and judged."""

from dataclasses import dataclass

import pytest

from bench.load_discord import Exchange
from bench.load_played import Stretch, at, told
from tests.wire.world import Channel, Guild, Kind, User


def exchange(milliseconds: float) -> Exchange:
    """A move that took so long until its table was handed over, half of that until it was acknowledged."""
    channel = Channel(Kind.TEXT, "hall", guild=Guild("Norrøngard", User("Owner")))
    made = Exchange(1, "token", channel, 10.0)
    made.acknowledged, made.shown = 10.0 + milliseconds / 2_000, 10.0 + milliseconds / 1_000
    return made


@dataclass
class Half:
    """Ten seconds on a machine half as fast, with 20 moves a second asked for of it."""

    moves: int = 200
    failed: int = 0
    milliseconds: float = 28.0
    blocked: float = 0.039

    @property
    def lines(self) -> list[str]:
        """What is told of it where 40 moves a second are asked for."""
        played = [exchange(self.milliseconds) for _ in range(self.moves)]
        return told([Stretch(played, self.failed, 10.0, 2.0, self.blocked, slowness=2.0)], 40.0)


def test_times_are_divided_and_the_rate_is_multiplied() -> None:
    assert Half().lines == [
        "  moves a second: 40.0 (200 moves, 0 failed), target 40: met",
        "  processor: 5.0 ms a move, 20% of one core",
        "  acknowledged: p50 7.0 ms, p99 7.0 ms",
        "  answer p50: 14.0 ms, target 15: met",
        "  answer p99: 14.0 ms, target 60: met",
        "  loop blocked at most: 19.5 ms, target 20: met",
    ]


@pytest.mark.parametrize(
    ("half", "line"),
    [
        (Half(moves=180), 0),
        (Half(failed=1), 0),
        (Half(milliseconds=32.0), 3),
        (Half(milliseconds=122.0), 4),
        (Half(blocked=0.041), 5),
    ],
)
def test_what_is_too_slow_is_missed(half: Half, line: int) -> None:
    assert half.lines[line].endswith("MISSED")


def test_the_value_at_a_percentage() -> None:
    assert (at(range(1, 201), 50), at(range(1, 201), 99), at([7.0], 99)) == (101, 199, 7.0)
