"""Fuzz: whatever comes through the gateway, one answer, no traceback, nothing that the rules don't allow."""

import asyncio
import logging
import re
import sqlite3
import tempfile
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, note, settings
from hypothesis import strategies as st

from bot import audit
from rules.game import Seat
from tests.world.page import Page
from tests.world.payloads import COMMAND, CONTROL, PING, SUGGESTIONS, Recipe, cook, recipes
from tests.world.stage import Stage

EXAMPLES = 150 if settings.get_current_profile_name() == "thorough" else 6
TELLTALE = re.compile(r'Traceback|sqlite|File \\?"|[A-Z][a-z]+Error\b')
UNREAD = "INTERACTION_CREATE could not be read"


class Fuzzed:
    """A match in the hall, a hunt in the camp, a challenge in the yard; and what must hold after each payload."""

    def __init__(self, stage: Stage, caplog: pytest.LogCaptureFixture):
        self.stage: Any = stage
        self.caplog = caplog
        self.database = stage.house.store.path

    async def prepare(self) -> None:
        """Everything under way."""
        stage = self.stage
        stage.env.raise_errors = lambda: None  # of such payloads the library complains
        stage.yard, stage.camp = stage.place("yard"), stage.place("camp")
        await stage.begin(stage.astrid, stage.bjorn, "d1-c1")
        await stage.slash(stage.ketil, "draugr hunt", where=stage.camp, seed="norn-59")
        await stage.challenge(stage.ketil, stage.astrid, where=stage.yard)

    def pages(self) -> dict[str, Page]:
        """What hangs there to be touched."""
        stage = self.stage
        shown = {"table": stage.last(stage.hall), "hunt": stage.last(stage.camp)}
        return shown | {"challenge": stage.last(stage.yard), "newest": stage.last(stage.hall)}

    async def send(self, recipe: Recipe) -> None:
        """Deliver a payload, and judge what came of it."""
        stage, unread, before = self.stage, self._unread(), self._actions()
        sent, pinged = len(stage.env.http_requests), len(stage.pinged)
        record, payload = cook(stage, recipe, self.pages())
        await deliver(stage, payload)
        requests = stage.env.http_requests[sent:]
        callback = f"/interactions/{record.id}/{record.token}/callback"
        answers = [request for request in requests if request.path.endswith(callback)]
        # What the library could not read is answered by nobody, and harms nobody.
        assert len(answers) == (1 if self._unread() == unread else 0), payload
        assert not record.loading, payload
        assert not any(TELLTALE.search(repr(request.json)) for request in requests), payload
        self._played_for_themselves(before, getattr(stage, recipe.person).id, payload)
        assert all(len(people) <= 1 for people in stage.pinged[pinged:])

    def _unread(self) -> int:
        return sum(record.getMessage() == UNREAD for record in self.caplog.records)

    def _look(self, sql: str) -> list[Any]:
        with closing(sqlite3.connect(self.database)) as connection:
            return connection.execute(sql).fetchall()

    def _actions(self) -> set[tuple[int, int, str, str]]:
        return set(self._look("select session, ply, seat, text from action"))

    def _played_for_themselves(self, before: set[Any], person: int, payload: object) -> None:
        """Whatever was played was chance's, or was played by who sent it."""
        rows = self._look("select session, seat, player from seat")
        seats = {(session, seat): player for session, seat, player in rows}
        for session, _, seat, text in self._actions() - before:
            assert seat == Seat.CHANCE or seats[session, seat] == person, (seat, text, payload)


async def deliver(stage: Stage, payload: Any) -> None:
    """Hand a payload to the library as its gateway would, and wait until the bot is done."""
    env: Any = stage.env
    with env._bot_scope():
        stage.client._connection.parsers["INTERACTION_CREATE"](payload)
    await env.settle()


async def fuzzed(carved: Path, caplog: pytest.LogCaptureFixture, sent: Sequence[Recipe]) -> None:
    """A world of its own for these payloads; afterwards the books are right and the bot still answers."""
    with tempfile.TemporaryDirectory() as folder:
        async with Stage.open(Path(folder) / "haugbui.sqlite3", carved) as stage:
            world = Fuzzed(stage, caplog)
            await world.prepare()
            for recipe in sent:
                note(repr(recipe))
                await world.send(recipe)
            assert (await audit.audit(world.database)).found == []
            assert stage.read(await stage.slash(stage.ketil, "help")).labels
    caplog.clear()


@settings(
    max_examples=EXAMPLES, phases=[Phase.explicit, Phase.generate], suppress_health_check=list(HealthCheck)
)
@given(st.lists(recipes(), min_size=12, max_size=24))
def test_F9_any_payload_has_one_answer_and_does_only_what_the_rules_allow(
    carved: Path, caplog: pytest.LogCaptureFixture, sent: Sequence[Recipe]
) -> None:
    caplog.set_level(logging.WARNING)
    asyncio.run(fuzzed(carved, caplog, sent))


NOBODYS: dict[str, Recipe] = {
    "an autocomplete of a person's menu": Recipe(
        "astrid",
        "camp",
        SUGGESTIONS,
        {
            "id": "1",
            "name": "Challenge to tafl",
            "type": 2,
            "options": [],
            "target_id": "{astrid}",
            "resolved": {},
        },
        "challenge",
        (),
    ),
    "an autocomplete with nothing in focus": Recipe(
        "astrid", "hall", SUGGESTIONS, {"id": "1", "name": "tafl", "type": 1, "options": []}, "nothing", ()
    ),
    "a command that was renamed": Recipe(
        "astrid", "hall", COMMAND, {"id": "1", "name": "hnefatafl", "type": 1}, "nothing", ()
    ),
    "a control of no message": Recipe(
        "astrid", "hall", CONTROL, {"custom_id": "t:1:2:move", "component_type": 2}, "nothing", ()
    ),
    "a choice that is offered no more": Recipe(
        "astrid",
        "hall",
        COMMAND,
        {
            "id": "1",
            "name": "draugr",
            "type": 1,
            "options": [
                {
                    "name": "hunt",
                    "type": 1,
                    "options": [{"name": "difficulty", "type": 3, "value": "easiest"}],
                }
            ],
        },
        "nothing",
        (),
    ),
    "nobody chosen": Recipe(
        "astrid",
        "hall",
        CONTROL,
        {"custom_id": "@c:0:0:start", "component_type": 5, "values": []},
        "newest",
        (),
    ),
    "a ping": Recipe("astrid", "hall", PING, {}, "nothing", ()),
    "a kind to come": Recipe("astrid", "hall", 9, {}, "nothing", ()),
}


@pytest.mark.parametrize("told", NOBODYS)
async def test_F9_what_no_handler_takes_is_answered_all_the_same(
    stage: Stage, caplog: pytest.LogCaptureFixture, told: str
) -> None:
    world = Fuzzed(stage, caplog)
    await world.prepare()
    await world.send(NOBODYS[told])
    assert not [record for record in caplog.records if "unexpected error" in record.getMessage()]


BROKEN: Sequence[Any] = (
    *(None, [], "", 0, {}, {"type": 2}, {"type": 3, "data": None}, {"type": [None]}),
    {"id": "x", "type": 2, "token": "t", "version": 1, "application_id": "1", "data": {}},
)


async def test_F9_an_event_that_cannot_be_read_is_logged_and_the_next_one_is_answered(
    stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    for payload in BROKEN:
        await deliver(stage, payload)
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == [
        UNREAD
    ] * len(BROKEN)
    assert stage.read(await stage.slash(stage.astrid, "help")).labels


async def test_F9_an_interaction_of_nobody_is_passed_over(
    stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    for lost in ("member", "guild_id"):
        recipe = Recipe("astrid", "hall", COMMAND, {"id": "1", "name": "help", "type": 1}, "nothing", ())
        _, payload = cook(stage, recipe, {})
        del payload[lost]
        await deliver(stage, payload)
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == [
        UNREAD
    ] * 2
    assert not stage.requests("POST", "/interactions/*")
