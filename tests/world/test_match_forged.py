"""Controls that nobody was offered, of another session, another time, another kind: all are answered."""

import logging
from collections.abc import Sequence

import pytest

from bot.words import speaker
from tests.world.page import Page
from tests.world.stage import Stage

en = speaker("en")


async def standing(stage: Stage) -> Page:
    return await stage.begin(stage.astrid, stage.bjorn, "d1-c1", "e7-d7")


def errors(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]


def unharmed(stage: Stage, table: Page) -> None:
    """The match stands where it stood, nothing new hangs in the hall, and nobody was pinged."""
    assert [page.id for page in stage.tables()] == [table.id]
    assert stage.last().id == table.id
    assert len(stage.pinged) == 5


UNKNOWN = [
    "nonsense",
    "t",
    "t:1",
    "t:1:2",
    "t:1:2:dance",
    "x:1:2:move",
    "t:-1:2:move",
    "t:1:2:MOVE",
    "t::::",
    "🗿",
    "h:0:0:no",
]


async def test_F9_an_unknown_control_is_spoken_for(stage: Stage) -> None:
    table = await standing(stage)
    for kind in (2, 3, 5, 6, 7, 8):
        for custom_id in UNKNOWN if kind == 2 else UNKNOWN[:1]:
            for person in (stage.astrid, stage.ketil):
                result = await stage.forge(person, table, custom_id, kind=kind)
                assert (custom_id, stage.read(result).text) == (custom_id, en("error-unknown-control"))
                assert result.ephemeral
    unharmed(stage, table)


NUMBERS = ("0", "2", "999999", "9223372036854775807", "9223372036854775808", "99999999999999999999")


@pytest.mark.parametrize(
    "intent",
    [
        "move",
        "draw",
        "undo",
        "resign",
        "resigned",
        "more",
        "show",
        "flip",
        "text",
        "record",
        "rematch",
        "yes:draw",
    ],
)
async def test_F4_a_match_that_is_not_there_is_said_so(
    stage: Stage, caplog: pytest.LogCaptureFixture, intent: str
) -> None:
    table = await standing(stage)
    for number in NUMBERS:
        await stage.forge(stage.astrid, table, f"t:{number}:3:{intent}")
        assert (number, stage.told(stage.astrid).text) == (number, en("refusal-no-such-session"))
    assert not errors(caplog)
    unharmed(stage, table)


@pytest.mark.parametrize("intent", ["accept", "decline", "withdraw"])
async def test_F24_a_challenge_that_is_not_there_is_said_so(
    stage: Stage, caplog: pytest.LogCaptureFixture, intent: str
) -> None:
    table = await standing(stage)
    for number in NUMBERS:
        await stage.forge(stage.astrid, table, f"c:{number}:0:{intent}")
        assert (number, stage.told(stage.astrid).text) == (number, en("refusal-no-such-challenge"))
    assert not errors(caplog)
    unharmed(stage, table)


async def test_F4_a_state_of_the_past_or_the_future_is_out_of_date(stage: Stage) -> None:
    table = await standing(stage)
    for ply in (0, 2, 4, 999999999):
        for control in ("move", "draw", "place:e9", "placing"):
            await stage.forge(stage.astrid, table, f"t:1:{ply}:{control}")
            assert stage.told(stage.astrid).text == en("refusal-stale-table")
        for control, value in (("from", "c1"), ("to:c1", "c2"), ("placed", "e9")):
            await stage.forge(stage.astrid, table, f"+t:1:{ply}:{control}", value, kind=3)
            assert stage.told(stage.astrid).text == en("refusal-stale-table")
        await stage.forge(stage.astrid, table, f"t:1:{ply}:yes:draw")
        assert stage.told(stage.astrid).text == en("refusal-offer-over", offer=en("offer-draw"))
    unharmed(stage, table)


VALUES = ("zz", "e5", "e9", "d1", "", "c1-c2", "resign attackers", "9" * 90)


@pytest.mark.parametrize("control", ["from", "to:c1", "to:e5", "to:zz", "placed"])
async def test_a_choice_that_was_not_offered_is_refused(
    stage: Stage, caplog: pytest.LogCaptureFixture, control: str
) -> None:
    table = await standing(stage)
    for value in VALUES:
        before = stage.told(stage.astrid).id if value != VALUES[0] else 0
        await stage.forge(stage.astrid, table, f"+t:1:3:{control}", value, kind=3)
        assert stage.told(stage.astrid).id != before
    assert not errors(caplog)
    unharmed(stage, table)


GARBAGE: Sequence[tuple[str, tuple[str, ...], int]] = (
    ("t:1:3:from", (), 2),  # a button where a select belongs
    ("t:1:3:to:c1", (), 2),
    ("+t:1:3:from", (), 3),  # nothing chosen
    ("+t:1:3:move", ("c1",), 3),  # a select where a button belongs
    ("t:1:3:yes:nonsense", (), 2),
    ("t:1:3:yes", (), 2),
    ("t:1:3:place:e5", (), 2),
    ("t:1:3:place", (), 2),
    ("c:1:0:thread:nonsense.nonsense", (), 2),
    ("c:1:0:thread", (), 2),
    ("r:0:0:tafl:nonsense", (), 2),
    ("+r:0:0:topic", ("nonsense",), 3),
    ("+r:0:0:topic", ("tafl.nonsense",), 3),
)


async def test_F9_garbage_in_a_known_control_is_answered(stage: Stage) -> None:
    table = await standing(stage)
    for custom_id, values, kind in GARBAGE:
        held = stage.read(await stage.press(stage.astrid, table, "more"))
        result = await stage.forge(stage.astrid, held, custom_id, *values, kind=kind)
        assert result.response or result.followups, custom_id
    unharmed(stage, table)


async def test_F5_controls_of_one_match_reach_no_other(stage: Stage) -> None:
    table = await standing(stage)
    thread = stage.thread("by the fire")
    await stage.begin(stage.ketil, stage.bjorn, where=thread)
    for custom_id in ("t:2:1:move", "t:2:1:resigned", "t:2:1:draw"):
        await stage.forge(stage.astrid, table, custom_id)
        assert "Ketil" in stage.told(stage.astrid).text
    assert "Move 1" in stage.table(thread).text


async def test_F21_a_match_of_direct_messages_is_not_looked_into_from_elsewhere(stage: Stage) -> None:
    chat = stage.private_chat(stage.astrid, stage.bjorn)
    await stage.begin(stage.astrid, stage.bjorn, where=chat)
    await stage.challenge(stage.ketil, stage.join("Eve"))
    for intent in ("record", "more", "flip", "text"):
        await stage.forge(stage.ketil, stage.last(), f"t:1:1:{intent}")
        assert stage.told(stage.ketil).text == en("refusal-no-such-session")
    await stage.slash(stage.ketil, "tafl record", match=1)
    assert stage.told(stage.ketil).text == en("refusal-no-such-session")
