"""People's names as they may stand in a sentence: nothing pings, nothing breaks the layout."""

import unicodedata

LONGEST_NAME = 32
_MARKDOWN = frozenset("\\*_~`|>#[]()<@:-+=.")
# Marks stacked higher than this overflow the line they stand on.
_MOST_MARKS = 2


def plain_name(name: str) -> str:
    """The name on one line, at most 32 characters, without control, bidi and zero-width characters; never empty."""
    kept: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", name):
        category = unicodedata.category(letter)
        if category[0] == "Z" or letter in "\t\n\r":
            letter, marks = " ", 0
        elif category[0] == "C" or letter in "\u115f\u1160\u3164\uffa0":
            continue
        elif category in ("Mn", "Me"):
            marks += 1
            if marks > _MOST_MARKS:
                continue
        else:
            marks = 0
        kept.append(letter)
    text = " ".join("".join(kept).split())
    if len(text) > LONGEST_NAME:
        text = text[: LONGEST_NAME - 1].rstrip() + "…"
    return text or "?"


def shown_name(name: str) -> str:
    """`plain_name` with Discord's Markdown and mentions made harmless."""
    return "".join(f"\\{letter}" if letter in _MARKDOWN else letter for letter in plain_name(name))
