"""Korean particles follow how the word before them is read aloud."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.words.particles import PAIRS, SentenceFormatter, particle


@pytest.mark.parametrize(
    ("word", "subject", "topic", "object_", "way", "company"),
    [
        ("야를", "이", "은", "을", "로", "과"),  # a final ㄹ
        ("드라우그", "가", "는", "를", "로", "와"),
        ("드라우그 종", "이", "은", "을", "으로", "과"),
        ("방패 처녀", "가", "는", "를", "로", "와"),
        ("옥좌", "가", "는", "를", "로", "와"),
        ("고분", "이", "은", "을", "으로", "과"),
        ("서울", "이", "은", "을", "로", "과"),
        ("닭", "이", "은", "을", "으로", "과"),  # a double final
        ("삶", "이", "은", "을", "으로", "과"),
        ("값", "이", "은", "을", "으로", "과"),
        ("Astrid", "가", "는", "를", "로", "와"),
        ("Bjorn", "이", "은", "을", "으로", "과"),
        ("Team", "이", "은", "을", "으로", "과"),
        ("Egil", "이", "은", "을", "로", "과"),
        ("ASTRID", "가", "는", "를", "로", "와"),
        ("e0", "이", "은", "을", "으로", "과"),  # 영
        ("e1", "이", "은", "을", "로", "과"),  # 일
        ("e2", "가", "는", "를", "로", "와"),  # 이
        ("e3", "이", "은", "을", "으로", "과"),  # 삼
        ("e4", "가", "는", "를", "로", "와"),  # 사
        ("e5", "가", "는", "를", "로", "와"),  # 오
        ("e6", "이", "은", "을", "으로", "과"),  # 육
        ("e7", "이", "은", "을", "로", "과"),  # 칠
        ("e8", "이", "은", "을", "로", "과"),  # 팔
        ("e9", "가", "는", "를", "로", "와"),  # 구
        ("**고분**", "이", "은", "을", "으로", "과"),
        ("“드라우그”", "가", "는", "를", "로", "와"),
        ("고분(a5)", "가", "는", "를", "로", "와"),
        ("`e8\\-e6`", "이", "은", "을", "으로", "과"),
        ("", "가", "는", "를", "로", "와"),
        ("!?", "가", "는", "를", "로", "와"),
        ("Ярл", "가", "는", "를", "로", "와"),  # not read in Korean: as after a vowel
    ],
)
def test_the_particle_fits_the_word(
    word: str, subject: str, topic: str, object_: str, way: str, company: str
) -> None:
    assert particle(word, "이/가") == subject
    assert particle(word, "은/는") == topic
    assert particle(word, "을/를") == object_
    assert particle(word, "으로/로") == way
    assert particle(word, "과/와") == company


def test_a_sentence_puts_the_particle_after_the_word() -> None:
    assert (
        SentenceFormatter().format("{piece:을/를} {square:으로/로}", piece="야를", square="e3")
        == "야를을 e3으로"
    )


@given(st.text(), st.sampled_from(sorted(PAIRS)))
def test_any_word_takes_one_half_of_the_pair(word: str, pair: str) -> None:
    assert particle(word, pair) in PAIRS[pair]
    assert particle(word + "”**", pair) == particle(word, pair)
