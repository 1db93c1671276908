"""The service for hunts: seeds, one try a day, the secret, the ranking, results that come with the end."""

import asyncio
import hashlib
import sqlite3
import tempfile
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from itertools import groupby, pairwise
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.hunts import LONGEST_SEED, Hunts, Standing, plain_seed, settle_daily, shown_seed, this_week
from bot.people import Place, Player, PlayerId, SessionId
from bot.refusals import ChannelBusy, DailyTried, NotAPlayer, SessionOver, StaleTable
from bot.session import Session
from bot.sessions import Sessions
from bot.store import Store
from bot.store import dailies as queries
from rules.draugr.dice import dice
from rules.draugr.game import DRAUGR
from rules.draugr.player import greedy
from rules.draugr.ruleset import STANDARD, Ruleset, write_setup
from rules.game import Ending, Seat
from tests.bot.folk import ASTRID, BJORN, GUEST, GUILD, HALL, NOON, YARD, first, never

DAY = NOON.date()
LOST = "norn-59"


class Loaded:
    """Chance that gives numbers in a fixed order, and counts how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, n: int) -> int:
        """The next number."""
        self.asked += 1
        return self.asked * 7 % n


def own(player: Player) -> Place:
    """That player's direct messages."""
    return Place(None, 9_000 + player.id, "bot")


@pytest.fixture
def sessions(store: Store) -> Sessions:
    """The service for sessions, as the house has it: the daily result is settled with the end."""
    return Sessions(store, settling=(settle_daily,))


@pytest.fixture
def hunts(store: Store, sessions: Sessions) -> Hunts:
    """The service for hunts over the same sessions."""
    return Hunts(store, sessions)


async def begun(
    hunts: Hunts,
    seed: str = LOST,
    *,
    hunter: Player = ASTRID,
    place: Place = HALL,
    ruleset: Ruleset = STANDARD,
) -> Session:
    """A hunt of Astrid's in the hall, unless told otherwise."""
    return await hunts.begin(
        place=place, locale="en", hunter=hunter, ruleset=ruleset, seed=seed, now=NOON, draw=Loaded()
    )


async def daily(
    hunts: Hunts, hunter: Player = ASTRID, place: Place | None = None, now: datetime = NOON
) -> Session:
    """Today's hunt of Astrid's in her direct messages, unless told otherwise."""
    return await hunts.begin_daily(
        place=place or own(hunter), locale="en", hunter=hunter, now=now, draw=Loaded()
    )


async def hunted(sessions: Sessions, session: Session, *, most: int = 1_000) -> Session:
    """The hunt after so many choices of the greedy player, or its end."""
    for _ in range(most):
        if session.outcome:
            break
        session = await sessions.act(
            session.id,
            session.ply,
            session.seats[Seat.HUNTER].id,
            DRAUGR.write(session.hunt, greedy(session.hunt)),
            now=NOON,
            draw=never,
        )
    return session


def result_of(beside: sqlite3.Connection, session: SessionId) -> tuple[object, ...]:
    """What is stored of a daily hunt's result, and the session's state."""
    found: tuple[object, ...] = beside.execute(
        "select daily.won, daily.slain, daily.rounds, session.state"
        " from daily join session on session.id = daily.session where session.id = ?",
        (session,),
    ).fetchone()
    return found


# Seeds


async def test_D21_the_seed_alone_decides_deal_and_rolls_even_by_another_process(
    store: Store, sessions: Sessions, hunts: Hunts
) -> None:
    whole = await hunted(sessions, await begun(hunts))
    other = await begun(hunts, " NORN 59", hunter=BJORN, place=YARD)
    while not other.outcome:
        fresh = Sessions(store, settling=(settle_daily,))  # knows nothing but what is stored
        other = await hunted(fresh, await fresh.get(other.id), most=3)
    assert whole.state == other.state
    assert await sessions.actions(whole) == await sessions.actions(other)
    assert whole.outcome and whole.outcome.ending is Ending.OVERRUN


async def test_D21_the_recorded_rolls_are_those_of_the_published_dice(
    sessions: Sessions, hunts: Hunts
) -> None:
    session = await hunted(sessions, await begun(hunts), most=12)
    hunt = DRAUGR.start(write_setup(STANDARD))
    for text in await sessions.actions(session):
        if DRAUGR.turn(hunt) is Seat.CHANCE:
            assert text == DRAUGR.write(hunt, DRAUGR.chance(hunt, dice(f"hunt {LOST}", hunt.moment)))
        hunt = DRAUGR.play(hunt, DRAUGR.read(hunt, text))


async def test_D22_taking_back_and_choosing_otherwise_does_not_change_the_dice(
    sessions: Sessions, hunts: Hunts
) -> None:
    session = await hunted(sessions, await begun(hunts), most=1)
    back = await sessions.take_back(session.id, session.ply, ASTRID.id, now=NOON)
    assert not back.hunt.undoable
    straight = await hunted(sessions, await begun(hunts, place=YARD), most=20)
    session = await hunted(sessions, back, most=20)
    rolls = [
        [text for text in await sessions.actions(one) if text.startswith("roll")]
        for one in (session, straight)
    ]
    assert rolls[0] == rolls[1]


async def test_a_seed_survives_storing(sessions: Sessions, hunts: Hunts) -> None:
    session = await begun(hunts, "Skald")
    assert (await sessions.get(session.id)).seed == session.seed == "hunt skald"
    assert shown_seed(await sessions.get(session.id)) == "skald"
    assert shown_seed(await sessions.get((await daily(hunts, BJORN)).id)) is None


@settings(deadline=None)
@given(st.text(max_size=80))
@example("a" * 63 + " b")
@example("\ufdfa" * 9)
def test_a_plain_seed_is_plain_for_any_text(text: str) -> None:
    plain = plain_seed(text)
    assert plain_seed(plain) == plain and len(plain) <= LONGEST_SEED
    assert all(letter.isalnum() or letter == "-" for letter in plain)
    assert plain.strip("-") == plain and "--" not in plain
    assert plain_seed(f"  {text}\n") == plain


@settings(deadline=None)
@given(st.text(st.characters(codec="ascii"), max_size=LONGEST_SEED))
def test_a_seed_is_the_same_in_capitals(text: str) -> None:
    assert plain_seed(text.upper()) == plain_seed(text.lower())


# One try a day


async def test_fifty_tries_at_once_make_one_hunt(hunts: Hunts, beside: sqlite3.Connection) -> None:
    tries = [daily(hunts, place=Place(GUILD, number, "bot")) for number in range(50)]
    ends = await asyncio.gather(*tries, return_exceptions=True)
    (made,) = [one for one in ends if isinstance(one, Session)]
    refused = [one for one in ends if isinstance(one, DailyTried)]
    assert len(refused) == 49 and {one.session.id for one in refused} == {made.id}
    assert beside.execute("select count(*) from session").fetchone() == (1,)
    assert beside.execute("select day, player, session from daily").fetchall() == [
        (DAY.isoformat(), ASTRID.id, made.id)
    ]


async def test_fifty_people_at_once_hunt_in_the_same_town_by_one_secret(
    hunts: Hunts, sessions: Sessions, beside: sqlite3.Connection
) -> None:
    people = [Player(PlayerId(number), f"Hunter {number}") for number in range(1, 51)]
    made = await asyncio.gather(*(daily(hunts, one) for one in people))
    assert len({(one.hunt, one.seed) for one in made}) == 1
    assert beside.execute("select count(*) from secret").fetchone() == (1,)


async def test_fifty_first_hunts_at_once_in_a_channel_make_one(hunts: Hunts) -> None:
    people = [Player(PlayerId(number), f"Hunter {number}") for number in range(1, 51)]
    ends = await asyncio.gather(*(begun(hunts, hunter=one) for one in people), return_exceptions=True)
    assert sum(isinstance(one, Session) for one in ends) == 1
    assert sum(isinstance(one, ChannelBusy) for one in ends) == 49


async def test_a_try_in_a_taken_channel_is_not_spent(hunts: Hunts, beside: sqlite3.Connection) -> None:
    await begun(hunts, hunter=BJORN)
    with pytest.raises(ChannelBusy):
        await daily(hunts, place=HALL)
    assert beside.execute("select count(*) from daily").fetchone() == (0,)
    await daily(hunts, place=YARD)


@pytest.mark.parametrize(
    "trap", ["insert on daily", "insert on action", "insert on seat", "insert on session"]
)
async def test_a_try_that_fails_midway_is_not_spent(
    hunts: Hunts, beside: sqlite3.Connection, trap: str
) -> None:
    beside.execute(f"create trigger trap before {trap} begin select raise(abort, 'no space left'); end")
    with pytest.raises(sqlite3.IntegrityError):
        await daily(hunts)
    for table in ("session", "seat", "action", "daily", "visitor", "secret"):
        assert beside.execute(f"select count(*) from {table}").fetchone() == (0,)
    beside.execute("drop trigger trap")
    assert (await daily(hunts)).ply == 3


async def test_the_day_changes_at_midnight_utc_and_a_hunt_keeps_its_own(
    hunts: Hunts, sessions: Sessions
) -> None:
    last = datetime(2026, 5, 17, 23, 59, 59, tzinfo=UTC)
    first = await daily(hunts, now=last)
    with pytest.raises(DailyTried):
        await daily(hunts, now=last)
    second = await daily(hunts, place=YARD, now=last + timedelta(seconds=1))
    assert await hunts.day_of(first.id) == "2026-05-17" and await hunts.day_of(second.id) == "2026-05-18"
    assert first.hunt.grid != second.hunt.grid
    await sessions.resign(first.id, ASTRID.id, now=last + timedelta(hours=5))
    await hunts.visit(GUILD, ASTRID)
    assert [one.tries for one in await hunts.ranking(GUILD, first=DAY, last=DAY)] == [1]
    assert not await hunts.ranking(GUILD, first=DAY + timedelta(days=1), last=DAY + timedelta(days=1))


async def test_only_a_daily_hunt_has_a_day(hunts: Hunts) -> None:
    assert await hunts.day_of((await begun(hunts)).id) is None
    assert await hunts.day_of((await daily(hunts)).id) == "2026-05-17"


# Who may act


async def test_D22_only_the_hunter_acts_and_only_at_the_current_ply(hunts: Hunts, sessions: Sessions) -> None:
    session = await begun(hunts)
    text = DRAUGR.write(session.hunt, greedy(session.hunt))
    with pytest.raises(NotAPlayer):
        await sessions.act(session.id, session.ply, BJORN.id, text, now=NOON, draw=never)
    for ply in (session.ply - 1, session.ply + 1):
        with pytest.raises(StaleTable):
            await sessions.act(session.id, ply, ASTRID.id, text, now=NOON, draw=never)
    acts = [sessions.act(session.id, session.ply, ASTRID.id, text, now=NOON, draw=never) for _ in range(20)]
    ends = await asyncio.gather(*acts, return_exceptions=True)
    assert sum(isinstance(one, Session) for one in ends) == 1
    assert sum(isinstance(one, StaleTable) for one in ends) == 19


async def test_an_abandoned_hunt_takes_nothing_more(hunts: Hunts, sessions: Sessions) -> None:
    session = await begun(hunts)
    ends = await asyncio.gather(
        *(sessions.resign(session.id, ASTRID.id, now=NOON) for _ in range(10)), return_exceptions=True
    )
    assert sum(isinstance(one, SessionOver) for one in ends) == 9
    with pytest.raises(SessionOver):
        await sessions.take_back(session.id, session.ply + 1, ASTRID.id, now=NOON)


# The secret, its seal and its opening


async def test_the_secret_is_made_once_and_outlives_a_restart(store: Store, hunts: Hunts) -> None:
    chance = Loaded()
    seals = [await hunts.commitment(DAY, draw=chance) for _ in range(3)]
    assert chance.asked == 32 and len(set(seals)) == 1
    again = Hunts(store, Sessions(store))
    assert await again.commitment(DAY, draw=never) == seals[0]


async def test_a_seed_is_revealed_only_when_its_day_is_over_and_fits_its_seal(hunts: Hunts) -> None:
    session = await daily(hunts)
    midnight = datetime(2026, 5, 18, tzinfo=UTC)
    for moment in (NOON, midnight - timedelta(microseconds=1)):
        assert await hunts.revealed(DAY, now=moment, draw=never) is None
        assert await hunts.revealed(DAY + timedelta(days=400), now=moment, draw=never) is None
    seed = await hunts.revealed(DAY, now=midnight, draw=never)
    assert seed and session.seed == f"daily {DAY} {seed}"
    assert hashlib.sha256(seed.encode()).hexdigest() == await hunts.commitment(DAY, draw=never)
    hunt = DRAUGR.start(session.setup)
    while DRAUGR.turn(hunt) is Seat.CHANCE:
        hunt = DRAUGR.play(hunt, DRAUGR.chance(hunt, dice(f"daily {DAY} {seed}", hunt.moment)))
    assert hunt == session.hunt


async def test_without_the_secret_no_seed_can_be_told(hunts: Hunts, tmp_path: Path) -> None:
    other = await Store.open(tmp_path / "other.sqlite3")
    try:
        theirs = await Hunts(other, Sessions(other)).commitment(DAY, draw=first)
    finally:
        await other.close()
    assert await hunts.commitment(DAY, draw=Loaded()) != theirs


async def test_days_have_seeds_that_tell_nothing_of_each_other(hunts: Hunts) -> None:
    later = datetime(2027, 5, 17, tzinfo=UTC)
    days = [DAY + timedelta(days=number) for number in range(60)]
    seeds = [await hunts.revealed(day, now=later, draw=Loaded()) for day in days]
    assert len(set(seeds)) == 60 and all(seed and len(seed) == 64 for seed in seeds)


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
    assert result_of(beside, old.id) == (None, None, None, "over")
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
