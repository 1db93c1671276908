"""The catalogues: the same sentences in every language, whole, with the same places to fill."""

import string
from collections.abc import Iterator, Set

import discord
import pytest
from babel.messages.catalog import Catalog, Message
from discord.enums import try_enum

from bot.words import LOCALES, Locale, keys, locale_for, say
from bot.words.catalogue import catalogue
from bot.words.particles import PAIRS, SentenceFormatter

OTHERS = [locale for locale in LOCALES if locale != "en"]
MOST_TEXT = 4_000


def key(message: Message) -> str:
    """The key that a message stands for."""
    return message.id if isinstance(message.id, str) else message.id[0]


def messages(locale: Locale) -> dict[str, Message]:
    """Every message by its key."""
    return {key(message): message for message in catalogue(locale) if message.id}


def forms(message: Message) -> tuple[str, ...]:
    """The forms of a message: one, or one for each plural."""
    assert message.string is not None
    return (message.string,) if isinstance(message.string, str) else tuple(message.string)


def fields(text: str) -> Iterator[tuple[str, str]]:
    """The places to fill, each with its format."""
    for _, name, spec, conversion in string.Formatter().parse(text):
        if name is not None:
            assert conversion is None
            yield name, spec or ""


def places(message: Message) -> Set[str]:
    """The names of all places to fill, over all forms."""
    return {name for form in forms(message) for name, _ in fields(form)}


SENTENCES = [(locale, name) for locale in LOCALES for name in sorted(messages(locale))]


@pytest.mark.parametrize("locale", OTHERS)
def test_every_language_has_the_same_keys(locale: Locale) -> None:
    assert set(messages(locale)) == set(messages("en")) == keys()


@pytest.mark.parametrize("locale", OTHERS)
def test_every_language_fills_the_same_places(locale: Locale) -> None:
    ours, english = messages(locale), messages("en")
    differing = {name for name in ours if places(ours[name]) != places(english[name])}
    assert differing == set()


@pytest.mark.parametrize("locale", OTHERS)
def test_every_language_counts_the_same_things(locale: Locale) -> None:
    ours, english = messages(locale), messages("en")
    assert {name for name in ours if ours[name].pluralizable != english[name].pluralizable} == set()


@pytest.mark.parametrize(("locale", "number"), [("en", 2), ("ru", 3), ("ko", 1)])
def test_plural_forms_are_complete(locale: Locale, number: int) -> None:
    assert catalogue(locale).num_plurals == number == Catalog(locale).num_plurals
    assert catalogue(locale).plural_expr == Catalog(locale).plural_expr
    counted = [message for message in messages(locale).values() if message.pluralizable]
    assert counted
    assert {key(message) for message in counted if len(forms(message)) != number} == set()


@pytest.mark.parametrize("locale", LOCALES)
def test_no_sentence_is_missing_unfinished_or_retired(locale: Locale) -> None:
    assert {name for name, message in messages(locale).items() if not all(forms(message))} == set()
    assert {name for name, message in messages(locale).items() if message.fuzzy} == set()
    assert catalogue(locale).obsolete == {}


@pytest.mark.parametrize("locale", LOCALES)
def test_no_sentence_has_stray_spaces(locale: Locale) -> None:
    wrong = {
        name
        for name, message in messages(locale).items()
        for form in forms(message)
        if form != form.strip() or "  " in form or "\t" in form or " \n" in form
    }
    assert wrong == set()


@pytest.mark.parametrize("locale", LOCALES)
def test_places_are_plain_names_and_only_korean_adds_particles(locale: Locale) -> None:
    for name, message in messages(locale).items():
        for form in forms(message):
            for place, spec in fields(form):
                assert place.isidentifier(), name
                assert not spec or (locale == "ko" and spec in PAIRS), name


@pytest.mark.parametrize("locale", LOCALES)
def test_every_sentence_can_be_said(locale: Locale) -> None:
    for name, message in messages(locale).items():
        values: dict[str, object] = dict.fromkeys(places(message), "Ω")
        for count in (0, 1, 2, 5, 11, 21):
            said = say(locale, name, **{**values, "count": count})
            assert said
            assert "{" not in said
            assert len(said) <= MOST_TEXT


def test_a_sentence_counts_by_its_own_languages_rules() -> None:
    def counted(locale: Locale) -> list[str]:
        return [say(locale, "alt-thralls-taken", count=count) for count in (1, 2, 5, 11, 21)]

    assert counted("en") == ["1 thrall", "2 thralls", "5 thralls", "11 thralls", "21 thralls"]
    assert counted("ru") == [
        "1 драуг-прислужник",
        "2 драуга-прислужника",
        "5 драугов-прислужников",
        "11 драугов-прислужников",
        "21 драуг-прислужник",
    ]
    assert len(set(counted("ko"))) == 5


@pytest.mark.parametrize(
    ("locale", "words"),
    [
        ("ru", ("драуг-прислужник", "Чёрный Драуг", "воительница", "Ярл")),
        ("ko", ("드라우그 종", "검은 드라우그", "방패 처녀", "야를")),
    ],
)
def test_the_pieces_bear_their_fixed_names(locale: Locale, words: tuple[str, ...]) -> None:
    pieces = ("piece-thrall", "piece-black-draug", "piece-shieldmaiden", "piece-jarl")
    assert tuple(say(locale, piece) for piece in pieces) == words


@pytest.mark.parametrize(
    ("locale", "never"),
    [
        ("ru", ("Черн", "престол", "щитоносиц")),
        ("ko", ("왕좌", "방패처녀", "야르")),
    ],
)
def test_no_second_word_is_used_for_a_fixed_term(locale: Locale, never: tuple[str, ...]) -> None:
    found = {
        (name, word)
        for name, message in messages(locale).items()
        for form in forms(message)
        for word in never
        if word in form
    }
    assert found == set()


def test_an_unknown_key_is_given_back() -> None:
    assert say("ru", "no-such-sentence") == "no-such-sentence"


def test_a_place_reaches_no_attribute_of_a_value() -> None:
    with pytest.raises(KeyError):
        SentenceFormatter().format("{name.__class__}", name="Astrid")


@pytest.mark.parametrize(
    ("wishes", "locale"),
    [
        (("ru",), "ru"),
        (("ko",), "ko"),
        (("ko-KR",), "ko"),
        (("RU",), "ru"),
        (("fr", "ko"), "ko"),
        (("en-GB", "ru"), "en"),
        (("fr", "de"), "en"),
        ((None, "ru"), "ru"),
        ((), "en"),
        ((try_enum(discord.Locale, "ko"), "ru"), "ko"),
        ((try_enum(discord.Locale, ["ko"]), "ru"), "ru"),
    ],
)
def test_the_first_language_that_is_spoken_is_taken(wishes: tuple[object, ...], locale: Locale) -> None:
    assert locale_for(*wishes) == locale
