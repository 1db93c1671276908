"""A hunt by typing alone: every button of it has a command (F36)."""

import pytest

from bot.words import locale_for
from rules.draugr.actions import Go
from rules.draugr.cards import CARDS
from rules.draugr.notation import write_action
from tests.world.hunting import LOST, WON, Hunter
from tests.world.stage import Stage


async def typed(hunter: Hunter, part: str = "") -> list[str]:
    """The values suggested for what is typed."""
    return await hunter.stage.suggestions(hunter.person, "draugr do", "choice", part)


async def test_F36_a_hunt_is_hunted_to_its_end_by_typing(stage: Stage) -> None:
    hunter = Hunter.of(stage)
    await hunter.begin(LOST)
    while not (await hunter.session()).outcome:
        ply = (await hunter.session()).ply
        choices = await typed(hunter)
        assert 1 <= len(choices) <= 25
        await hunter.slash("draugr do", choice=choices[0])
        assert (await hunter.session()).ply > ply
        assert len(hunter.pages) <= 1
    assert await typed(hunter) == []
    await hunter.slash("draugr share")
    assert any(page.files for page in stage.pages()[-1:])


async def test_F36_hint_and_undo_by_typing(stage: Stage) -> None:
    hunter = Hunter.of(stage)
    await hunter.begin(WON)
    before = await hunter.actions()
    await hunter.slash("draugr share")
    assert hunter.told == hunter.say("refusal-hunt-not-over")
    await hunter.slash("draugr hint")
    advice = hunter.told
    await hunter.press("hint")
    assert hunter.told == advice
    await hunter.slash("draugr do", choice=(await typed(hunter))[0])
    await hunter.slash("draugr undo")
    assert (await hunter.actions())[-1] == "undo" and len(hunter.pages) == 1
    assert (await hunter.actions())[: len(before)] == before


async def test_F36_each_table_keeps_the_question_of_its_own_moment(stage: Stage) -> None:
    hunter = Hunter.of(stage)
    await hunter.begin(LOST)
    await hunter.advised()
    asked = {hunter.page.id: hunter.page.text.splitlines()[-1]}
    for command, options in (("do", {"choice": (await typed(hunter))[0]}), ("undo", {}), ("abandon", {})):
        await hunter.slash(f"draugr {command}", **options)
        if command == "abandon":
            await hunter.press("abandoned", stage.told(hunter.person))
        newest = stage.pages()[-1]
        asked[newest.id] = newest.text.splitlines()[-1]
    assert len(asked) == 4
    assert {page.id: page.text.splitlines()[-1] for page in stage.pages()} == asked


@pytest.mark.parametrize("locale", ["en-US", "ru", "ko"])
async def test_F36_choices_are_suggested_in_the_readers_language(stage: Stage, locale: str) -> None:
    stage.speaks(stage.astrid, locale)
    hunter = Hunter.of(stage)
    hunter.locale = locale_for(locale)
    await hunter.begin(LOST)
    hunt = (await hunter.session()).hunt
    for cell in hunt.reachable:
        card = hunter.say(f"card-{CARDS[hunt.grid[cell]].id}")
        assert write_action(Go(cell)) in await typed(hunter, card)
    assert await typed(hunter, "no such card") == []


async def test_F5_F36_nobody_else_hunts_by_typing(stage: Stage) -> None:
    hunter = Hunter.of(stage)
    await hunter.begin(LOST)
    before = await hunter.actions()
    other = Hunter.of(stage, stage.bjorn)
    assert await typed(other) == []
    await stage.slash(stage.bjorn, "draugr do", choice="stay")
    for command in ("undo", "hint", "share"):
        assert stage.told(stage.bjorn).private
        await stage.slash(stage.bjorn, f"draugr {command}")
    assert await hunter.actions() == before


@pytest.mark.parametrize(
    "nonsense", ["", "go z9", "stay", "place holy nobody", "\N{SKULL}", "go " + "9" * 70]
)
async def test_F40_what_is_no_choice_is_said_so(stage: Stage, nonsense: str) -> None:
    hunter = Hunter.of(stage)
    await hunter.begin(LOST)
    before = await hunter.actions()
    if nonsense:
        await hunter.slash("draugr do", choice=nonsense)
        assert hunter.told
        if nonsense != "stay":  # which is a choice, but not now
            legal = (await typed(hunter))[0]
            assert nonsense[:30] in hunter.told and legal in hunter.told
    assert await hunter.actions() == before


async def test_F36_a_match_is_annulled_by_typing(stage: Stage) -> None:
    await stage.begin(stage.astrid, stage.bjorn, "d1-c1")
    await stage.slash(stage.astrid, "tafl annul")
    await stage.slash(stage.bjorn, "tafl annul")
    assert "Annulled" in stage.last().text
