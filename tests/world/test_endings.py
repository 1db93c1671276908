"""How matches and hunts end on screen: one card with words, in words where none can be drawn; results to share."""

from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from bot.people import PlayerId
from bot.views.daily import result_scene
from bot.views.ending import hunt_end_scene
from bot.words import LOCALES, Locale, say, speaker
from render import daily_card, end_blanks, end_kit, end_match, hunt_end, hunt_end_blanks
from rules.game import Ending, Outcome
from tests.world.hunting import LOST, Hunter
from tests.world.page import Page
from tests.world.stage import Stage

HUNT_HIGH = hunt_end_blanks.HEAD + hunt_end_blanks.BED + hunt_end_blanks.ROW + hunt_end_blanks.FOOT


def size(stage: Stage, page: Page) -> tuple[int, int]:
    """The pixels of the page's first picture."""
    return Image.open(BytesIO(stage.uploaded(page))).size


@pytest.fixture
def undrawable(stage: Stage) -> Iterator[None]:
    """No card in memory, and a folder for them that no system can have: drawing one raises."""
    rooms = (end_kit, end_match, hunt_end, daily_card)
    for room in rooms:
        room.forget()
    whole = stage.house
    stage.client.house = replace(whole, cache=Path("no\0folder"))
    yield
    for room in rooms:
        room.forget()


# Matches


@pytest.mark.parametrize("locale", LOCALES)
async def test_T19_a_match_that_was_resigned_ends_with_its_card(stage: Stage, locale: Locale) -> None:
    stage.guild_speaks(locale)
    spoken = speaker(locale)
    table = await stage.begin(stage.astrid, stage.bjorn, "d1-c1")
    question = stage.read(await stage.press(stage.bjorn, table, "resign"))
    await stage.press(stage.bjorn, question, "resigned")
    over = stage.last()
    assert over.files == ("board.png",) and size(stage, over) == (720, end_blanks.height("facts"))
    (words,) = over.pictures
    assert len(words) <= 1024
    for told in (
        spoken("result-attackers-resignation"),
        spoken("alt-winner", name="Astrid"),
        spoken("end-moves", count=1),
        spoken("end-captures", count=0),
        "2026-01-01",
    ):
        assert told in words


async def test_T18_an_annulled_match_has_no_winner(stage: Stage) -> None:
    table = await stage.begin(stage.astrid, stage.bjorn, "d1-c1")
    await stage.press(stage.astrid, table, "more")
    await stage.press(stage.astrid, stage.told(stage.astrid), "annul")
    await stage.press(stage.bjorn, stage.showing("yes"), "yes")
    (words,) = stage.last().pictures
    assert "Annulled." in words and "wins" not in words
    assert size(stage, stage.last()) == (720, end_blanks.height("facts"))


async def test_F4_the_card_stays_on_the_table_that_was_hung_before(stage: Stage) -> None:
    table = await stage.begin(stage.astrid, stage.bjorn, "d1-c1")
    question = stage.read(await stage.press(stage.bjorn, table, "resign"))
    await stage.press(stage.bjorn, question, "resigned")
    over = stage.last()
    await stage.slash(stage.astrid, "tafl show")
    again = stage.last()
    assert again.id != over.id and again.pictures == over.pictures and again.files == over.files
    (before,) = (page for page in stage.pages() if page.id == over.id)
    assert not before.controls and before.files == ("board.png",) and before.pictures == over.pictures


async def test_F43_a_card_that_can_not_be_drawn_leaves_the_board_in_letters(
    stage: Stage, undrawable: None
) -> None:
    table = await stage.begin(stage.astrid, stage.bjorn)
    question = stage.read(await stage.press(stage.bjorn, table, "resign"))
    await stage.press(stage.bjorn, question, "resigned")
    over = stage.last()
    assert not over.files and "Resigned: attackers win" in over.text and "```" in over.text
    assert over.labels == ("Rematch", "Record", "Other side")


# Hunts


@pytest.mark.parametrize("locale", LOCALES)
async def test_a_hunt_that_was_given_up_ends_with_its_card(hunter: Hunter, locale: Locale) -> None:
    hunter.stage.guild_speaks(locale)
    hunter.locale = locale
    await hunter.begin(LOST)
    await hunter.rounds(2)
    await hunter.abandon()
    over = hunter.stage.last()
    assert over.files == ("town.png",) and size(hunter.stage, over) == (720, HUNT_HIGH)
    (words,) = over.pictures
    assert len(words) <= 1024
    told = (
        say(locale, "town-abandoned"),
        say(locale, "hunt-over-abandoned"),
        say(locale, "difficulty-normal"),
        say(locale, "end-rounds", count=2),
        say(locale, "end-slain", slain=0, needed=4),
        say(locale, "end-folk", kept=7, all=7),
    )
    for part in told:
        assert part in words
    await hunter.slash("draugr show")
    assert hunter.stage.last().pictures == over.pictures
    (before,) = (page for page in hunter.stage.pages() if page.id == over.id)
    assert before.pictures == over.pictures and before.files == ("town.png",)


async def test_D13_a_hunt_hunted_to_its_end_shows_the_card_in_its_own_message(hunter: Hunter) -> None:
    page = await hunter.begin(LOST)
    session = await hunter.to_the_end()
    over = hunter.stage.last()
    assert over.id == page.id and over.files == ("town.png",)
    assert size(hunter.stage, over) == (720, HUNT_HIGH)
    assert session.outcome is not None
    assert hunter.say(f"hunt-over-{session.outcome.ending}") in over.pictures[0]


@pytest.mark.parametrize(
    "ending", [*list(Ending)[list(Ending).index(Ending.SLAIN) :], Ending.TIME, Ending.ANNULMENT]
)
async def test_every_ending_of_a_hunt_has_its_title(hunter: Hunter, ending: Ending) -> None:
    await hunter.begin(LOST)
    session = await hunter.session()
    for locale in LOCALES:
        card = hunt_end_scene(session, Outcome(None, ending), speaker(locale))
        assert card.title and "-" not in card.title and card.told != f"hunt-over-{ending}"
        assert card.won is (ending is Ending.SLAIN)


async def test_F43_a_hunt_s_card_that_can_not_be_drawn_is_told(hunter: Hunter, undrawable: None) -> None:
    hunter.trouble_expected = True
    await hunter.begin(LOST)
    await hunter.abandon()
    over = hunter.stage.last()
    assert not over.files and hunter.say("hunt-over-abandoned") in over.text
    await hunter.press("share", over)
    shared = hunter.stage.last()
    assert not shared.files and "🕯️" in shared.text


# Results to share


@pytest.mark.parametrize("locale", LOCALES)
async def test_a_shared_result_has_its_picture(hunter: Hunter, locale: Locale) -> None:
    hunter.stage.guild_speaks(locale)
    await hunter.daily()
    await hunter.rounds(2)
    await hunter.abandon()
    await hunter.press("share", hunter.stage.last())
    shared = hunter.stage.last()
    assert shared.files == ("hunt.png",) and size(hunter.stage, shared) == (720, daily_card.HIGH)
    title = say(locale, "share-daily", day="2026-01-01")
    assert title in shared.text and "🕯️" in shared.text
    assert shared.pictures == (
        f"{title}. Astrid. {say(locale, 'share-lost', count=2)}. {say(locale, 'end-slain', slain=0, needed=4)}. "
        f"{say(locale, 'end-folk', kept=7, all=7)}.",
    )


async def test_a_result_in_direct_messages_is_to_be_copied_and_saved(stage: Stage, hunter: Hunter) -> None:
    hunter.where = stage.dm(hunter.person)
    await hunter.daily()
    await hunter.abandon()
    shared = stage.read(await hunter.press("share", stage.last(hunter.where)))
    assert shared.private and "```" in shared.text and shared.files == ("hunt.png",)


async def test_F17_where_no_files_may_be_attached_a_result_is_shared_in_words(
    stage: Stage, hunter: Hunter
) -> None:
    hunter.where = stage.place("narrow", attach_files=False)
    await hunter.daily()
    await hunter.abandon()
    await hunter.press("share", stage.last(hunter.where))
    shared = stage.last(hunter.where)
    assert not shared.files and "🕯️" in shared.text


async def test_who_wants_letters_alone_shares_in_words(stage: Stage, hunter: Hunter) -> None:
    player = PlayerId(hunter.person.id)
    await stage.house.preferences.choose(player, "text-board", "on", else_speak="en")
    await hunter.daily()
    await hunter.abandon()
    await hunter.press("share", stage.last())
    assert not stage.last().files and "🕯️" in stage.last().text


async def test_a_result_spoils_nothing(hunter: Hunter) -> None:
    await hunter.daily()
    await hunter.rounds(3)
    session = await hunter.session()
    spoken = speaker("en")
    hunt = session.hunt
    other = replace(
        session,
        state=replace(
            hunt,
            grid=hunt.grid[::-1],
            cells=hunt.cells[::-1],
            seats=hunt.seats[::-1],
            dice=(6, 5, 4),
            supply=(1, 1),
            struck=(),
        ),
    )
    assert result_scene(session, spoken, "2026-01-01") == result_scene(other, spoken, "2026-01-01")
