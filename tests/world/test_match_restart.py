"""A bot that is stopped and started: between any two steps, and with pages open that another process has written."""

from collections.abc import Awaitable, Callable

from tests.world.short_games import BLACK_DRAUG_TAKEN, JARL_TAKEN
from tests.world.stage import Stage

Step = Callable[[], Awaitable[object]]


async def test_F3_F42_restarted_after_every_step_the_match_is_the_same(stage: Stage) -> None:
    """Each tap of a whole match, from the challenge to the rematch, reaches a bot that has just begun."""
    a, b = stage.astrid, stage.bjorn
    await stage.challenge(a, b, side="attack")
    await stage.restart()
    await stage.accept(b)
    await stage.restart()
    picker = stage.read(await stage.press(a, stage.table(), "placing"))
    await stage.restart()
    await stage.choose(a, picker, BLACK_DRAUG_TAKEN.black_draug)
    for person, move in zip((a, b), BLACK_DRAUG_TAKEN.moves, strict=True):
        start, end = move.split("-")
        await stage.restart()
        pieces = await stage.press(person, stage.table(), "move")
        await stage.restart()
        squares = await stage.choose(person, stage.read(pieces), start)
        await stage.restart()
        await stage.choose(person, stage.read(squares), end)
        assert len(stage.tables()) == 1
    assert "The Black Draug is taken" in stage.last().text
    await stage.restart()
    await stage.press(b, stage.table(), "rematch")
    await stage.restart()
    await stage.accept(a)
    assert stage.last().text.startswith("### Bjorn attacks · Astrid defends")
    assert stage.pinged == [(b.id,), (a.id,), (a.id,), (b.id,), (), (a.id,), (b.id,)]


async def test_F3_offers_and_questions_outlive_the_bot(stage: Stage) -> None:
    table = await stage.begin(stage.astrid, stage.bjorn, "d1-c1", "e7-d7")
    await stage.slash(stage.bjorn, "tafl undo")
    await stage.restart()
    await stage.press(stage.astrid, stage.last(), "yes")
    assert "e7" in stage.table().pictures[0]
    await stage.press(stage.bjorn, stage.table(), "draw")
    await stage.restart()
    await stage.press(stage.astrid, stage.last(), "no")
    assert "declined" in stage.last().text
    await stage.press(stage.bjorn, table, "resign")
    question = stage.told(stage.bjorn)
    await stage.restart()
    await stage.press(stage.bjorn, question, "resigned")
    assert "Resigned: attackers win" in stage.last().text


async def test_F42_moves_by_command_go_on_after_every_restart(stage: Stage) -> None:
    await stage.begin(stage.astrid, stage.bjorn)
    for number, move in enumerate(JARL_TAKEN.moves):
        await stage.restart()
        await stage.say_move((stage.astrid, stage.bjorn)[number % 2], move)
    assert "The Jarl is taken: attackers win" in stage.last().text


async def test_F4_a_table_from_before_the_restart_is_as_stale_as_ever(stage: Stage) -> None:
    old = await stage.begin(stage.astrid, stage.bjorn)
    await stage.say_move(stage.astrid, "d1-c1")
    await stage.restart()
    await stage.press(stage.bjorn, old, "move")
    assert stage.told(stage.bjorn).links == (stage.link(stage.table()),)
    await stage.slash(stage.bjorn, "tafl show")
    assert len(stage.tables()) == 1
    assert not stage.table().pings


async def test_F23_matches_are_found_again_after_a_restart(stage: Stage) -> None:
    table = await stage.begin(stage.astrid, stage.bjorn)
    await stage.restart()
    await stage.slash(stage.bjorn, "matches")
    assert stage.link(table) in stage.told(stage.bjorn).text
    await stage.challenge(stage.ketil, stage.bjorn)
    assert stage.told(stage.ketil).links == (stage.link(table),)
