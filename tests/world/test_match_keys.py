"""A match is known by its row: whoever plays two, comes back later, or walks away."""

from tests.bot.staking import owners
from tests.world.for_sets import begin_for_sets, sets
from tests.world.stage import Stage


async def test_F6_two_matches_of_the_same_two_do_not_mix(stage: Stage) -> None:
    yard = stage.guild.create_text_channel("yard")
    first = await stage.begin(stage.astrid, stage.bjorn, "d1-c1")
    second = await stage.begin(stage.bjorn, stage.astrid, where=yard)
    await stage.move(stage.bjorn, "f9-g9", where=yard)
    await stage.press(stage.bjorn, first, "move")
    await stage.move(stage.bjorn, "e7-d7")
    one, other = [await stage.house.sessions.get(number) for number in await stage.house.sessions.live()]
    assert await stage.house.sessions.actions(one) == ["place e9", "d1-c1", "e7-d7"]
    assert await stage.house.sessions.actions(other) == ["place e9", "f9-g9"]
    assert "f9-g9" in stage.table(yard).text and stage.table(yard).id != second.id


async def test_F11_no_match_lives_in_a_private_message(stage: Stage) -> None:
    await stage.begin(stage.astrid, stage.bjorn, "d1-c1")
    picker = stage.read(await stage.press(stage.bjorn, stage.table(), "move"))
    assert picker.private and not stage.table().private
    # Half an hour later the picker's own token is dead; the table gives out another one.
    await stage.later(minutes=30)
    again = stage.read(await stage.press(stage.bjorn, stage.table(), "move"))
    assert again.private and again.id != picker.id
    await stage.move(stage.bjorn, "e7-d7")
    assert "e7-d7" in stage.table().text


async def test_F26_walking_away_saves_no_stake(stage: Stage) -> None:
    table = await begin_for_sets(stage)
    # Nobody ends a match alone without its result: an annulment waits for the other.
    more = stage.read(await stage.press(stage.astrid, table, "more"))
    await stage.press(stage.astrid, more, "annul")
    session = (await stage.house.sessions.live())[0]
    assert (await stage.house.sessions.get(session)).outcome is None
    # Resigning says first what it costs, and then costs it.
    asked = stage.read(await stage.press(stage.astrid, stage.table(), "resign"))
    assert asked.private and (await stage.house.sessions.get(session)).outcome is None
    await stage.press(stage.astrid, asked, "resigned")
    assert len(await sets(stage, stage.bjorn)) == 2
    assert set(owners(stage.house.store.path).values()) == {stage.bjorn.id}
