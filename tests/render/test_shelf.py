"""Caches stay within their bytes."""

import ast
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from render import shelf
from render.shelf import Shelf, picture_bytes, shelved


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


def test_what_a_function_gave_is_kept_within_its_bytes_and_in_the_order_of_asking() -> None:
    asked: list[int] = []

    @shelved(3, len)
    def zeros(count: int) -> bytes:
        asked.append(count)
        return bytes(count)

    assert [zeros(1), zeros(2), zeros(1), zeros(2)] == [b"\0", b"\0\0"] * 2
    assert asked == [1, 2]
    assert zeros(3) == zeros(3) == bytes(3)
    zeros(2)
    assert asked == [1, 2, 3, 2]
    assert zeros(4) == zeros(4)
    assert asked == [1, 2, 3, 2, 4, 4]


def test_pictures_weigh_what_pillow_keeps_of_them() -> None:
    sizes = {mode: picture_bytes(Image.new(mode, (30, 40))) for mode in ("L", "P", "RGB", "RGBA")}
    assert sizes == {"L": 1700, "P": 1700, "RGB": 5300, "RGBA": 5300}


FEW = {
    *(("ornaments", name) for name in ("looped_square", "mound", "plait", "wreath")),
    *(("fonts", "font_bytes"), ("gilding", "_ring"), ("gilding", "_rope"), ("hunt_end", "_cross")),
    *(("end_furniture", "oath_ring"), ("palette", "_holder"), ("png", "_filters"), ("strips", "_pennant")),
    *(("letters", "_face"), ("town_stalls", "_plait")),
}
"""What is kept by number: of one size, or asked for in the sizes that the code names, whoever plays."""


def test_F43_no_picture_is_kept_by_number_whatever_its_size() -> None:
    found = set()
    for file in sorted(Path(shelf.__file__).parent.glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.FunctionDef) or node.returns is None:
                continue
            kept = any("cache" in ast.unparse(decorator) for decorator in node.decorator_list)
            given = ast.unparse(node.returns)
            if kept and any(word in given for word in ("Image", "Font", "Line", "Shape", "bytes")):
                found.add((file.stem, node.name))
    assert found == FEW
