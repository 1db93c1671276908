"""Where a hunt is held and what goes wrong there: taken channels, closed places, faults, restarts, other cards."""

import json

import discord
import pytest

from bot.people import PlayerId, SessionId
from bot.words import LOCALES, Locale, say
from rules.draugr.hints import hint
from rules.draugr.hunt import Phase
from rules.game import Ending, Seat
from tests.world.hunting import LOST, WON, Hunter, advised
from tests.world.stage import Stage

# Taken channels


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("command", ["draugr hunt", "draugr daily"])
async def test_a_second_hunt_in_a_channel_is_refused_with_a_link(
    hunter: Hunter, command: str, locale: Locale
) -> None:
    stage = hunter.stage
    page = await hunter.begin(LOST)
    stage.speaks(stage.bjorn, locale)
    for person in (stage.bjorn, stage.astrid):
        told = stage.read(await stage.slash(person, command))
        spoken: Locale = locale if person is stage.bjorn else "en"
        key = "refusal-channel-busy-hunt" if person is stage.bjorn else "refusal-hunt-goes-on"
        assert told.private and told.text == say(spoken, key, first="Astrid")
        assert told.labels == (say(spoken, "button-to-the-hunt"),) and told.links == (stage.link(page),)
    assert len(await stage.house.sessions.live()) == len(hunter.pages) == 1
    # A thread, or direct messages, is another place.
    elsewhere = Hunter.of(stage, stage.bjorn, stage.thread("yard"))
    await elsewhere.slash(command)
    await elsewhere.advised()


async def test_hunt_again_is_refused_where_another_hunts_by_now(hunter: Hunter) -> None:
    stage = hunter.stage
    await hunter.begin(LOST)
    await hunter.abandon()
    over = stage.last()
    page = await Hunter.of(stage, stage.bjorn).begin(WON)
    told = stage.read(await hunter.press("again", over))
    assert told.private and told.text == hunter.say("refusal-channel-busy-hunt", first="Bjorn")
    assert told.links == (stage.link(page),)


async def test_a_refused_daily_hunt_leaves_the_days_try(hunter: Hunter) -> None:
    stage = hunter.stage
    await hunter.begin(LOST)
    await stage.slash(stage.bjorn, "draugr daily")
    await hunter.abandon()
    other = Hunter.of(stage, stage.bjorn)
    await other.daily()
    assert (await other.session()).seats[Seat.HUNTER].id == stage.bjorn.id


async def test_a_challenge_is_refused_where_a_hunt_is(hunter: Hunter) -> None:
    stage = hunter.stage
    page = await hunter.begin(LOST)
    told = stage.read(await stage.challenge(stage.bjorn, stage.ketil))
    assert told.private and told.text == say("en", "refusal-channel-busy-hunt", first="Astrid")
    assert stage.link(page) in told.links
    assert not [page for page in stage.pages() if page.offers("accept")]


async def test_a_challenge_is_not_accepted_where_a_hunt_has_begun_since(hunter: Hunter) -> None:
    stage, hunter.calls_expected = hunter.stage, True
    await stage.challenge(stage.bjorn, stage.ketil)
    page = await hunter.begin(LOST)
    await stage.accept(stage.ketil)
    told = stage.told(stage.ketil)
    assert (
        told.text == say("en", "refusal-channel-busy-hunt", first="Astrid") and stage.link(page) in told.links
    )
    assert len(await stage.house.sessions.live()) == 1
    await hunter.abandon()
    await stage.accept(stage.ketil)
    assert len(stage.tables()) == 1


@pytest.mark.parametrize("command", ["draugr hunt", "draugr daily"])
async def test_a_hunt_is_refused_where_a_match_is(hunter: Hunter, command: str) -> None:
    stage, hunter.calls_expected = hunter.stage, True
    table = await stage.begin(stage.astrid, stage.bjorn)
    told = stage.read(await hunter.slash(command))
    assert told.private and told.links == (stage.link(table),)
    assert len(await stage.house.sessions.live()) == 1
    await stage.say_move(stage.astrid, "d1-c1")
    assert (await stage.house.sessions.at(stage.hall.id, "tafl")).ply == 2


# Places of every kind


async def test_F21_where_only_the_user_brought_the_bot_a_hunt_is_played_by_answers(hunter: Hunter) -> None:
    hunter.stage.bring_along()
    hunter.where = hunter.stage.place("guests", use_external_apps=True)
    await hunter.begin(LOST)
    await hunter.rounds(3)
    old = hunter.page
    await hunter.slash("draugr show")
    # The bot may not edit the older message there; it is dead all the same.
    await hunter.choose(hint((await hunter.session()).hunt).action, old)
    assert hunter.told == hunter.say("refusal-stale-table-hunt")
    newest = hunter.pages[-1]
    await hunter.choose(hint((await hunter.session()).hunt).action, newest)
    assert (await hunter.session()).hunt.phase is Phase.ACT


async def test_F21_a_hunt_in_a_chat_of_two_friends(stage: Stage, hunter: Hunter) -> None:
    hunter.where = stage.private_chat(stage.astrid, stage.bjorn)
    await hunter.begin(LOST)
    await hunter.to_the_end()
    over = stage.last(hunter.where)
    assert hunter.say("hunt-over-overrun") in over.text
    told = stage.read(await stage.press(stage.bjorn, over, "again"))
    assert told.text == say("en", "refusal-not-a-player-hunt", first="Astrid")


async def test_F17_a_channel_where_the_bot_may_not_write_is_named_before_anything_begins(
    hunter: Hunter,
) -> None:
    denied = discord.PermissionOverwrite(send_messages=False)
    hunter.where = hunter.stage.guild.create_text_channel(
        "mute", overwrites={hunter.stage.guild.default_role: denied}
    )
    for command in ("draugr hunt", "draugr daily"):
        told = hunter.stage.read(await hunter.slash(command))
        assert told.private and hunter.say("permission-send_messages") in told.text
    assert not await hunter.stage.house.sessions.live()
    hunter.where = hunter.stage.hall
    await hunter.daily()  # the try is not spent


async def test_F18_closed_direct_messages_are_answered_through_the_command_itself(
    stage: Stage, hunter: Hunter
) -> None:
    hunter.where = stage.dm(hunter.person)
    stage.refuse("POST", f"/channels/{hunter.where.id}/messages", status=403, code=50007, times=None)
    await hunter.begin(LOST)
    await hunter.rounds(2)
    session = await hunter.session()
    assert session.shown and session.shown.message == hunter.page.id


async def test_F18_a_hunt_that_can_be_shown_nowhere_is_told_truly_and_comes_back(
    stage: Stage, hunter: Hunter
) -> None:
    hunter.trouble_expected = True
    hunter.where = stage.dm(hunter.person)
    stage.refuse("POST", f"/channels/{hunter.where.id}/messages", status=403, code=50007, times=None)
    stage.refuse("POST", "/webhooks/*", status=403, code=50007, times=2)
    await hunter.slash("draugr hunt", seed=LOST)
    assert hunter.told == hunter.say("error-table-not-shown")
    session = await hunter.session()
    assert session.ply == 3 and not session.shown and not hunter.pages
    stage.env.backend.faults.clear()
    await hunter.slash("draugr show")
    await hunter.rounds(2)


# Faults


@pytest.mark.parametrize("locale", LOCALES)
async def test_a_refused_picture_gives_way_to_words(hunter: Hunter, locale: Locale) -> None:
    hunter.trouble_expected = True
    hunter.stage.guild_speaks(locale)
    hunter.stage.refuse("POST", "/channels/*/messages", status=413, code=40005)
    page = await hunter.begin(LOST)
    assert not page.files and not page.pictures
    hunt = (await hunter.session()).hunt
    assert say(locale, f"card-{hunt.card.id}") in page.text and say(locale, "hunt-go") in page.text
    assert len(page.text) <= 4000
    await hunter.rounds(2)
    assert hunter.page.id == page.id and hunter.page.files == ("town.png",)


async def test_F1_a_choice_that_could_not_be_acknowledged_did_not_happen(hunter: Hunter) -> None:
    page = await hunter.begin(LOST)
    hunter.trouble_expected = hunter.stage.silence_allowed = True
    hunter.stage.refuse("POST", "/interactions/*/callback", status=404, code=10062)
    await hunter.advised()
    assert (await hunter.session()).ply == 3 and hunter.page.text == page.text
    hunter.stage.silence_allowed = False
    await hunter.advised()
    assert (await hunter.session()).ply == 4


async def test_F14_a_choice_whose_picture_was_lost_stands_and_is_told(hunter: Hunter) -> None:
    hunter.trouble_expected = True
    await hunter.begin(LOST)
    hunter.stage.refuse("PATCH", "/webhooks/*", status=500)
    await hunter.advised()
    assert (await hunter.session()).ply == 4
    assert hunter.told == hunter.say("error-not-delivered")
    # The message still shows what was; a press there leads on.
    await hunter.slash("draugr show")
    await hunter.advised()
    assert (await hunter.session()).ply > 4 and len(hunter.pages) == 1


async def test_F13_a_lost_answer_makes_no_second_live_hunt(hunter: Hunter) -> None:
    hunter.trouble_expected = True
    with hunter.stage.lose_answers("POST", "/channels/*/messages"):
        await hunter.slash("draugr hunt", seed=LOST)
    assert len(await hunter.stage.house.sessions.live()) == 1
    await hunter.slash("draugr show")
    newest = hunter.pages[-1]
    await hunter.choose(hint((await hunter.session()).hunt).action, newest)
    assert (await hunter.session()).ply == 4
    for older in hunter.pages[:-1]:
        await hunter.stage.choose(hunter.person, older, next(iter(older.options)))
        assert hunter.told == hunter.say("refusal-stale-table-hunt")


async def test_F14_an_abandoned_hunt_ends_though_its_end_cannot_be_shown(hunter: Hunter) -> None:
    hunter.trouble_expected = True
    await hunter.begin(LOST)
    asked = hunter.stage.read(await hunter.press("abandon"))
    hunter.stage.refuse("POST", "/channels/*/messages", status=500, times=2)
    await hunter.press("abandoned", asked)
    assert (await hunter.session()).outcome
    assert hunter.say("error-table-not-shown") in hunter.told
    await hunter.slash("draugr show")
    assert hunter.say("hunt-over-abandoned") in hunter.stage.last().text


# Restarts


async def test_F3_a_hunt_goes_on_after_a_restart_between_any_two_steps(hunter: Hunter) -> None:
    await hunter.begin(LOST)
    seen = set[Phase]()
    for _ in range(12):
        hunt = (await hunter.session()).hunt
        seen.add(hunt.phase)
        await hunter.stage.restart()
        assert (await hunter.session()).hunt == hunt
        if hunt.undoable and len(seen) == 3:
            await hunter.press("undo")
            await hunter.stage.restart()
        await hunter.advised()
    assert {Phase.GO, Phase.ACT, Phase.TARGET} <= seen and len(hunter.pages) == 1


async def test_F3_a_question_and_an_ended_hunt_outlive_a_restart(hunter: Hunter) -> None:
    await hunter.begin(LOST)
    asked = hunter.stage.read(await hunter.press("abandon"))
    await hunter.stage.restart()
    await hunter.press("abandoned", asked)
    assert (await hunter.session()).outcome
    await hunter.stage.restart()
    await hunter.press("again", hunter.stage.last())
    await hunter.advised()


async def test_F3_a_hunt_restarted_at_every_round_rolls_as_its_seed_does(hunter: Hunter) -> None:
    await hunter.begin(LOST)
    for number in range(2, 7):
        await hunter.rounds(number)
        await hunter.stage.restart()
    await hunter.to_the_end()
    assert (await hunter.actions()) == advised(LOST)[1]


# Another card table


async def with_other_cards(hunter: Hunter) -> SessionId:
    """What is stored of the hunt names another card table, as it would after an update; the bot restarts."""
    session = await hunter.session()
    setup = json.loads(session.setup)
    setup["cards"] += 1
    async with hunter.stage.house.store.transaction() as tx:
        await tx.run("update session set setup = ? where id = ?", json.dumps(setup), session.id)
    await hunter.stage.restart()
    return session.id


@pytest.mark.parametrize("locale", LOCALES)
async def test_a_hunt_of_other_cards_is_closed_without_a_loss_and_says_why(
    hunter: Hunter, locale: Locale
) -> None:
    hunter.stage.speaks(hunter.person, locale)
    page = await hunter.begin(LOST)
    number = await with_other_cards(hunter)
    async with hunter.stage.house.store.reading() as tx:
        row = await tx.one("select state, winner, ending from session where id = ?", number)
    assert row and tuple(row) == ("over", None, Ending.ANNULMENT)
    why = say(locale, "refusal-cards-changed")
    assert await hunter.stage.house.sessions.results_of(PlayerId(hunter.person.id), "draugr") == {
        "won": 0,
        "lost": 0,
        "drawn": 0,
    }
    await hunter.stage.choose(hunter.person, page, next(iter(page.options)))
    assert hunter.told == why
    for wanted in ("hint", "log", "abandon"):
        await hunter.press(wanted, page)
        assert hunter.told == why
    for command in ("draugr show", "draugr log", "draugr abandon"):
        told = hunter.stage.read(await hunter.slash(command)).text
        assert told in (why, say(locale, "refusal-no-hunt-here"))
    assert str(number) not in hunter.stage.read(await hunter.slash("matches")).text.split()
    # The channel is free.
    await hunter.slash("draugr hunt", seed=WON)
    assert not (await hunter.session()).outcome


async def test_a_daily_hunt_of_other_cards_is_no_loss_in_the_ranking(hunter: Hunter) -> None:
    await hunter.daily()
    await with_other_cards(hunter)
    assert "Astrid" not in hunter.stage.read(await hunter.slash("ranking")).text
    await hunter.slash("draugr daily")  # the day's try was given back
    assert len(await hunter.stage.house.sessions.live()) == 1


async def test_a_match_beside_a_hunt_of_other_cards_goes_on(stage: Stage, hunter: Hunter) -> None:
    hunter.calls_expected = True
    await stage.begin(stage.astrid, stage.bjorn, "d1-c1")
    hunter.where = stage.dm(hunter.person)
    await hunter.begin(LOST)
    await with_other_cards(hunter)
    await stage.say_move(stage.bjorn, "e7-d7")
    assert (await stage.house.sessions.at(stage.hall.id, "tafl")).ply == 3
