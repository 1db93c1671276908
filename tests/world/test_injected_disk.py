"""Every statement of every act fails once: what is kept is whole, what is told is true, and play goes on."""

import pytest

from bot.audit import audit
from tests.bot.failing import FAILURES, Failing
from tests.world.injected_acts import ACTS
from tests.world.injecting import befallen, unharmed
from tests.world.stage import Stage

STRIDE = 11


@pytest.mark.parametrize("number", range(len(ACTS)), ids=[act.name for act in ACTS])
async def test_F34_F42_F44_after_any_failing_statement(
    stage: Stage, number: int, pytestconfig: pytest.Config
) -> None:
    """Without --every-fault: all statements of the first act, every eleventh of the others."""
    act = ACTS[number]
    course, wrong = await unharmed(stage, act), list[str]()
    thin = number > 0 and not pytestconfig.getoption("every_fault")
    for at in range(number % STRIDE if thin else 0, 500, STRIDE if thin else 1):
        failing = Failing(stage.house.store, FAILURES[(at + number) % len(FAILURES)], at)
        wrong += await befallen(stage, act, course, failing)
        if not failing.struck:
            break
    assert not wrong, "\n".join(wrong)
    assert not (await audit(stage.house.store.path)).found
