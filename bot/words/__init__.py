"""The catalogues: every sentence the bot says, in English, Russian and Korean."""

from bot.words.catalogue import LOCALES, Locale, Say, keys, say, speaker
from bot.words.names import one_line, plain_name, shown_name

__all__ = [
    "LOCALES",
    "Locale",
    "Say",
    "keys",
    "locale_for",
    "one_line",
    "plain_name",
    "say",
    "shown_name",
    "speaker",
]


def locale_for(*wishes: object) -> Locale:
    """The first of the given Discord locales that we speak ("ru", "ko-KR", …), else English."""
    for wish in wishes:
        # What Discord calls a locale may be anything; its own text fails where that is no text.
        language = str(getattr(wish, "value", wish)).partition("-")[0].lower()
        for locale in LOCALES:
            if language == locale:
                return locale
    return "en"
