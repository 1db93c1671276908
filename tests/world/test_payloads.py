"""Fuzz: whatever comes through the gateway, one answer, no traceback, nothing that the rules don't allow."""

import logging
import re
import sqlite3
import tempfile
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

from bot import audit
from rules.game import Seat
from tests.world.payloads import Recipe, cook, recipes
from tests.world.stage import Stage

TELLTALE = re.compile(r'Traceback|sqlite|File \\?"|[A-Z][a-z]+Error\b')
UNREAD = "INTERACTION_CREATE could not be read"


class Fuzzed:
    """A match in the hall, a hunt in the camp, a challenge in the yard; and what must hold after each payload."""

    def __init__(self, stage: Stage, caplog: pytest.LogCaptureFixture):
        self.stage = stage
        self.caplog = caplog
        self.database = stage.house.store.path

    async def prepare(self) -> None:
        """Everything under way."""
        stage: Any = self.stage
        stage.yard, stage.camp = stage.place("yard"), stage.place("camp")
        await stage.begin(stage.astrid, stage.bjorn, "d1-c1")
        await stage.slash(stage.ketil, "draugr hunt", where=stage.camp, seed="norn-59")
        await stage.challenge(stage.ketil, stage.astrid, where=stage.yard)

    async def send(self, recipe: Recipe) -> None:
        """Deliver a payload, and judge what came of it."""
        stage: Any = self.stage
        pages = {"table": stage.last(stage.hall), "hunt": stage.last(stage.camp)}
        pages |= {"challenge": stage.last(stage.yard), "newest": stage.last(stage.hall)}
        record, payload = cook(stage, recipe, pages)
        before, sent = self._actions(), len(stage.env.http_requests)
        unread, pinged = self._unread(), len(stage.pinged)
        with stage.env._bot_scope():
            stage.client._connection.parsers["INTERACTION_CREATE"](payload)
        await stage.env.settle()
        requests = stage.env.http_requests[sent:]
        answers = [one for one in requests if one.path.endswith(f"/interactions/{record.id}/{record.token}/callback")]
        expected = 1 if self._unread() == unread else 0
        assert len(answers) == expected, len(answers)
        assert not record.loading, "still thinking"
        for request in requests:
            assert not TELLTALE.search(repr(request.json)), request.json
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
        seats = {(session, seat): player for session, seat, player in self._look("select session, seat, player from seat")}
        for session, _, seat, text in self._actions() - before:
            if seat != Seat.CHANCE:
                assert seats[session, seat] == person, (seat, text, payload)


@settings(max_examples=8, suppress_health_check=list(HealthCheck))
@given(st.lists(recipes(), min_size=1, max_size=14))
def test_F9_any_payload_has_one_answer_and_does_only_what_the_rules_allow(
    carved: Path, caplog: pytest.LogCaptureFixture, sent: Sequence[Recipe]
) -> None:
    asyncio_run(_fuzz(carved, caplog, sent))


def asyncio_run(work: Any) -> None:
    import asyncio

    asyncio.run(work)


async def _fuzz(carved: Path, caplog: pytest.LogCaptureFixture, sent: Sequence[Recipe]) -> None:
    caplog.set_level(logging.INFO)
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "haugbui.sqlite3"
        async with Stage.open(database, carved) as stage:
            fuzzed = Fuzzed(stage, caplog)
            await fuzzed.prepare()
            for recipe in sent:
                note(repr(recipe))
                await fuzzed.send(recipe)
            stage.env.errors
            assert (await audit.audit(database)).found == []
            told = stage.read(await stage.slash(stage.ketil, "help"))
            assert told.labels
    caplog.clear()
