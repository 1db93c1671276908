"""Others at the hunter's buttons, late and double presses, two devices, and controls that nobody was given."""

from functools import partial

import pytest

from bot.words import LOCALES, Locale, say
from rules.draugr.actions import Go, Stay
from rules.draugr.game import DRAUGR
from rules.draugr.hints import hint
from rules.draugr.hunt import Phase
from rules.draugr.town import NAMES
from rules.game import Seat
from tests.world.hunting import LOST, WON, Hunter, everything_sent, forged
from tests.world.page import Page
from tests.world.stage import Stage


async def unchanged(hunter: Hunter, ply: int) -> bool:
    """Whether the hunt still stands at that ply, by what is stored."""
    return (await hunter.session()).ply == ply


# Others


@pytest.mark.parametrize("locale", LOCALES)
async def test_F5_nobody_else_can_press_the_hunters_controls(hunter: Hunter, locale: Locale) -> None:
    stage, bjorn = hunter.stage, hunter.stage.bjorn
    stage.speaks(bjorn, locale)
    await hunter.begin(WON)
    pressed = set[str]()
    for _ in range(4):
        page, ply = hunter.page, (await hunter.session()).ply
        for custom_id in page.controls:
            intent = custom_id.split(":")[3]
            if intent == "log":
                continue
            act = stage.choose(bjorn, page, next(iter(page.options))) if "+" in custom_id else None
            told = stage.read(await (act or stage.press(bjorn, page, custom_id)))
            pressed.add(intent)
            if told.private:  # an answer of its own; else the message itself was read
                assert told.text == say(locale, "refusal-not-a-player-hunt", first="Astrid")
            assert stage.told(bjorn).text == say(locale, "refusal-not-a-player-hunt", first="Astrid")
            assert hunter.page.text == page.text
        assert await unchanged(hunter, ply)
        await hunter.advised()
    assert pressed == {"go", "act", "stay", "target", "undo", "hint", "abandon"}


async def test_F5_nobody_else_can_give_a_hunt_up_by_its_question(hunter: Hunter) -> None:
    page = await hunter.begin(LOST)
    asked = forged(page, page.control("abandon"), page.control("abandon") + "ed")
    await hunter.stage.press(hunter.stage.bjorn, asked, "abandoned")
    assert not (await hunter.session()).outcome
    assert hunter.stage.told(hunter.stage.bjorn).text == say(
        "en", "refusal-not-a-player-hunt", first="Astrid"
    )


async def test_others_commands_never_act_in_a_hunt_that_is_here(hunter: Hunter) -> None:
    await hunter.begin(LOST)
    told = hunter.stage.read(await hunter.stage.slash(hunter.stage.bjorn, "draugr abandon"))
    assert told.text == say("en", "refusal-not-a-player-hunt", first="Astrid")
    assert not (await hunter.session()).outcome


# Late and double


@pytest.mark.parametrize("locale", LOCALES)
async def test_F4_a_stale_control_says_so_and_leads_to_the_hunt(hunter: Hunter, locale: Locale) -> None:
    hunter.stage.speaks(hunter.person, locale)
    first = await hunter.begin(LOST)
    await hunter.advised()
    second = hunter.page
    await hunter.rounds(3)
    session = await hunter.session()
    for page in (first, second):
        for custom_id in page.controls:
            if custom_id.split(":")[3] in ("log", "abandon"):
                continue
            await _touched(hunter, page, custom_id)
            told = hunter.stage.told(hunter.person)
            assert told.text == say(locale, "refusal-stale-table-hunt") and told.links == (session.link,)
            assert await unchanged(hunter, session.ply)


async def _touched(hunter: Hunter, page: Page, custom_id: str) -> None:
    if custom_id.startswith("+"):
        await hunter.stage.choose(hunter.person, page, next(iter(page.options)))
    else:
        await hunter.press(custom_id, page)


async def test_F4_controls_of_an_ended_hunt_say_that_it_is_over(hunter: Hunter) -> None:
    page = await hunter.begin(LOST)
    asked = hunter.stage.read(await hunter.press("abandon"))
    await hunter.abandon()
    ply = (await hunter.session()).ply
    for late, wanted in ((page, "hint"), (page, "abandon"), (asked, "abandoned")):
        await hunter.press(wanted, late)
        assert hunter.told == hunter.say("refusal-session-over-hunt")
    await hunter.stage.choose(hunter.person, page, next(iter(page.options)))
    assert hunter.told == hunter.say("refusal-session-over-hunt")
    assert await unchanged(hunter, ply)


async def test_F7_a_double_click_chooses_once(hunter: Hunter) -> None:
    await hunter.begin(WON)
    for _ in range(6):
        page, session = hunter.page, await hunter.session()
        action = hint(session.hunt).action
        twice = [partial(hunter.choose, action, page)] * 2
        await hunter.stage.at_once(*twice)
        actions = await hunter.actions()
        chosen = actions[session.ply :]
        assert chosen[0] == DRAUGR.write(session.hunt, action)
        assert all(text.startswith("roll ") for text in chosen[1:])
        assert hunter.told == hunter.say("refusal-stale-table-hunt")
        assert len(hunter.pages) == 1


async def test_F7_two_devices_at_once_choose_one_thing_and_the_other_is_told(hunter: Hunter) -> None:
    await hunter.begin(LOST)
    page, hunt = hunter.page, (await hunter.session()).hunt
    first, second = hunt.reachable[:2]
    await hunter.stage.at_once(
        lambda: hunter.choose(Go(first), page), lambda: hunter.choose(Go(second), page)
    )
    assert (await hunter.actions())[-1] in (f"go {NAMES[first]}", f"go {NAMES[second]}")
    assert (await hunter.session()).ply == 4
    assert hunter.told == hunter.say("refusal-stale-table-hunt")


async def test_F7_undo_twice_at_once_goes_back_by_one_choice(hunter: Hunter) -> None:
    await hunter.begin(WON)
    while (await hunter.session()).hunt.phase is not Phase.TARGET:
        await hunter.advised()
    page = hunter.page
    await hunter.stage.at_once(lambda: hunter.press("undo", page), lambda: hunter.press("undo", page))
    assert (await hunter.session()).hunt.phase is Phase.ACT


async def test_F7_two_first_hunts_at_once_make_one(hunter: Hunter) -> None:
    helped = hunter.stage.read(await hunter.slash("help"))
    await hunter.stage.at_once(lambda: hunter.press("begin", helped), lambda: hunter.press("begin", helped))
    assert len(await hunter.stage.house.sessions.live()) == len(hunter.pages) == 1
    assert hunter.say("refusal-channel-busy-hunt", first="Astrid") in [
        page.text for page in hunter.stage.pages(seen_by=hunter.person)
    ]


async def test_F7_a_result_shared_twice_at_once_carries_one_nonce(hunter: Hunter) -> None:
    await hunter.begin(LOST)
    await hunter.abandon()
    over = hunter.stage.last()
    await hunter.stage.at_once(lambda: hunter.press("share", over), lambda: hunter.press("share", over))
    # Discord itself shows one of several messages with the same nonce.
    sent = everything_sent(hunter.stage)
    assert sent.count(f"'nonce': 'share{(await hunter.session()).id}'") == 2


async def test_a_late_finger_on_a_message_shown_again_leaves_one_live_message(hunter: Hunter) -> None:
    old = await hunter.begin(LOST)
    await hunter.slash("draugr show")
    ply = (await hunter.session()).ply
    await hunter.stage.choose(hunter.person, old, next(iter(old.options)))
    assert hunter.told == hunter.say("refusal-stale-table-hunt")
    assert len(hunter.pages) == 1 and await unchanged(hunter, ply)


async def test_where_the_older_message_cannot_be_edited_it_is_dead_all_the_same(hunter: Hunter) -> None:
    old = await hunter.begin(LOST)
    hunter.stage.refuse("PATCH", f"/channels/*/messages/{old.id}", status=403, code=50001)
    await hunter.slash("draugr show")
    assert len(hunter.pages) == 2
    await hunter.stage.choose(hunter.person, old, next(iter(old.options)))
    assert hunter.told == hunter.say("refusal-stale-table-hunt")
    newest = hunter.pages[-1]
    await hunter.stage.choose(hunter.person, newest, next(iter(newest.options)))
    assert (await hunter.session()).hunt.phase is Phase.ACT


# Forged


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
    hunter.trouble_expected = tail in ("target", "go")  # a select's intent on a button: an apology
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
    assert hunter.told == hunter.say("refusal-stale-table-hunt")


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
