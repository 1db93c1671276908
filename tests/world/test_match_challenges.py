"""Challenges: who is asked, who may answer, what becomes of them, and who is never asked."""

from typing import Any

import discord
import pytest

from bot import clocks
from bot.challenges import LIFETIME
from tests.world.page import Page
from tests.world.stage import Stage
from tests.world.world import Person


def sentence(stage: Stage, person: Person) -> str:
    """What that person has just been told in private."""
    return stage.told(person).text


def open_controls(stage: Stage) -> list[Page]:
    return [page for page in stage.pages() if page.controls]


async def test_F24_a_challenge_calls_the_challenged_and_only_them(stage: Stage) -> None:
    await stage.challenge(stage.astrid, stage.bjorn, side="defend")
    page = stage.last()
    assert page.pings == (stage.bjorn.id,)
    assert page.labels == ("Accept", "Decline", "Withdraw")
    assert "Astrid defends the Jarl." in page.text
    assert "Rules: standard." in page.text
    assert f"<t:{int((stage.now + LIFETIME).timestamp())}:R>" in page.text
    assert not [page for page in stage.pages(seen_by=stage.astrid) if page.private]


async def test_accepting_hangs_the_table_and_links_to_it(stage: Stage) -> None:
    await stage.challenge(stage.astrid, stage.bjorn, side="defend")
    await stage.accept(stage.bjorn)
    challenge, table = stage.pages()
    assert table.labels == ("Black Draug on e9", "Another square", "Resign", "More")
    assert table.pings == (stage.bjorn.id,)
    assert "Accepted." in challenge.text
    assert not challenge.controls
    assert challenge.links == (f"https://discord.com/channels/{stage.guild.id}/{stage.hall.id}/{table.id}",)


async def test_F25_a_declined_challenge_is_no_match(stage: Stage) -> None:
    await stage.challenge(stage.astrid, stage.bjorn)
    await stage.press(stage.bjorn, stage.last(), "decline")
    assert "Bjorn declined." in stage.last().text
    assert not open_controls(stage)
    await stage.challenge(stage.astrid, stage.bjorn)
    assert len(open_controls(stage)) == 1


async def test_F24_a_challenge_is_withdrawn_by_its_challenger_alone(stage: Stage) -> None:
    await stage.challenge(stage.astrid, stage.bjorn)
    page = stage.last()
    for person in (stage.bjorn, stage.ketil):
        await stage.press(person, page, "withdraw")
        assert sentence(stage, person) == "Only Astrid can withdraw this challenge."
    await stage.press(stage.astrid, page, "withdraw")
    assert "Astrid withdrew it." in stage.last().text
    assert not open_controls(stage)
    await stage.press(stage.bjorn, page, "accept")
    assert "withdrawn" in sentence(stage, stage.bjorn)
    assert not stage.tables()


@pytest.mark.parametrize("wanted", ["accept", "decline"])
async def test_F5_nobody_answers_for_the_challenged(stage: Stage, wanted: str) -> None:
    await stage.challenge(stage.astrid, stage.bjorn)
    for person in (stage.astrid, stage.ketil):
        await stage.press(person, stage.last(), wanted)
        assert sentence(stage, person) == "Only Bjorn can answer this challenge."
    assert len(open_controls(stage)) == 1


async def test_F8_accepted_a_hundred_times_at_once_one_match_begins(stage: Stage) -> None:
    await stage.challenge(stage.astrid, stage.bjorn)
    page = stage.last()
    await stage.at_once(*[lambda: stage.press(stage.bjorn, page, "accept")] * 100)
    assert len(stage.tables()) == 1
    assert len(await stage.house.sessions.live()) == 1


async def test_F8_accept_and_withdraw_at_once_one_is_first(stage: Stage) -> None:
    await stage.challenge(stage.astrid, stage.bjorn)
    page = stage.last()
    await stage.at_once(
        lambda: stage.press(stage.astrid, page, "withdraw"), lambda: stage.press(stage.bjorn, page, "accept")
    )
    assert not stage.tables()
    assert "withdrew" in stage.last().text
    assert "withdrawn" in sentence(stage, stage.bjorn)


async def test_F30_of_two_challenges_here_one_becomes_the_match(stage: Stage) -> None:
    await stage.challenge(stage.astrid, stage.bjorn)
    first = stage.last()
    await stage.challenge(stage.ketil, stage.bjorn)
    second = stage.last()
    await stage.press(stage.bjorn, first, "accept")
    await stage.press(stage.bjorn, second, "accept")
    assert len(stage.tables()) == 1
    assert "Astrid" in sentence(stage, stage.bjorn)


# Time


async def test_F24_after_a_day_the_clock_closes_it(stage: Stage) -> None:
    await stage.challenge(stage.astrid, stage.bjorn)
    page = stage.last()
    await stage.later(hours=23, minutes=58)
    assert open_controls(stage)
    await stage.later(minutes=3)
    assert "It has expired" in stage.last().text
    assert not open_controls(stage)
    await stage.press(stage.bjorn, page, "accept")
    assert "expired" in sentence(stage, stage.bjorn)
    assert not stage.tables()


async def test_F42_the_day_runs_on_while_the_bot_is_away(stage: Stage) -> None:
    await stage.challenge(stage.astrid, stage.bjorn)
    stage.env.backend.advance_clock(25 * 3600)
    await stage.restart()
    assert "It has expired" in stage.last().text
    assert not open_controls(stage)


async def test_F46_one_challenge_that_cannot_be_told_does_not_stop_the_clock(stage: Stage) -> None:
    for rival in (stage.bjorn, stage.ketil):
        await stage.challenge(stage.astrid, rival)
    stage.refuse("PATCH", f"/channels/{stage.hall.id}/messages/{stage.pages()[0].id}", status=500)
    await stage.later(hours=25)
    assert [("expired" in page.text) for page in stage.pages()] == [False, True]
    await stage.press(stage.bjorn, stage.pages()[0], "accept")
    assert "expired" in sentence(stage, stage.bjorn)


async def test_F46_one_row_that_cannot_be_read_does_not_stop_the_clock(stage: Stage) -> None:
    for rival in (stage.bjorn, stage.ketil):
        await stage.challenge(stage.astrid, rival)
    async with stage.house.store.transaction() as tx:
        await tx.run("update challenge set setup = 'rules of another age' where id = 1")
    await stage.later(hours=25)
    assert [("expired" in page.text) for page in stage.pages()] == [False, True]
    await stage.slash(stage.astrid, "matches")
    assert "[Challenge]" not in sentence(stage, stage.astrid)


async def test_F14_a_deleted_challenge_expires_quietly(stage: Stage) -> None:
    await stage.challenge(stage.astrid, stage.bjorn)
    stage.env.backend.delete_message(stage.hall.id, stage.last().id)
    await stage.later(hours=25)
    await clocks.poll(stage.client, stage.house)
    await stage.challenge(stage.astrid, stage.bjorn)
    assert len(open_controls(stage)) == 1


# Whom not


async def test_nobody_challenges_themselves(stage: Stage) -> None:
    await stage.challenge(stage.astrid, stage.astrid)
    assert "yourself" in sentence(stage, stage.astrid)
    assert not stage.pages()


async def test_no_bot_is_challenged(stage: Stage) -> None:
    robot = stage.guild.add_member(stage.env.create_user("robot", bot=True))
    await stage.challenge(stage.astrid, robot)
    assert sentence(stage, stage.astrid) == "Bots don't play; choose a person."
    assert not stage.pages()


async def test_nobody_is_challenged_where_they_see_nothing(stage: Stage) -> None:
    shut: Any = {stage.bjorn: discord.PermissionOverwrite(view_channel=False)}
    cellar = stage.guild.create_text_channel("cellar", overwrites=shut)
    await stage.challenge(stage.astrid, stage.bjorn, where=cellar)
    assert "can't see this channel" in stage.told(stage.astrid, where=cellar).text
    assert not stage.pages(cellar)


async def test_F24_the_same_two_have_one_challenge_open_here(stage: Stage) -> None:
    await stage.challenge(stage.astrid, stage.bjorn)
    await stage.challenge(stage.astrid, stage.bjorn)
    told = stage.told(stage.astrid)
    assert "still stands" in told.text
    assert told.links == (
        f"https://discord.com/channels/{stage.guild.id}/{stage.hall.id}/{stage.pages()[0].id}",
    )
    assert len(stage.pages()) == 1


async def test_F24_a_person_has_ten_challenges_open_and_no_more(stage: Stage) -> None:
    rivals = [stage.join(f"Rival{number}") for number in range(11)]
    for rival in rivals:
        await stage.challenge(stage.astrid, rival)
    assert len(stage.pages()) == 10
    assert "10 open challenges" in sentence(stage, stage.astrid)
    await stage.press(stage.astrid, stage.pages()[0], "withdraw")
    await stage.challenge(stage.astrid, rivals[-1])
    assert len(stage.pages()) == 11


# Terms


async def test_the_menu_of_a_person_challenges_them(stage: Stage) -> None:
    await stage.menu(stage.astrid, "Challenge to tafl", stage.bjorn)
    assert stage.last().pings == (stage.bjorn.id,)
    assert "Sides are drawn by lot." in stage.last().text
    await stage.menu(stage.ketil, "Challenge to tafl", stage.ketil)
    assert "yourself" in sentence(stage, stage.ketil)


async def test_lots_give_either_side(stage: Stage) -> None:
    attackers = set()
    for _ in range(8):
        await stage.challenge(stage.astrid, stage.bjorn, side="random")
        await stage.accept(stage.bjorn)
        title = stage.table().text.splitlines()[0]
        attackers.add(title.removeprefix("### ").split(" attacks")[0])
        question = await stage.slash(stage.bjorn, "tafl resign")
        await stage.press(stage.bjorn, stage.read(question), "resigned")
    assert attackers == {"Astrid", "Bjorn"}


@pytest.mark.parametrize(
    ("rules", "told", "captures", "crosses"),
    [
        ("standard", "standard", True, False),
        ("open", "open barrows", True, True),
        ("mounds", "mounds", False, False),
    ],
)
async def test_T8_T12_each_preset_is_said_and_played(
    stage: Stage, rules: str, told: str, captures: bool, crosses: bool
) -> None:
    await stage.challenge(stage.astrid, stage.bjorn, side="attack", rules=rules)
    assert f"Rules: {told}." in stage.last().text
    await stage.accept(stage.bjorn)
    await stage.press(stage.astrid, stage.table(), "place")
    people = (stage.astrid, stage.bjorn) * 5
    opening = ("b5-b9", "c5-c4", "b9-c9", "d5-d4", "c9-c5")
    for person, move in zip(people, opening, strict=False):
        await stage.say_move(person, move)
    # The thrall on c5 stands between d5 and a square that its own barrow has left.
    await stage.say_move(stage.bjorn, "d4-d5")
    assert ("d4-d5xc5" in stage.table().text) is captures
    for person, move in zip(people, ("d1-c1", "c4-b4", "c1-b1"), strict=False):
        await stage.say_move(person, move)
    # The way from b4 to b7 leads over b5.
    await stage.say_move(stage.bjorn, "b4-b7")
    assert ("`b4-b7`" in stage.table().text) is crosses
    assert crosses or "(Rule T8)" in sentence(stage, stage.bjorn)
