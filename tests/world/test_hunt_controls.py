"""What a hunter can press and type beside hunting: undo, hint, log, abandon, show, again, share, rules, matches."""

import pytest
from simcord.components import walk_components

from bot.views.daily import SLAIN, STANDING
from bot.words import LOCALES, Locale, say
from render.lessons import DRAUGR_TOPICS
from rules.draugr.actions import Action
from rules.draugr.cards import CARDS
from rules.draugr.game import DRAUGR
from rules.draugr.hints import hint
from rules.draugr.hunt import Phase
from rules.draugr.notation import write_action
from rules.draugr.town import NAMES
from rules.game import Ending
from tests.world.hunting import LOST, WON, Hunter, files_of, nameless
from tests.world.page import Page
from tests.world.stage import Stage

# Undo


async def test_D22_undo_goes_back_to_the_last_roll_and_never_past_it(hunter: Hunter) -> None:
    await hunter.begin(WON)
    await hunter.rounds(2)
    rolled = (await hunter.session()).hunt
    assert not hunter.page.offers("undo")
    steps = [rolled]
    while (await hunter.session()).hunt.round == 2 and len(steps) < 3:
        await hunter.advised()
        steps.append((await hunter.session()).hunt)
    assert [step.phase for step in steps] == [Phase.GO, Phase.ACT, Phase.TARGET]
    for step in reversed(steps[:-1]):
        assert hunter.page.offers("undo")
        await hunter.press("undo")
        assert (await hunter.session()).hunt == step
    assert not hunter.page.offers("undo")
    # The same dice fall whatever is chosen after.
    await hunter.rounds(3)
    assert not hunter.page.offers("undo")


async def test_D22_an_undo_of_a_late_finger_does_not_pass_the_roll(hunter: Hunter) -> None:
    await hunter.begin(LOST)
    await hunter.advised()
    before = hunter.page
    await hunter.rounds(2)
    after = await hunter.session()
    await hunter.press("undo", before)
    assert await hunter.session() == after
    assert hunter.told == hunter.say("refusal-stale-table-hunt")


async def test_D22_a_slaying_can_be_taken_back_while_the_rows_wait_for_an_heir(hunter: Hunter) -> None:
    await hunter.begin(WON)
    while (await hunter.session()).hunt.phase is not Phase.SLIDE:
        await hunter.advised()
    assert len([one for one in hunter.page.controls if ":slide:" in one]) == 2
    assert hunter.say("hunt-slide") in hunter.page.text
    await hunter.press("undo")
    assert (await hunter.session()).hunt.phase is Phase.TARGET


async def test_D22_after_an_undo_the_same_card_can_be_chosen_again(hunter: Hunter) -> None:
    # A client keeps what was chosen in a select for as long as the select has the same number.
    await hunter.begin(WON)
    first = hunter.page
    went = await hunter.advised()
    await hunter.press("undo")
    again = hunter.page
    assert first.options == again.options
    assert _selects(first).isdisjoint(_selects(again))
    await hunter.choose(went, again)
    assert (await hunter.session()).hunt.phase is Phase.ACT


def _selects(page: Page) -> set[int]:
    """The numbers of a page's selects among the parts of the message."""
    return {part["id"] for part in walk_components(page.message.components) if part["type"] == 3}


# Hint


@pytest.mark.parametrize("locale", LOCALES)
async def test_the_hint_names_the_next_choice_and_why_in_every_phase(hunter: Hunter, locale: Locale) -> None:
    hunter.stage.speaks(hunter.person, locale)
    await hunter.begin(WON)
    seen = set[Phase]()
    while (session := await hunter.session()).hunt.round < 9 or Phase.SLIDE not in seen:
        if session.hunt.phase not in seen:
            seen.add(session.hunt.phase)
            advice = hint(session.hunt).action
            hinted = hunter.stage.read(await hunter.press("hint"))
            assert hinted.private and not nameless(hinted.text)
            assert _named(hunter, advice, locale) in hinted.text
            assert await hunter.session() == session
        await hunter.advised()
    assert seen == {Phase.GO, Phase.ACT, Phase.TARGET, Phase.SLIDE}


def _named(hunter: Hunter, advice: Action, locale: Locale) -> str:
    """What stands on the control of that choice, in the reader's language where it is a button or a card."""
    written = write_action(advice).split()
    if written[0] in ("place", "slide"):
        return say(locale, f"draugr-{written[-1]}")
    if written[0] == "act":
        _, index = written
        return say(locale, f"act-{_card_underfoot(hunter)}-{index}")
    return written[1] if len(written) > 1 else say(locale, "button-stay")


def _card_underfoot(hunter: Hunter) -> str:
    prompt = hunter.page.text.splitlines()[-1]
    (found,) = [
        card.id
        for card in CARDS
        if prompt == f"**{say('en', 'hunt-act', card=say('en', f'card-{card.id}'))}**"
    ]
    return found


# Log


async def test_the_log_tells_the_last_rounds_on_screen_and_all_of_them_in_a_file(hunter: Hunter) -> None:
    await hunter.begin(LOST)
    await hunter.rounds(7)
    for told in (await hunter.press("log"), await hunter.slash("draugr log")):
        shown, whole = hunter.stage.read(told), await files_of(told)
        assert shown.private
        rounds = [hunter.say("log-round", number=number) for number in range(1, 8)]
        assert [one in shown.text for one in rounds] == [False] * 3 + [True] * 4
        assert all(f"\n{one}\n" in whole for one in rounds)
        assert hunter.say("log-seed", seed=LOST) in shown.text


async def test_a_bystander_may_read_the_log_where_the_hunt_is_seen(hunter: Hunter) -> None:
    page = await hunter.begin(LOST)
    told = hunter.stage.read(await hunter.stage.press(hunter.stage.bjorn, page, "log"))
    assert hunter.say("log-round", number=1) in told.text and told.private


# Abandon


async def test_abandoning_asks_first_and_nothing_ends_on_a_no(hunter: Hunter) -> None:
    await hunter.begin(LOST)
    for asking in (hunter.press("abandon"), hunter.slash("draugr abandon")):
        asked = hunter.stage.read(await asking)
        assert asked.private and asked.text == hunter.say("abandon-sure")
        await hunter.press("keep", asked)
        assert not (await hunter.session()).outcome
        assert [
            page for page in hunter.stage.pages(hunter.where, seen_by=hunter.person) if page.private
        ] == []
    assert len(hunter.pages) == 1


async def test_abandoning_on_a_yes_is_a_loss_that_keeps_no_controls(hunter: Hunter) -> None:
    await hunter.begin(LOST)
    session = await hunter.abandon()
    assert session.outcome is not None
    assert (session.outcome.winner, session.outcome.ending) == (None, Ending.ABANDONED)
    assert not hunter.pages
    assert hunter.say("hunt-over-abandoned") in hunter.stage.last().text
    assert sum(page.offers("again") for page in hunter.stage.pages()) == 1


# Show


async def test_show_posts_the_hunt_again_and_leaves_one_live_message(hunter: Hunter) -> None:
    before = await hunter.begin(LOST)
    await hunter.advised()
    state = await hunter.session()
    for _ in range(3):
        await hunter.slash("draugr show")
        assert len(hunter.pages) == 1 and hunter.page.id == hunter.stage.last().id > before.id
    assert (await hunter.session()).ply == state.ply
    # The older ones keep their pictures.
    assert all(page.files == ("town.png",) for page in hunter.stage.pages())
    await hunter.advised()
    assert hunter.page.id == hunter.stage.last().id


async def test_show_brings_an_ended_hunt_back_with_its_end(hunter: Hunter) -> None:
    await hunter.begin(LOST)
    await hunter.abandon()
    await hunter.slash("draugr show")
    assert hunter.say("hunt-over-abandoned") in hunter.stage.last().text
    assert sum(page.offers("again") for page in hunter.stage.pages()) == 1


async def test_a_hunt_whose_message_was_deleted_is_shown_again(hunter: Hunter) -> None:
    page = await hunter.begin(LOST)
    hunter.stage.env.backend.delete_message(page.channel, page.id)
    assert not hunter.pages
    await hunter.slash("draugr show")
    await hunter.advised()
    assert (await hunter.session()).hunt.phase is Phase.ACT


@pytest.mark.parametrize("command", ["show", "abandon", "log"])
async def test_without_a_hunt_the_commands_say_so(hunter: Hunter, command: str) -> None:
    told = hunter.stage.read(await hunter.slash(f"draugr {command}"))
    assert told.private and told.text == hunter.say("refusal-no-hunt-here")


# Again, share


async def test_hunt_again_deals_another_town_of_the_same_difficulty(hunter: Hunter) -> None:
    await hunter.begin(LOST, difficulty="hard")
    first = await hunter.abandon()
    await hunter.press("again", hunter.stage.last())
    second = await hunter.session()
    assert second.id != first.id and not second.outcome
    assert second.hunt.ruleset == first.hunt.ruleset and second.hunt.grid != first.hunt.grid
    assert hunter.page.id == hunter.stage.last().id


async def test_a_result_is_shared_to_all_in_a_guild_and_calls_nobody(hunter: Hunter) -> None:
    hunter.stage.guild_speaks("ko")
    await hunter.begin(LOST)
    await hunter.to_the_end()
    over = hunter.stage.last()
    await hunter.press("share", over)
    shared = hunter.stage.last()
    assert shared.id != over.id and not shared.private
    assert (
        say("ko", "share-hunt", seed=LOST) in shared.text and say("ko", "share-lost", count=10) in shared.text
    )
    assert SLAIN * 4 not in shared.text and STANDING in shared.text
    assert len(shared.pictures) == 1 and not shared.controls
    # Nothing that would spoil it: no card, no Draugr is named.
    told = shared.text + shared.pictures[0]
    assert not any(say("ko", f"card-{card.id}") in told for card in CARDS)


async def test_a_result_is_given_to_copy_in_direct_messages(stage: Stage, hunter: Hunter) -> None:
    hunter.where = stage.dm(hunter.person)
    stage.speaks(hunter.person, "ru")
    await hunter.begin(LOST)
    await hunter.abandon()
    count = len(stage.pages(hunter.where))
    shared = stage.read(await hunter.press("share", stage.last(hunter.where)))
    assert shared.private and len(stage.pages(hunter.where)) == count
    assert shared.text.startswith(say("ru", "share-copy"))
    assert f"```\n{say('ru', 'share-hunt', seed=LOST)}\n" in shared.text and shared.text.endswith("\n```")


async def test_only_the_hunter_shares_and_hunts_again(hunter: Hunter) -> None:
    await hunter.begin(LOST)
    await hunter.abandon()
    over, bjorn = hunter.stage.last(), hunter.stage.bjorn
    for wanted in ("share", "again"):
        told = hunter.stage.read(await hunter.stage.press(bjorn, over, wanted))
        assert told.private and told.text == hunter.say("refusal-not-a-player-hunt", first="Astrid")
    assert hunter.stage.last().id == over.id


# Rules, help, matches


@pytest.mark.parametrize("locale", LOCALES)
async def test_every_topic_of_the_hunts_rules_is_read_by_command_and_by_turning_pages(
    hunter: Hunter, locale: Locale
) -> None:
    hunter.stage.speaks(hunter.person, locale)
    page = hunter.stage.read(await hunter.slash("rules draugr"))
    assert list(page.options) == [f"draugr.{topic}" for topic in DRAUGR_TOPICS]
    for topic in DRAUGR_TOPICS:
        turned = hunter.stage.read(await hunter.stage.choose(hunter.person, page, f"draugr.{topic}"))
        typed = hunter.stage.read(await hunter.slash("rules draugr", topic=topic))
        for shown in (turned, typed):
            assert shown.private and shown.files == ("town.png",) and 0 < len(shown.pictures[0]) <= 1024
            assert f"### {say(locale, f'rules-draugr-{topic}-title')}\n" in shown.text
            assert not nameless(shown.text + shown.pictures[0])


@pytest.mark.parametrize("place", ["hall", "dm"])
async def test_help_begins_a_first_hunt_by_a_button(stage: Stage, hunter: Hunter, place: str) -> None:
    hunter.where = stage.dm(hunter.person) if place == "dm" else stage.hall
    helped = stage.read(await hunter.slash("help"))
    assert helped.private
    await stage.press(hunter.person, helped, "begin")
    assert (await hunter.session()).hunt.ruleset.difficulty == "normal"
    await hunter.advised()
    opened = stage.read(await stage.press(hunter.person, helped, "draugr"))
    assert hunter.say("rules-draugr-aim-title") in opened.text


async def test_matches_lists_hunts_with_a_link_until_they_are_over(hunter: Hunter) -> None:
    page = await hunter.begin(LOST, difficulty="easy")
    await hunter.rounds(3)
    listed = hunter.stage.read(await hunter.slash("matches")).text
    session = await hunter.session()
    line = hunter.say(
        "matches-hunt",
        number=session.id,
        link=session.link,
        difficulty=hunter.say("difficulty-easy"),
        round=3,
    )
    assert line in listed and session.link.endswith(f"/{page.channel}/{page.id}")
    await hunter.abandon()
    assert line not in hunter.stage.read(await hunter.slash("matches")).text
    assert hunter.say("matches-none-live") in hunter.stage.read(await hunter.slash("matches")).text


async def test_a_hunt_in_direct_messages_is_not_listed_for_others(stage: Stage, hunter: Hunter) -> None:
    hunter.where = stage.dm(hunter.person)
    await hunter.begin(LOST)
    told = stage.read(await stage.slash(stage.bjorn, "matches", user=hunter.person))
    assert f"/{hunter.where.id}" not in told.text and hunter.say("matches-none-live") in told.text


async def test_where_to_go_tells_what_each_card_offers(hunter: Hunter) -> None:
    page = await hunter.begin(LOST)
    hunt = (await hunter.session()).hunt
    assert list(page.options) == [NAMES[cell] for cell in hunt.reachable]
    for cell in hunt.reachable:
        card = CARDS[hunt.grid[cell]]
        assert page.options[NAMES[cell]] == f"{NAMES[cell]} · {hunter.say(f'card-{card.id}')}"
    assert len(DRAUGR.legal(hunt)) == len(page.options)
