"""Who waits for an answer goes first; what nobody waits for comes after, one thing after the other, and always."""

import asyncio

import pytest

from bot.lulls import SELDOM_SECONDS, Lulls
from bot.observing import Trace


def answer(number: int) -> Trace:
    """An answer that somebody waits for."""
    return Trace(interaction=number, user=7, guild=None, channel=9)


async def settled() -> None:
    """Let every task get as far as it can without time passing."""
    for _ in range(20):
        await asyncio.sleep(0)


async def go(lulls: Lulls, number: int, went: list[int]) -> None:
    """Go on in a lull, and note it."""
    await lulls.come()
    went.append(number)


async def one_of_two_goes(lulls: Lulls, trace: Trace, went: list[int]) -> list[asyncio.Task[None]]:
    """Put two off until the answer is there, and stop when the first has gone."""
    tasks = [asyncio.create_task(go(lulls, number, went)) for number in (1, 2)]
    await settled()
    trace.answer()
    while not went:
        await asyncio.sleep(0)
    return tasks


@pytest.fixture
def lulls() -> Lulls:
    """Lulls that nothing but a lull ends the waiting for."""
    return Lulls(patience=60.0)


async def test_nothing_is_put_off_while_nobody_waits(lulls: Lulls) -> None:
    await asyncio.wait_for(lulls.come(), 1.0)


async def test_what_is_put_off_goes_on_once_all_answers_are_on_screen(lulls: Lulls) -> None:
    first, second = answer(1), answer(2)
    with lulls.awaits(first), lulls.awaits(second):
        put_off = asyncio.create_task(lulls.come())
        await settled()
        first.answer()
        await settled()
        assert not put_off.done()
        second.answer()
        await settled()
        assert put_off.done(), "although both are still under way"


async def test_an_answer_that_fails_holds_nobody_up(lulls: Lulls) -> None:
    with pytest.raises(ZeroDivisionError), lulls.awaits(answer(1)):
        raise ZeroDivisionError
    await asyncio.wait_for(lulls.come(), 1.0)


async def test_whoever_comes_in_between_goes_before_the_next(lulls: Lulls) -> None:
    went: list[int] = []
    trace = answer(1)
    with lulls.awaits(trace):
        tasks = await one_of_two_goes(lulls, trace, went)
        for _ in range(3):
            await asyncio.sleep(0)
        late = answer(2)
        with lulls.awaits(late):
            await settled()
            assert went == [1]
        await asyncio.gather(*tasks)
    assert went == [1, 2]


async def test_nobody_overtakes_those_put_off_before(lulls: Lulls) -> None:
    went: list[int] = []
    trace = answer(1)
    with lulls.awaits(trace):
        tasks = await one_of_two_goes(lulls, trace, went)
        await go(lulls, 3, went)
        await asyncio.gather(*tasks)
    assert went == [1, 2, 3]
    with pytest.raises(StopIteration):
        lulls.come().send(None)  # at once again, now that all have gone


async def test_who_waits_for_very_long_holds_nobody_up(lulls: Lulls, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.lulls.LONGEST_SECONDS", 0.0)
    with lulls.awaits(answer(1)):
        await asyncio.wait_for(lulls.come(), 1.0)


async def test_it_is_quiet_from_the_last_end_on() -> None:
    now = 100.0
    lulls = Lulls(clock=lambda: now)
    now += 5.0
    assert lulls.quiet_seconds == 5.0
    with lulls.awaits(answer(1)):
        now += 5.0
        assert lulls.quiet_seconds == 0.0
    now += 2.0
    assert lulls.quiet_seconds == 2.0


async def test_where_somebody_always_waits_a_lull_is_told_of_now_and_then() -> None:
    now = 100.0
    told: list[bool] = []
    lulls = Lulls(clock=lambda: now)
    lulls.on_lull = told.append
    with lulls.awaits(answer(1)):
        for number in (2, 3):
            with lulls.awaits(answer(number)):
                pass
            await settled()
            assert told == []
        now += SELDOM_SECONDS
        for number in (4, 5):
            with lulls.awaits(answer(number)):
                pass
            await settled()
            assert told == [False]


async def test_without_a_lull_it_goes_on_when_patience_is_over() -> None:
    lulls = Lulls(patience=0.01)
    with lulls.awaits(answer(1)):
        await asyncio.wait_for(lulls.come(), 5.0)
        await asyncio.wait_for(asyncio.gather(lulls.come(), lulls.come()), 5.0)


async def test_a_lull_is_told_of_with_whether_anything_is_under_way() -> None:
    told: list[bool] = []
    lulls = Lulls()
    lulls.on_lull = told.append
    first, second = answer(1), answer(2)
    with lulls.awaits(first), lulls.awaits(second):
        first.answer()
        await settled()
        assert told == []
        second.answer()
        await settled()
        assert told == [False]
    await settled()
    assert told == [False, True]


async def test_no_lull_is_told_of_that_is_over_already() -> None:
    told: list[bool] = []
    lulls = Lulls()
    lulls.on_lull = told.append
    with lulls.awaits(answer(1)):
        pass
    with lulls.awaits(answer(2)):
        await settled()
        assert told == []
