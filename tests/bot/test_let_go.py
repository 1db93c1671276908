"""What is done with is gone at once, without the garbage collector, which would hold everybody up."""

import gc
import io
import weakref
from collections.abc import Iterator

import discord
import pytest

from bot.lulls import Lulls
from bot.observing import Trace
from bot.views.controls import button
from bot.views.layout import Document, Picture, Screen, board, page, row, text


@pytest.fixture(autouse=True)
def no_collector() -> Iterator[None]:
    """Nothing but the last reference ends anything."""
    gc.disable()
    yield
    gc.enable()


def test_a_screen_that_was_let_go_of_is_gone() -> None:
    picture = Picture("board.png", b"png", "a board")
    shown = page(text("words"), board(picture), row(button("Move", "t", 1, 2, "move")))
    screen = Screen(shown, (picture,))
    parts = [weakref.ref(part) for part in (shown, *shown.walk_children())]
    assert len(parts) > 5
    screen.let_go()
    del shown, screen
    assert [part() for part in parts if part() is not None] == []


@pytest.mark.parametrize("attached", [Picture("a.png", b"png", ""), Document("a.txt", "text")])
def test_an_upload_can_be_read_again_and_is_gone_with_its_last_reader(attached: Picture | Document) -> None:
    file = attached.file()
    first = file.fp.read()
    file.fp.close()
    file.reset(seek=True)
    assert file.fp.read() == first != b""
    file.close()
    upload = weakref.ref(file.fp)
    del file
    assert upload() is None


async def test_an_answer_that_was_waited_for_leaves_no_trace() -> None:
    trace = Trace(interaction=1_234_567, user=7, guild=None, channel=9)
    with Lulls().awaits(trace):
        trace.answer()
    del trace
    left = [one for one in gc.get_objects() if isinstance(one, Trace) and one.interaction == 1_234_567]
    assert left == []


def test_the_library_still_ties_the_knot_that_we_avoid() -> None:
    file = discord.File(io.BytesIO(b"png"), "a.png")
    file.close()
    upload = weakref.ref(file.fp)
    del file
    assert upload() is not None
