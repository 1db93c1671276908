"""What is kept of sessions in memory: the nearest state to play on from, and never more than the room for it."""

from bot.remembered import MOST_OF_A_SESSION, NEAR, Remembered
from rules.draugr.game import DRAUGR
from rules.draugr.hunt import Hunt
from rules.tafl.match import TAFL, begin

MATCH, HUNT = begin(), Hunt()


def test_a_state_is_found_at_its_ply_and_the_nearest_one_before_it() -> None:
    kept = Remembered()
    kept.keep(1, 10, MATCH)
    kept.keep(1, 14, MATCH)
    assert kept.at(1, 14) is MATCH
    assert kept.at(1, 13) is None
    assert kept.at(2, 14) is None
    assert kept.before(1, 13) == (10, MATCH)
    assert kept.before(1, 14 + NEAR) == (14, MATCH)
    assert kept.before(1, 15 + NEAR) is None
    assert kept.before(1, 9) is None


def test_of_a_session_only_the_last_states_are_kept() -> None:
    kept = Remembered()
    for ply in range(10):
        kept.keep(1, ply, MATCH)
    assert [ply for ply in range(10) if kept.at(1, ply)] == list(range(10 - MOST_OF_A_SESSION, 10))


def test_the_session_not_asked_for_longest_leaves_first() -> None:
    kept = Remembered(most_plies=30)
    for session in (1, 2, 3):
        kept.keep(session, 9, MATCH)
    kept.keep(1, 8, MATCH)
    kept.keep(4, 9, MATCH)
    assert [session for session in range(1, 5) if kept.at(session, 9)] == [1, 3, 4]
    kept.keep(5, 100, MATCH)
    assert [session for session in range(1, 6) if kept.game_of(session)] == [5]


def test_a_kept_state_tells_the_game() -> None:
    kept = Remembered()
    kept.keep(1, 0, MATCH)
    kept.keep(2, 0, HUNT)
    assert [kept.game_of(session) for session in (1, 2, 3)] == [TAFL.name, DRAUGR.name, None]
