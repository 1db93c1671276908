"""Tables whose picture can't be drawn or is refused: the match goes on in words."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from render import board, kits
from tests.world.stage import Stage

POST = "/channels/*/messages"
FOLLOW_UP = "/webhooks/*/*"
FILES = " a b c d e f g h i "


@pytest.mark.parametrize(("status", "code"), [(413, 40005), (400, 50035), (403, 50013), (500, 0)])
async def test_F17_a_picture_that_is_refused_leaves_a_table_of_words(
    stage: Stage, status: int, code: int
) -> None:
    await stage.begin(stage.astrid, stage.bjorn)
    stage.refuse("POST", POST, status=status, code=code)
    if status == 403:
        stage.refuse("POST", FOLLOW_UP, status=400, code=50035)
    await stage.say_move(stage.astrid, "d1-c1")
    table = stage.table()
    assert len(stage.tables()) == 1
    assert not table.files
    assert FILES in table.text
    assert table.pings == (stage.bjorn.id,)
    await stage.press(stage.bjorn, table, "move")
    await stage.slash(stage.bjorn, "tafl show")
    assert stage.table().files == ("board.png",)
    assert len(stage.tables()) == 1


@pytest.fixture
def undrawable(stage: Stage) -> Iterator[None]:
    """No carved pieces in memory, and a folder for them that no system can have: drawing raises."""
    kits.forget()
    board.forget()
    whole = stage.house
    stage.client.house = replace(whole, cache=Path("no\0folder"))
    yield
    kits.warm(whole.cache)


async def test_F43_what_cannot_be_drawn_is_played_in_words(stage: Stage, undrawable: None) -> None:
    table = await stage.begin(stage.astrid, stage.bjorn, "d1-c1")
    assert not table.files
    assert FILES in table.text
    assert "d1-c1" in table.text
    await stage.say_move(stage.bjorn, "e7-d7")
    assert stage.table().pings == (stage.astrid.id,)
    assert len(stage.tables()) == 1
    await stage.press(stage.astrid, stage.table(), "more")
    await stage.press(stage.astrid, stage.told(stage.astrid), "text")
    assert "[S" in stage.told(stage.astrid).text


async def test_F43_moves_are_tapped_where_nothing_can_be_drawn(stage: Stage, undrawable: None) -> None:
    await stage.challenge(stage.astrid, stage.bjorn, side="attack")
    await stage.accept(stage.bjorn)
    picker = await stage.press(stage.astrid, stage.table(), "placing")
    await stage.choose(stage.astrid, stage.read(picker), "d1")
    await stage.move(stage.astrid, "d1-c1")
    assert "`d1-c1`" in stage.table().text
