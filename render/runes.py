"""Runes as strokes: no font of ours has them, and a chisel knows only straight lines."""

from collections.abc import Mapping
from types import MappingProxyType

from PIL import ImageDraw

Stroke = tuple[float, float, float, float]

_STAVE: Stroke = (0.3, 0, 0.3, 1)


def _shape(*strokes: Stroke) -> tuple[Stroke, ...]:
    return strokes


RUNES: Mapping[str, tuple[Stroke, ...]] = MappingProxyType(
    {
        "ᚠ": _shape(_STAVE, (0.3, 0.45, 0.8, 0.1), (0.3, 0.7, 0.8, 0.35)),
        "ᚢ": _shape((0.2, 1, 0.2, 0), (0.2, 0, 0.8, 0.3), (0.8, 0.3, 0.8, 1)),
        "ᚦ": _shape(_STAVE, (0.3, 0.25, 0.75, 0.5), (0.75, 0.5, 0.3, 0.75)),
        "ᚨ": _shape(_STAVE, (0.3, 0, 0.8, 0.3), (0.3, 0.3, 0.8, 0.6)),
        "ᚬ": _shape((0.5, 0, 0.5, 1), (0.2, 0.3, 0.8, 0.5), (0.2, 0.5, 0.8, 0.7)),
        "ᚱ": _shape((0.2, 0, 0.2, 1), (0.2, 0, 0.75, 0.25), (0.75, 0.25, 0.25, 0.5), (0.25, 0.5, 0.8, 1)),
        "ᚲ": _shape((0.7, 0.2, 0.25, 0.5), (0.25, 0.5, 0.7, 0.8)),
        "ᚴ": _shape(_STAVE, (0.3, 0.5, 0.8, 0.1)),
        "ᚷ": _shape((0.15, 0, 0.85, 1), (0.85, 0, 0.15, 1)),
        "ᚹ": _shape(_STAVE, (0.3, 0, 0.75, 0.25), (0.75, 0.25, 0.3, 0.5)),
        "ᚺ": _shape((0.2, 0, 0.2, 1), (0.8, 0, 0.8, 1), (0.2, 0.35, 0.8, 0.65)),
        "ᚼ": _shape((0.5, 0, 0.5, 1), (0.2, 0.3, 0.8, 0.7), (0.8, 0.3, 0.2, 0.7)),
        "ᚾ": _shape((0.5, 0, 0.5, 1), (0.25, 0.35, 0.75, 0.65)),
        "ᛁ": _shape((0.5, 0, 0.5, 1)),
        "ᛃ": _shape(
            (0.55, 0.1, 0.2, 0.35), (0.2, 0.35, 0.55, 0.6), (0.45, 0.4, 0.8, 0.65), (0.8, 0.65, 0.45, 0.9)
        ),
        "ᛅ": _shape((0.5, 0, 0.5, 1), (0.75, 0.35, 0.25, 0.65)),
        "ᛇ": _shape((0.5, 0, 0.5, 1), (0.5, 0, 0.8, 0.25), (0.5, 1, 0.2, 0.75)),
        "ᛈ": _shape(
            (0.2, 0, 0.2, 1),
            (0.2, 0, 0.5, 0.25),
            (0.5, 0.25, 0.8, 0.05),
            (0.2, 1, 0.5, 0.75),
            (0.5, 0.75, 0.8, 0.95),
        ),
        "ᛉ": _shape((0.5, 0, 0.5, 1), (0.5, 0.45, 0.15, 0), (0.5, 0.45, 0.85, 0)),
        "ᛋ": _shape((0.3, 0, 0.3, 0.45), (0.3, 0.45, 0.7, 0.55), (0.7, 0.55, 0.7, 1)),
        "ᛏ": _shape((0.5, 0, 0.5, 1), (0.5, 0, 0.15, 0.3), (0.5, 0, 0.85, 0.3)),
        "ᛒ": _shape(
            _STAVE, (0.3, 0, 0.75, 0.25), (0.75, 0.25, 0.3, 0.5), (0.3, 0.5, 0.75, 0.75), (0.75, 0.75, 0.3, 1)
        ),
        "ᛖ": _shape((0.15, 0, 0.15, 1), (0.85, 0, 0.85, 1), (0.15, 0, 0.5, 0.35), (0.85, 0, 0.5, 0.35)),
        "ᛗ": _shape((0.15, 0, 0.15, 1), (0.85, 0, 0.85, 1), (0.15, 0, 0.85, 0.5), (0.85, 0, 0.15, 0.5)),
        "ᛘ": _shape((0.5, 0, 0.5, 1), (0.2, 0, 0.5, 0.45), (0.8, 0, 0.5, 0.45)),
        "ᛚ": _shape(_STAVE, (0.3, 0, 0.75, 0.3)),
        "ᛜ": _shape((0.5, 0.2, 0.2, 0.5), (0.2, 0.5, 0.5, 0.8), (0.5, 0.8, 0.8, 0.5), (0.8, 0.5, 0.5, 0.2)),
        "ᛞ": _shape((0.15, 0, 0.15, 1), (0.85, 0, 0.85, 1), (0.15, 0, 0.85, 1), (0.85, 0, 0.15, 1)),
        "ᛟ": _shape((0.5, 0, 0.15, 0.35), (0.15, 0.35, 0.8, 1), (0.5, 0, 0.85, 0.35), (0.85, 0.35, 0.2, 1)),
        "ᛦ": _shape((0.5, 0, 0.5, 1), (0.5, 0.55, 0.15, 1), (0.5, 0.55, 0.85, 1)),
    }
)
"""Each rune's strokes (x, y, x, y) in a box of width 1 and height 1, y downwards."""

_LATIN: Mapping[str, str] = MappingProxyType(
    {
        latin: rune
        for row, rune in (
            ("th þ ð", "ᚦ"), ("ng", "ᛜ"), ("a á", "ᚨ"), ("æ", "ᛇ"), ("b", "ᛒ"), ("c k q", "ᚲ"), ("d", "ᛞ"),
            ("e é", "ᛖ"), ("f", "ᚠ"), ("g", "ᚷ"), ("h", "ᚺ"), ("i í y ý", "ᛁ"), ("j", "ᛃ"), ("l", "ᛚ"),
            ("m", "ᛗ"), ("n", "ᚾ"), ("o ó ö ø", "ᛟ"), ("p", "ᛈ"), ("r", "ᚱ"), ("s", "ᛋ"), ("t", "ᛏ"),
            ("u ú", "ᚢ"), ("v w", "ᚹ"), ("x", "ᚲᛋ"), ("z", "ᛉ"),
        )
        for latin in row.split()
    }
)  # fmt: skip


def spell(latin: str) -> str:
    """A Latin or Old Norse word in runes of the elder row, for ornament; other characters are dropped."""
    word, at, made = latin.lower(), 0, ""
    while at < len(word):
        step = 2 if word[at : at + 2] in _LATIN else 1
        made += _LATIN.get(word[at : at + step], "")
        at += step
    return made


def rune(draw: ImageDraw.ImageDraw, at: tuple[float, float], character: str, height: float) -> None:
    """Cut one rune, its foot's left end at `at`; raises KeyError for a character that is no rune of ours."""
    wide = height * 0.6
    thick = max(1, round(height / 8))
    for x1, y1, x2, y2 in RUNES[character]:
        start = (at[0] + x1 * wide, at[1] - height + y1 * height)
        end = (at[0] + x2 * wide, at[1] - height + y2 * height)
        draw.line((*start, *end), fill=255, width=thick)
