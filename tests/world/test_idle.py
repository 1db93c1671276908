"""Sessions that nobody touches, and tables that a crash kept from hanging."""

import sqlite3
from contextlib import closing

import pytest

from bot.audit import audit
from bot.idle import AT_A_TIME
from bot.overdue import MOST_TRIES
from bot.people import PlayerId
from tests.world.for_sets import begin_for_sets
from tests.world.hunting import Hunter
from tests.world.stage import Stage


def row(stage: Stage, sql: str) -> tuple[object, ...]:
    """One row of the bot's database."""
    with closing(sqlite3.connect(stage.house.store.path)) as database:
        (found,) = database.execute(sql).fetchall()
        return tuple(found)


async def test_F27_a_match_left_alone_is_warned_of_and_ends_without_a_result(stage: Stage) -> None:
    await stage.begin(stage.astrid, stage.bjorn, "d1-c1")
    before = len(stage.pages())
    await stage.later(days=26)
    assert len(stage.pages()) == before
    await stage.later(days=1, minutes=2)
    warned = stage.last()
    assert "27 days" in warned.text and warned.pings == (stage.bjorn.id,)
    assert row(stage, "select state from session") == ("live",)
    await stage.later(days=2)
    assert stage.last().id == warned.id, "a warning is given once"
    await stage.later(days=1, minutes=2)
    assert row(stage, "select state, winner, ending from session") == ("over", None, "annulment")
    over = stage.last()
    assert "Annulled" in over.text and over.offers("rematch") and not over.pings
    assert len(stage.tables()) == 1
    await stage.challenge(stage.astrid, stage.bjorn)
    assert stage.last().offers("accept")


async def test_F27_who_plays_on_is_not_ended_and_is_warned_anew(stage: Stage) -> None:
    await stage.begin(stage.astrid, stage.bjorn, "d1-c1")
    await stage.later(days=27, minutes=2)
    await stage.say_move(stage.bjorn, "e7-d7")
    await stage.later(days=26)
    assert row(stage, "select state from session") == ("live",)
    assert "27 days" not in stage.last().text
    await stage.later(days=1, minutes=2)
    assert stage.last().pings == (stage.astrid.id,) and "27 days" in stage.last().text


async def test_F27_F32_stakes_return_from_a_match_left_alone(stage: Stage) -> None:
    await begin_for_sets(stage)
    await stage.later(days=27, minutes=2)
    assert "both sets return" in stage.last().text
    await stage.later(days=3, minutes=2)
    assert row(stage, "select count(*) from stake where state = 'kept'") == (2,)
    assert "keep" in stage.last().text
    assert (await audit(stage.house.store.path)).found == []


async def test_F27_a_hunt_left_alone_runs_out_of_time(stage: Stage) -> None:
    page = await Hunter.of(stage).begin()
    await stage.later(days=27, minutes=2)
    assert "27 days" in stage.last().text and stage.last().pings == (stage.astrid.id,)
    await stage.later(days=3, minutes=2)
    assert row(stage, "select state, winner, ending from session") == ("over", None, "time")
    (shown,) = [found for found in stage.pages() if found.id == page.id]
    assert "time ran out" in shown.text and shown.offers("again")


async def test_F42_who_was_never_warned_is_warned_first_however_long_the_bot_was_away(stage: Stage) -> None:
    await stage.begin(stage.astrid, stage.bjorn)
    await stage.later(days=90)
    assert row(stage, "select state from session") == ("live",)
    assert "27 days" in stage.last().text
    await stage.later(days=3, minutes=2)
    assert row(stage, "select state from session") == ("over",)


@pytest.mark.parametrize("status", [403, 404, 500])
async def test_F46_a_warning_that_cannot_be_given_holds_up_nothing(stage: Stage, status: int) -> None:
    await stage.begin(stage.astrid, stage.bjorn)
    stage.refuse("POST", "/channels/*/messages", status=status, code=0, times=None)
    await stage.later(days=27, minutes=2)
    await stage.later(days=3, minutes=2)
    assert row(stage, "select state from session") == ("over",)


async def test_F28_F42_the_table_of_a_move_kept_but_not_shown_hangs_at_the_next_start(stage: Stage) -> None:
    before = await stage.begin(stage.astrid, stage.bjorn, "d1-c1")
    session = (await stage.house.sessions.live())[0]
    # The process ends between the commit and the table.
    house = stage.house
    await house.sessions.act(
        session, None, PlayerId(stage.bjorn.id), "e7-d7", now=house.clock(), draw=house.draw
    )
    await stage.restart()
    await stage.env.settle()
    table = stage.table()
    assert table.id != before.id and "e7-d7" in table.text
    assert table.pings == (stage.astrid.id,)
    assert len(stage.tables()) == 1
    await stage.restart()
    await stage.env.settle()
    assert stage.table().id == table.id


async def test_F28_a_table_that_discord_did_not_take_hangs_some_minutes_later(stage: Stage) -> None:
    before = await stage.begin(stage.astrid, stage.bjorn)
    stage.refuse("POST", "/channels/*/messages", status=500, code=0, times=None)
    await stage.say_move(stage.astrid, "d1-c1")
    assert stage.table().id == before.id, "Discord takes none"
    await stage.later(minutes=3)
    assert stage.table().id == before.id, "nor any after that"
    stage.refuse_no_more()
    await stage.later(minutes=2)
    assert [page.id for page in stage.tables()] == [stage.last().id] != [before.id]
    assert "d1-c1" in stage.last().text and stage.last().pings == (stage.bjorn.id,)


async def test_F28_a_place_that_takes_no_table_is_left_in_peace_after_ten_tries(stage: Stage) -> None:
    before = await stage.begin(stage.astrid, stage.bjorn)
    stage.refuse("POST", "/channels/*/messages", status=500, code=0, times=None)
    await stage.say_move(stage.astrid, "d1-c1")
    for _ in range(MOST_TRIES):
        await stage.later(minutes=2)
    stage.refuse_no_more()
    await stage.later(minutes=5)
    assert stage.table().id == before.id


def test_F27_few_are_told_of_at_once() -> None:
    assert AT_A_TIME <= 50, "a round writes to Discord for each, within its limits"
