"""What the settings make of tables: boards, letters, calls, and places without Attach Files."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.views.board import lettered, scene
from bot.views.town import town_scene
from bot.words import Locale, speaker
from render.board import draw
from render.town import draw_town
from rules.game import Seat
from rules.tafl.ruleset import STANDARD
from rules.tafl.squares import square
from tests.world.for_sets import begin_for_sets, dare
from tests.world.for_settings import forget_the_quarry, manager, quarry, the_match
from tests.world.hunting import LOST, Hunter
from tests.world.page import Page
from tests.world.short_games import JARL_ESCAPES
from tests.world.stage import Stage
from tests.world.world import Person

en, ru, ko = speaker("en"), speaker("ru"), speaker("ko")


async def choose(stage: Stage, person: Person, setting: str, value: str) -> None:
    """Choose for oneself, as the typed command does."""
    await stage.house.preferences.choose(person.id, setting, value, else_speak="en")  # type: ignore[arg-type]


async def flip(stage: Stage, person: Person) -> Page:
    """The newest table from the other side."""
    more = stage.read(await stage.press(person, stage.table(), "more"))
    return stage.read(await stage.press(person, more, "flip"))


# Boards


@pytest.fixture
async def slate(tmp_path: Path, carved: Path) -> AsyncIterator[Stage]:
    """Norrøngard where oak and slate are carved, and nothing else."""
    forget_the_quarry()
    async with Stage.open(tmp_path / "haugbui.sqlite3", quarry(tmp_path / "quarry", carved)) as opened:
        yield opened
    forget_the_quarry()


async def test_a_servers_board_is_for_what_everybody_sees_and_ones_own_for_the_rest(slate: Stage) -> None:
    stage = slate
    await choose(stage, stage.bjorn, "board", "stone")
    table = await stage.begin(stage.astrid, stage.bjorn, "d1-c1")
    match, cache = await the_match(stage), stage.house.cache
    assert stage.uploaded(table) == draw(scene(match, en), cache_dir=cache)
    seen = scene(match, en, theme="stone", view=Seat.DEFENDERS)
    picker = stage.read(await stage.press(stage.bjorn, table, "move"))
    assert stage.uploaded(picker) == draw(seen, cache_dir=cache)
    await stage.slash(manager(stage), "settings server board", board="stone")
    await stage.slash(stage.ketil, "tafl show")
    assert stage.uploaded(stage.table()) == draw(scene(match, en, theme="stone"), cache_dir=cache)
    # Whoever has chosen nothing sees what the place has.
    flipped = await flip(stage, stage.ketil)
    seen = scene(match, en, theme="stone", view=Seat.ATTACKERS)
    assert stage.uploaded(flipped) == draw(seen, cache_dir=cache)


async def test_a_hunt_in_direct_messages_is_in_the_hunters_own_board(slate: Stage) -> None:
    hunter = Hunter.of(slate, where=slate.dm(slate.astrid))
    await choose(slate, slate.astrid, "board", "stone")
    page = await hunter.begin(LOST)
    drawn = town_scene((await hunter.session()).hunt, en, "stone")
    assert slate.uploaded(page) == draw_town(drawn, cache_dir=slate.house.cache)
    # In a channel everybody sees it.
    hunter.where = slate.hall
    page = await hunter.begin(LOST)
    drawn = town_scene((await hunter.session()).hunt, en)
    assert slate.uploaded(page) == draw_town(drawn, cache_dir=slate.house.cache)


async def test_a_match_of_friends_takes_the_board_that_they_agree_on(slate: Stage) -> None:
    stage, place = slate, slate.private_chat(slate.astrid, slate.bjorn)
    await stage.begin(stage.astrid, stage.bjorn, where=place)
    for person, first, then in ((stage.astrid, "stone", "stone"), (stage.bjorn, "snow", "wood")):
        await choose(stage, person, "board", first)
        await stage.slash(person, "tafl show", where=place)
        drawn = scene(await the_match(stage, place), en, theme=then)
        assert stage.uploaded(stage.table(place)) == draw(drawn, cache_dir=stage.house.cache)


async def test_until_a_board_is_carved_it_is_wood(slate: Stage) -> None:
    await choose(slate, slate.bjorn, "board", "hall")
    table = await slate.begin(slate.astrid, slate.bjorn, "d1-c1")
    picker = slate.read(await slate.press(slate.bjorn, table, "move"))
    assert slate.uploaded(picker) == draw(scene(await the_match(slate), en), cache_dir=slate.house.cache)
    assert not list(slate.house.cache.glob("*-hall-*"))


# Letters


async def test_a_player_who_wants_letters_gets_them_below_the_picture(stage: Stage) -> None:
    await choose(stage, stage.bjorn, "text-board", "on")
    table = await stage.begin(stage.astrid, stage.bjorn, "d1-c1")
    assert table.files == ("board.png",)
    assert lettered(scene(await the_match(stage), en), en) in table.text


@pytest.mark.parametrize("language", ["en", "ru", "ko"])
async def test_two_who_want_letters_play_a_whole_match_in_them(stage: Stage, language: Locale) -> None:
    say = speaker(language)
    stage.guild_speaks({"en": "en-GB", "ru": "ru", "ko": "ko"}[language])
    for person in (stage.astrid, stage.bjorn):
        await choose(stage, person, "text-board", "on")
    await stage.begin(stage.astrid, stage.bjorn)
    for number, move in enumerate(JARL_ESCAPES.moves):
        await stage.move((stage.astrid, stage.bjorn)[number % 2], move)
        table = stage.table()
        assert not table.files and not table.pictures
        grid = table.text.split("```")[1].strip("\n").splitlines()
        assert {len(line) for line in grid} == {21}
        assert all(line.isascii() for line in grid)
    assert f"-# {say('letters-key')}" in stage.table().text
    assert len(stage.tables()) == 1


async def test_private_looks_are_in_letters_for_who_wants_them(stage: Stage) -> None:
    await choose(stage, stage.astrid, "text-board", "on")
    table = await stage.begin(stage.astrid, stage.bjorn, "d1-c1", "e7-d7")
    picker = stage.read(await stage.press(stage.astrid, table, "move"))
    assert not picker.files and en("letters-key") in picker.text
    picked = stage.read(await stage.choose(stage.astrid, picker, "c1"))
    reached = (await the_match(stage)).match.position.targets(square("c1"), STANDARD)
    grid = picked.text.split("```")[1]
    assert not picked.files and "<d>" in grid and grid.count("o") + grid.count("x") == len(reached)
    flipped = await flip(stage, stage.astrid)
    assert not flipped.files and flipped.text.startswith("```\n  i h")
    record = stage.read(await stage.slash(stage.astrid, "tafl record"))
    assert record.files == ("haugbui-1.txt",) and en("letters-key") in record.text
    rules = stage.read(await stage.slash(stage.astrid, "rules tafl"))
    assert not rules.files and en("letters-key") in rules.text
    rules = stage.read(await stage.slash(stage.astrid, "rules draugr"))
    assert not rules.files and en("town-letters-key") in rules.text
    # Bjorn, who wants none, gets pictures.
    assert (await flip(stage, stage.bjorn)).files == ("board.png",)


async def test_a_placement_is_picked_in_letters(stage: Stage) -> None:
    await choose(stage, stage.astrid, "text-board", "on")
    await stage.challenge(stage.astrid, stage.bjorn, side="attack")
    await stage.accept(stage.bjorn)
    picker = stage.read(await stage.press(stage.astrid, stage.table(), "placing"))
    assert not picker.files and picker.text.split("```")[1].count("o") == 16
    await stage.choose(stage.astrid, picker, "a5")
    assert "[b]" in stage.table().text or "b" in stage.table().text.split("```")[1]


async def test_a_hunt_of_theirs_comes_in_words_from_then_on(stage: Stage, hunter: Hunter) -> None:
    page = await hunter.begin(LOST)
    assert page.files == ("town.png",)
    await choose(stage, stage.astrid, "text-board", "on")
    await hunter.rounds(2)
    page = hunter.page
    assert not page.files and not page.pictures
    grid = page.text.split("```")[1].strip("\n").splitlines()
    assert len(grid) == 4 and {len(line) for line in grid} == {25}
    assert en("town-letters-key") in page.text
    log = stage.read(await hunter.press("log"))
    assert all(not name.endswith((".gif", ".webp", ".png")) for name in log.files)
    await choose(stage, stage.astrid, "text-board", "off")
    await hunter.rounds(3)
    assert hunter.page.files == ("town.png",)


async def test_a_match_goes_from_pictures_to_letters_and_back(stage: Stage) -> None:
    first = await stage.begin(stage.astrid, stage.bjorn)
    for person in (stage.astrid, stage.bjorn):
        await choose(stage, person, "text-board", "on")
    await stage.say_move(stage.astrid, "d1-c1")
    second = stage.table()
    assert not second.files
    for person in (stage.astrid, stage.bjorn):
        await choose(stage, person, "text-board", "off")
    await stage.say_move(stage.bjorn, "e7-d7")
    assert stage.table().files == ("board.png",)
    # The tables before keep what they showed, and lose their controls.
    before = [page for page in stage.pages() if page.id in (first.id, second.id)]
    assert [page.files for page in before] == [("board.png",), ()]
    assert "```" in before[1].text and not any(page.labels for page in before)


# Calls


async def test_who_wants_no_calls_is_not_mentioned(stage: Stage) -> None:
    await choose(stage, stage.bjorn, "pings", "off")
    await stage.challenge(stage.astrid, stage.bjorn, side="attack")
    assert stage.last().pings == () and f"<@{stage.bjorn.id}>" not in stage.last().text
    await stage.accept(stage.bjorn)
    await stage.press(stage.astrid, stage.table(), "place")
    table = stage.table()
    await stage.move(stage.astrid, "d1-c1")
    assert stage.table().id != table.id
    assert stage.table().pings == () and f"<@{stage.bjorn.id}>" not in stage.table().text
    await stage.move(stage.bjorn, "e7-d7")
    assert stage.table().pings == (stage.astrid.id,)


@pytest.mark.parametrize("letters", [False, True])
async def test_where_nobody_wants_calls_the_table_stays_where_it_hangs(stage: Stage, letters: bool) -> None:
    for person in (stage.astrid, stage.bjorn):
        await choose(stage, person, "pings", "off")
        await choose(stage, person, "text-board", "on" if letters else "off")
    table = await stage.begin(stage.astrid, stage.bjorn)
    posted = len(stage.pages())
    for number, move in enumerate(JARL_ESCAPES.moves):
        await stage.say_move((stage.astrid, stage.bjorn)[number % 2], move)
        assert [page.id for page in stage.tables()] == [table.id]
        assert f"`{move}" in stage.table().text
    assert len(stage.pages()) == posted
    assert stage.table().offers("rematch") and not any(stage.pinged)
    # Whoever asks for it still has it at the bottom.
    await stage.slash(stage.ketil, "tafl show")
    assert stage.table().id != table.id and len(stage.tables()) == 1


@pytest.mark.parametrize(
    ("status", "code"), [(404, 10008), (429, 30046), (403, 50013), (400, 50083), (500, 0)]
)
async def test_F12_F14_F16_a_table_that_cannot_be_edited_hangs_anew(
    stage: Stage, status: int, code: int
) -> None:
    for person in (stage.astrid, stage.bjorn):
        await choose(stage, person, "pings", "off")
    table = await stage.begin(stage.astrid, stage.bjorn)
    stage.refuse("PATCH", f"/channels/*/messages/{table.id}", status=status, code=code)
    await stage.say_move(stage.astrid, "d1-c1")
    assert stage.table().id != table.id and len(stage.tables()) == 1
    again = stage.table()
    await stage.say_move(stage.bjorn, "e7-d7")
    assert [page.id for page in stage.tables()] == [again.id]


async def test_F13_an_edit_whose_answer_is_lost_leaves_one_table(stage: Stage) -> None:
    for person in (stage.astrid, stage.bjorn):
        await choose(stage, person, "pings", "off")
    table = await stage.begin(stage.astrid, stage.bjorn)
    with stage.lose_answers("PATCH", f"/channels/*/messages/{table.id}"):
        await stage.say_move(stage.astrid, "d1-c1")
    assert stage.table().id != table.id and len(stage.tables()) == 1
    await stage.say_move(stage.bjorn, "e7-d7")
    assert len(stage.tables()) == 1
    await stage.press(stage.astrid, table, "move")
    assert en("refusal-stale-table") in stage.told(stage.astrid).text


async def test_where_one_wants_calls_tables_come_anew(stage: Stage) -> None:
    await choose(stage, stage.astrid, "pings", "off")
    table = await stage.begin(stage.astrid, stage.bjorn)
    await stage.say_move(stage.astrid, "d1-c1")
    assert stage.table().id != table.id and stage.table().pings == (stage.bjorn.id,)


async def test_a_warning_to_who_wants_no_calls_names_them(stage: Stage) -> None:
    await choose(stage, stage.bjorn, "pings", "off")
    await stage.begin(stage.astrid, stage.bjorn, "d1-c1")
    await stage.later(days=27, minutes=2)
    warned = stage.last()
    assert "27 days" in warned.text and "**Bjorn**" in warned.text
    assert warned.pings == () and f"<@{stage.bjorn.id}>" not in warned.text


# Without Attach Files


async def test_F17_without_attach_files_a_match_is_played_in_letters(stage: Stage) -> None:
    place = stage.place("narrow", attach_files=False)
    await stage.challenge(stage.astrid, stage.bjorn, side="attack", where=place)
    await stage.accept(stage.bjorn, where=place)
    assert "```" in stage.table(place).text
    assert f"-# {en('pictures-need-attach')}" in stage.table(place).text
    await stage.press(stage.astrid, stage.table(place), "place")
    assert en("pictures-need-attach") not in stage.table(place).text
    for number, move in enumerate(JARL_ESCAPES.moves):
        await stage.move((stage.astrid, stage.bjorn)[number % 2], move, where=place)
    assert en("result-defenders-escape") in stage.table(place).text
    assert not any(page.files for page in stage.pages(place))
    stage.grant(place)
    await stage.slash(stage.ketil, "tafl show", where=place)
    assert stage.table(place).files


async def test_F17_without_attach_files_a_hunt_is_played_in_words(stage: Stage, hunter: Hunter) -> None:
    hunter.where = stage.place("narrow", attach_files=False)
    page = await hunter.begin(LOST)
    assert f"-# {en('pictures-need-attach')}" in page.text and not page.files
    await hunter.to_the_end()
    over = stage.last(hunter.where)
    assert hunter.say("hunt-over-overrun") in over.text and not over.files
    assert en("pictures-need-attach") not in over.text


async def test_F17_without_attach_files_sets_are_staked_by_name(stage: Stage) -> None:
    stage.grant(stage.hall, attach_files=False)
    challenge = await dare(stage)
    assert not challenge.files and en("stake-terms") in challenge.text
    await begin_for_sets(stage)
    assert not stage.table().files and "```" in stage.table().text
