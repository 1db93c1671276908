"""One row that can't be replayed holds up no other (F46)."""

import sqlite3
from datetime import timedelta

import pytest

from bot.challenges import Challenges
from bot.idle import UNTOUCHED_TO_END, UNTOUCHED_TO_WARN, Idle
from bot.sessions import Sessions
from bot.store import Store
from rules.game import WrongAction
from tests.bot.folk import ASTRID, NOON, YARD, opened


async def test_F46_a_session_that_cannot_be_replayed_holds_up_no_other(
    challenges: Challenges,
    sessions: Sessions,
    store: Store,
    beside: sqlite3.Connection,
    caplog: pytest.LogCaptureFixture,
) -> None:
    bad, good = await opened(challenges), await opened(challenges, place=YARD)
    beside.execute("insert into action values (?, 0, 'attackers', 'place e5', 0)", (bad.id,))
    idle = Idle(store, Sessions(store))
    with pytest.raises(WrongAction):
        await Sessions(store).get(bad.id)
    assert [one.id for one in await Sessions(store).of_player(ASTRID.id, live=True, limit=9)] == [good.id]
    assert [one.id for one in await idle.not_shown(now=NOON)] in ([good.id], [])
    warned = await idle.warn(now=NOON + UNTOUCHED_TO_WARN + timedelta(minutes=1))
    assert [one.id for one in warned] == [good.id]
    ended = await idle.end(now=NOON + UNTOUCHED_TO_END + timedelta(days=1))
    assert [one.id for one in ended] == [good.id]
    assert f"session {bad.id} can't be replayed (IllegalAction)" in caplog.text
