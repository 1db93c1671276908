"""Caches stay within their bytes."""

from hypothesis import given
from hypothesis import strategies as st

from render.shelf import Shelf


@given(st.lists(st.tuples(st.integers(0, 9), st.binary(max_size=60))))
def test_a_shelf_never_holds_more_than_its_room(puts: list[tuple[int, bytes]]) -> None:
    shelf: Shelf[int, bytes] = Shelf(100, len)
    for key, value in puts:
        shelf.put(key, value)
        assert shelf.used <= 100
        assert shelf.get(key) == value
    assert shelf.used == sum(len(shelf.get(key) or b"") for key in range(10))


def test_what_was_asked_for_last_stays() -> None:
    shelf: Shelf[str, bytes] = Shelf(2, len)
    shelf.put("a", b"1")
    shelf.put("b", b"2")
    assert shelf.get("a") == b"1"
    shelf.put("c", b"3")
    assert shelf.get("b") is None
    assert shelf.get("a") == b"1"


def test_what_is_larger_than_the_room_is_not_kept() -> None:
    shelf: Shelf[str, bytes] = Shelf(2, len)
    shelf.put("a", b"123")
    assert shelf.get("a") is None
    shelf.clear()
    assert len(shelf) == 0
