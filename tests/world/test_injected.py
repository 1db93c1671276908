"""Every fault at every request of every act: what is kept is whole, what is told is true, and play goes on."""

import logging
from collections.abc import Iterator

import pytest

from bot.audit import audit
from tests.world.injected_acts import ACTS
from tests.world.injecting import Act, Course, Fault, Injection, Scene, befallen, unharmed
from tests.world.stage import Stage

# 429 with Via and a time to wait is waited for by the library: tests/wire/test_wire_faults.py.
FAULTS = (
    Fault("400", 400, 50035),
    Fault("403 no access", 403, 50001),
    Fault("403 no permission", 403, 50013),
    Fault("403 no files", 403, 50013, files=True),
    Fault("404 no such channel", 404, 10003),
    Fault("404 no such message", 404, 10008, gone=True),
    Fault("404 no such webhook", 404, 10015),
    Fault("404 no such interaction", 404, 10062),
    Fault("400 acknowledged already", 400, 40060),
    Fault("400 archived", 400, 50083),
    Fault("400 locked", 400, 160005),
    Fault("400 too old to edit", 400, 30046),
    Fault("429", 429),
    Fault("500", 500),
    Fault("502", 502),
    Fault("503", 503),
    Fault("502 after", effect="twice"),
    Fault("connection lost"),
    Fault("connection lost after", effect="done"),
)
# Those after which something different is right.
KINDS = tuple(
    fault
    for fault in FAULTS
    if fault.name
    in (
        "403 no permission",
        "404 no such message",
        "500",
        "502 after",
        "connection lost",
        "connection lost after",
    )
)


def injections(act: int, course: Course, *, every: bool) -> Iterator[Injection]:
    """What is tried with an act.

    With `every` the whole product. Else with the first act every fault at every request, and with the others
    one of the kinds at each request, in turns; with each act one of the kinds from some request on.
    """
    for at in range(len(course.calls)):
        for number, fault in enumerate(FAULTS if every or act == 0 else KINDS):
            if every or act == 0 or (number + at + act) % len(KINDS) == 0:
                yield Injection(fault, at)
            if every:
                yield Injection(fault, at, "route")
                yield Injection(fault, at, "all")
    if not every:
        yield Injection(KINDS[act % len(KINDS)], act % len(course.calls), "all")


@pytest.mark.parametrize("name", ["a challenge made", "a draw offered", "a move typed", "a hunt begun"])
@pytest.mark.parametrize(
    "fault",
    [fault for fault in FAULTS if fault.name.startswith(("connection", "503"))],
    ids=lambda fault: fault.name,
)
async def test_F13_what_is_posted_is_posted_again_after_a_moments_trouble(
    stage: Stage, name: str, fault: Fault
) -> None:
    """Once in the end, whether or not the first try had come through, and nobody is told of it."""
    act = next(act for act in ACTS if act.name == name)
    course, scene = await unharmed(stage, act), Scene.of(stage)
    deed = await act.prepare(scene)
    pages, at = len(scene.public()), course.calls.index("POST /channels/*/messages")
    with Injection(fault, at).on() as injection:
        await deed()
    assert injection.struck
    assert scene.standing() == course.standing
    assert len(scene.public()) == pages + 1
    assert not scene.private()


async def test_F13_an_answer_that_was_taken_away_unheard_is_not_made_up_for(stage: Stage) -> None:
    """The library tries again, and hears 10008 for what its own first try has deleted."""
    act, twice = ACTS[0], next(fault for fault in FAULTS if fault.effect == "twice")
    course, scene = await unharmed(stage, act), Scene.of(stage)
    deed = await act.prepare(scene)
    with Injection(twice, len(course.calls) - 1).on():
        await deed()
    assert not scene.private()


@pytest.mark.parametrize("number", range(len(ACTS)), ids=[act.name for act in ACTS])
async def test_F1_F9_F13_F14_F16_F17_F21_after_any_fault_at_any_request(
    stage: Stage, number: int, pytestconfig: pytest.Config, caplog: pytest.LogCaptureFixture
) -> None:
    act: Act = ACTS[number]
    course, wrong, tried = await unharmed(stage, act), list[str](), 0
    for injection in injections(number, course, every=bool(pytestconfig.getoption("every_fault"))):
        wrong += await befallen(stage, act, course, injection)
        tried += bool(injection.struck)
    assert tried >= len(course.calls)
    assert not wrong, "\n".join(wrong)
    assert not (await audit(stage.house.store.path)).found
    # Discord's troubles are no errors of ours.
    assert not [r.getMessage() for r in caplog.get_records("call") if r.levelno >= logging.ERROR]
