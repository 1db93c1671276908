"""A whole match in each language: what a server sees is in the server's, what one person sees in that person's."""

import re

import pytest

from bot.words import Locale, speaker
from tests.world.page import Page
from tests.world.short_games import JARL_ESCAPES
from tests.world.stage import Stage

LOCALES: dict[Locale, str] = {"en": "en-GB", "ru": "ru", "ko": "ko"}
LETTERS = {"en": r"[A-Za-z]", "ru": r"[А-Яа-яЁё]", "ko": r"[가-힣]"}
# Names, moves, commands and addresses are the same everywhere.
COMMON = r"(?<![A-Za-z])(Astrid|Bjorn|Ketil|[a-i][1-9]|[TWD][0-9]+|x)(?![A-Za-z])|`[^`]*`|<[^>]*>|Haugbui"


def is_in(words: str, language: Locale) -> bool:
    """Whether the words are of that language's letters and of no other's."""
    plain = re.sub(COMMON, " ", words)
    others = [letters for other, letters in LETTERS.items() if other != language]
    return bool(re.search(LETTERS[language], plain)) and not any(re.search(other, plain) for other in others)


def check(page: Page, language: Locale) -> None:
    for words in (page.text, *page.labels, *page.pictures, *page.options.values(), *page.controls.values()):
        assert not re.sub(COMMON, "", words).strip(" ·.,\n") or is_in(words, language), words


@pytest.mark.parametrize("language", LOCALES)
async def test_a_whole_match_in_one_language(stage: Stage, language: Locale) -> None:
    say = speaker(language)
    stage.guild_speaks(LOCALES[language])
    for person in (stage.astrid, stage.bjorn, stage.ketil):
        stage.speaks(person, LOCALES[language])
    await stage.challenge(stage.astrid, stage.bjorn, side="attack")
    check(stage.last(), language)
    await stage.accept(stage.bjorn)
    for page in stage.pages():
        check(page, language)
    picker = stage.read(await stage.press(stage.astrid, stage.table(), "placing"))
    check(picker, language)
    await stage.choose(stage.astrid, picker, "e9")

    for number, move in enumerate(JARL_ESCAPES.moves):
        mover = (stage.astrid, stage.bjorn)[number % 2]
        start, end = move.split("-")
        pieces = stage.read(await stage.press(mover, stage.table(), "move"))
        turned = f"\n-# {say('pick-turned')}" if mover is stage.astrid else ""
        assert pieces.text == say("pick-piece") + turned
        squares = stage.read(await stage.choose(mover, pieces, start))
        check(pieces, language)
        check(squares, language)
        assert squares.pictures[0].startswith(say("alt-board"))
        await stage.choose(mover, squares, end)
        check(stage.table(), language)

    table = stage.table()
    assert table.text.splitlines()[0] == f"### {say('table-title', attackers='Astrid', defenders='Bjorn')}"
    assert say("table-ended", result=say("result-defenders-escape"), name="Bjorn") in table.text
    assert say("result-defenders-escape") in table.pictures[0]
    assert table.labels == (say("button-rematch"), say("button-record"), say("button-flip"))
    for older in stage.pages():
        check(older, language)


@pytest.mark.parametrize("language", LOCALES)
async def test_each_answer_is_in_the_readers_language(stage: Stage, language: Locale) -> None:
    say = speaker(language)
    public: Locale = "ko" if language == "en" else "en"
    stage.guild_speaks(LOCALES[public])
    stage.speaks(stage.astrid, LOCALES[language])
    table = await stage.begin(stage.astrid, stage.bjorn)
    check(table, public)
    await stage.say_move(stage.astrid, "e8-e6")
    assert stage.told(stage.astrid).text.startswith(say("wrong-illegal-blocked", text="e7"))
    await stage.press(stage.astrid, table, "more")
    check(stage.told(stage.astrid), language)
    await stage.say_move(stage.astrid, "d1-c1")
    await stage.press(stage.astrid, table, "move")
    assert stage.told(stage.astrid).text == say("refusal-stale-table")
    await stage.slash(stage.astrid, "tafl undo")
    check(stage.last(), public)
    await stage.slash(stage.astrid, "matches")
    assert say("matches-mine") in stage.told(stage.astrid).text
    await stage.press(stage.astrid, stage.table(), "resign")
    assert stage.told(stage.astrid).text == say("resign-sure")
    await stage.slash(stage.astrid, "help")
    assert say("help-title") in stage.told(stage.astrid).text
    await stage.slash(stage.astrid, "rules tafl", topic="barrows")
    assert say("rules-barrows-title") in stage.told(stage.astrid).text
    check(stage.told(stage.astrid), language)
    check(stage.table(), public)


async def test_an_unknown_language_is_answered_in_english(stage: Stage) -> None:
    stage.guild_speaks("sv-SE")
    stage.speaks(stage.astrid, "sv-SE")
    table = await stage.begin(stage.astrid, stage.bjorn)
    check(table, "en")
    await stage.press(stage.astrid, table, "move")
    check(stage.told(stage.astrid), "en")


async def test_in_direct_messages_the_table_speaks_as_who_challenged(stage: Stage) -> None:
    stage.speaks(stage.astrid, "ru")
    stage.speaks(stage.bjorn, "ko")
    chat = stage.private_chat(stage.astrid, stage.bjorn)
    await stage.begin(stage.astrid, stage.bjorn, where=chat)
    check(stage.table(chat), "ru")
    await stage.press(stage.bjorn, stage.table(chat), "move")
    assert stage.told(stage.bjorn, where=chat).text == speaker("ko")("refusal-not-your-turn", name="Astrid")
