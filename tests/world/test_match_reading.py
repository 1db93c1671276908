"""What is read rather than played: the table again, the board from elsewhere, records, lists, rules and help."""

import re
from io import BytesIO
from typing import Any

import discord
import pytest
from PIL import Image

from bot.views.board import lettered
from bot.words import LOCALES, Locale, speaker
from render.lessons import TAFL_TOPICS
from render.scene import Scene
from rules.game import Ending, Seat
from rules.tafl.position import START, Move, write_position
from rules.tafl.record import read_record, replay
from rules.tafl.squares import square
from tests.world.short_games import JARL_ESCAPES, JARL_TAKEN
from tests.world.stage import Stage
from tests.world.world import Person

en = speaker("en")


async def play_out(stage: Stage) -> None:
    await stage.begin(stage.astrid, stage.bjorn, *JARL_TAKEN.moves)


# The table and the board


@pytest.mark.parametrize("by", ["astrid", "bjorn", "ketil"])
async def test_F14_anybody_brings_the_table_back_to_the_bottom(stage: Stage, by: str) -> None:
    table = await stage.begin(stage.astrid, stage.bjorn, "d1-c1")
    stage.thread("talk")  # its announcement stands below the table now
    await stage.slash(getattr(stage, by), "tafl show")
    assert stage.last().id == stage.table().id != table.id
    assert len(stage.tables()) == 1
    assert stage.table().text.splitlines()[1] == table.text.splitlines()[1]
    assert not stage.table().pings
    assert "Bjorn" in stage.table().text
    await stage.move(stage.bjorn, "e7-d7")
    assert len(stage.tables()) == 1


async def test_F14_an_ended_match_is_shown_again_too(stage: Stage) -> None:
    await play_out(stage)
    await stage.slash(stage.ketil, "tafl show")
    assert en("result-attackers-capture") in stage.last().text
    assert len(stage.tables()) == 1


async def test_more_opens_what_is_seldom_needed(stage: Stage) -> None:
    table = await stage.begin(stage.astrid, stage.bjorn, "d1-c1")
    await stage.press(stage.ketil, table, "more")
    seldom = {"Take back", "Show the table again", "Other side", "Text board", "Record", "Rules"}
    assert seldom <= set(stage.told(stage.ketil).labels)
    more = stage.told(stage.ketil)
    await stage.press(stage.ketil, more, "Show the table again")
    assert "Astrid" in stage.told(stage.ketil).text
    await stage.press(stage.bjorn, table, "more")
    await stage.press(stage.bjorn, stage.told(stage.bjorn), "Show the table again")
    assert len(stage.tables()) == 1
    assert stage.table().id != table.id
    await stage.press(stage.ketil, more, "Rules")
    assert en("rules-aim-title") in stage.told(stage.ketil).text


async def test_F37_the_board_is_told_in_letters_and_from_the_other_side(stage: Stage) -> None:
    table = await stage.begin(stage.astrid, stage.bjorn, "d1-c1")
    await stage.press(stage.ketil, table, "more")
    more = stage.told(stage.ketil)
    await stage.press(stage.ketil, more, "text")
    page = stage.told(stage.ketil)
    board, words = page.text.split("```")[1:]
    assert len(board.strip("\n").splitlines()) == 11
    assert board.count("S") == 8
    assert sum(board.splitlines()[rank].count("d") for rank in range(2, 11)) == 15
    key, told = words.strip().split("\n")
    assert key == f"-# {en('letters-key')}" and told == table.pictures[0]
    await stage.press(stage.ketil, more, "flip")
    page = stage.told(stage.ketil)
    assert Image.open(BytesIO(stage.uploaded(page))).size == (720, 720)
    assert page.pictures[0].split(" Last move")[0] == table.pictures[0].split(" Last move")[0]
    assert stage.uploaded(page) != stage.uploaded(table)


async def test_the_picker_shows_each_player_their_own_side(stage: Stage) -> None:
    await stage.begin(stage.astrid, stage.bjorn)
    pictures = []
    for person, move in ((stage.astrid, "d1-c1"), (stage.bjorn, "e7-d7")):
        picker = stage.read(await stage.press(person, stage.table(), "move"))
        assert stage.read(await stage.choose(person, picker, move[:2])).options[move[3:]]
        pictures.append(stage.uploaded(picker) == stage.uploaded(stage.table()))
        await stage.say_move(person, move)
    assert pictures == [False, True], "the table is seen as the defender sees it"


# Records


@pytest.mark.parametrize("how", ["command", "number", "button", "more"])
async def test_a_record_reads_back_to_the_same_position(stage: Stage, how: str) -> None:
    await play_out(stage)
    table = stage.table()
    if how == "command":
        await stage.slash(stage.ketil, "tafl record")
    elif how == "number":
        await stage.slash(stage.bjorn, "tafl record", match=1)
    else:
        await stage.press(stage.ketil, table, "record")
    page = stage.told(stage.bjorn if how == "number" else stage.ketil)
    assert page.files == ("haugbui-1.txt", "haugbui-1.gif")
    assert page.text == en("record-here", number=1)
    record = read_record(stage.uploaded(page).decode())
    assert record.tags["Attacker"] == "Astrid"
    assert record.tags["Defender"] == "Bjorn"
    assert record.tags["Result"] == "attackers"
    assert record.tags["Termination"] == "capture"
    assert record.tags["Date"] == stage.now.strftime("%Y.%m.%d")
    end = replay(record)
    assert end.outcome and (end.outcome.winner, end.outcome.ending) == (Seat.ATTACKERS, Ending.CAPTURE)
    played = (await stage.house.sessions.get(1)).match  # type: ignore[arg-type]
    assert write_position(end.position) == write_position(played.position)


async def test_a_record_of_a_match_under_way(stage: Stage) -> None:
    await stage.challenge(stage.astrid, stage.bjorn, side="attack", rules="mounds")
    await stage.accept(stage.bjorn)
    await stage.slash(stage.ketil, "tafl record")
    assert not read_record(stage.uploaded(stage.told(stage.ketil)).decode()).moves
    await stage.say_move(stage.astrid, "a5")
    await stage.say_move(stage.astrid, "d1-c1")
    await stage.slash(stage.ketil, "tafl record")
    text = stage.uploaded(stage.told(stage.ketil)).decode()
    assert '[Rules "mounds"]' in text
    assert '[BlackDraug "a5"]' in text
    assert '[Result "*"]' in text
    assert text.endswith("\n1. d1-c1\n")


async def test_a_record_of_a_number_that_is_none_of_theirs(stage: Stage) -> None:
    for number in (0, 1, 2**53 - 1):
        await stage.slash(stage.ketil, "tafl record", match=number)
        assert stage.told(stage.ketil).text == en("refusal-no-such-session")


# Lists


def listed(stage: Stage, person: Person) -> str:
    return stage.told(person).text


@pytest.mark.parametrize("locale", LOCALES)
def test_F38_every_mark_of_a_board_in_letters_is_explained(locale: Locale) -> None:
    moved = Scene(START, last=Move(square("d1"), square("d3")))
    picked = Scene(START, select=square("d1"), targets=(square("c1"),), strikes=(square("d2"),))
    for drawn in (moved, picked):
        _, letters, words = lettered(drawn, speaker(locale)).split("```")
        marks = set("".join(letters.strip("\n").splitlines()[1:-1])) - set(" .|123456789")
        assert marks <= set("".join(re.findall("`(.+?)`", words)))


async def test_F23_matches_lists_what_waits_first_and_what_is_over_last(stage: Stage) -> None:
    await stage.slash(stage.astrid, "matches")
    assert listed(stage, stage.astrid) == f"### {en('matches-mine')}\n{en('matches-none-live')}"
    await stage.begin(stage.astrid, stage.bjorn, *JARL_ESCAPES.moves)
    await stage.begin(stage.astrid, stage.bjorn, "d1-c1")
    mine = stage.table()
    second = stage.place("second")
    await stage.begin(stage.astrid, stage.bjorn, where=second)
    await stage.challenge(stage.astrid, stage.ketil, where=stage.place("third"))
    await stage.slash(stage.astrid, "matches")
    lines = listed(stage, stage.astrid).splitlines()
    assert lines[1].startswith(f"[Match 3]({stage.link(stage.table(second))})")
    assert lines[1].endswith(en("matches-your-turn"))
    assert lines[2].startswith(f"[Match 2]({stage.link(mine)})")
    assert "Bjorn to move" in lines[2]
    assert "Astrid to Ketil" in lines[3]
    assert f"· **lost** · {en('result-defenders-escape')} ·" in lines[-1]
    await stage.slash(stage.bjorn, "matches")
    assert f"· **won** · {en('result-defenders-escape')} ·" in listed(stage, stage.bjorn).splitlines()[-1]
    await stage.slash(stage.ketil, "matches")
    assert "Astrid to Ketil" in listed(stage, stage.ketil)


async def test_of_others_one_sees_what_was_played_before_all(stage: Stage) -> None:
    await stage.begin(stage.astrid, stage.bjorn)
    await stage.begin(stage.astrid, stage.bjorn, where=stage.private_chat(stage.astrid, stage.bjorn))
    await stage.slash(stage.ketil, "matches", user=stage.astrid)
    assert listed(stage, stage.ketil).splitlines()[0] == f"### {en('matches-of', name='Astrid')}"
    assert "[Match 1]" in listed(stage, stage.ketil)
    assert "[Match 2]" not in listed(stage, stage.ketil)
    await stage.slash(stage.astrid, "matches", user=stage.astrid)
    assert "[Match 2]" in listed(stage, stage.astrid)


# Rules and help


async def test_every_topic_of_the_rules_has_words_and_a_picture(stage: Stage) -> None:
    pictures = set()
    for topic in TAFL_TOPICS:
        await stage.slash(stage.ketil, "rules tafl", topic=topic)
        page = stage.told(stage.ketil)
        assert page.private
        assert page.text.startswith(f"### {en(f'rules-{topic}-title')}\n{en(f'rules-{topic}')}")
        assert page.pictures[0].startswith(en("alt-board"))
        pictures.add(stage.uploaded(page))
    assert len(pictures) > len(TAFL_TOPICS) // 2


async def test_the_rules_are_leafed_through(stage: Stage) -> None:
    await stage.slash(stage.ketil, "rules tafl")
    for topic in reversed(TAFL_TOPICS):
        page = stage.told(stage.ketil)
        await stage.choose(stage.ketil, page, f"tafl.{topic}")
        assert stage.told(stage.ketil).id == page.id, "in the place of the one before"
        assert en(f"rules-{topic}-title") in stage.told(stage.ketil).text


async def test_help_leads_to_rules_and_to_a_first_challenge(stage: Stage) -> None:
    await stage.slash(stage.astrid, "help")
    page = stage.told(stage.astrid)
    assert en("help-text") in page.text
    await stage.press(stage.astrid, page, en("button-rules-tafl"))
    assert en("rules-aim-title") in stage.told(stage.astrid).text
    whom = await stage.press(stage.astrid, page, en("button-start"))
    assert en("help-whom") in stage.read(whom).text
    await stage.choose_person(stage.astrid, whom, stage.bjorn)
    assert stage.last().pings == (stage.bjorn.id,)
    assert "Sides are drawn by lot." in stage.last().text
    await stage.accept(stage.bjorn)
    assert len(stage.tables()) == 1


async def test_help_starts_no_match_with_oneself_or_a_bot_or_an_absent(stage: Stage) -> None:
    robot = stage.guild.add_member(stage.env.create_user("robot", bot=True))
    for person, key in ((stage.astrid, "refusal-opponent-is-yourself"), (robot, "refusal-opponent-is-a-bot")):
        await stage.slash(stage.astrid, "help")
        whom = await stage.press(stage.astrid, stage.told(stage.astrid), en("button-start"))
        await stage.choose_person(stage.astrid, whom, person)
        assert stage.told(stage.astrid).text == en(key)
    assert not stage.pages()
    shut: Any = {stage.bjorn: discord.PermissionOverwrite(view_channel=False)}
    cellar = stage.guild.create_text_channel("cellar", overwrites=shut)
    await stage.slash(stage.astrid, "help", where=cellar)
    whom = await stage.press(stage.astrid, stage.told(stage.astrid, where=cellar), en("button-start"))
    await stage.choose_person(stage.astrid, whom, stage.bjorn)
    assert stage.told(stage.astrid, where=cellar).text == en("refusal-opponent-not-here")
    assert not stage.pages(cellar)
