"""The log: readable or as JSON, one line for each answer, and nothing in it that is nobody's business."""

import json
import logging
import sys
from collections.abc import Iterator

import pytest

from bot import logs
from bot.observing import ASKED, Trace, answered, concerns, following, timed

TOKEN = "aW50ZXJhY3Rpb246MTIz.secret-part_of-it"
FORMATTERS = [logs.Text(), logs.Json()]


def record(message: str, **extra: object) -> logging.LogRecord:
    """What a logger would hand to the formatter."""
    return logging.getLogger("bot.test").makeRecord(
        "bot.test", logging.INFO, __file__, 1, message, (), None, extra=extra
    )


@pytest.mark.parametrize("formatter", FORMATTERS)
@pytest.mark.parametrize(
    "message",
    [
        f"POST https://discord.com/api/v10/interactions/123456/{TOKEN}/callback responded with 429",
        f"PATCH https://discord.com/api/v10/webhooks/123456/{TOKEN}/messages/@original?wait=true",
        f"Cannot connect to '/webhooks/123456/{TOKEN}'",
    ],
)
def test_no_token_of_an_interaction_is_written(formatter: logging.Formatter, message: str) -> None:
    line = formatter.format(record(message))
    assert "123456" in line
    assert "secret" not in line


@pytest.mark.parametrize("formatter", FORMATTERS)
def test_a_message_stays_one_line(formatter: logging.Formatter) -> None:
    line = formatter.format(record("one\nERROR bot.fake two\r\nthree"))
    assert line.splitlines() == [line]


def test_json_keeps_the_traceback_in_the_line() -> None:
    try:
        raise LookupError("gone")
    except LookupError:
        failed = record("it failed")
        failed.exc_info = sys.exc_info()
    line = logs.Json().format(failed)
    told = json.loads(line)
    assert line.splitlines() == [line]
    assert (told["level"], told["logger"], told["message"]) == ("INFO", "bot.test", "it failed")
    assert told["error"].endswith("LookupError: gone")


async def test_an_answer_is_told_with_all_that_is_known_of_it() -> None:
    trace = Trace(interaction=5, user=7, guild=None, channel=9, kind="control", name="t:to")
    with following(trace):
        trace.acknowledge()
        concerns(812, 17)
        async with timed("db"):
            pass
        async with timed("db"):
            pass
        answered()
        answered()
    trace.outcome = "done"
    told = logs.fields(trace)
    assert [work for work, _ in trace.spent] == ["db", "db"]
    assert {name: told[name] for name in ("interaction", "kind", "name", "user", "channel", "outcome")} == {
        "interaction": 5,
        "kind": "control",
        "name": "t:to",
        "user": 7,
        "channel": 9,
        "outcome": "done",
    }
    assert (told["session"], told["ply"], told["draw_ms"]) == (812, 17, 0)
    assert "guild" not in told
    assert trace.acknowledged is not None and trace.answered is not None
    assert 0 <= trace.acknowledged <= trace.answered


async def test_what_nobody_follows_is_not_noted() -> None:
    trace = Trace(interaction=5, user=7, guild=None, channel=9)
    with following(trace):
        pass
    concerns(812, 17)
    answered()
    async with timed("draw"):
        pass
    assert (trace.session, trace.answered, trace.spent, trace.outcome) == (None, None, [], "unanswered")


def test_an_answer_is_an_info_and_a_letter_typed_is_none(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    logs.tell(Trace(interaction=5, user=7, guild=None, channel=9))
    logs.tell(Trace(interaction=6, user=7, guild=None, channel=9, kind="completion", outcome=ASKED))
    assert [(line.name, line.message) for line in caplog.records] == [("bot.answers", "unanswered")]


@pytest.fixture
def levels() -> Iterator[None]:
    """The levels of the talkative, put back afterwards."""
    kept = {name: logging.getLogger(name).level for name in ("discord", "aiosqlite")}
    yield
    for name, level in kept.items():
        logging.getLogger(name).setLevel(level)


@pytest.mark.usefixtures("levels")
def test_the_library_tells_no_payloads_even_where_all_is_logged() -> None:
    logs.set_up("DEBUG", "text")
    for name in ("discord.gateway", "discord.http", "aiosqlite"):
        assert not logging.getLogger(name).isEnabledFor(logging.DEBUG)
    logs.set_up("ERROR", "text")
    assert not logging.getLogger("discord.http").isEnabledFor(logging.WARNING)
