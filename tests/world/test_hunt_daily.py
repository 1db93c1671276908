"""The daily hunt: one seed a day, one try each, the day it began, the ranking, the seal and its opening."""

import hashlib
import re
from collections.abc import Sequence
from datetime import date

import pytest

from bot.words import LOCALES, Locale, say
from rules.draugr.dice import dice
from rules.draugr.game import DRAUGR
from rules.draugr.hunt import Hunt
from rules.game import Seat
from tests.world.hunting import Hunter, everything_sent, files_of, nameless
from tests.world.page import Page
from tests.world.stage import Stage

SEED = re.compile(r"\b[0-9a-f]{64}\b")


def on(stage: Stage, hunter: Hunter, person: str) -> Hunter:
    """Another hunter, in a thread of their own."""
    joined = stage.join(person)
    return Hunter.of(stage, joined, stage.thread(person))


async def ranked(hunter: Hunter) -> str:
    """What the ranking says to the hunter."""
    return hunter.stage.read(await hunter.slash("ranking")).text


async def seal_and_seed(hunter: Hunter) -> tuple[str, str]:
    """Today's seal, and yesterday's seed."""
    seal, seed = SEED.findall(await ranked(hunter))
    return seal, seed


@pytest.mark.parametrize("locale", LOCALES)
async def test_the_daily_hunt_is_the_same_for_two_users_in_two_places(
    stage: Stage, hunter: Hunter, locale: Locale
) -> None:
    stage.guild_speaks(locale)
    stage.speaks(stage.bjorn, locale)
    other = Hunter.of(stage, stage.bjorn, stage.dm(stage.bjorn))
    page = await hunter.daily()
    await hunter.rounds(3)
    await stage.later(hours=7)
    await other.daily()
    await other.rounds(3)
    assert await hunter.actions() == await other.actions()
    assert hunter.page.text == other.page.text
    assert say(locale, "hunt-daily-title", day="2026-01-01") in page.text
    assert not nameless(hunter.page.text)


@pytest.mark.parametrize("over", [False, True])
async def test_a_second_try_is_refused_with_the_way_to_the_first(hunter: Hunter, over: bool) -> None:
    page = await hunter.daily()
    if over:
        await hunter.abandon()
        page = hunter.stage.last()
    sessions = (await hunter.session()).id
    for where in (hunter.stage.hall, hunter.stage.dm(hunter.person)):
        hunter.where = where
        told = hunter.stage.read(await hunter.slash("draugr daily"))
        assert told.private and told.text == hunter.say("refusal-daily-tried")
        assert told.links and told.links[0].endswith(f"/{page.id}")
    hunter.where = hunter.stage.hall
    assert (await hunter.session()).id == sessions


async def test_two_tries_at_once_make_one(hunter: Hunter) -> None:
    direct = Hunter.of(hunter.stage, hunter.person, hunter.stage.dm(hunter.person))
    await hunter.stage.at_once(
        lambda: hunter.slash("draugr daily"),
        lambda: direct.slash("draugr daily"),
        lambda: hunter.slash("draugr daily"),
    )
    assert len(await hunter.stage.house.sessions.live()) == 1


async def test_a_daily_hunt_counts_for_the_day_it_began(stage: Stage, hunter: Hunter) -> None:
    await stage.later(hours=23, minutes=58)
    await hunter.daily()
    await hunter.rounds(2)
    await stage.later(minutes=5)
    assert stage.now.date() == date(2026, 1, 2)
    await hunter.rounds(4)
    assert hunter.say("hunt-daily-title", day="2026-01-01") in hunter.page.text
    await hunter.abandon()
    await hunter.press("share", stage.last())
    assert hunter.say("share-daily", day="2026-01-01") in stage.last().text
    today, week = (await ranked(hunter)).split(f"### {hunter.say('ranking-week')}")
    assert "Astrid" not in today and hunter.say("ranking-empty") in today and "Astrid" in week
    # The new day has its own hunt, with other dice.
    before = await hunter.actions()
    await hunter.daily()
    assert hunter.say("hunt-daily-title", day="2026-01-02") in hunter.page.text
    assert (await hunter.actions())[0] != before[0]


async def test_the_older_message_of_a_daily_hunt_keeps_its_day(stage: Stage, hunter: Hunter) -> None:
    older = await hunter.daily()
    await hunter.advised()
    await hunter.press("undo")
    await hunter.abandon()
    (shown,) = [page for page in stage.pages() if page.id == older.id]
    assert stage.last().id != older.id
    assert hunter.say("hunt-daily-title", day="2026-01-01") in shown.text
    assert hunter.say("hunt-title", difficulty=hunter.say("difficulty-normal")) not in shown.text


async def test_D22_a_daily_hunt_is_never_taken_back_past_a_roll(hunter: Hunter) -> None:
    page = await hunter.daily()
    assert not page.offers("undo")
    await hunter.advised()
    await hunter.press("undo")
    assert not hunter.page.offers("undo")


async def test_the_ranking_of_day_and_week_where_equals_share_a_place(stage: Stage, hunter: Hunter) -> None:
    # Astrid hunts on two days, Zoe and Olaf give up alike on the second, Eve hunts in direct messages.
    await hunter.daily()
    await hunter.rounds(3)
    await hunter.abandon()
    await stage.later(days=1)
    await hunter.daily()
    await hunter.abandon()
    eve = on(stage, hunter, "Eve")
    for one in (
        on(stage, hunter, "Zoe"),
        on(stage, hunter, "Olaf"),
        Hunter.of(stage, eve.person, stage.dm(eve.person)),
    ):
        await one.daily()
        if one.where.guild is None:
            await one.rounds(2)
        await one.abandon()
    unseen = await ranked(hunter)
    assert "Eve" not in unseen  # nobody knows yet that she belongs here
    text = await ranked(eve)
    today, week = text.split(f"### {hunter.say('ranking-week')}")
    line = {"won": 0, "slain": 0, "tries": 1}
    assert [one for one in today.splitlines() if one.startswith("**")] == [
        hunter.say("ranking-line", place=1, name="Astrid", rounds=1, **line),
        hunter.say("ranking-line", place=1, name="Olaf", rounds=1, **line),
        hunter.say("ranking-line", place=1, name="Zoe", rounds=1, **line),
        hunter.say("ranking-line", place=4, name="Eve", rounds=2, **line),
    ]
    assert hunter.say("ranking-line", place=4, name="Astrid", rounds=4, **line | {"tries": 2}) in week
    # Another week begins on Monday, the 5th.
    await stage.later(days=3)
    shown = await ranked(hunter)
    assert not any(name in shown for name in ("Astrid", "Zoe", "Olaf", "Eve"))


async def test_the_ranking_of_an_ended_daily_hunt_opens_by_a_button(hunter: Hunter) -> None:
    await hunter.daily()
    await hunter.abandon()
    over = hunter.stage.last()
    assert over.labels[-1] == hunter.say("button-ranking")
    shown = hunter.stage.read(await hunter.press("ranking", over))
    assert shown.private and "Astrid" in shown.text


async def test_a_name_in_the_ranking_calls_nobody_and_breaks_nothing(stage: Stage, hunter: Hunter) -> None:
    rogue = on(stage, hunter, "@everyone")
    await rogue.daily()
    await rogue.abandon()
    assert "\\@everyone" in await ranked(hunter)


@pytest.mark.parametrize("place", ["dm", "private chat"])
async def test_outside_a_server_there_is_no_ranking(stage: Stage, hunter: Hunter, place: str) -> None:
    hunter.where = stage.dm(hunter.person) if place == "dm" else stage.private_chat(stage.astrid, stage.bjorn)
    told = stage.read(await hunter.slash("ranking"))
    assert told.private and told.text == hunter.say("refusal-not-in-a-server")


@pytest.mark.parametrize("locale", LOCALES)
async def test_the_ranking_reads_in_every_language(hunter: Hunter, locale: Locale) -> None:
    hunter.stage.speaks(hunter.person, locale)
    await hunter.daily()
    await hunter.abandon()
    shown = await ranked(hunter)
    assert say(locale, "ranking-week") in shown and not nameless(shown)


# The seal


async def test_the_seal_of_today_opens_with_the_seed_revealed_tomorrow_which_deals_that_town(
    stage: Stage, hunter: Hunter
) -> None:
    seal, _ = await seal_and_seed(hunter)
    await hunter.daily()
    await hunter.rounds(3)
    texts = await hunter.actions()
    await stage.restart()
    assert (await seal_and_seed(hunter))[0] == seal
    await stage.later(days=1)
    _, seed = await seal_and_seed(hunter)
    assert hashlib.sha256(seed.encode()).hexdigest() == seal
    # Whoever has the seed can check every roll, as the rules tell.
    assert replayed((await hunter.session()).setup, f"daily 2026-01-01 {seed}", texts) == texts


def replayed(setup: str, seed: str, texts: Sequence[str]) -> Sequence[str]:
    """The texts with chance's part decided by the seed anew."""
    hunt: Hunt = DRAUGR.start(setup)
    told = list[str]()
    for text in texts:
        chance = DRAUGR.turn(hunt) is Seat.CHANCE
        action = DRAUGR.chance(hunt, dice(seed, hunt.moment)) if chance else DRAUGR.read(hunt, text)
        told.append(DRAUGR.write(hunt, action))
        hunt = DRAUGR.play(hunt, action)
    return told


async def test_a_seed_is_revealed_at_midnight_and_not_a_second_before(stage: Stage, hunter: Hunter) -> None:
    seal, earlier = await seal_and_seed(hunter)
    await stage.later(hours=23, minutes=59, seconds=59)
    assert await seal_and_seed(hunter) == (seal, earlier)
    await stage.later(seconds=1)
    following, seed = await seal_and_seed(hunter)
    assert hashlib.sha256(seed.encode()).hexdigest() == seal != following


async def test_nobody_can_see_todays_seed_or_the_secret_today(stage: Stage, hunter: Hunter) -> None:
    await hunter.daily()
    shown = list[Page]()
    files = ""
    for _ in range(6):
        told = [await hunter.press("log"), await hunter.press("hint"), await hunter.slash("draugr log")]
        shown += map(stage.read, told)
        files += await files_of(told[0])
        await hunter.advised()
    await hunter.slash("draugr show")
    await hunter.abandon()
    over = stage.last()
    files += await files_of(await hunter.press("log", over))
    await hunter.press("share", over)
    for command in ("matches", "ranking", "rules draugr", "help"):
        shown.append(stage.read(await hunter.slash(command)))
    async with stage.house.store.reading() as tx:
        secrets = [row["value"] for row in await tx.all("select value from secret")]
    day = stage.now.date()
    await stage.later(days=1)
    seed = await stage.house.hunts.revealed(day, now=stage.now, draw=stage.house.draw)
    assert seed and len(secrets) == 1
    everything = everything_sent(stage) + files + "".join(page.text for page in shown)
    assert hashlib.sha256(seed.encode()).hexdigest() in everything  # only the seal was shown
    assert seed not in everything and secrets[0] not in everything


@pytest.mark.parametrize("day", ["2026-01-01", "daily 2026-01-01"])
async def test_todays_hunt_cannot_be_rehearsed_by_a_typed_seed(
    stage: Stage, hunter: Hunter, day: str
) -> None:
    await hunter.daily()
    dealt = (await hunter.actions())[0]
    seal, _ = await seal_and_seed(hunter)
    other = Hunter.of(stage, stage.bjorn, stage.dm(stage.bjorn))
    for typed in (day, seal[:64]):
        await other.begin(typed)
        assert (await other.actions())[0] != dealt
        await other.abandon()


async def test_even_yesterdays_revealed_seed_deals_another_town_to_who_types_it(
    stage: Stage, hunter: Hunter
) -> None:
    await hunter.daily()
    dealt = (await hunter.actions())[0]
    await hunter.abandon()
    await stage.later(days=1)
    _, seed = await seal_and_seed(hunter)
    await hunter.begin(seed)
    assert (await hunter.actions())[0] != dealt
