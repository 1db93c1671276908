"""Whole hunts by buttons alone, in every kind of place and in each language; seeds and difficulties."""

import pytest

from bot.session import Session
from bot.words import Locale, say
from rules.draugr.hints import hint
from rules.draugr.hunt import Phase
from rules.draugr.ruleset import Difficulty, Ruleset
from rules.game import Ending
from tests.world.hunting import LOST, WON, Hunter, advised, files_of, nameless
from tests.world.page import Page
from tests.world.stage import Stage

FELL = "norn-58"  # a hard hunt in which every Townsperson is lost


def moved_to(hunter: Hunter, place: str, locale: Locale) -> Locale:
    """The hunter goes there, and the place speaks that language; the one the hunter reads."""
    discord = {"en": "en-US"}.get(locale, locale)
    hunter.locale = locale
    if place == "dm":
        hunter.stage.speaks(hunter.person, discord)
        hunter.where = hunter.stage.dm(hunter.person)
        return locale
    # What the person speaks must not matter to what everybody in the hall reads.
    reader: Locale = "ru" if locale == "en" else "en"
    hunter.stage.speaks(hunter.person, reader)
    hunter.stage.guild_speaks(discord)
    return reader


async def hunted(hunter: Hunter, seed: str) -> tuple[Session, Page]:
    """Hunt to the end by the buttons; every page on the way is of the one message, and whole."""
    begun = (await hunter.begin(seed)).id
    while not (session := await hunter.session()).outcome:
        page = hunter.page
        assert page.id == begun
        _is_whole(page, session, hunter)
        await hunter.choose(hint(session.hunt).action, page)
    assert not hunter.pages
    page = hunter.stage.last(hunter.where)
    assert page.id == begun
    return session, page


def _is_whole(page: Page, session: Session, hunter: Hunter) -> None:
    hunt = session.hunt
    assert hunter.say("hunt-title", difficulty=hunter.say("difficulty-normal")) in page.text
    asked = {
        Phase.GO: hunter.say("hunt-go"),
        Phase.SLIDE: hunter.say("hunt-slide"),
        Phase.ACT: hunter.say("hunt-act", card=hunter.say(f"card-{hunt.card.id}")),
    }
    assert asked.get(hunt.phase, "") in page.text
    assert page.files == ("town.png",)
    assert page.pictures[0] and len(page.pictures[0]) <= 1024
    assert page.offers("undo") == hunt.undoable
    shown = [page.text, *page.pictures, *page.labels, *page.options.values(), *page.controls.values()]
    assert not nameless("\n".join(shown))
    assert all(0 < len(label) < 80 and "…" not in label for label in page.labels)


@pytest.mark.parametrize(("place", "locale"), [("hall", "en"), ("dm", "ru"), ("hall", "ko")])
async def test_D20_a_hunt_is_won_by_buttons_alone(hunter: Hunter, place: str, locale: Locale) -> None:
    moved_to(hunter, place, locale)
    session, page = await hunted(hunter, WON)
    final, texts = advised(WON)
    assert (session.hunt, await hunter.actions()) == (final, texts)
    assert final.outcome is not None and final.outcome.ending is Ending.SLAIN
    assert say(locale, "hunt-over-slain") in page.text
    assert page.labels == tuple(say(locale, f"button-{name}") for name in ("hunt-again", "log", "share"))
    # Every kind of choice was made.
    assert {text.split()[0] for text in texts} > {"go", "act", "place", "cleanse", "travel", "slide"}


@pytest.mark.parametrize(
    ("place", "locale"),
    [("dm", "en"), ("hall", "ru"), ("dm", "ko"), ("hall", "en"), ("dm", "ru"), ("hall", "ko")],
)
async def test_D13_a_hunt_is_lost_by_buttons_alone(hunter: Hunter, place: str, locale: Locale) -> None:
    reader = moved_to(hunter, place, locale)
    session, page = await hunted(hunter, LOST)
    final, texts = advised(LOST)
    assert (session.hunt, await hunter.actions()) == (final, texts)
    assert final.outcome is not None and final.outcome.ending is Ending.OVERRUN
    assert say(locale, "hunt-over-overrun") in page.text
    log = await hunter.press("log", page)
    whole = await files_of(log)
    assert say(reader, "hunt-over-overrun") in whole and say(reader, "log-round", number=1) in whole
    assert not nameless(whole + hunter.stage.read(log).text)


async def test_D13_D24_a_hard_hunt_is_lost_with_every_townsperson(hunter: Hunter) -> None:
    await hunter.begin(FELL, difficulty="hard")
    session = await hunter.to_the_end()
    assert (session.hunt, await hunter.actions()) == advised(FELL, Difficulty.HARD)
    assert hunter.say("hunt-over-townsfolk") in hunter.stage.last().text


async def test_D21_the_same_seed_deals_and_rolls_the_same_for_everybody(stage: Stage, hunter: Hunter) -> None:
    other = Hunter.of(stage, stage.bjorn, stage.dm(stage.bjorn))
    await hunter.begin("Norn 7")
    await hunter.rounds(4)
    await stage.restart()
    await other.begin("norn-7")
    await stage.restart()
    await other.rounds(4)
    assert await hunter.actions() == await other.actions()
    assert hunter.page.text == other.page.text


@pytest.mark.parametrize(
    "typed", ["NORN 59", "  norn--59 ", "norn_59", "«Norn», 59!", "\uff4e\uff4f\uff52\uff4e 59", "norn - 59"]
)
async def test_D21_a_seed_is_read_leniently(hunter: Hunter, typed: str) -> None:
    await hunter.begin(typed)
    shown = hunter.stage.read(await hunter.press("log")).text
    assert hunter.say("log-seed", seed=LOST) in shown
    assert (await hunter.actions())[0] == advised(LOST)[1][0]


@pytest.mark.parametrize("typed", ["!", "  ", "…"])
async def test_D21_a_seed_of_nothing_is_drawn(hunter: Hunter, typed: str) -> None:
    await hunter.begin(typed)
    seed = (await hunter.session()).seed or ""
    assert seed.startswith("hunt ") and len(seed) == len("hunt ") + 12
    await hunter.abandon()
    await hunter.slash("draugr hunt")
    assert (await hunter.session()).seed != seed


async def test_D21_the_seed_that_is_shared_deals_the_hunt_again(hunter: Hunter) -> None:
    await hunter.slash("draugr hunt")
    first = (await hunter.actions())[0]
    await hunter.abandon()
    await hunter.press("share", hunter.stage.last())
    *_, seed = hunter.stage.last().text.splitlines()[0].split()
    await hunter.begin(seed)
    assert (await hunter.actions())[0] == first


@pytest.mark.parametrize("difficulty", [*Difficulty, None])
async def test_D24_each_difficulty_is_hunted_as_asked(hunter: Hunter, difficulty: Difficulty | None) -> None:
    options = {"difficulty": difficulty.value} if difficulty else {}
    page = await hunter.begin(LOST, **options)
    wanted = difficulty or Difficulty.NORMAL
    hunt = (await hunter.session()).hunt
    assert hunt.ruleset == Ruleset(difficulty=wanted)
    assert hunter.say("hunt-title", difficulty=hunter.say(f"difficulty-{wanted}")) in page.text
    assert hunt.supply == {"easy": (3, 3), "normal": (2, 2), "hard": (1, 1)}[wanted]
    assert bool(hunt.dice[0]) == (wanted is not Difficulty.EASY)  # the grace of the first rounds
    assert (await hunter.actions())[0] == advised(LOST)[1][0]
