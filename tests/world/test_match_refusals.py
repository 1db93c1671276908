"""Who may not do what, fingers that come late or twice, and moves that are none."""

import re

import pytest

from bot.words import speaker
from rules.tafl.position import PLACEMENTS
from tests.world.stage import Stage
from tests.world.world import Person

en = speaker("en")


def told(stage: Stage, person: Person) -> str:
    return stage.told(person).text


# Persons


@pytest.mark.parametrize("wanted", ["move", "draw"])
async def test_F5_whoever_is_not_to_move_is_told_who_is(stage: Stage, wanted: str) -> None:
    table = await stage.begin(stage.astrid, stage.bjorn)
    if wanted == "move":
        await stage.press(stage.bjorn, table, "move")
        assert told(stage, stage.bjorn) == en("refusal-not-your-turn", name="Astrid")
        assert stage.told(stage.bjorn).links == (stage.link(table),)
    await stage.press(stage.ketil, table, wanted)
    assert told(stage, stage.ketil) == en(
        "refusal-not-a-player", first="Astrid", second="Bjorn", name="Astrid"
    )
    assert stage.table().id == table.id
    assert not stage.pinged[3:]


@pytest.mark.parametrize("command", ["tafl resign", "tafl draw", "tafl undo"])
async def test_F5_a_bystander_commands_nothing(stage: Stage, command: str) -> None:
    table = await stage.begin(stage.astrid, stage.bjorn)
    await stage.slash(stage.ketil, command)
    assert "Astrid" in told(stage, stage.ketil)
    await stage.say_move(stage.ketil, "d1-c1")
    assert "Bjorn" in told(stage, stage.ketil)
    await stage.press(stage.ketil, table, "resign")
    assert "Astrid" in told(stage, stage.ketil)
    assert stage.last().id == table.id


async def test_F5_the_opponent_does_not_type_the_movers_move(stage: Stage) -> None:
    await stage.begin(stage.astrid, stage.bjorn)
    await stage.say_move(stage.bjorn, "d1-c1")
    assert told(stage, stage.bjorn) == en("refusal-not-your-turn", name="Astrid")
    await stage.say_move(stage.bjorn, "e7-d7")
    assert "Move 1" in stage.table().text


async def test_T3_the_defender_does_not_place_the_black_draug(stage: Stage) -> None:
    await stage.challenge(stage.astrid, stage.bjorn, side="attack")
    await stage.accept(stage.bjorn)
    for wanted in ("place", "placing"):
        await stage.press(stage.bjorn, stage.table(), wanted)
        assert told(stage, stage.bjorn) == en("refusal-not-your-turn", name="Astrid")
    await stage.say_move(stage.bjorn, "e9")
    assert "place the Black Draug" in stage.table().text


@pytest.mark.parametrize("command", ["tafl show", "tafl resign", "tafl draw", "tafl undo", "tafl record"])
async def test_F23_where_nothing_is_played_that_is_said(stage: Stage, command: str) -> None:
    await stage.slash(stage.astrid, command)
    assert told(stage, stage.astrid) == en("refusal-no-session-here")


# Late and double fingers


@pytest.mark.parametrize("wanted", ["move", "draw"])
async def test_F4_a_button_of_an_older_table_leads_to_the_current_one(stage: Stage, wanted: str) -> None:
    old = await stage.begin(stage.astrid, stage.bjorn)
    await stage.say_move(stage.astrid, "d1-c1")
    await stage.say_move(stage.bjorn, "e7-d7")
    await stage.press(stage.astrid, old, wanted)
    assert told(stage, stage.astrid) == en("refusal-stale-table")
    assert stage.told(stage.astrid).links == (stage.link(stage.table()),)
    assert len(stage.tables()) == 1


async def test_F4_an_older_picker_plays_nothing(stage: Stage) -> None:
    table = await stage.begin(stage.astrid, stage.bjorn)
    first = stage.read(await stage.press(stage.astrid, table, "move"))
    second = stage.read(await stage.choose(stage.astrid, first, "d1"))
    await stage.say_move(stage.astrid, "a4-a3")
    await stage.say_move(stage.bjorn, "e7-d7")
    for page, value in ((first, "d1"), (second, "c1")):
        await stage.choose(stage.astrid, page, value)
        assert told(stage, stage.astrid) == en("refusal-stale-table")
    assert "`e7-d7`" in stage.table().text


async def test_F4_after_the_end_every_old_control_says_so(stage: Stage) -> None:
    table = await stage.begin(stage.astrid, stage.bjorn)
    picker = stage.read(await stage.press(stage.astrid, table, "move"))
    await stage.slash(stage.bjorn, "tafl draw")
    offer = stage.last()
    await stage.press(stage.astrid, table, "resign")
    await stage.press(stage.astrid, stage.told(stage.astrid), "resigned")
    for wanted in ("move", "draw", "resign"):
        await stage.press(stage.astrid, table, wanted)
        assert told(stage, stage.astrid) == en("refusal-session-over")
    await stage.choose(stage.astrid, picker, "d1")
    assert told(stage, stage.astrid) == en("refusal-session-over")
    await stage.press(stage.astrid, offer, "yes")
    assert told(stage, stage.astrid) == en("refusal-session-over")


async def test_F7_two_taps_on_a_square_are_one_move(stage: Stage) -> None:
    table = await stage.begin(stage.astrid, stage.bjorn)
    picker = await stage.press(stage.astrid, table, "move")
    page = stage.read(await stage.choose(stage.astrid, stage.read(picker), "d1"))
    await stage.at_once(*[lambda: stage.choose(stage.astrid, page, "c1")] * 2)
    assert "Move 2" in stage.table().text
    assert len(stage.tables()) == 1
    assert told(stage, stage.astrid) == en("refusal-stale-table")


async def test_F7_two_taps_on_the_placement_place_once(stage: Stage) -> None:
    await stage.challenge(stage.astrid, stage.bjorn, side="attack")
    await stage.accept(stage.bjorn)
    table = stage.table()
    await stage.at_once(*[lambda: stage.press(stage.astrid, table, "place")] * 2)
    assert "Move 1" in stage.table().text
    assert told(stage, stage.astrid) == en("refusal-stale-table")


async def test_F7_a_hundred_moves_at_once_are_one_move(stage: Stage) -> None:
    await stage.begin(stage.astrid, stage.bjorn)
    moves = ["d1-c1", "d1-b1", "a4-a3", "i4-i3"] * 25
    await stage.at_once(*[lambda move=move: stage.say_move(stage.astrid, move) for move in moves])
    assert "`d1-c1`" in stage.table().text
    assert "Move 2" in stage.table().text
    assert len(stage.tables()) == 1
    assert stage.pinged[3:] == [(stage.bjorn.id,)]


async def test_F7_a_move_and_a_resignation_at_once_leave_one_table(stage: Stage) -> None:
    table = await stage.begin(stage.astrid, stage.bjorn)
    await stage.press(stage.bjorn, table, "resign")
    question = stage.told(stage.bjorn)
    await stage.at_once(
        lambda: stage.say_move(stage.astrid, "d1-c1"), lambda: stage.press(stage.bjorn, question, "resigned")
    )
    assert "Resigned: attackers win" in stage.last().text
    assert len(stage.tables()) == 1


# Moves that are none (the start, the Black Draug on e9)


@pytest.mark.parametrize(
    ("typed", "key", "text", "rule", "squares"),
    [
        ("e8-e6", "wrong-illegal-blocked", "e7", "T5", "a8, b8, c8, d8, f8, g8, h8, i8"),
        ("d1-c2", "wrong-illegal-line", "", "T5", "a1, b1, c1, d2, d3, d4"),
        ("d1-d1", "wrong-illegal-same", "", "T5", "a1, b1, c1, d2, d3, d4"),
        ("e6-f6", "wrong-illegal-turn", "e6", "T4", ""),
        ("b2-b3", "wrong-illegal-empty", "b2", "T4", ""),
    ],
)
async def test_F40_an_illegal_move_is_answered_with_rule_and_squares(
    stage: Stage, typed: str, key: str, text: str, rule: str, squares: str
) -> None:
    table = await stage.begin(stage.astrid, stage.bjorn)
    await stage.say_move(stage.astrid, typed)
    expected = [en(key, text=text), en("wrong-rule", rule=rule)]
    expected += [en("wrong-squares", squares=squares)] if squares else []
    assert told(stage, stage.astrid) == "\n".join(expected)
    assert stage.last().id == table.id


async def test_T5_T6_T7_a_square_that_a_piece_may_not_enter_names_its_rule(stage: Stage) -> None:
    await stage.begin(stage.astrid, stage.bjorn, "d1-c1", "e6-d6", "a4-b4")
    await stage.say_move(stage.bjorn, "e7-e9")
    assert told(stage, stage.bjorn).startswith(en("wrong-illegal-blocked", text="e8") + "\n(Rule T5)")
    await stage.say_move(stage.bjorn, "e5-e6")
    await stage.say_move(stage.astrid, "c1-d1")
    assert told(stage, stage.astrid).startswith(en("wrong-illegal-barrow", text="d1") + "\n(Rule T7)")
    await stage.say_move(stage.astrid, "c1-b1")
    await stage.say_move(stage.bjorn, "d5-e5")
    assert told(stage, stage.bjorn).startswith(en("wrong-illegal-throne") + "\n(Rule T6)")


@pytest.mark.parametrize("typed", ["hello", "z9-z8", "e8-e6-e4", "💀", "d1-c1xe5", "d1-c1#", "x" * 400])
async def test_F40_what_is_no_move_is_answered_with_what_one_looks_like(stage: Stage, typed: str) -> None:
    table = await stage.begin(stage.astrid, stage.bjorn)
    await stage.say_move(stage.astrid, typed)
    answer = told(stage, stage.astrid)
    assert "rom and to" in answer
    assert len(answer) < 200
    assert stage.last().id == table.id


async def test_F40_half_a_move_is_answered_with_the_moves_it_can_mean(stage: Stage) -> None:
    await stage.begin(stage.astrid, stage.bjorn)
    await stage.say_move(stage.astrid, "D1")
    squares = "d1-a1, d1-b1, d1-c1, d1-d2, d1-d3, d1-d4"
    assert told(stage, stage.astrid) == en("wrong-ambiguous-square", text="d1", squares=squares)
    await stage.say_move(stage.astrid, "c5")
    assert told(stage, stage.astrid) == en("wrong-unreadable-square", text="c5", example="d1-a1")


async def test_T3_before_the_placement_moves_wait(stage: Stage) -> None:
    await stage.challenge(stage.astrid, stage.bjorn, side="attack")
    await stage.accept(stage.bjorn)
    await stage.say_move(stage.astrid, "d1-c1")
    placed_on = en("wrong-squares-placing", squares=", ".join(PLACEMENTS))
    assert told(stage, stage.astrid) == f"{en('wrong-illegal-placing')}\n(Rule T3)\n{placed_on}"
    await stage.say_move(stage.astrid, "e5")
    placement = en("wrong-illegal-placement", text="e5")
    assert told(stage, stage.astrid) == f"{placement}\n(Rule T3)\n{placed_on}"
    [typed] = re.findall("`/tafl move (\\w+)`", en("wrong-illegal-placing"))
    await stage.say_move(stage.astrid, typed)
    assert stage.table().offers("move")


@pytest.mark.parametrize(
    "typed", ["resign attackers", "draw", "undo defenders", "place a4", "time defenders"]
)
async def test_no_other_deed_is_done_by_typing_it_as_a_move(stage: Stage, typed: str) -> None:
    table = await stage.begin(stage.astrid, stage.bjorn)
    await stage.say_move(stage.astrid, typed)
    assert stage.told(stage.astrid)
    assert stage.last().id == table.id


@pytest.mark.parametrize(
    ("typed", "offered"),
    [("", 25), ("d1", 6), ("D1-", 6), ("d1-c", 1), ("zz", 0), ("d1d4", 1), ("x" * 99, 0)],
)
async def test_F41_suggestions_are_at_most_twenty_five(stage: Stage, typed: str, offered: int) -> None:
    await stage.begin(stage.astrid, stage.bjorn)
    assert len(await stage.suggestions(stage.astrid, "tafl move", "move", typed)) == offered
    assert await stage.suggestions(stage.bjorn, "tafl move", "move", typed) == []
    assert await stage.suggestions(stage.ketil, "tafl move", "move", typed) == []


@pytest.mark.parametrize(("typed", "offered"), [("", 16), ("a", 3), ("e9", 1), ("b", 1), ("c", 0)])
async def test_T3_F41_before_the_first_move_barrow_squares_are_suggested(
    stage: Stage, typed: str, offered: int
) -> None:
    await stage.challenge(stage.astrid, stage.bjorn, side="attack")
    await stage.accept(stage.bjorn)
    found = await stage.suggestions(stage.astrid, "tafl move", "move", typed)
    assert len(found) == offered
    assert all(square.startswith(typed) for square in found)
