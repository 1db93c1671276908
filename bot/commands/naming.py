"""Command names, options and choices in every language, from the catalogues."""

import discord
from discord import app_commands
from discord.app_commands import Choice, locale_str

from bot.words import LOCALES, locale_for, say
from render import animation
from render.animation import Format


def word(key: str) -> locale_str:
    """A name or description by its catalogue key; English is the default that Discord shows."""
    return locale_str(say("en", key), key=key)


def choice(key: str, value: str) -> Choice[str]:
    """A choice of an option."""
    return Choice(name=word(key), value=value)


FORMATS = [choice(f"choice-picture-{format}", format) for format in animation.FORMATS]
"""The choices of an animation's format."""


def format_of(chosen: Choice[str] | None) -> Format:
    """What was chosen, or the format that plays everywhere."""
    return "webp" if chosen and chosen.value == "webp" else "gif"


class Translator(app_commands.Translator):
    """Gives Discord the Russian and Korean of every `word`."""

    async def translate(
        self, string: locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """The translation, or None where the language isn't ours or the string has no key."""
        key = string.extras.get("key")
        language = locale_for(locale)
        if key is None or language == "en" or locale.value.partition("-")[0] not in LOCALES:
            return None
        return say(language, key)
