"""Others at the hunter's buttons, late and double presses, two devices, and controls that nobody was given."""

from functools import partial

import pytest

from bot.words import LOCALES, Locale, say
from rules.draugr.actions import Go
from rules.draugr.game import DRAUGR
from rules.draugr.hints import hint
from rules.draugr.hunt import Phase
from rules.draugr.town import NAMES
from tests.world.hunting import LOST, WON, Hunter, everything_sent, forged, unchanged
from tests.world.page import Page

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
    assert hunter.say("refusal-hunt-goes-on") in [
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
