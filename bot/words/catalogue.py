"""Loading the `.po` catalogues and saying a sentence from them."""

import gettext
import importlib.resources
import io
from collections.abc import Callable
from functools import cache
from typing import Literal, get_args

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from bot.words.particles import SentenceFormatter

Locale = Literal["en", "ru", "ko"]
LOCALES: tuple[Locale, ...] = get_args(Locale)

Say = Callable[..., str]
"""`say(key, **values)`: a sentence in one reader's language."""

_FORMATTER = SentenceFormatter()


def say(locale: Locale, key: str, **values: object) -> str:
    """The sentence `key` in that language with the values put in.

    `count` chooses the plural form where the sentence has several. An unknown key is given back as it is.
    """
    translation = _translations(locale)
    count = values.get("count")
    if isinstance(count, int) and key in _plurals():
        pattern = translation.ngettext(key, key, count)
    else:
        pattern = translation.gettext(key)
    return _FORMATTER.said(pattern, values) if "{" in pattern else pattern


def speaker(locale: Locale) -> Say:
    """`say` with the language already chosen."""

    def speak(key: str, /, **values: object) -> str:
        return say(locale, key, **values)

    return speak


@cache
def catalogue(locale: Locale) -> Catalog:
    """The parsed catalogue of a language."""
    file = importlib.resources.files("bot.words") / f"{locale}.po"
    return read_po(io.BytesIO(file.read_bytes()), locale=locale, abort_invalid=True)


@cache
def keys() -> frozenset[str]:
    """The keys of every sentence, by the English catalogue."""
    return frozenset(
        message.id if isinstance(message.id, str) else message.id[0]
        for message in catalogue("en")
        if message.id
    )


@cache
def _plurals() -> frozenset[str]:
    return frozenset(message.id[0] for message in catalogue("en") if message.pluralizable)


@cache
def _translations(locale: Locale) -> gettext.GNUTranslations:
    compiled = io.BytesIO()
    write_mo(compiled, catalogue(locale))
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)
