"""Challenges that somebody does not want, answered by typing, declined, ended for good (F24, F36)."""

import sqlite3
from contextlib import closing

import pytest

from bot.limits import ANIMATIONS, CHALLENGES, MOST_OPEN_TO_ONE, SHOWINGS
from bot.words import LOCALES, Locale, speaker
from tests.world.for_sets import dare, offered, sets, speak
from tests.world.page import Page
from tests.world.stage import Stage

en = speaker("en")


async def told(stage: Stage, person: object, command: str, **options: object) -> Page:
    """The private answer to a command."""
    return stage.read(await stage.slash(person, command, **options))  # type: ignore[arg-type]


# Typed answers


async def test_F36_a_challenge_is_accepted_by_typing(stage: Stage) -> None:
    await stage.challenge(stage.astrid, stage.bjorn, side="attack")
    hung = stage.last()
    await stage.slash(stage.bjorn, "tafl accept")
    assert stage.table().offers("place")
    (answered,) = [page for page in stage.pages() if page.id == hung.id]
    assert "Accepted." in answered.text
    assert answered.labels == ("To the table",)
    assert [page for page in stage.pages(seen_by=stage.bjorn) if page.private] == []


@pytest.mark.parametrize(("command", "by"), [("decline", "bjorn"), ("withdraw", "astrid")])
async def test_F36_a_challenge_is_declined_and_withdrawn_by_typing(
    stage: Stage, command: str, by: str
) -> None:
    await stage.challenge(stage.astrid, stage.bjorn)
    page = await told(stage, getattr(stage, by), f"tafl {command}")
    other = {"bjorn": "Astrid", "astrid": "Bjorn"}[by]
    assert page.text == en(
        {"bjorn": "challenge-you-declined", "astrid": "challenge-you-withdrew"}[by], name=other
    )
    assert stage.last().labels == ()
    assert {"bjorn": "declined", "astrid": "withdrew"}[by] in stage.last().text
    again = await told(stage, getattr(stage, by), f"tafl {command}")
    assert again.text == en("refusal-no-challenge-here")


async def test_F36_a_staked_challenge_is_accepted_by_typing_after_a_look_at_both_sets(stage: Stage) -> None:
    await dare(stage)
    choice = await told(stage, stage.bjorn, "tafl accept")
    mine = (await sets(stage, stage.bjorn))[0].id
    assert list(choice.options) == [str(mine)]
    theirs = (await sets(stage, stage.astrid))[0].id
    foreign = await told(stage, stage.bjorn, "tafl accept", stake=int(theirs))
    assert foreign.text == en("refusal-set-not-yours")
    shown = await told(stage, stage.bjorn, "tafl accept", stake=int(mine))
    assert not stage.tables()
    await stage.press(stage.bjorn, shown, "sealed")
    assert stage.table().offers("place")


async def test_F36_of_several_challenges_one_is_named(stage: Stage) -> None:
    await stage.challenge(stage.astrid, stage.bjorn)
    await stage.challenge(stage.ketil, stage.bjorn)
    await stage.challenge(stage.astrid, stage.ketil)
    assert list(map(int, await stage.suggestions(stage.bjorn, "tafl decline", "challenge", ""))) == [2, 1]
    assert list(map(int, await stage.suggestions(stage.bjorn, "tafl accept", "challenge", "astr"))) == [1]
    assert list(map(int, await stage.suggestions(stage.astrid, "tafl withdraw", "challenge", ""))) == [3, 1]
    assert list(map(int, await stage.suggestions(stage.astrid, "tafl accept", "challenge", ""))) == []
    await stage.slash(stage.bjorn, "tafl decline", challenge=1)
    page = await told(stage, stage.bjorn, "tafl decline", challenge=1)
    assert page.text == en("refusal-no-challenge-here")
    await stage.slash(stage.bjorn, "tafl accept")
    assert "Ketil" in stage.table().text


async def test_F36_a_challenge_of_another_channel_or_another_person_is_not_answered(stage: Stage) -> None:
    yard = stage.place("yard")
    await stage.challenge(stage.astrid, stage.bjorn, where=yard)
    for person, command in (
        *((stage.bjorn, command) for command in ("accept", "decline")),
        *((stage.ketil, command) for command in ("accept", "decline", "withdraw")),
        (stage.bjorn, "withdraw"),
    ):
        page = await told(stage, person, f"tafl {command}", challenge=1)
        assert page.text == en("refusal-no-challenge-here"), (command, page.text)
    assert stage.last(yard).offers("accept")


async def test_F21_F36_where_the_bot_is_no_member_an_answer_is_typed_too(stage: Stage) -> None:
    chat = stage.private_chat(stage.astrid, stage.bjorn)
    await stage.challenge(stage.astrid, stage.bjorn, where=chat, side="attack")
    await stage.slash(stage.bjorn, "tafl accept", where=chat)
    assert stage.table(chat).offers("place")


# No more of it


@pytest.mark.parametrize("locale", LOCALES)
async def test_F24_whoever_declines_again_is_offered_to_block_and_nobody_else_hears_of_it(
    stage: Stage, locale: Locale
) -> None:
    say = speaker(speak(stage, locale if locale != "en" else "en-US"))
    await stage.challenge(stage.astrid, stage.bjorn)
    await stage.press(stage.bjorn, stage.last(), "decline")
    assert not [page for page in stage.pages(seen_by=stage.bjorn) if page.private]
    await stage.challenge(stage.astrid, stage.bjorn)
    await stage.press(stage.bjorn, stage.last(), "decline")
    offered = stage.told(stage.bjorn)
    assert offered.text == say("block-offered", name="Astrid")
    listed = stage.read(await stage.press(stage.bjorn, offered, "block"))
    assert "Astrid" in listed.text
    assert list(listed.options) == [str(stage.astrid.id)]
    public = [page.id for page in stage.pages()]
    refused = stage.read(await stage.challenge(stage.astrid, stage.bjorn))
    assert refused.text == say("refusal-opponent-unavailable")
    assert refused.private
    assert [page.id for page in stage.pages()] == public
    after = stage.read(await stage.choose(stage.bjorn, listed, str(stage.astrid.id)))
    assert after.text == say("blocks-none")
    await stage.challenge(stage.astrid, stage.bjorn)
    assert stage.last().offers("accept")


async def test_F24_a_block_by_command_declines_what_hangs(stage: Stage) -> None:
    yard = stage.place("yard")
    await stage.challenge(stage.astrid, stage.bjorn)
    await stage.challenge(stage.astrid, stage.bjorn, where=yard)
    listed = await told(stage, stage.bjorn, "tafl block", user=stage.astrid)
    assert "Astrid" in listed.text
    assert listed.private
    for place in (stage.hall, yard):
        assert stage.last(place).labels == ()
        assert "declined" in stage.last(place).text
    assert (await told(stage, stage.bjorn, "tafl block")).text == listed.text
    itself = await told(stage, stage.bjorn, "tafl block", user=stage.bjorn)
    assert itself.text == en("refusal-opponent-is-yourself")
    assert (await told(stage, stage.bjorn, "tafl unblock", user=stage.ketil)).text == listed.text
    assert (await told(stage, stage.bjorn, "tafl unblock", user=stage.astrid)).text == en("blocks-none")


async def test_F24_a_match_that_goes_on_is_not_touched_by_a_block(stage: Stage) -> None:
    await stage.begin(stage.astrid, stage.bjorn)
    await stage.slash(stage.bjorn, "tafl block", user=stage.astrid)
    await stage.say_move(stage.astrid, "d1-c1")
    await stage.say_move(stage.bjorn, "e7-d7")
    await stage.slash(stage.astrid, "tafl resign")
    await stage.press(stage.astrid, stage.told(stage.astrid), "resigned")
    rematch = stage.read(await stage.press(stage.astrid, stage.last(), "rematch"))
    assert rematch.text == en("refusal-opponent-unavailable")


async def test_F24_only_the_challenged_blocks_by_the_button(stage: Stage) -> None:
    await stage.challenge(stage.astrid, stage.bjorn)
    for person in (stage.astrid, stage.ketil):
        result = await stage.forge(person, stage.last(), "c:1:0:block")
        assert stage.read(result).id == stage.last().id or stage.told(person)
        assert stage.told(person).text == en("refusal-not-the-challenged", name="Bjorn")
    with closing(sqlite3.connect(stage.house.store.path)) as connection:
        assert connection.execute("select count(*) from block").fetchone() == (0,)


# Too much of it


async def test_F24_too_many_challenges_are_refused_with_how_long(stage: Stage) -> None:
    for number in range(MOST_OPEN_TO_ONE):
        await stage.challenge(stage.astrid, stage.bjorn, where=stage.place(f"yard-{number}"))
    refused = stage.read(await stage.challenge(stage.astrid, stage.bjorn))
    assert refused.text == en("refusal-too-many-to-one", count=MOST_OPEN_TO_ONE)
    for _ in range(CHALLENGES.most - MOST_OPEN_TO_ONE):
        await stage.challenge(stage.astrid, stage.ketil)
        await stage.slash(stage.astrid, "tafl withdraw")
    refused = stage.read(await stage.challenge(stage.astrid, stage.ketil))
    when = int((stage.now + CHALLENGES.span).timestamp())
    assert refused.text == en("refusal-challenged-lately", when=f"<t:{when}:R>")
    assert not refused.pings


async def test_F45_tables_and_animations_are_had_only_so_often_a_minute(stage: Stage) -> None:
    await stage.begin(stage.astrid, stage.bjorn, "d1-c1")
    refused = en("refusal-too-fast", when=f"<t:{int(stage.now.timestamp()) + 60}:R>")
    for _ in range(SHOWINGS.most):
        await stage.slash(stage.ketil, "tafl show")
    count = len(stage.pages())
    assert (await told(stage, stage.ketil, "tafl show")).text == refused
    assert len(stage.pages()) == count
    for _ in range(ANIMATIONS.most):
        await stage.slash(stage.ketil, "tafl record")
    assert (await told(stage, stage.ketil, "tafl record")).text == refused
    await stage.slash(stage.bjorn, "tafl show")
    assert len(stage.pages()) == count + 1
    await stage.later(seconds=60)
    await stage.slash(stage.ketil, "tafl show")
    assert len(stage.pages()) == count + 2


# More than fit


async def test_F41_more_than_25_sets_are_offered_page_by_page(stage: Stage) -> None:
    await dare(stage)
    await offered(stage, stage.bjorn)
    with closing(sqlite3.connect(stage.house.store.path)) as connection, connection:
        for number in range(2, 61):
            connection.execute(
                "insert into playing_set (id, owner, material, style, name, maker, maker_name, made_at)"
                " values (?, ?, 'oak', 'borre', ?, ?, 'Bjorn', 0)",
                (100 + number, stage.bjorn.id, f"Set {number}", stage.bjorn.id),
            )
    page = stage.read(await stage.press(stage.bjorn, stage.last(), "stake"))
    seen = list(page.options)
    assert page.labels == ("Onward",)
    page = stage.read(await stage.press(stage.bjorn, page, "Onward"))
    assert page.labels == ("Back", "Onward")
    seen += page.options
    page = stage.read(await stage.press(stage.bjorn, page, "Onward"))
    assert page.labels == ("Back",)
    seen += page.options
    assert len(seen) == len(set(seen)) == 60
    shown = stage.read(await stage.choose(stage.bjorn, page, seen[-1]))
    assert "Set 60" in shown.text
    first = stage.read(await stage.press(stage.bjorn, shown, "restake"))
    assert list(first.options) == seen[:25]
    typed = await stage.suggestions(stage.bjorn, "tafl accept", "stake", "set 60")
    assert list(map(int, typed)) == [160]
