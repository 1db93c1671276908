"""Korean particles: which of a pair follows a word depends on how its last syllable ends."""

import re
import string
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

# After a final consonant, after a vowel.
PAIRS: Mapping[str, tuple[str, str]] = {
    "이/가": ("이", "가"),
    "은/는": ("은", "는"),
    "을/를": ("을", "를"),
    "과/와": ("과", "와"),
    "으로/로": ("으로", "로"),
    "아/야": ("아", "야"),
}
_NAMES_ONLY = re.compile(r"[^{}]*(?:\{\w+\}[^{}]*)*")
_DIGITS_WITH_FINAL = "013678"  # 영 일 삼 육 칠 팔
_LATIN_WITH_FINAL = "lmnr"  # as the letters are read aloud: 엘 엠 엔 알
_FIRST_SYLLABLE, _LAST_SYLLABLE, _FINALS = 0xAC00, 0xD7A3, 28
_FINAL_RIEUL = 8


def particle(word: str, pair: str) -> str:
    """The half of `pair` ("이/가") that follows `word`; closing marks are skipped, a silent end counts as a vowel."""
    after_consonant, after_vowel = PAIRS[pair]
    spoken = [letter for letter in word if letter.isalnum()]
    if not spoken:
        return after_vowel
    final = _final(spoken[-1].lower())
    if pair == "으로/로" and final == _FINAL_RIEUL:
        return after_vowel
    return after_consonant if final else after_vowel


def _final(letter: str) -> int:
    """The number of the final consonant that the letter is read with, 0 for none."""
    code = ord(letter)
    if _FIRST_SYLLABLE <= code <= _LAST_SYLLABLE:
        return (code - _FIRST_SYLLABLE) % _FINALS
    if letter in "178lr":
        return _FINAL_RIEUL
    return 1 if letter in _DIGITS_WITH_FINAL or letter in _LATIN_WITH_FINAL else 0


@cache
def _has_names_only(pattern: str) -> bool:
    """Whether nothing but `{name}` stands in it, which `str.format_map` does much faster."""
    return _NAMES_ONLY.fullmatch(pattern) is not None


class SentenceFormatter(string.Formatter):
    """`str.format` by names only, with `{name:이/가}` for a word and its particle."""

    def said(self, pattern: str, values: Mapping[str, object]) -> str:
        """The pattern, one of a catalogue's, with the values put in."""
        return pattern.format_map(values) if _has_names_only(pattern) else self.vformat(pattern, (), values)

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec in PAIRS:
            return f"{value}{particle(str(value), format_spec)}"
        return str(super().format_field(value, format_spec))

    def get_field(self, field_name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        # Plain names only: a catalogue never reaches into a value's attributes.
        return kwargs[field_name], field_name
