"""Who may not stake: strangers, late fingers, two at once, who has no free set, and where stakes are off."""

from collections.abc import Awaitable, Callable

import pytest

from bot.words import speaker
from tests.bot.staking import check_laws, look
from tests.world.for_sets import begin_for_sets, dare, offered, review, sets
from tests.world.stage import Stage

en = speaker("en")


async def test_F5_nobody_else_stakes_for_the_challenged(stage: Stage) -> None:
    challenge = await dare(stage)
    shown = await review(stage, challenge)
    await offered(stage, stage.ketil)
    number = challenge.control("stake").split(":")[1]
    refused = en("refusal-not-the-challenged", name="Bjorn")
    for person in (stage.astrid, stage.ketil):
        (own,) = await sets(stage, person)
        await stage.press(person, challenge, "stake")
        assert stage.told(person).text == refused
        for control, kind in (
            ("+c:{}:0:staked", 3),
            ("c:{}:0:sealed:{}", 2),
            ("c:{}:0:restake", 2),
            ("c:{}:0:accept", 2),
        ):
            await stage.forge(person, challenge, control.format(number, own.id), str(own.id), kind=kind)
            assert stage.told(person).text == refused
    assert not stage.tables()
    await stage.press(stage.bjorn, shown, "sealed")
    assert stage.tables()


@pytest.mark.parametrize("end", ["withdraw", "decline"])
async def test_F35_a_late_finger_on_a_challenge_that_is_over_stakes_nothing(stage: Stage, end: str) -> None:
    challenge = await dare(stage)
    choice = stage.read(await stage.press(stage.bjorn, challenge, "stake"))
    value = next(iter(choice.options))
    shown = stage.read(await stage.choose(stage.bjorn, choice, value))
    await stage.press(stage.astrid if end == "withdraw" else stage.bjorn, challenge, end)
    late: list[Callable[[], Awaitable[object]]] = [
        lambda: stage.press(stage.bjorn, challenge, "stake"),
        lambda: stage.choose(stage.bjorn, choice, value),
        lambda: stage.press(stage.bjorn, shown, "restake"),
        lambda: stage.press(stage.bjorn, shown, "sealed"),
    ]
    before = stage.last()
    for act in late:
        await act()
        assert {"withdraw": "withdrawn", "decline": "declined"}[end] in stage.told(stage.bjorn).text
    assert stage.last().id == before.id
    assert not look(stage.house.store.path, "select * from stake")


async def test_F8_sealed_twice_at_once_one_match_begins(stage: Stage) -> None:
    shown = await review(stage, await dare(stage))
    await stage.at_once(*[lambda: stage.press(stage.bjorn, shown, "sealed")] * 5)
    assert len(stage.tables()) == 1
    assert look(stage.house.store.path, "select count(*) from stake") == [(2,)]


async def test_F8_sealed_and_withdrawn_at_once_one_is_first(stage: Stage) -> None:
    challenge = await dare(stage)
    shown = await review(stage, challenge)
    await stage.at_once(
        lambda: stage.press(stage.astrid, challenge, "withdraw"),
        lambda: stage.press(stage.bjorn, shown, "sealed"),
    )
    assert not stage.tables()
    assert not look(stage.house.store.path, "select * from stake")


async def test_F33_one_set_staked_in_two_channels_at_once_begins_one_match(stage: Stage) -> None:
    first = await dare(stage)
    place = stage.place("hall-2")
    stake = (await offered(stage, stage.astrid))[0]
    await stage.slash(stage.astrid, "tafl challenge", where=place, opponent=stage.ketil, stake=stake)
    mine = await review(stage, first)
    choice = stage.read(await stage.press(stage.ketil, stage.last(place), "stake"))
    theirs = stage.read(await stage.choose(stage.ketil, choice, next(iter(choice.options))))
    await stage.at_once(
        lambda: stage.press(stage.bjorn, mine, "sealed"), lambda: stage.press(stage.ketil, theirs, "sealed")
    )
    assert len(stage.tables()) == 1
    assert not stage.tables(place)
    assert stage.told(stage.ketil, where=place).text == en("refusal-their-stake-is-gone")
    assert stage.showing("stake", where=place), "it can be accepted once the set is free again"
    check_laws(stage.house.store.path)


async def test_W4_a_staked_set_is_not_offered_and_not_taken(stage: Stage) -> None:
    await begin_for_sets(stage)
    (mine,) = await sets(stage, stage.astrid)
    place = stage.place("hall-2")
    assert await offered(stage, stage.astrid) == []
    await stage.slash(stage.astrid, "tafl challenge", where=place, opponent=stage.ketil, stake=mine.id)
    assert stage.told(stage.astrid, where=place).text == en("refusal-set-is-staked")
    await stage.slash(stage.astrid, "sets rename", set=mine.id, name="Fafnir")
    assert stage.told(stage.astrid).text == en("refusal-set-keeps-its-name")
    assert not stage.pages(place)
    shown = stage.read(await stage.slash(stage.ketil, "sets show", user=stage.astrid))
    assert en("set-staked") in shown.text
    assert en("set-staked") in shown.pictures[0]


async def test_who_has_no_free_set_is_told_how_to_get_one(stage: Stage) -> None:
    await begin_for_sets(stage)
    place = stage.place("hall-2")
    stake = (await offered(stage, stage.ketil))[0]
    await stage.slash(stage.ketil, "tafl challenge", where=place, opponent=stage.bjorn, stake=stake)
    challenge = stage.last(place)
    await stage.press(stage.bjorn, challenge, "stake")
    assert stage.told(stage.bjorn, where=place).text == en("refusal-nothing-to-stake")
    await stage.slash(stage.bjorn, "sets carve", where=place)
    choice = stage.read(await stage.press(stage.bjorn, challenge, "stake"))
    assert len(choice.options) == 1
    shown = stage.read(await stage.choose(stage.bjorn, choice, next(iter(choice.options))))
    await stage.press(stage.bjorn, shown, "sealed")
    assert len(stage.tables(place)) == 1


async def test_where_stakes_are_off_they_are_refused_and_matches_are_not(stage: Stage) -> None:
    challenge = await dare(stage)
    shown = await review(stage, challenge)
    with_stakes = "insert into server (guild, stakes) values (?, 0)"
    async with stage.house.store.transaction() as tx:
        await tx.run(with_stakes, stage.guild.id)
    await stage.press(stage.bjorn, shown, "sealed")
    assert stage.told(stage.bjorn).text == en("refusal-stakes-are-off")
    await stage.press(stage.astrid, challenge, "withdraw")
    stake = (await offered(stage, stage.astrid))[0]
    await stage.slash(stage.astrid, "tafl challenge", opponent=stage.ketil, stake=stake)
    assert stage.told(stage.astrid).text == en("refusal-stakes-are-off")
    await stage.challenge(stage.astrid, stage.bjorn, side="attack")
    await stage.accept(stage.bjorn)
    assert len(stage.tables()) == 1
