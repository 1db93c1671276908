"""The collector of cycles comes at lulls, and looks through everything only now and then."""

import gc
import weakref
from collections.abc import Iterator

import pytest

from bot.lulls import Lulls
from bot.observing import Trace
from bot.sweeping import ALL_AT_LAST, ALL_EVERY, QUIET_SECONDS, THAW_AT_LAST, THAW_SECONDS, YOUNG, Sweeping


class Knot:
    """Something that holds itself."""

    def __init__(self) -> None:
        self.itself = self


class Clock:
    """Time that passes when it is told to."""

    now = 1_000.0

    def __call__(self) -> float:
        """Seconds."""
        return self.now


@pytest.fixture
def clock() -> Clock:
    """A clock at some moment."""
    return Clock()


@pytest.fixture
def lulls(clock: Clock) -> Lulls:
    """Lulls by that clock."""
    return Lulls(clock=clock)


@pytest.fixture
def sweeping(lulls: Lulls, clock: Clock) -> Iterator[Sweeping]:
    """It has taken the collector over; afterwards Python has it back."""
    before = gc.get_threshold()
    sweeping = Sweeping(lulls, clock)
    sweeping.begin()
    # Nothing shall come by itself, for a test makes more objects than a bot.
    gc.disable()
    yield sweeping
    gc.enable()
    gc.unfreeze()
    gc.set_threshold(*before)


def knot() -> weakref.ref[Knot]:
    """A knot that nobody else holds any more."""
    return weakref.ref(Knot())


def lull(lulls: Lulls, *, nothing_under_way: bool = True, objects: int = 2 * YOUNG) -> list[list[object]]:
    """A lull after so many new objects, which are given back so that they last."""
    made: list[list[object]] = [[] for _ in range(objects)]
    lulls.on_lull(nothing_under_way)
    return made


def test_a_lull_after_much_was_made_ends_what_only_holds_itself(lulls: Lulls, sweeping: Sweeping) -> None:
    one = knot()
    lull(lulls, objects=0)
    assert one() is not None, "hardly anything was made"
    lull(lulls)
    assert one() is None


@pytest.mark.parametrize(("nothing_under_way", "looks"), [(True, ALL_EVERY), (False, ALL_AT_LAST)])
def test_what_outlives_some_looks_is_frozen(
    lulls: Lulls, sweeping: Sweeping, nothing_under_way: bool, looks: int
) -> None:
    frozen = gc.get_freeze_count()
    kept = [lull(lulls, nothing_under_way=nothing_under_way) for _ in range(looks)]
    assert gc.get_freeze_count() <= frozen
    kept.append(lull(lulls, nothing_under_way=nothing_under_way))
    frozen += sum(map(len, kept))
    assert gc.get_freeze_count() >= frozen
    kept.append(lull(lulls, nothing_under_way=nothing_under_way))
    assert gc.get_freeze_count() < frozen + len(kept[-1]), "the next looks are among the young again"


def frozen_knot(lulls: Lulls) -> tuple[weakref.ref[Knot], object]:
    """A knot that was frozen while somebody held it, which now nobody does; and what else was made."""
    tied = Knot()
    kept = [lull(lulls) for _ in range(ALL_EVERY + 1)]
    one = weakref.ref(tied)
    del tied
    kept += [lull(lulls) for _ in range(ALL_EVERY + 1)]
    assert one() is not None
    return one, kept


async def test_what_is_frozen_is_looked_through_later_in_a_quiet_moment(
    lulls: Lulls, sweeping: Sweeping, clock: Clock
) -> None:
    one, kept = frozen_knot(lulls)
    clock.now += THAW_SECONDS
    with lulls.awaits(Trace(interaction=1, user=7, guild=None, channel=9)):
        clock.now += QUIET_SECONDS
        sweeping.thaw_in_time()
        assert one() is not None, "somebody is here, for long"
    sweeping.thaw_in_time()
    assert one() is not None, "somebody was here a moment ago"

    clock.now += QUIET_SECONDS
    sweeping.thaw_in_time()
    assert one() is None
    assert gc.get_freeze_count() > 0, "what is left is frozen again"

    another = knot()
    sweeping.thaw_in_time()
    assert another() is not None, "it was long ago no more"
    assert kept


def test_where_it_is_never_quiet_a_lull_a_day_later_is_taken(
    lulls: Lulls, sweeping: Sweeping, clock: Clock
) -> None:
    one, kept = frozen_knot(lulls)
    clock.now += THAW_AT_LAST
    lulls.on_lull(False)
    assert one() is None
    assert kept
