"""Results of hunts: they come with the end or not at all, and make the ranking."""

import asyncio
import sqlite3
import tempfile
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from itertools import groupby, pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.hunts import Hunts, Standing, this_week
from bot.people import Player
from bot.sessions import Sessions
from bot.store import Store
from bot.store import dailies as queries
from rules.game import Ending
from tests.bot.folk import ASTRID, BJORN, GUEST, GUILD, NOON
from tests.bot.hunters import DAY, begun, daily, hunted, result_of

# The result comes with the end


@pytest.mark.parametrize("trap", ["update on daily", "update on session", "insert on action"])
async def test_a_result_and_the_end_come_together_or_not_at_all(
    hunts: Hunts, sessions: Sessions, beside: sqlite3.Connection, trap: str
) -> None:
    session = await hunted(sessions, await daily(hunts), most=4)
    beside.execute(f"create trigger trap before {trap} begin select raise(abort, 'no space left'); end")
    with pytest.raises(sqlite3.IntegrityError):
        await sessions.resign(session.id, ASTRID.id, now=NOON)
    assert result_of(beside, session.id) == (None, None, None, "live")
    assert (await sessions.get(session.id)).ply == session.ply
    beside.execute("drop trigger trap")
    await sessions.resign(session.id, ASTRID.id, now=NOON)
    assert result_of(beside, session.id) == (0, session.hunt.slain, session.hunt.round, "over")


async def test_the_last_choice_fails_whole_where_the_result_cannot_be_noted(
    hunts: Hunts, sessions: Sessions, beside: sqlite3.Connection
) -> None:
    beside.execute(
        "create trigger trap before update on daily begin select raise(abort, 'no space left'); end"
    )
    session = await daily(hunts)
    with pytest.raises(sqlite3.IntegrityError):
        await hunted(sessions, session)
    stuck = await sessions.get(session.id)
    assert not stuck.outcome and result_of(beside, session.id) == (None, None, None, "live")
    beside.execute("drop trigger trap")
    over = await hunted(sessions, stuck)
    won = over.outcome is not None and over.outcome.ending is Ending.SLAIN
    assert result_of(beside, session.id) == (int(won), over.hunt.slain, over.hunt.round, "over")


async def test_an_ordinary_hunts_end_is_in_no_ranking(hunts: Hunts, sessions: Sessions) -> None:
    await hunted(sessions, await begun(hunts))
    assert not await hunts.ranking(GUILD, first=DAY, last=DAY)


async def test_a_hunt_of_other_cards_is_closed_without_a_result(
    hunts: Hunts, sessions: Sessions, beside: sqlite3.Connection
) -> None:
    old, new = await daily(hunts), await begun(hunts)
    beside.execute(
        "update session set setup = replace(setup, '\"cards\":', '\"cards\":9') where id = ?", (old.id,)
    )
    assert await sessions.close_unplayable(now=NOON) == 1
    assert await sessions.close_unplayable(now=NOON) == 0
    assert result_of(beside, old.id) is None  # the day's try is given back
    assert beside.execute("select winner, ending from session where id = ?", (old.id,)).fetchone() == (
        None,
        Ending.ANNULMENT,
    )
    assert await sessions.live() == [new.id]


# The ranking


async def test_a_ranking_knows_those_who_have_played_in_the_server(hunts: Hunts, sessions: Sessions) -> None:
    for person in (ASTRID, BJORN, GUEST):
        session = await daily(hunts, person)
        if person is not GUEST:
            await sessions.resign(session.id, person.id, now=NOON)
    assert not await hunts.ranking(GUILD, first=DAY, last=DAY)
    await hunts.visit(GUILD, Player(ASTRID.id, "Astrid the Old"))
    await hunts.visit(GUILD, ASTRID)
    await hunts.visit(GUILD, GUEST)  # whose hunt is not over
    await hunts.visit(None, BJORN)
    await hunts.visit(GUILD + 1, BJORN)
    assert [one.name for one in await hunts.ranking(GUILD, first=DAY, last=DAY)] == ["Astrid"]


@settings(deadline=None)
@given(st.datetimes(min_value=datetime(2020, 1, 1), max_value=datetime(2040, 1, 1), timezones=st.just(UTC)))  # noqa: DTZ001 - the strategy wants naive bounds
def test_a_week_is_monday_to_sunday_and_holds_its_day(now: datetime) -> None:
    monday, sunday = this_week(now)
    assert monday.weekday() == 0 and sunday - monday == timedelta(days=6) and monday <= now.date() <= sunday


RESULTS = st.lists(
    st.tuples(
        st.integers(1, 5),  # who
        st.integers(0, 9),  # the day
        st.booleans(),
        st.integers(0, 4),
        st.integers(1, 4),
    ),
    unique_by=lambda result: result[:2],
    max_size=30,
)


@settings(max_examples=40, deadline=None)
@given(results=RESULTS, span=st.tuples(st.integers(0, 9), st.integers(0, 9)))
def test_the_ranking_orders_all_results_of_its_days_and_equals_share_a_place(
    results: list[tuple[int, int, bool, int, int]], span: tuple[int, int]
) -> None:
    earliest, last = (DAY + timedelta(days=number) for number in sorted(span))
    standings = asyncio.run(_ranked(results, earliest, last))
    among = [one for one in results if earliest <= DAY + timedelta(days=one[1]) <= last]
    assert {one.name: (one.won, one.slain, one.rounds, one.tries) for one in standings} == {
        f"Hunter {who}": (
            sum(won for _, _, won, _, _ in own_results),
            sum(slain for _, _, _, slain, _ in own_results),
            sum(rounds for _, _, _, _, rounds in own_results),
            len(own_results),
        )
        for who, group in groupby(sorted(among), key=lambda one: one[0])
        for own_results in [list(group)]
    }
    for above, below in pairwise(standings):
        assert _worth(above) >= _worth(below)
        assert (above.place == below.place) == (_worth(above) == _worth(below))
    for number, one in enumerate(standings, 1):
        assert one.place <= number
        assert one.place == 1 + sum(_worth(other) > _worth(one) for other in standings)


def _worth(one: Standing) -> tuple[int, int, int]:
    return one.won, one.slain, -one.rounds


async def _ranked(
    results: list[tuple[int, int, bool, int, int]], earliest: date, last: date
) -> Sequence[Standing]:
    """The ranking over those results, stored as hunts that ended so."""
    with tempfile.TemporaryDirectory() as folder:
        store = await Store.open(Path(folder) / "haugbui.sqlite3")
        try:
            async with store.transaction() as tx:
                for number, (who, day, won, slain, rounds) in enumerate(results, 1):
                    await tx.run(
                        "insert into session (id, game, setup, channel, posting, locale, state, created_at)"
                        " values (?, 'draugr', '', ?, 'bot', 'en', 'live', 0)",
                        number,
                        number,
                    )
                    written = (DAY + timedelta(days=day)).isoformat()
                    await queries.insert_daily(tx, written, who, number)
                    await queries.set_result(tx, number, won=won, slain=slain, rounds=rounds)
                    await queries.note_visitor(tx, GUILD, who, f"Hunter {who}")
            return await Hunts(store, Sessions(store)).ranking(GUILD, first=earliest, last=last)
        finally:
            await store.close()
