"""`/sets` as people see it: pages of a collection, stories, carving, names of every kind, and forged numbers."""

import logging
import re
from collections.abc import Sequence
from datetime import timedelta

import pytest

from bot.limits import BETWEEN_CARVINGS
from bot.people import Player, PlayerId
from bot.playing_sets import PlayingSet
from bot.words import plain_name, shown_name, speaker
from rules.game import Seat
from tests.bot.staking import check_laws, look
from tests.world.for_sets import (
    LOCALES,
    begin_for_sets,
    check_picture,
    check_words,
    dare,
    first_set,
    offered,
    review,
    sets,
    show,
    speak,
    title,
)
from tests.world.page import Page
from tests.world.stage import Stage
from tests.world.world import Person

en = speaker("en")


async def carved(stage: Stage, person: Person, count: int) -> Sequence[PlayingSet]:
    """The person's sets once they have carved so many."""
    player = Player(PlayerId(person.id), person.name.capitalize())
    for week in range(count):
        await stage.house.collections.carve(
            player, material="oak", style="urnes", now=stage.now + week * BETWEEN_CARVINGS
        )
    return await sets(stage, person)


@pytest.mark.parametrize("locale", LOCALES)
async def test_a_collection_is_shown_six_sets_a_page(stage: Stage, locale: str) -> None:
    spoken = speak(stage, locale)
    owned = await carved(stage, stage.astrid, 7)
    page = await show(stage, stage.astrid)
    assert page.private
    for number, (here, there) in enumerate(
        ((owned[:6], owned[6:]), (owned[6:], owned[:6]), (owned[:6], owned[6:]))
    ):
        assert all(f"**{shown_name(title(one, spoken))}** (#{one.id})" in page.text for one in here)
        assert not any(f"(#{one.id})" in page.text for one in there)
        assert list(page.options) == [str(one.id) for one in here]
        assert all(title(one, spoken) in page.pictures[0] for one in here)
        assert page.labels == (speaker(spoken)("button-back" if number == 1 else "button-onward"),)
        check_picture(stage, page, "sets.png")
        check_words(page)
        page = stage.read(await stage.press(stage.astrid, page, page.labels[0]))


async def test_a_fresh_page_holds_the_first_set_and_nothing_to_turn(stage: Stage) -> None:
    page = await show(stage, stage.astrid)
    (one,) = await sets(stage, stage.astrid)
    assert title(one) in page.text
    assert page.labels == ()
    assert page.text.startswith("### Astrid: 1 set")


async def test_the_set_in_use_is_marked_though_none_was_chosen(stage: Stage) -> None:
    oldest, other = await carved(stage, stage.astrid, 1)
    for person in (stage.astrid, stage.ketil):
        page = await show(stage, person, user=stage.astrid)
        assert used(page) == [oldest.id]
        assert page.pictures[0].count(en("set-used")) == 1
    await stage.begin(stage.astrid, stage.bjorn)
    session = await stage.house.sessions.get((await stage.house.sessions.live())[0])
    assert session.brought[Seat.ATTACKERS].number == oldest.id
    await stage.slash(stage.astrid, "sets use", set=other.id)
    assert used(await show(stage, stage.astrid)) == [other.id]


def used(page: Page) -> list[int]:
    """The numbers of the sets that are marked as in use."""
    return [int(number) for number in re.findall(rf"\(#(\d+)\)[^\n]* · {en('set-used')}", page.text)]


async def test_somebody_elses_collection_is_only_looked_at(stage: Stage) -> None:
    page = await show(stage, stage.ketil, user=stage.astrid)
    assert page.text == en("sets-none", name="Astrid")
    assert not look(stage.house.store.path, "select * from playing_set")
    await carved(stage, stage.astrid, 6)
    page = await show(stage, stage.ketil, user=stage.astrid)
    assert page.private
    page = stage.read(await stage.press(stage.ketil, page, "page"))
    assert page.text.startswith("### Astrid: 7 sets")
    assert not await sets(stage, stage.ketil)


async def test_a_page_that_shrank_meanwhile_begins_anew(stage: Stage) -> None:
    await carved(stage, stage.astrid, 6)
    page = await show(stage, stage.astrid)
    await begin_for_sets(stage)
    question = stage.read(await stage.press(stage.astrid, stage.table(), "resign"))
    await stage.press(stage.astrid, question, "resigned")
    page = stage.read(await stage.press(stage.astrid, page, "page"))
    assert page.text.startswith("### Astrid: 6 sets")
    assert page.labels == ()


@pytest.mark.parametrize("locale", LOCALES)
async def test_carving_says_what_was_made_and_when_again(stage: Stage, locale: str) -> None:
    spoken = speak(stage, locale)
    await stage.slash(stage.astrid, "sets carve", material="slate", style="borre")
    made = (await sets(stage, stage.astrid))[-1]
    assert (made.material, made.style) == ("slate", "borre")
    assert stage.told(stage.astrid).text == speaker(spoken)(
        "sets-carved", set=shown_name(title(made, spoken))
    )
    await stage.slash(stage.astrid, "sets carve")
    again = int((stage.now + timedelta(days=7)).timestamp())
    refused = stage.told(stage.astrid)
    assert f"<t:{again}:" in refused.text
    check_words(refused)
    await stage.later(days=7)
    await stage.slash(stage.astrid, "sets carve")
    assert len(await sets(stage, stage.astrid)) == 3


async def test_the_chosen_set_is_on_the_board_and_in_the_words(stage: Stage) -> None:
    mine = (await carved(stage, stage.astrid, 1))[-1]
    await stage.slash(stage.astrid, "sets use", set=mine.id)
    assert stage.told(stage.astrid).text == en("sets-used", set=shown_name(title(mine)))
    page = await show(stage, stage.astrid)
    assert page.text.count(en("set-used")) == 1
    await stage.begin(stage.astrid, stage.bjorn)
    (session,) = await stage.house.sessions.live()
    found = await stage.house.sessions.get(session)
    assert mine.id in [one.number for one in found.brought.values()]


# Suggestions


async def test_only_ones_own_sets_are_suggested_and_only_free_ones_to_stake(stage: Stage) -> None:
    owned = await carved(stage, stage.astrid, 2)
    await carved(stage, stage.bjorn, 1)
    numbers = [one.id for one in owned]
    assert await offered(stage, stage.astrid) == numbers
    await stage.slash(stage.astrid, "sets rename", set=numbers[1], name="Старый зуб")
    assert await offered(stage, stage.astrid, "СТАРЫЙ") == [numbers[1]]
    assert await offered(stage, stage.astrid, "nothing like it") == []
    await begin_for_sets(stage)
    assert await offered(stage, stage.astrid) == numbers[1:]
    for command in ("sets use", "sets rename", "sets story"):
        suggested = await stage.suggestions(stage.astrid, command, "set", "")
        assert [int(value) for value in suggested] == numbers
    assert len(await offered(stage, stage.ketil)) == 1, "their first set comes by the asking"


async def test_no_more_is_suggested_than_discord_takes(stage: Stage) -> None:
    owned = await carved(stage, stage.bjorn, 29)
    assert len(await offered(stage, stage.bjorn)) == 25
    challenge = await dare(stage)
    choice = stage.read(await stage.press(stage.bjorn, challenge, "stake"))
    assert len(choice.options) == 25
    assert set(choice.options) <= {str(one.id) for one in owned}


# Names

HOSTILE = [
    "<@1> @everyone **b** ||x||",
    "[click](https://x.example)",
    "# big {name} %s <t:1:R> \\",
    "Жар-птица «Ёж»",
    "검은 이빨 로 雪の花嫁",
    "نرد الملك 🪓🐺",
    "W" * 32,
]


@pytest.mark.parametrize("name", HOSTILE)
async def test_a_name_stands_wherever_it_is_shown_and_breaks_nothing(stage: Stage, name: str) -> None:
    mine = await first_set(stage, stage.astrid)
    await stage.slash(stage.astrid, "sets rename", set=mine.id, name=name)
    shown = shown_name(name)
    assert stage.told(stage.astrid).text == en("sets-renamed", set=shown)
    page = await show(stage, stage.astrid)
    assert f"**{shown}** (#{mine.id})" in page.text
    assert page.options[str(mine.id)] == plain_name(name)
    story = stage.read(await stage.slash(stage.bjorn, "sets story", set=mine.id))
    assert story.text.startswith(f"### {shown}\n")
    challenge = await dare(stage)
    assert en("stake-offered", name="Astrid", opponent="Bjorn", set=shown) in challenge.text
    assert challenge.pings == (stage.bjorn.id,)
    reviewed = await review(stage, challenge)
    assert f"Astrid: **{shown}**" in reviewed.text
    await stage.press(stage.bjorn, reviewed, "sealed")
    assert f"**{shown}** against" in stage.table().text
    question = stage.read(await stage.press(stage.astrid, stage.table(), "resign"))
    assert question.text == en("resign-sure-staked", set=shown)
    await stage.press(stage.astrid, question, "resigned")
    assert f"Bjorn takes {shown} from Astrid." in stage.table().text
    assert set(sum(stage.pinged, ())) <= {stage.astrid.id, stage.bjorn.id}
    for seen in (page, story, challenge, reviewed, stage.table()):
        assert plain_name(name) in seen.pictures[-1]


@pytest.mark.parametrize("name", ["\u200b", "\u3164", "\u202e"])
async def test_a_name_that_nobody_could_see_is_refused(stage: Stage, name: str) -> None:
    mine = await first_set(stage, stage.astrid)
    await stage.slash(stage.astrid, "sets rename", set=mine.id, name=name)
    assert stage.told(stage.astrid).text == en("refusal-bad-set-name")


# Forged


NUMBERS = (0, -1, 4711, 2**53 - 1)


@pytest.mark.parametrize("number", NUMBERS)
async def test_a_set_that_is_not_there_is_said_so(
    stage: Stage, caplog: pytest.LogCaptureFixture, number: int
) -> None:
    refused = en("refusal-no-such-set")
    for command in ("sets use", "sets story"):
        await stage.slash(stage.astrid, command, set=number)
        assert stage.told(stage.astrid).text == refused
    await stage.slash(stage.astrid, "sets rename", set=number, name="Fafnir")
    assert stage.told(stage.astrid).text == refused
    await stage.slash(stage.astrid, "tafl challenge", opponent=stage.bjorn, stake=number)
    assert stage.told(stage.astrid).text == refused
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert not [page for page in stage.pages() if not page.private]


async def test_what_belongs_to_somebody_else_is_not_ones_own_to_use_name_or_stake(stage: Stage) -> None:
    theirs = await first_set(stage, stage.bjorn)
    refused = en("refusal-set-not-yours")
    await stage.slash(stage.astrid, "sets use", set=theirs.id)
    assert stage.told(stage.astrid).text == refused
    await stage.slash(stage.astrid, "sets rename", set=theirs.id, name="Mine")
    assert stage.told(stage.astrid).text == refused
    await stage.slash(stage.astrid, "tafl challenge", opponent=stage.ketil, stake=theirs.id)
    assert stage.told(stage.astrid).text == refused
    challenge = await dare(stage)
    number = challenge.control("stake").split(":")[1]
    (mine,) = await sets(stage, stage.astrid)
    await stage.forge(stage.bjorn, challenge, f"c:{number}:0:sealed:{mine.id}")
    assert stage.told(stage.bjorn).text == refused
    await stage.forge(stage.bjorn, challenge, f"c:{number}:0:accept")
    assert stage.told(stage.bjorn).text == en("refusal-stake-needed")
    assert not stage.tables()


FORGED = ("0", "4711", "9223372036854775807", "9223372036854775808", "9" * 50, "-1", "x", "", "1.5", "١")


@pytest.mark.parametrize("value", FORGED)
async def test_a_forged_set_number_is_refused_and_stakes_nothing(
    stage: Stage, caplog: pytest.LogCaptureFixture, value: str
) -> None:
    page = await show(stage, stage.bjorn)
    await stage.forge(stage.bjorn, page, "+s:1:0:story", value, kind=3)
    challenge = await dare(stage)
    number = challenge.control("stake").split(":")[1]
    for custom_id, kind in (
        (f"+c:{number}:0:staked", 3),
        (f"c:{number}:0:sealed" + (f":{value}" if value else ""), 2),
    ):
        before = stage.told(stage.bjorn).id
        await stage.forge(stage.bjorn, challenge, custom_id, value, kind=kind)
        assert stage.told(stage.bjorn).id != before, custom_id
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert not look(stage.house.store.path, "select * from stake")
    assert not look(stage.house.store.path, "select * from session")
    assert stage.last().id == challenge.id
    assert challenge.controls == stage.last().controls
    check_laws(stage.house.store.path)


async def test_a_set_that_was_staked_elsewhere_since_it_was_chosen_is_not_sealed(stage: Stage) -> None:
    place = stage.place("hall-2")
    stake = (await offered(stage, stage.ketil))[0]
    await stage.slash(stage.ketil, "tafl challenge", where=place, opponent=stage.bjorn, stake=stake)
    late = await review(stage, stage.last(place))
    await begin_for_sets(stage)
    await stage.press(stage.bjorn, late, "sealed")
    assert stage.told(stage.bjorn, where=place).text == en("refusal-set-is-staked")
    await stage.press(stage.bjorn, late, "restake")
    assert stage.told(stage.bjorn, where=place).text == en("refusal-nothing-to-stake")
    assert not stage.tables(place)
    check_laws(stage.house.store.path)
