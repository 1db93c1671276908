"""The service for hunts: seeds, one try a day, who may act, the secret."""

import asyncio
import hashlib
import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.hunts import LONGEST_SEED, Hunts, day_of, plain_seed, settle_daily, shown_seed
from bot.people import Place, Player, PlayerId
from bot.refusals import ChannelBusy, DailyTried, NotAPlayer, SessionOver, StaleTable
from bot.session import Session
from bot.sessions import Sessions
from bot.store import Store
from rules.draugr.dice import dice
from rules.draugr.game import DRAUGR
from rules.draugr.player import greedy
from rules.draugr.ruleset import STANDARD, write_setup
from rules.game import Ending, Seat
from tests.bot.folk import ASTRID, BJORN, GUILD, HALL, NOON, YARD, first, never
from tests.bot.hunters import DAY, LOST, Loaded, begun, daily, hunted

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
    assert day_of(first) == "2026-05-17" and day_of(second) == "2026-05-18"
    assert first.hunt.grid != second.hunt.grid
    await sessions.resign(first.id, ASTRID.id, now=last + timedelta(hours=5))
    await hunts.visit(GUILD, ASTRID)
    assert [one.tries for one in await hunts.ranking(GUILD, first=DAY, last=DAY)] == [1]
    assert not await hunts.ranking(GUILD, first=DAY + timedelta(days=1), last=DAY + timedelta(days=1))


async def test_only_a_daily_hunt_has_a_day(hunts: Hunts) -> None:
    assert day_of(await begun(hunts)) is None
    assert day_of(await daily(hunts)) == "2026-05-17"


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
