"""Playing for sets as single words: the challenge for one's set, the review, the table, and what stands on a page."""

import re
from io import BytesIO
from typing import Any

from PIL import Image
from simcord.components import walk_components

from bot.playing_sets import PlayingSet
from bot.views.set_title import set_title
from bot.words import Locale, keys, speaker
from tests.bot.staking import owners
from tests.world.page import Page
from tests.world.short_games import ShortGame
from tests.world.stage import Stage
from tests.world.world import Person

LOCALES: dict[str, Locale] = {"en-US": "en", "ru": "ru", "ko": "ko"}
_KEY = re.compile(r"\b(?:button|challenge|material|offer|refusal|sets?|stake|style|table)-[a-z][\w-]+")


def speak(stage: Stage, locale: str) -> Locale:
    """Everybody and everything there speaks that language from now on."""
    stage.guild_speaks(locale)
    for person in (stage.astrid, stage.bjorn, stage.ketil):
        stage.speaks(person, locale)
    return LOCALES[locale]


def check_words(page: Page) -> None:
    """No key stands there in place of its words, and every picture is described."""
    told = "\n".join((page.text, *page.labels, *page.options.values(), *page.pictures))
    assert not [found for found in _KEY.findall(told) if found in keys()], told
    assert all(page.pictures)


def accent(page: Page) -> object:
    """The colour of the frame."""
    (frame,) = [part for part in walk_components(page.message.components) if part["type"] == 17]
    return frame.get("accent_color")


def check_picture(stage: Stage, page: Page, name: str) -> None:
    """The first picture attached to the page can be seen."""
    assert page.files[0] == name
    assert Image.open(BytesIO(stage.uploaded(page))).size[0] >= 360


async def sets(stage: Stage, person: Person) -> list[PlayingSet]:
    """What the person owns, as the bot has it."""
    return [
        await stage.house.collections.get(number)
        for number, owner in owners(stage.house.store.path).items()
        if owner == person.id
    ]


async def offered(stage: Stage, person: Person, typed: str = "") -> list[int]:
    """The sets that the command offers to stake."""
    return [int(value) for value in await stage.suggestions(person, "tafl challenge", "stake", typed)]


async def dare(stage: Stage) -> Page:
    """Astrid challenges Bjorn for her first free set; the challenge as it hangs."""
    stake = (await offered(stage, stage.astrid))[0]
    await stage.slash(stage.astrid, "tafl challenge", opponent=stage.bjorn, side="attack", stake=stake)
    return stage.last()


async def review(stage: Stage, challenge: Page) -> Page:
    """Bjorn accepts and chooses his first set; what he is shown before he seals it."""
    choice = stage.read(await stage.press(stage.bjorn, challenge, "stake"))
    return stage.read(await stage.choose(stage.bjorn, choice, next(iter(choice.options))))


async def begin_for_sets(stage: Stage) -> Page:
    """A match for sets under way: Astrid attacks, and has yet to place the Black Draug; its table."""
    await stage.press(stage.bjorn, await review(stage, await dare(stage)), "sealed")
    return stage.table()


async def play_on(stage: Stage, game: ShortGame) -> Page:
    """The rest of the match; its last table."""
    await stage.say_move(stage.astrid, game.black_draug)
    for number, move in enumerate(game.moves):
        await stage.say_move((stage.astrid, stage.bjorn)[number % 2], move)
    return stage.table()


def title(one: PlayingSet, locale: Locale = "en") -> str:
    """What the set is called."""
    return set_title(speaker(locale), one.material, one.name, one.id)


async def show(stage: Stage, person: Person, **options: Any) -> Page:
    """A collection, as the person who asks sees it."""
    return stage.read(await stage.slash(person, "sets show", **options))


async def first_set(stage: Stage, person: Person) -> PlayingSet:
    """The person's first set."""
    await offered(stage, person)
    return (await sets(stage, person))[0]


# Carving, choosing
