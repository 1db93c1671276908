"""People's names as they may stand in a sentence: one short line that pings nobody and formats nothing."""

import re
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.words import plain_name, shown_name

LONGEST = 32
# What Discord takes for formatting, mentions, headings, lists, quotes, links and timestamps.
MARKDOWN = "\\*_~`|>#[]()<@:-+."

MEAN = st.text(
    st.one_of(
        st.characters(),
        st.sampled_from(MARKDOWN),
        st.sampled_from(
            "\u200b\u200d\u202e\u2066\ufeff\u0301\u0489\u3164\u115f\n\r\t\0\u2028\x1b\U000e0041ﬁ́é한1."
        ),
    ),
    max_size=80,
)


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("Astrid", "Astrid"),
        ("  Astrid \n the\tTall ", "Astrid the Tall"),
        ("Ас\u200bтрид", "Астрид"),
        ("\u202eLoki", "Loki"),
        ("\u2066a\u2069b", "ab"),
        ("조로", "조로"),
        ("", "?"),
        (" \u200b\u3164 ", "?"),
        ("\u202e", "?"),
        ("A" * 32, "A" * 32),
        ("A" * 33, "A" * 31 + "…"),
        ("A" * 30 + " " + "B" * 10, "A" * 30 + "…"),
        ("Z" + "\u0301" * 40 + "o", "\u0179\u0301\u0301o"),
        ("e\u0301", "é"),
        ("e\u200b\u0301", "é"),
        ("🐺", "🐺"),
    ],
)
def test_a_name_becomes_one_plain_line(name: str, plain: str) -> None:
    assert plain_name(name) == plain


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Astrid", "Astrid"),
        ("*Astrid*", r"\*Astrid\*"),
        ("__init__", r"\_\_init\_\_"),
        ("||secret||", r"\|\|secret\|\|"),
        ("`code`", r"\`code\`"),
        ("# Heading", r"\# Heading"),
        ("> quote", r"\> quote"),
        ("- item", r"\- item"),
        ("1. item", r"1\. item"),
        ("[a](b)", r"\[a\]\(b\)"),
        ("@everyone", r"\@everyone"),
        ("<@123>", r"\<\@123\>"),
        ("<t:0:R>", r"\<t\:0\:R\>"),
        ("https://a.example", r"https\://a\.example"),
        ("\\*", r"\\\*"),
        ("", "?"),
    ],
)
def test_a_shown_name_formats_nothing(name: str, shown: str) -> None:
    assert shown_name(name) == shown


@given(MEAN)
@example("\u1100\u1161\u11a8" * 40)
def test_a_plain_name_is_one_short_visible_line(name: str) -> None:
    plain = plain_name(name)
    assert 1 <= len(plain) <= LONGEST
    assert plain == plain.strip()
    assert not any(unicodedata.category(letter)[0] == "C" for letter in plain)
    assert not any(unicodedata.category(letter)[0] == "Z" and letter != " " for letter in plain)
    assert "  " not in plain


@given(MEAN)
def test_a_plain_name_is_as_plain_as_it_gets(name: str) -> None:
    assert plain_name(plain_name(name)) == plain_name(name)


@given(MEAN)
def test_a_shown_name_holds_no_live_formatting(name: str) -> None:
    left = re.sub(r"\\.", "", shown_name(name))
    assert not set(left) & set(MARKDOWN)
    assert not any(unicodedata.category(letter)[0] == "C" for letter in shown_name(name))


@given(MEAN)
def test_a_shown_name_reads_as_the_plain_one(name: str) -> None:
    assert re.sub(r"\\(.)", r"\1", shown_name(name)) == plain_name(name)


@given(MEAN)
def test_marks_are_never_stacked_high(name: str) -> None:
    height = 0
    for letter in unicodedata.normalize("NFC", plain_name(name)):
        height = height + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        assert height <= 2
