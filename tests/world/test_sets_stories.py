"""The story of a set: who made it, and every owner since."""

import pytest

from bot import ledger
from bot.words import LOCALES, Locale, shown_name, speaker
from rules.game import Seat
from tests.world.for_sets import begin_for_sets, first_set, sets, show, title
from tests.world.short_games import JARL_ESCAPES
from tests.world.stage import Stage

en = speaker("en")


async def test_a_story_opens_from_the_collection_and_by_command(stage: Stage) -> None:
    page = await show(stage, stage.astrid)
    (one,) = await sets(stage, stage.astrid)
    story = stage.read(await stage.choose(stage.astrid, page, str(one.id)))
    assert story.text.splitlines()[0] == f"### {shown_name(title(one))}"
    assert f"Astrid received it as a first set on <t:{int(stage.now.timestamp())}:d>." in story.text
    typed = stage.read(await stage.slash(stage.ketil, "sets story", set=one.id))
    assert typed.text == story.text
    assert typed.private


async def test_a_story_of_many_owners_can_still_be_told(stage: Stage) -> None:
    one = await first_set(stage, stage.astrid)
    await stage.begin(stage.astrid, stage.bjorn)
    async with stage.house.store.transaction() as tx:
        for number in range(2, 60):
            await tx.run(
                "insert into session (id, game, setup, guild, channel, posting, locale, state, ending, created_at,"
                " ended_at) values (?, 'tafl', 'standard', 1, 1, 'bot', 'en', 'over', 'annulment', 1, 1)",
                number,
            )
            await tx.run(
                "insert into transfer (playing_set, from_player, to_player, to_name, reason, session, at)"
                " values (?, 1, 1, ?, 'won', ?, 1)",
                one.id,
                f"Owner {number} of a set with a long story"[:32],
                number,
            )
    story = stage.read(await stage.slash(stage.astrid, "sets story", set=one.id))
    assert len(story.text) <= 4000
    assert "Owner 59" in story.text, "who has it now is told of before all others"
    assert all(line.count("(") == line.count(")") for line in story.text.splitlines()), "no link is cut"


async def test_a_set_that_was_won_tells_in_which_match_and_when(stage: Stage) -> None:
    await begin_for_sets(stage)
    (mine,) = await sets(stage, stage.astrid)
    question = stage.read(await stage.press(stage.astrid, stage.table(), "resign"))
    await stage.press(stage.astrid, question, "resigned")
    story = stage.read(await stage.slash(stage.bjorn, "sets story", set=mine.id))
    link, at = stage.link(stage.table()), int(stage.now.timestamp())
    assert story.text.splitlines()[-1] == f"- Bjorn won it in [match 1]({link}) on <t:{at}:d>."


async def test_a_set_that_a_hunt_earned_names_the_hunt(stage: Stage) -> None:
    await stage.slash(stage.astrid, "draugr hunt")
    hunt = await stage.house.sessions.get((await stage.house.sessions.live())[0])
    player = hunt.seats[Seat.HUNTER]
    async with stage.house.store.transaction() as tx:
        made = await ledger.make(
            tx,
            player,
            material="garnet",
            style="urnes",
            reason="earned",
            now=stage.now,
            deed="daily_won",
            session=hunt.id,
        )
    story = stage.read(await stage.slash(stage.astrid, "sets story", set=made))
    last = story.text.splitlines()[-1]
    assert last.startswith(f"- Astrid earned it in [hunt 1]({hunt.link}) on <t:")
    assert last.endswith(": a daily hunt won.")


@pytest.mark.parametrize("locale", LOCALES)
async def test_sets_earned_by_deeds_are_told_when_the_match_ends(stage: Stage, locale: Locale) -> None:
    stage.guild_speaks(locale)
    say = speaker(locale)
    await stage.begin(stage.astrid, stage.bjorn, *JARL_ESCAPES.moves)
    owned = [one for one in await sets(stage, stage.bjorn) if one.deed]
    assert {one.deed for one in owned} == {"escaped", "no_shieldmaiden_lost"}
    lines = stage.last().text.splitlines()
    for one in owned:
        deed = say(f"deed-{(one.deed or '').replace('_', '-')}")
        assert say("set-earned-now", name="Bjorn", set=title(one, locale), deed=deed) in lines
    await stage.press(stage.astrid, stage.table(), "rematch")
    assert not any(
        deed in stage.last().text for deed in (say("deed-escaped"), say("deed-no-shieldmaiden-lost"))
    )
