"""`/ranking` before anybody has hunted, and once somebody has."""

from bot.words import speaker
from tests.world.hunting import Hunter
from tests.world.stage import Stage

en = speaker("en")


async def test_a_ranking_of_nobody_says_so_once_of_the_day_and_once_of_the_week(stage: Stage) -> None:
    page = stage.read(await stage.slash(stage.astrid, "ranking"))
    assert page.text.count(en("ranking-empty")) == 1
    assert page.text.count(en("ranking-week-empty")) == 1


async def test_a_line_of_the_ranking_says_what_each_number_counts(stage: Stage) -> None:
    hunter = Hunter.of(stage)
    await hunter.daily()
    await hunter.abandon()
    page = stage.read(await stage.slash(stage.astrid, "ranking"))
    assert page.text.count("**1.** Astrid · hunts won: 0 of 1 · Draugr slain: 0 · rounds: 1") == 2
