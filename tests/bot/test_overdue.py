"""Old tables that could not be edited: each house remembers its own, and no more than it can hold."""

from bot.overdue import MOST_OF_A_SESSION, MOST_SESSIONS, MOST_TRIES, Overdue
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


def test_F28_a_table_that_does_not_hang_is_tried_ten_times_until_it_is_asked_for_anew() -> None:
    kept, one, other = Overdue(), SessionId(1), SessionId(2)
    kept.not_hung(one, anew=True)
    kept.not_hung(other, anew=False)
    kept.hung(other)
    for _ in range(MOST_TRIES):
        assert kept.unhung() == (one,)
        kept.not_hung(one, anew=False)
    assert kept.unhung() == ()
    kept.not_hung(one, anew=True)
    assert kept.unhung() == (one,)
    for number in range(2, MOST_SESSIONS + 2):
        kept.not_hung(SessionId(number), anew=True)
    assert len(kept.unhung()) == MOST_SESSIONS and one not in kept.unhung()
