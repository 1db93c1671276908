"""Controls and values that nobody was given: none of them does what the rules or the other game forbid."""

import pytest

from bot.words import say
from rules.draugr.actions import Go, Stay
from rules.draugr.game import DRAUGR
from rules.draugr.hunt import Phase
from rules.draugr.town import NAMES
from rules.game import Seat
from tests.world.hunting import LOST, WON, Hunter, everything_sent, forged, unchanged
from tests.world.stage import Stage

FORGED_VALUES = [
    "a9",
    "",
    "e9-a9",
    "undo",
    "abandon",
    "time",
    "stay",
    "roll 6",
    "deal",
    "go",
    "b3; b4",
    "\u0430\u0301",
    "x" * 100,
]


@pytest.mark.parametrize("value", FORGED_VALUES)
async def test_D14_a_forged_place_to_go_is_refused(hunter: Hunter, value: str) -> None:
    page = await hunter.begin(LOST)
    offered = next(iter(page.options))
    await hunter.stage.choose(hunter.person, forged(page, offered, value), value)
    assert await unchanged(hunter, 3)
    assert hunter.told and hunter.page.text == page.text


async def test_D14_a_card_too_far_is_refused_with_the_rule_and_what_is_legal(hunter: Hunter) -> None:
    page = await hunter.begin(LOST)
    hunt = (await hunter.session()).hunt
    far = next(name for cell, name in enumerate(NAMES) if cell not in hunt.reachable)
    offered = next(iter(page.options))
    await hunter.stage.choose(hunter.person, forged(page, offered, far), far)
    assert "D14" in hunter.told and all(NAMES[cell] in hunter.told for cell in hunt.reachable)
    assert await unchanged(hunter, 3)


@pytest.mark.parametrize(
    "value", ["place holy nobody", "place iron", "go a1", "abandon", "undo", "cleanse e9", "holy"]
)
async def test_D16_a_forged_target_is_refused(hunter: Hunter, value: str) -> None:
    await hunter.begin(WON)
    while (await hunter.session()).hunt.phase is not Phase.TARGET:
        await hunter.advised()
    page, ply = hunter.page, (await hunter.session()).ply
    offered = next(iter(page.options))
    await hunter.stage.choose(hunter.person, forged(page, offered, value), value)
    assert await unchanged(hunter, ply) and hunter.told


@pytest.mark.parametrize(
    "tail", ["act:9", "act:7", "act", "act:x", "slide:steersman", "target", "go", "begin:1"]
)
async def test_D15_a_forged_action_is_refused(hunter: Hunter, tail: str) -> None:
    await hunter.begin(WON)
    while (await hunter.session()).hunt.phase is not Phase.ACT:
        await hunter.advised()
    session, page = await hunter.session(), hunter.page
    custom_id = f"h:{session.id}:{session.ply}:{tail}"
    await hunter.press(custom_id, forged(page, page.control("stay"), custom_id))
    assert await unchanged(hunter, session.ply) and hunter.told
    assert len(await hunter.stage.house.sessions.live()) == 1


@pytest.mark.parametrize("number", [0, 2, 999, 2**63 - 1, 2**63, 10**19])
@pytest.mark.parametrize("intent", ["stay", "undo", "hint", "log", "abandon", "abandoned", "again", "share"])
async def test_a_hunt_that_nobody_began_is_refused(hunter: Hunter, number: int, intent: str) -> None:
    page = await hunter.begin(LOST)
    custom_id = f"h:{number}:3:{intent}"
    await hunter.press(custom_id, forged(page, page.control("hint"), custom_id))
    assert hunter.told == hunter.say("refusal-no-such-session")
    assert await unchanged(hunter, 3)


async def test_the_log_of_a_hunt_elsewhere_is_not_for_strangers(stage: Stage, hunter: Hunter) -> None:
    hunter.where = stage.dm(hunter.person)
    await hunter.begin("very private")
    bjorn = Hunter.of(stage, stage.bjorn)
    page = await bjorn.begin(LOST)
    custom_id = page.control("log")
    other = custom_id.replace(f"h:{(await bjorn.session()).id}:", f"h:{(await hunter.session()).id}:")
    await bjorn.press(other, forged(page, custom_id, other))
    assert bjorn.told == bjorn.say("refusal-no-such-session")
    assert "very-private" not in everything_sent(stage)


async def test_a_result_is_not_shared_before_there_is_one(hunter: Hunter) -> None:
    page = await hunter.begin(LOST)
    custom_id = page.control("hint").replace("hint", "share")
    count = len(hunter.stage.pages())
    await hunter.press(custom_id, forged(page, page.control("hint"), custom_id))
    assert len(hunter.stage.pages()) == count
    assert hunter.told == hunter.say("refusal-hunt-not-over")


# The other game's controls


HUNT_INTENTS = [
    "stay",
    "act:1",
    "undo",
    "hint",
    "log",
    "abandon",
    "abandoned",
    "again",
    "share",
    "slide:steersman",
]


@pytest.mark.parametrize("intent", HUNT_INTENTS)
async def test_a_hunts_button_never_reaches_a_match(hunter: Hunter, intent: str) -> None:
    stage, hunter.calls_expected = hunter.stage, True
    table = await stage.begin(stage.astrid, stage.bjorn, "d1-c1", "e7-d7")
    custom_id = f"h:1:3:{intent}"
    await stage.press(stage.astrid, forged(table, table.control("move"), custom_id), custom_id)
    assert stage.told(stage.astrid).text == say("en", "refusal-no-such-session")
    match = await stage.house.sessions.at(stage.hall.id, "tafl")
    assert match.ply == 3 and not match.outcome and len(stage.tables()) == 1


@pytest.mark.parametrize("intent", ["go", "target"])
async def test_a_hunts_select_never_moves_in_a_match(hunter: Hunter, intent: str) -> None:
    stage, hunter.calls_expected = hunter.stage, True
    table = await stage.begin(stage.astrid, stage.bjorn, "d1-c1", "e7-d7")
    picker = stage.read(await stage.press(stage.astrid, table, "move"))
    custom_id = f"+h:1:3:{intent}"
    value = next(iter(picker.options))
    page = forged(forged(picker, picker.control("from"), custom_id), value, "c1-c2")
    await stage.choose(stage.astrid, page, "c1-c2")
    assert stage.told(stage.astrid).text == say("en", "refusal-no-such-session")
    assert (await stage.house.sessions.at(stage.hall.id, "tafl")).ply == 3


@pytest.mark.parametrize(
    "intent",
    [
        *(
            "move",
            "placing",
            "place:e9",
            "draw",
            "undo",
            "yes:draw",
            "no:draw",
            "yes:undo",
            "resign",
            "resigned",
        ),
        *("more", "show", "flip", "text", "record", "rematch"),
    ],
)
async def test_a_matchs_button_never_reaches_a_hunt(hunter: Hunter, intent: str) -> None:
    page = await hunter.begin(LOST)
    custom_id = f"t:1:3:{intent}"
    await hunter.press(custom_id, forged(page, page.control("hint"), custom_id))
    assert hunter.told == hunter.say("refusal-no-such-session")
    assert await unchanged(hunter, 3) and len(hunter.pages) == 1


@pytest.mark.parametrize("intent", ["from", "to:go ", "placed"])
async def test_a_matchs_select_never_chooses_in_a_hunt(hunter: Hunter, intent: str) -> None:
    page = await hunter.begin(LOST)
    custom_id = f"+t:1:3:{intent}"
    offered = next(iter(page.options))
    await hunter.stage.choose(hunter.person, forged(page, page.control("go"), custom_id), offered)
    assert hunter.told == hunter.say("refusal-no-such-session")
    assert await unchanged(hunter, 3)


async def test_typed_moves_of_tafl_find_no_match_where_a_hunt_is(hunter: Hunter) -> None:
    await hunter.begin(LOST)
    for command, options in (("tafl move", {"move": "e3"}), ("tafl resign", {}), ("tafl show", {})):
        told = hunter.stage.read(await hunter.slash(command, **options))
        assert told.text == hunter.say("refusal-no-session-here")
    assert await unchanged(hunter, 3)


async def test_D15_to_stay_ones_hand_is_always_offered(hunter: Hunter) -> None:
    await hunter.begin(LOST)
    hunt = (await hunter.session()).hunt
    await hunter.choose(Go(hunt.reachable[0]))
    await hunter.choose(Stay())
    hunt = (await hunter.session()).hunt
    assert hunt.round == 2 and DRAUGR.turn(hunt) is Seat.HUNTER
