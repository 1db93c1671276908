"""The laws of sets that SQLite itself keeps, whatever the code above it asks for."""

import sqlite3
from dataclasses import dataclass

import pytest

from bot.house import House
from bot.playing_sets import SetId
from bot.session import Session
from bot.store import Store
from rules.game import Seat
from tests.bot.folk import BJORN, GUEST, YARD, Clock
from tests.bot.staking import (
    agreed,
    check_laws,
    free_set,
    house_over,
    look,
    played,
    staked,
)
from tests.world.short_games import JARL_TAKEN


@dataclass
class Scene:
    """Astrid and Bjorn play for sets in the hall; Gudrun has a free one."""

    house: House
    session: Session
    mine: SetId
    theirs: SetId
    free: SetId

    def values(self) -> dict[str, object]:
        """By name, for the statements below."""
        return {"match": self.session.id, "mine": self.mine, "theirs": self.theirs, "free": self.free}


@pytest.fixture
async def scene(store: Store, clock: Clock) -> Scene:
    """The scene, with the match just begun."""
    house = house_over(store, clock)
    session = await staked(house)
    brought = (await house.sessions.get(session.id)).brought
    mine, theirs = brought[Seat.ATTACKERS].number, brought[Seat.DEFENDERS].number
    return Scene(house, session, mine, theirs, await free_set(house, GUEST))


def refused(beside: sqlite3.Connection, sql: str, values: dict[str, object]) -> str:
    """SQLite's reason; the database is left as it was."""
    beside.execute("pragma foreign_keys = on")
    before = beside.execute("pragma data_version").fetchall(), list(beside.iterdump())
    with pytest.raises(sqlite3.IntegrityError) as error:
        beside.execute(sql, values)
    assert (beside.execute("pragma data_version").fetchall(), list(beside.iterdump())) == before
    return str(error.value)


SECOND_MATCH = (
    "insert into session (id, game, setup, channel, posting, locale, state, created_at)"
    " values (99, 'tafl', 'standard', 999, 'bot', 'en', 'live', 0)"
)


@pytest.mark.parametrize(
    ("sql", "reason"),
    [
        ("insert into stake values (99, 'attackers', :mine, 'live')", "stake.playing_set"),
        ("insert into stake values (99, 'defenders', :theirs, 'live')", "stake.playing_set"),
        ("update stake set playing_set = :mine where playing_set = :theirs", "stake.playing_set"),
        ("insert into stake values (:match, 'attackers', :free, 'live')", "stake.session, stake.seat"),
        ("update playing_set set owner = 13 where id = :mine", "the set is staked"),
        ("update playing_set set owner = owner where id = :theirs", "the set is staked"),
        ("update playing_set set owner = 13", "the set is staked"),
        ("update playing_set set name = 'Fafnir' where id = :mine", "the set is staked"),
        ("update playing_set set name = null where id = :theirs", "the set is staked"),
    ],
)
def test_W4_a_live_stake_locks_its_set(
    scene: Scene, beside: sqlite3.Connection, sql: str, reason: str
) -> None:
    beside.execute(SECOND_MATCH)
    assert reason in refused(beside, sql, scene.values())


@pytest.mark.parametrize("which", ["mine", "free"])
def test_a_set_is_never_deleted_staked_or_free(scene: Scene, beside: sqlite3.Connection, which: str) -> None:
    for sql in (f"delete from playing_set where id = :{which}", "delete from playing_set"):
        assert "never deleted" in refused(beside, sql, scene.values())
    beside.execute("pragma foreign_keys = off")
    with pytest.raises(sqlite3.IntegrityError):
        beside.execute(f"delete from playing_set where id = :{which}", scene.values())


@pytest.mark.parametrize(
    ("sql", "reason"),
    [
        ("insert into stake values (:match, 'hunter', :free, 'live')", "CHECK"),
        ("insert into stake values (99, 'attackers', 12345, 'live')", "FOREIGN KEY"),
        ("insert into stake values (98, 'attackers', :free, 'live')", "FOREIGN KEY"),
        ("update stake set state = 'pending'", "CHECK"),
        ("update playing_set set name = '' where id = :free", "CHECK"),
        ("update playing_set set name = 'Ŋ' || hex(zeroblob(16)) where id = :free", "CHECK"),
        ("update playing_set set owner = null where id = :free", "NOT NULL"),
        (
            "insert into transfer (playing_set, to_player, to_name, reason, at) values (:free, 1, 'A', 'won', 0)",
            "CHECK",
        ),
        (
            "insert into transfer (playing_set, from_player, to_player, to_name, reason, at)"
            " values (:free, 13, 1, 'A', 'won', 0)",
            "CHECK",
        ),
        (
            "insert into transfer (playing_set, from_player, to_player, to_name, reason, at)"
            " values (:free, 13, 1, 'A', 'carved', 0)",
            "CHECK",
        ),
        (
            "insert into transfer (playing_set, from_player, to_player, to_name, reason, session, at)"
            " values (:free, 13, 1, 'A', 'given', :match, 0)",
            "CHECK",
        ),
        ("insert into settlement values (:match, 'hunter', 0)", "CHECK"),
        ("insert into settlement values (98, 'attackers', 0)", "FOREIGN KEY"),
    ],
)
def test_stakes_and_transfers_have_no_other_shape(
    scene: Scene, beside: sqlite3.Connection, sql: str, reason: str
) -> None:
    beside.execute(SECOND_MATCH)
    assert reason in refused(beside, sql, scene.values())


async def test_W1_a_match_is_settled_once_and_hands_a_set_over_once(
    scene: Scene, beside: sqlite3.Connection
) -> None:
    await played(scene.house, scene.session, JARL_TAKEN)
    again = (
        "insert into transfer (playing_set, from_player, to_player, to_name, reason, session, at)"
        " values (:theirs, {}, {}, 'B', 'won', :match, 0)"
    )
    for there_and_back in (again.format(12, 11), again.format(11, 12)):
        assert "transfer.session" in refused(beside, there_and_back, scene.values())
    for loser in ("'attackers'", "'defenders'", "null"):
        sql = f"insert into settlement values (:match, {loser}, 0)"
        assert "settlement.session" in refused(beside, sql, scene.values())


async def test_a_deed_is_rewarded_once(scene: Scene, beside: sqlite3.Connection) -> None:
    await played(scene.house, scene.session, JARL_TAKEN)
    sql = "insert into deed values (11, 'jarl_taken', :match, :mine, 0)"
    assert "deed.player, deed.deed" in refused(beside, sql, scene.values())


async def test_W4_what_is_unlocked_can_be_named_staked_and_lost_again(
    scene: Scene, beside: sqlite3.Connection
) -> None:
    await agreed(scene.house, scene.session, "annul")
    beside.execute("update playing_set set name = 'Fafnir' where id = :mine", scene.values())
    beside.execute("update playing_set set owner = 13 where id = :mine", scene.values())
    beside.execute("update playing_set set owner = 11 where id = :mine", scene.values())
    await played(scene.house, await staked(scene.house, by=GUEST, to=BJORN, place=YARD), JARL_TAKEN)
    assert look(scene.house.store.path, "select owner from playing_set where id = ?", scene.theirs) == [(13,)]
    check_laws(scene.house.store.path)


async def test_every_new_table_is_strict(store: Store) -> None:
    strict = dict(look(store.path, "select name, strict from pragma_table_list where schema = 'main'"))
    for table in ("playing_set", "stake", "transfer", "settlement", "deed", "in_use", "server", "offer"):
        assert strict[table] == 1
