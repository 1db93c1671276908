"""A match for sets as people see it: the terms, the gilded table, the prize; also where places and people are gone."""

import pytest
from simcord.builders import ChannelHandle

from bot.audit import audit
from bot.views.layout import ACCENT, GILT
from bot.views.set_title import set_title
from bot.words import shown_name, speaker
from tests.bot.staking import check_laws, look
from tests.world.for_sets import (
    LOCALES,
    accent,
    begin_for_sets,
    check_picture,
    check_words,
    dare,
    offered,
    play_on,
    review,
    sets,
    speak,
)
from tests.world.page import Page
from tests.world.short_games import BLACK_DRAUG_TAKEN, JARL_ESCAPES, JARL_TAKEN, ShortGame
from tests.world.stage import Stage
from tests.world.world import Person

en = speaker("en")


@pytest.mark.parametrize("locale", LOCALES)
async def test_W1_a_match_for_sets_from_challenge_to_prize_by_buttons(stage: Stage, locale: str) -> None:
    spoken = speaker(speak(stage, locale))
    challenge = await dare(stage)
    (mine,) = await sets(stage, stage.astrid)
    title = set_title(spoken, mine.material, mine.name, mine.id)
    offered = spoken("stake-offered", name="Astrid", opponent="Bjorn", set=shown_name(title))
    assert offered in challenge.text
    assert spoken("stake-terms") in challenge.text
    assert accent(challenge) == GILT
    check_picture(stage, challenge, "sets.png")
    assert title in challenge.pictures[0]
    check_words(challenge)

    pressed = await stage.press(stage.bjorn, challenge, "stake")
    choice = stage.read(pressed)
    assert pressed.ephemeral
    (theirs,) = await sets(stage, stage.bjorn)
    assert list(choice.options) == [str(theirs.id)]
    assert spoken("stake-terms") in choice.text
    check_words(choice)

    shown = stage.read(await stage.choose(stage.bjorn, choice, str(theirs.id)))
    assert shown.private
    for person, one in (("Astrid", mine), ("Bjorn", theirs)):
        assert shown_name(set_title(spoken, one.material, one.name, one.id)) in shown.text
        assert set_title(spoken, one.material, one.name, one.id) in shown.pictures[0]
        assert f"{person}: **" in shown.text
    assert spoken("stake-terms") in shown.text
    check_picture(stage, shown, "sets.png")
    check_words(shown)
    assert not stage.tables(), "nothing begins before it is sealed"

    await stage.press(stage.bjorn, shown, "sealed")
    assert [
        one.staked_in for one in (await sets(stage, stage.astrid)) + (await sets(stage, stage.bjorn))
    ] == [1, 1]
    table = stage.table()
    titles = [shown_name(set_title(spoken, one.material, one.name, one.id)) for one in (mine, theirs)]
    at_stake = spoken("table-stakes", first=titles[0], second=titles[1])
    assert at_stake in table.text
    [accepted] = [page for page in stage.pages() if page.id == challenge.id]
    assert at_stake in accepted.text and spoken("stake-terms") in accepted.text
    assert accent(accepted) == GILT
    check_words(accepted)
    assert accent(table) == GILT
    check_words(table)
    assert not [page for page in stage.pages(seen_by=stage.bjorn) if page.private and page.controls]

    over = await play_on(stage, BLACK_DRAUG_TAKEN)
    assert spoken("table-won-set", taker="Bjorn", giver="Astrid", set=titles[0]) in over.text
    assert over.files == ("board.png",)
    assert title in over.pictures[0] and spoken("end-prize") in over.pictures[0]
    check_picture(stage, over, "board.png")
    check_words(over)
    assert accent(over) == GILT
    assert [one.id for one in await sets(stage, stage.astrid)] == []
    assert {one.owner for one in await sets(stage, stage.bjorn)} == {stage.bjorn.id}
    assert not [page for page in stage.pages() if page.id != over.id and page.controls]
    check_laws(stage.house.store.path)

    story = stage.read(await stage.slash(stage.ketil, "sets story", set=mine.id))
    assert "Astrid" in story.text
    assert "Bjorn" in story.text
    assert stage.link(over) in story.text
    check_words(story)


async def test_staked_and_unstaked_differ_at_a_glance(stage: Stage) -> None:
    await stage.begin(stage.astrid, stage.bjorn)
    plain = stage.table()
    assert accent(plain) not in (GILT,)
    assert "⚔" not in plain.text
    assert accent(stage.pages()[0]) == ACCENT
    place = stage.place("hall-2")
    stake = (await offered(stage, stage.astrid))[0]
    await stage.slash(stage.astrid, "tafl challenge", where=place, opponent=stage.bjorn, stake=stake)
    assert accent(stage.last(place)) == GILT


@pytest.mark.parametrize(("game", "lost"), [(JARL_TAKEN, True), (JARL_ESCAPES, False)])
async def test_W1_W2_the_last_table_tells_what_became_of_the_stakes(
    stage: Stage, game: ShortGame, lost: bool
) -> None:
    await begin_for_sets(stage)
    (theirs,) = await sets(stage, stage.bjorn)
    over = await play_on(stage, game)
    assert (en("end-prize") in over.pictures[0]) is lost
    assert ("Each keeps their own: " in over.pictures[0]) is not lost
    assert ("Astrid takes" in over.text) is lost
    assert ("Each keeps their own" in over.text) is not lost
    assert (await stage.house.collections.get(theirs.id)).owner == (stage.astrid if lost else stage.bjorn).id
    # To show it again shows the prize again.
    await stage.slash(stage.ketil, "tafl show")
    assert stage.last().files == over.files and stage.last().pictures == over.pictures


async def test_W3_who_resigns_is_asked_first_and_then_has_lost_the_set(stage: Stage) -> None:
    table = await begin_for_sets(stage)
    (mine,) = await sets(stage, stage.astrid)
    question = stage.read(await stage.press(stage.astrid, table, "resign"))
    assert (await stage.house.collections.get(mine.id)).owner == stage.astrid.id
    await stage.press(stage.astrid, question, "resigned")
    assert "Bjorn takes" in stage.table().text
    assert (await stage.house.collections.get(mine.id)).owner == stage.bjorn.id


async def test_the_prize_that_can_not_be_drawn_or_sent_changes_hands_all_the_same(stage: Stage) -> None:
    await begin_for_sets(stage)
    (mine,) = await sets(stage, stage.astrid)
    await stage.say_move(stage.astrid, "d1")
    await stage.say_move(stage.astrid, BLACK_DRAUG_TAKEN.moves[0])
    stage.refuse("POST", "/channels/*/messages", status=503, times=None)
    await stage.say_move(stage.bjorn, BLACK_DRAUG_TAKEN.moves[1])
    assert (await stage.house.collections.get(mine.id)).owner == stage.bjorn.id
    stage.env.backend.faults.clear()
    await stage.slash(stage.bjorn, "tafl show")
    assert stage.last().files == ("board.png",) and en("end-prize") in stage.last().pictures[0]


async def test_a_match_for_sets_goes_on_after_a_restart(stage: Stage) -> None:
    shown = await review(stage, await dare(stage))
    await stage.restart()
    await stage.press(stage.bjorn, shown, "sealed")
    await stage.restart()
    await play_on(stage, JARL_TAKEN)
    assert "Astrid takes" in stage.table().text
    check_laws(stage.house.store.path)


# Places and people that are gone


async def test_W4_leaving_deleting_and_kicking_leave_the_stakes_locked(stage: Stage) -> None:
    table = await begin_for_sets(stage)
    for page in stage.pages():
        stage.env.backend.delete_message(page.channel, page.id)
    await stage.env.settle()
    mine, theirs = await sets(stage, stage.astrid) + await sets(stage, stage.bjorn)
    await stage.slash(stage.astrid, "tafl show")
    await stage.say_move(stage.astrid, "e9")
    stage.guild.remove_member(stage.bjorn)
    await stage.env.settle()
    assert [(await stage.house.collections.get(one.id)).staked_in for one in (mine, theirs)] == [1, 1]
    question = stage.read(await stage.press(stage.astrid, stage.table(), "resign"))
    await stage.press(stage.astrid, question, "resigned")
    assert (await stage.house.collections.get(mine.id)).owner == stage.bjorn.id
    assert stage.table().id != table.id
    assert not (await audit(stage.house.store.path)).found


async def about(stage: Stage, person: Person, place: ChannelHandle) -> Page:
    """What a person is shown of their one match, in that channel."""
    listed = stage.read(await stage.slash(person, "matches", where=place))
    return stage.read(await stage.choose(person, listed, next(iter(listed.options))))


async def test_W4_a_match_whose_channel_is_gone_is_played_on_elsewhere(stage: Stage) -> None:
    await begin_for_sets(stage)
    place = stage.place("elsewhere")
    page = await about(stage, stage.astrid, place)
    await stage.press(stage.astrid, page, "here")
    assert not stage.tables(place), "its own channel is still there"
    stage.env.backend.delete_channel(stage.hall.id)
    await stage.env.settle()
    assert [one.staked_in for one in await sets(stage, stage.astrid)] == [1]
    await stage.press(stage.astrid, page, "here")
    table = stage.table(place)
    assert "⚔" in table.text
    question = stage.read(await stage.press(stage.bjorn, table, "resign"))
    await stage.press(stage.bjorn, question, "resigned")
    assert "Astrid takes" in stage.table(place).text
    check_laws(stage.house.store.path)


async def test_W2_a_match_whose_channel_is_gone_is_annulled_by_agreement(stage: Stage) -> None:
    await begin_for_sets(stage)
    mine, theirs = await sets(stage, stage.astrid) + await sets(stage, stage.bjorn)
    place = stage.place("elsewhere")
    stage.env.backend.delete_channel(stage.hall.id)
    await stage.env.settle()
    await stage.press(stage.astrid, await about(stage, stage.astrid, place), "annul")
    offer = stage.last(place)
    assert "stakes would return" in offer.text
    assert [(await stage.house.collections.get(one.id)).staked_in for one in (mine, theirs)] == [1, 1]
    await stage.press(stage.bjorn, offer, "yes")
    for one, person in ((mine, stage.astrid), (theirs, stage.bjorn)):
        kept = await stage.house.collections.get(one.id)
        assert (kept.owner, kept.staked_in) == (person.id, None)
    assert look(stage.house.store.path, "select ending from session") == [("annulment",)]
    check_laws(stage.house.store.path)
