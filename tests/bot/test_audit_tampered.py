"""`python -m bot.audit`: a rich database is consistent, and whatever is tampered with in it is named."""

from pathlib import Path

import pytest

from bot.audit import INCONSISTENT, UNUSABLE, audit, main
from tests.bot.books import tamper
from tests.bot.staking import look


def test_a_rich_database_is_consistent(rich: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = rich.read_bytes()
    assert main([str(rich)]) == 0
    sets = look(rich, "select count(*) from playing_set")[0][0]
    assert capsys.readouterr() == (f"11 sessions, {sets} sets: consistent\n", "")
    assert rich.read_bytes() == before
    check_rich(rich)


def check_rich(path: Path) -> None:
    """It holds what the tests below tamper with."""
    found = {reason for (reason,) in look(path, "select reason from transfer")}
    assert found == {"first", "carved", "earned", "won"}
    endings = {ending for (ending,) in look(path, "select ending from session")}
    assert endings >= {"capture", "escape", "annulment", "agreement", "resignation", "time", "slain", None}
    assert {state for (state,) in look(path, "select state from stake")} == {"live", "kept", "lost"}
    assert look(path, "select session, lost_by from settlement where lost_by is not null") == [
        (1, "defenders"),
        (3, "attackers"),
    ]


TAMPERED = {
    "a winner": ("update session set winner = 'defenders' where id = 1", "session 1: its row says"),
    "no winner": ("update session set winner = null where id = 1", "session 1: its row says"),
    "a winner that is no seat": (
        "update session set winner = 'Odin' where id = 1",
        "session 1: its row says",
    ),
    "an ending": ("update session set ending = 'escape' where id = 3", "session 3: its row says"),
    "an ending that is none": (
        "update session set ending = 'ragnarok' where id = 3",
        "session 3: its row says",
    ),
    "an annulment of what was won": (
        "update session set ending = 'annulment', winner = null where id = 7",
        "session 7: its row says",
    ),
    "an end of what goes on": (
        "update session set state = 'over', ending = 'time', winner = 'attackers', ended_at = 9 where id = 11",
        "session 11: its row says",
    ),
    "a winner of what goes on": (
        "update session set winner = 'attackers' where id = 11",
        "session 11: its row says",
    ),
    "no end of what is over": (
        "update session set state = 'live', ending = null, winner = null, ended_at = null where id = 2",
        "session 2: its row says",
    ),
    "other rules": (
        "update session set setup = replace(setup, 'false', 'true') where id = 6",
        "session 6: it was settled as lost by None, due was attackers",
    ),
    "rules that are none": ("update session set setup = 'runes' where id = 1", "session 1: its setup"),
    "a move": ("update action set text = 'a1-a2' where session = 1 and ply = 3", "session 1: ply 3 (a1-a2)"),
    "a move that reads like nothing": (
        "update action set text = '' where session = 1 and ply = 3",
        "session 1: ply 3 ()",
    ),
    "a mover": (
        "update action set seat = 'defenders' where session = 1 and ply = 1",
        "session 1: ply 1 (f9-f7) is by defenders, the turn was of attackers",
    ),
    "a roll that the hunter made": (
        "update action set seat = 'hunter' where session = 9 and ply = 0",
        "session 9: ply 0",
    ),
    "a move taken out": (
        "delete from action where session = 1 and ply = 3",
        "session 1: its plies have gaps",
    ),
    "the last move taken off": (
        "delete from action where session = 1 and ply = 7",
        "session 1: its row says",
    ),
    "a move after the end": (
        "insert into action values (1, 8, 'defenders', 'e7-d7', 9)",
        "session 1: ply 8 comes after the end",
    ),
    "a player gone": ("delete from seat where session = 2 and seat = 'defenders'", "session 2: at it sit"),
    "a player too many": ("insert into seat values (9, 'attackers', 11, 'A', null)", "session 9: at it sit"),
    "a winner's name on another": (
        "update seat set player = 99 where session = 1 and seat = 'attackers'",
        "set 2: match 1 did not decide",
    ),
    "an owner": ("update playing_set set owner = 99 where id = 5", "set 5: 99 owns it, by the ledger"),
    "a trophy taken back": (
        "update playing_set set owner = 12 where id = 2",
        "set 2: 12 owns it, by the ledger",
    ),
    "a trophy and its line taken back": (
        "update playing_set set owner = 12 where id = 2;"
        "delete from transfer where playing_set = 2 and reason = 'won'",
        "session 1: set 2 was lost and not handed over",
    ),
    "a trophy given to a third": (
        "update playing_set set owner = 99 where id = 2;"
        "update transfer set to_player = 99 where playing_set = 2 and reason = 'won'",
        "set 2: match 1 did not decide",
    ),
    "a giver": (
        "update transfer set from_player = 13 where playing_set = 2 and reason = 'won'",
        "set 2: 13 gave it away and 12 owned it",
    ),
    "a set handed over by nothing": (
        "insert into transfer values (null, 5, 11, 12, 'B', 'won', 2, 9);"
        "update transfer set from_player = (select owner from playing_set where id = 5) where id = last_insert_rowid();"
        "update playing_set set owner = 12 where id = 5",
        "set 5: match 2 did not decide",
    ),
    "a set made in secret": (
        "insert into playing_set values (99, 11, 'jet', 'urnes', null, 11, 'A', null, 9)",
        "set 99: 11 owns it, by the ledger None does",
    ),
    "a set made twice": (
        "insert into transfer values (null, 1, null, 11, 'A', 'carved', null, 9)",
        "set 1: None gave it away",
    ),
    "a maker": ("update playing_set set maker = 99 where id = 1", "set 1: 99 made it, by the ledger 11 did"),
    "a set earned by nothing": (
        "insert into playing_set values (99, 11, 'star_iron', 'urnes', null, 11, 'A', 'three_dailies_won', 9);"
        "insert into transfer values (null, 99, null, 11, 'A', 'earned', 2, 9)",
        "set 99: no deed earned it",
    ),
    "a deed forgotten": ("delete from deed where session = 1", "no deed earned it"),
    "a deed of who lost": (
        "update deed set session = 3 where deed = 'jarl_taken'",
        "no deed earned it",
    ),
    "a settlement": (
        "update settlement set lost_by = 'attackers' where session = 1",
        "session 1: it was settled as lost by attackers, due was defenders",
    ),
    "a settlement without loss": (
        "update settlement set lost_by = null where session = 3",
        "session 3: it was settled as lost by None, due was attackers",
    ),
    "a settlement gone": (
        "delete from settlement where session = 4",
        "session 4: it is over and not settled",
    ),
    "a settlement of nothing": (
        "insert into settlement values (2, null, 9)",
        "session 2: it is settled and nothing was staked",
    ),
    "a settlement of what goes on": (
        "insert into settlement values (11, null, 9)",
        "session 11: it goes on and its stakes are not all live",
    ),
    "a stake unlocked": (
        "update stake set state = 'kept' where session = 11 and seat = 'attackers'",
        "session 11: it goes on and its stakes are not all live",
    ),
    "a stake locked for ever": (
        "update stake set state = 'live' where session = 3 and seat = 'attackers'",
        "session 3: its stakes are",
    ),
    "a loss written off": ("update stake set state = 'kept' where session = 1", "session 1: its stakes are"),
    "half of the stakes": (
        "delete from stake where session = 4 and seat = 'attackers'",
        "session 4: only defenders staked",
    ),
    "all of the stakes": (
        "delete from stake where session = 4; delete from settlement where session = 4",
        "session 4: its challenge was for sets and nothing was staked",
    ),
    "another set at stake": (
        "update stake set playing_set = 4 where session = 11 and seat = 'defenders'",
        "session 11: defenders staked set 4 and played with",
    ),
    "somebody else's set at stake": (
        "update stake set playing_set = 4 where session = 11 and seat = 'defenders';"
        "update seat set playing_set = 4 where session = 11 and seat = 'defenders'",
        "session 11: defenders staked set 4, which",
    ),
    "a hunt closed for its cards that is not annulled": (
        "update session set ending = 'slain', winner = 'hunter' where id = 10",
        "session 10: its setup can't be read",
    ),
    "a daily result": (
        "update daily set slain = slain + 1 where session = 9",
        "session 9: the ranking holds",
    ),
    "a daily win": ("update daily set won = 0 where session = 9", "session 9: the ranking holds"),
    "a reference to nothing": ("delete from session where id = 2", "refers to nothing in session"),
}


@pytest.mark.parametrize("what", TAMPERED)
def test_tampering_is_named(rich: Path, capsys: pytest.CaptureFixture[str], what: str) -> None:
    script, named = TAMPERED[what]
    tamper(rich, script)
    assert main([str(rich)]) == INCONSISTENT
    told = capsys.readouterr()
    *found, summary = told.out.splitlines()
    assert any(named in line for line in found), told.out
    assert summary.endswith(f": {len(found)} discrepancies" if len(found) > 1 else ": 1 discrepancy")
    assert told.err == ""


def test_a_damaged_page_is_told_of(rich: Path, capsys: pytest.CaptureFixture[str]) -> None:
    size = 4096
    pages = rich.stat().st_size // size
    for page in range(1, pages, max(1, pages // 12)):
        whole = rich.read_bytes()
        rich.write_bytes(whole[: page * size] + b"\x5a" * size + whole[(page + 1) * size :])
        assert main([str(rich)]) in (INCONSISTENT, UNUSABLE)
        told = capsys.readouterr()
        assert "consistent" not in told.out
        assert "Traceback" not in told.err
        rich.write_bytes(whole)
    assert main([str(rich)]) == 0


async def test_a_row_that_breaks_a_check_of_the_schema_is_told(rich: Path) -> None:
    tamper(rich, "pragma ignore_check_constraints = on; update challenge set side = 'both' where id = 1;")
    assert any("CHECK" in line for line in (await audit(rich)).found)
