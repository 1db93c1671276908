"""Long drawings: few at once, in order, bounded, and told of only where patience ends first."""

import asyncio
from collections.abc import Callable
from threading import Event, Lock

import pytest

from bot.workshop import Crowded, Workshop


async def at_once() -> None:
    """No patience at all."""


async def for_ever() -> None:
    """Patience without end."""
    await asyncio.Event().wait()


class Easel:
    """Drawings that wait until they may go on, and how many were drawn at the same time."""

    def __init__(self) -> None:
        self.order, self.most = list[int](), 0
        self.go_on = Event()
        self.told = list[tuple[int, int]]()
        self._drawn, self._lock = 0, Lock()

    def drawing(self, number: int) -> Callable[[], int]:
        """A drawing that gives its own number."""

        def draw() -> int:
            with self._lock:
                self.order.append(number)
                self._drawn += 1
                self.most = max(self.most, self._drawn)
            assert self.go_on.wait(30)
            with self._lock:
                self._drawn -= 1
            return number

        return draw

    async def ask(self, workshop: Workshop, number: int) -> int:
        """Have it drawn."""

        async def notice(before: int) -> None:
            self.told.append((number, before))

        return await workshop.make(self.drawing(number), notice)


async def until(true: Callable[[], bool]) -> None:
    """Let the others go on until that is so."""
    async with asyncio.timeout(30):
        while not true():
            await asyncio.sleep(0)


async def test_few_are_drawn_at_once_in_the_order_in_which_they_were_asked_for() -> None:
    easel, workshop = Easel(), Workshop(places=2, patience=at_once)
    asked = [asyncio.ensure_future(easel.ask(workshop, number)) for number in range(6)]
    await until(lambda: len(easel.told) == 6)
    assert easel.told == [(0, 0), (1, 0), (2, 2), (3, 3), (4, 4), (5, 5)]
    await until(lambda: len(easel.order) == 2)
    easel.go_on.set()
    assert await asyncio.gather(*asked) == list(range(6))
    assert easel.most == 2
    assert sorted(easel.order[:2]) == [0, 1]
    assert sorted(easel.order) == list(range(6))


async def test_nobody_is_told_of_what_is_drawn_in_time() -> None:
    easel, workshop = Easel(), Workshop(patience=for_ever)
    easel.go_on.set()
    assert await easel.ask(workshop, 7) == 7
    assert easel.told == []


async def test_the_event_loop_goes_on_meanwhile() -> None:
    easel, workshop = Easel(), Workshop(patience=at_once)
    asked = asyncio.ensure_future(easel.ask(workshop, 1))
    await until(lambda: bool(easel.order))
    assert not asked.done()
    easel.go_on.set()
    assert await asked == 1


async def test_more_than_there_is_room_for_are_turned_away_at_once() -> None:
    easel, workshop = Easel(), Workshop(places=1, room=2, patience=at_once)
    asked = [asyncio.ensure_future(easel.ask(workshop, number)) for number in range(3)]
    await until(lambda: len(easel.told) == 3)
    with pytest.raises(Crowded):
        await easel.ask(workshop, 3)
    easel.go_on.set()
    assert await asyncio.gather(*asked) == [0, 1, 2]
    assert await easel.ask(workshop, 4) == 4


def spilled() -> int:
    """A drawing that fails."""
    raise ValueError("spilled")


@pytest.mark.parametrize("patience", [at_once, for_ever])
async def test_a_drawing_that_fails_gives_its_place_back(
    patience: Callable[[], asyncio.Future[None]],
) -> None:
    workshop = Workshop(places=1, room=1, patience=patience)

    async def notice(before: int) -> None:
        assert before == 0

    for _ in range(3):
        with pytest.raises(ValueError, match="spilled"):
            await workshop.make(spilled, notice)
    assert await workshop.make(lambda: 1, notice) == 1


async def test_who_leaves_the_queue_makes_room_in_it() -> None:
    easel, workshop = Easel(), Workshop(places=1, room=1, patience=at_once)
    first = asyncio.ensure_future(easel.ask(workshop, 0))
    await until(lambda: len(easel.told) == 1)
    for number in (1, 2):
        impatient = asyncio.ensure_future(easel.ask(workshop, number))
        await until(lambda number=number: len(easel.told) == number + 1)  # type: ignore[misc]  # it binds
        impatient.cancel()
        with pytest.raises(asyncio.CancelledError):
            await impatient
    easel.go_on.set()
    assert await first == 0
    assert await easel.ask(workshop, 3) == 3
    assert easel.order == [0, 3]


async def test_a_notice_that_fails_is_the_askers_affair() -> None:
    workshop = Workshop(patience=at_once)

    async def notice(before: int) -> None:
        raise LookupError(before)

    with pytest.raises(LookupError):
        await workshop.make(lambda: 1, notice)
    assert await Workshop().make(lambda: 1, notice) == 1
