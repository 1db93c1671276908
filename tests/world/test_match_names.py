"""Names that are weapons: Markdown, mentions, unseen and turning letters, towers, width. Nothing breaks."""

import re
import unicodedata
from io import BytesIO

import pytest
from PIL import Image
from simcord.actors import MemberActor

from bot.views.layout import MOST_TEXT
from bot.views.table import status
from bot.words import speaker
from rules.game import Seat
from rules.tafl.action import Annul, Resign
from rules.tafl.match import begin, play
from rules.tafl.record import read_record
from tests.bot.screens import session
from tests.world.page import Page
from tests.world.short_games import BLACK_DRAUG_TAKEN
from tests.world.stage import Stage

HOSTILE = {
    "markdown": "**_~~|| `x` ||~~_**",
    "heading": "# > - 1. [x](https://x.no)",
    "fence": "```\nboard\n```",
    "everyone": "@everyone",
    "here": "@here @everyone",
    "person": "<@{ketil}>",
    "role": "<@&{guild}>",
    "channel": "<#{hall}> </tafl move:1>",
    "emoji": "<:a:1> :skull: 💀💀💀",
    "bidi": "\u202eltfarg\u202c \u2066x\u2069",
    "zero-width": "\u200b\u200d\u2060\ufeff",
    "hangul-filler": "\u3164\u3164\uffa0",
    "control": "a\x00b\x07c\td",
    "towers": "Z\u0351\u036b\u0343\u036a\u0302\u034f\u0334\u0319\u0324\u031e" * 3,
    "wide": "W" * 32,
    "wider": "\ufdfd" * 32,
    "hangul": "힣" * 32,
    "cyrillic": "Щ" * 32,
    "family": "👩‍👩‍👧‍👦" * 4,
    "lines": "a\nb\r\nc\u2028d\u2029e",
    "blank": " \u00a0\u2003 ",
    "brackets": "][)(}}{{'\"\\",
}


def visible(text: str) -> bool:
    return not any(
        unicodedata.category(letter) in ("Cc", "Cf") for letter in text if letter not in "\n\u200d"
    )


def harmless(stage: Stage, page: Page, *expected: MemberActor) -> None:
    """No live mention but of those that are awaited, one heading, letters that stay in line."""
    mentioned = re.findall(r"(?<!\\)<(?:@!?|@&|#|/|:|a:)[^>]*>", page.text)
    assert mentioned == [f"<@{person.id}>" for person in expected], page.text
    assert "@everyone" not in page.text.replace("\\@", "")
    assert "@here" not in page.text.replace("\\@", "")
    assert visible(page.text)
    assert len(page.text) <= MOST_TEXT
    assert all(len(words) <= 1024 and visible(words) for words in page.pictures)
    assert all(0 < len(label) <= 80 for label in page.labels)
    assert page.text.startswith("### ")
    told = [line for line in page.text.splitlines() if " earns **" not in line]
    assert 2 <= len(told) <= 4, page.text


@pytest.mark.parametrize("kind", HOSTILE)
async def test_F29_a_hostile_name_pings_nobody_and_breaks_nothing(stage: Stage, kind: str) -> None:
    name = HOSTILE[kind].format(ketil=stage.ketil.id, guild=stage.guild.id, hall=stage.hall.id)
    villain = stage.guild.add_member(stage.env.create_user("villain", global_name=name))
    await stage.challenge(villain, stage.bjorn, side="attack")
    challenge = stage.last()
    harmless(stage, challenge, stage.bjorn)
    await stage.accept(stage.bjorn)
    harmless(stage, stage.table(), villain)
    await stage.say_move(villain, BLACK_DRAUG_TAKEN.black_draug)
    harmless(stage, stage.table(), villain)
    await stage.say_move(villain, BLACK_DRAUG_TAKEN.moves[0])
    table = stage.table()
    harmless(stage, table, stage.bjorn)
    assert Image.open(BytesIO(stage.uploaded(table))).size == (720, 720)
    await stage.slash(stage.bjorn, "tafl draw")
    await stage.press(stage.ketil, table, "move")
    await stage.slash(stage.bjorn, "matches")
    for page in (stage.last(), stage.told(stage.ketil), stage.told(stage.bjorn)):
        assert visible(page.text)
        assert "@everyone" not in page.text.replace("\\@", "")
    assert stage.told(stage.bjorn).text.count("[Match 1](") == 1
    await stage.say_move(stage.bjorn, BLACK_DRAUG_TAKEN.moves[1])
    harmless(stage, stage.last())
    await stage.slash(stage.ketil, "tafl record")
    record = read_record(stage.uploaded(stage.told(stage.ketil)).decode())
    assert record.tags["Defender"] == "Bjorn"
    assert visible(record.tags["Attacker"])
    pings = [(stage.bjorn.id,), (villain.id,), (villain.id,), (stage.bjorn.id,), (), ()]
    assert stage.pinged == pings


async def test_F29_hostile_words_typed_as_a_move_are_only_quoted(stage: Stage) -> None:
    await stage.begin(stage.astrid, stage.bjorn)
    for name in HOSTILE.values():
        typed = name.format(ketil=stage.ketil.id, guild=stage.guild.id, hall=stage.hall.id)
        await stage.say_move(stage.astrid, typed)
        answer = stage.told(stage.astrid)
        assert visible(answer.text)
        assert not re.search(r"(?<!\\)<[@#/:]", answer.text)
        assert not answer.pings
    assert len(stage.pinged) == 3


def test_F29_a_winner_is_named_without_tricks() -> None:
    over = session(play(begin(), Resign(Seat.ATTACKERS)), "@everyone *")
    assert status(over, speaker("en")) == "**Resigned: defenders win** · winner: **\\@everyone \\***"
    assert status(session(play(begin(), Annul()), "x"), speaker("en")) == "**Annulled**"


async def test_F29_a_thread_is_named_without_tricks(stage: Stage) -> None:
    await stage.begin(stage.astrid, stage.bjorn)
    villain = stage.guild.add_member(
        stage.env.create_user("villain", global_name="@everyone\u202e" + "W" * 22)
    )
    await stage.challenge(villain, stage.ketil)
    await stage.press(villain, stage.told(villain), "Open a thread")
    (thread,) = [c for c in stage.env.backend.channels.values() if c.parent_id == stage.hall.id]
    assert thread.name
    assert visible(thread.name)
    assert len(thread.name) <= 100


async def test_F22_a_match_keeps_the_names_it_began_with(stage: Stage) -> None:
    await stage.begin(stage.astrid, stage.bjorn)
    stage.env.backend.get_user(stage.bjorn.id).global_name = "@everyone"
    await stage.say_move(stage.astrid, "d1-c1")
    await stage.say_move(stage.bjorn, "e7-d7")
    assert "Bjorn" in stage.table().text
    assert "everyone" not in stage.table().text


async def test_a_nickname_is_what_people_are_called(stage: Stage) -> None:
    nicked = stage.guild.add_member(stage.env.create_user("gisli", global_name="Gisli"), nick="Gísli súrsson")
    await stage.challenge(nicked, stage.bjorn, side="attack")
    assert "Gísli súrsson" in stage.last().text
