"""People's names as they may stand in a sentence: nothing pings, nothing breaks the layout."""

import unicodedata
from functools import lru_cache

LONGEST_NAME = 32
_MARKDOWN = frozenset("\\*_~`|>#[]()<@:-+=.")
_FILLERS = "\u115f\u1160\u3164\uffa0"  # letters of Hangul that show nothing
# Marks stacked higher than this overflow the line they stand on.
_MOST_MARKS = 2


def plain_name(name: str) -> str:
    """`one_line`, at most 32 characters; never empty."""
    text = one_line(name)
    if len(text) > LONGEST_NAME:
        text = text[: LONGEST_NAME - 1].rstrip() + "…"
    return text or "?"


@lru_cache(maxsize=4_096)
def one_line(name: str) -> str:
    """The name on one line, without control, bidi and zero-width characters; empty where nothing can be seen."""
    kept: list[str] = []
    marks = 0
    # Normalised once what is invisible no longer keeps letters and marks apart.
    for letter in unicodedata.normalize("NFC", "".join(map(_visible, name))):
        marks = marks + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        if marks <= _MOST_MARKS:
            kept.append(letter)
    return " ".join("".join(kept).split())


def shown_name(name: str) -> str:
    """`plain_name` with Discord's Markdown and mentions made harmless."""
    return "".join(f"\\{letter}" if letter in _MARKDOWN else letter for letter in plain_name(name))


def _visible(letter: str) -> str:
    """The letter; a space for any kind of space; nothing for what can't be seen."""
    category = unicodedata.category(letter)
    if category[0] == "Z" or letter in "\t\n\r":
        return " "
    return "" if category[0] == "C" or letter in _FILLERS else letter
