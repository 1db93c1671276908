"""Old tables that could not be edited: each house remembers its own, and no more than it can hold."""

from bot.overdue import MOST_OF_A_SESSION, MOST_SESSIONS, Overdue
from bot.people import SessionId
from bot.session import Shown


def test_F12_what_is_taken_is_forgotten_and_nothing_is_shared() -> None:
    one, other = Overdue(), Overdue()
    one.keep(SessionId(1), [Shown(7, 3)])
    assert other.take(SessionId(1)) == ()
    assert one.take(SessionId(1)) == (Shown(7, 3),)
    assert one.take(SessionId(1)) == ()


def test_F12_the_newest_tables_and_sessions_are_remembered() -> None:
    kept = Overdue()
    for number in range(MOST_SESSIONS + 1):
        kept.keep(SessionId(number), [Shown(message, message) for message in range(MOST_OF_A_SESSION + 1)])
    assert kept.take(SessionId(0)) == ()
    assert kept.take(SessionId(1)) == tuple(Shown(n, n) for n in range(1, MOST_OF_A_SESSION + 1))
    kept.keep(SessionId(1), [])
    assert kept.take(SessionId(1)) == ()


def test_F12_what_two_could_not_edit_at_the_same_time_is_remembered_of_both() -> None:
    kept = Overdue()
    kept.keep(SessionId(1), [Shown(9, 4)])
    kept.keep(SessionId(1), [Shown(7, 3)])
    kept.keep(SessionId(1), [Shown(9, 4)])
    assert kept.take(SessionId(1)) == (Shown(7, 3), Shown(9, 4))
