"""Names that are weapons, wherever people may write one: sets, seeds, threads, servers; nothing pings or breaks."""

import logging
import re

import pytest

from bot.words import shown_name
from tests.world.for_sets import begin_for_sets, offered, play_on
from tests.world.hunting import Hunter
from tests.world.page import Page
from tests.world.short_games import BLACK_DRAUG_TAKEN
from tests.world.stage import Stage
from tests.world.test_match_names import HOSTILE, visible

MARK = "pwned"
LIVE = re.compile(r"(?<!\\)<(?:@!?|@&|#|/|:|a:)[^>]*>")
# What may stand as a link or a mention: our own links, Discord's times.
OURS = re.compile(r"\[[^\]\n]*\]\(https://discord\.com/channels/[0-9@me/]+\)|<t:\d+:[a-zA-Z]>")
FILE = re.compile(r"[a-z]+(?:-[a-z]+)*(?:-\d+)?\.(?:png|gif|webp|txt)")
WRITTEN = (
    "markdown",
    "fence",
    "everyone",
    "person",
    "channel",
    "bidi",
    "towers",
    "family",
    "lines",
    "brackets",
)


def written(stage: Stage, kind: str) -> str:
    """The name, as short as a set's must be, with a mark in it to be searched for."""
    name = HOSTILE[kind].format(ketil=stage.ketil.id, guild=stage.guild.id, hall=stage.hall.id)
    return f"{MARK}{name}"[:32]


def everything(stage: Stage) -> list[Page]:
    """All that the bot has said, privately too."""
    backend = stage.env.backend
    said = [message for channel in backend.messages.values() for message in channel.values()]
    return [Page(message) for message in said if message.author_id == backend.bot_user.id]


def harmless(stage: Stage, *awaited: int) -> None:
    """Nobody is mentioned but who is awaited; letters stay in line; files have plain names."""
    mentions = {f"<@{person}>" for person in awaited}
    for page in everything(stage):
        left = OURS.sub("", page.text)
        assert set(LIVE.findall(left)) <= mentions, page.text
        assert not re.search(r"(?<!\\)@(?:everyone|here)", left), page.text
        assert not re.search(r"(?<!\\)\]\((?!attachment)", left), page.text
        assert visible(page.text)
        assert all(visible(words) and 0 < len(words) <= 1024 for words in page.pictures)
        assert all(FILE.fullmatch(name) for name in page.files), page.files
        assert set(page.pings) <= set(awaited)


def unmarked(caplog: pytest.LogCaptureFixture) -> None:
    """What people wrote is in no line of the log, and no line was broken in two."""
    for record in caplog.records:
        if record.name.startswith("bot"):
            assert MARK not in record.getMessage()
            assert "\n" not in record.getMessage()


@pytest.mark.parametrize("kind", WRITTEN)
async def test_F29_a_sets_name_pings_nobody_and_breaks_nothing(
    stage: Stage, caplog: pytest.LogCaptureFixture, kind: str
) -> None:
    caplog.set_level(logging.INFO)
    name = written(stage, kind)
    for person in (stage.astrid, stage.bjorn):
        number = (await offered(stage, person))[0]
        await stage.slash(person, "sets rename", set=number, name=name)
        assert MARK in stage.told(person).text
        await stage.slash(person, "sets story", set=number)
    await stage.slash(stage.ketil, "sets show", user=stage.astrid)
    assert shown_name(name)[:4] in stage.told(stage.ketil).text
    await begin_for_sets(stage)
    await play_on(stage, BLACK_DRAUG_TAKEN)
    await stage.slash(stage.bjorn, "tafl record")
    await stage.slash(stage.bjorn, "sets show")
    assert "#2" in stage.told(stage.bjorn).text
    harmless(stage, stage.astrid.id, stage.bjorn.id)
    unmarked(caplog)


async def test_F29_a_seed_is_letters_and_digits_whatever_was_typed(
    stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    for kind in HOSTILE:
        hunter = Hunter.of(stage, stage.astrid, stage.place(f"camp-{kind}"))
        await hunter.slash("draugr hunt", seed=written(stage, kind))
        log = stage.read(await hunter.slash("draugr log"))
        (seed,) = re.findall(MARK + r"[^\s`*.]*", log.text)
        assert re.fullmatch(r"[\w-]+", seed), seed
        await stage.press(stage.astrid, stage.read(await hunter.slash("draugr abandon")), "abandoned")
        await stage.press(stage.astrid, stage.last(hunter.where), "share")
        await stage.later(hours=1)
    harmless(stage)
    unmarked(caplog)


async def test_F29_people_servers_and_threads_with_such_names_are_only_names(
    stage: Stage, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    awaited = [stage.astrid.id]
    for kind in WRITTEN:
        name = written(stage, kind)
        stage.guild._guild.name = name
        villain = stage.guild.add_member(stage.env.create_user(f"villain-{kind}", global_name=name))
        awaited.append(villain.id)
        thread = stage.thread(name)
        await stage.challenge(villain, stage.astrid, where=thread)
        assert await stage.suggestions(stage.astrid, "tafl accept", "challenge", MARK, where=thread)
        await stage.slash(stage.astrid, "tafl decline", where=thread)
        await stage.slash(stage.astrid, "tafl block", where=thread, user=villain)
        await stage.slash(villain, "ranking", where=thread)
        await stage.slash(stage.ketil, "matches", where=thread, user=villain)
        await stage.slash(stage.ketil, "sets show", where=thread, user=villain)
    listed = stage.read(await stage.slash(stage.astrid, "tafl block"))
    assert len(listed.options) == len(WRITTEN)
    assert all(len(label) <= 32 and visible(label) for label in listed.options.values())
    await stage.slash(stage.ketil, "ranking")
    harmless(stage, *awaited)
    unmarked(caplog)
