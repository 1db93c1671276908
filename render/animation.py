"""Animations as files: in either format, never larger than they may be."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Literal, get_args

from render import gif_film, webp
from render.film import Film, smaller

Format = Literal["gif", "webp"]
FORMATS: Sequence[Format] = get_args(Format)
MOST_FRAMES = 300
"""More frames than that are not shown; some are left out."""

Sizes = Sequence[tuple[int, int]]
"""The breadths in pixels that are tried, the largest first, and the bytes that may be used for each."""


@dataclass(frozen=True, slots=True)
class Animation:
    """A file, and how much was left out of it: 0 nothing, else what `step` said of the film that fitted."""

    data: bytes
    format: Format
    step: int


class TooLarge(ValueError):
    """Not even one small frame has room."""


def fitted(shoot: Callable[[int], Film], sizes: Sizes, format: Format, most: int | None = None) -> Animation:
    """The largest of the sizes that has room, of the film with the least left out that has room in any.

    `shoot(0)` is the whole film; each step further leaves out more, down to one frame. `most` bounds the bytes
    of every size. Raises TooLarge.
    """
    for step in count():
        film = shoot(step)
        frames = len(film.durations)
        if frames > MOST_FRAMES:
            continue
        for width, room in sizes:
            bytes_left = room if most is None else min(room, most)
            made = written(film if width == film.size[0] else smaller(film, width), format, bytes_left)
            if made is not None:
                return Animation(made, format, step)
        if frames == 1:
            raise TooLarge(f"{most} bytes")
    raise AssertionError


def written(film: Film, format: Format, most: int) -> bytes | None:
    """The film's file; None as soon as it is longer than `most` bytes."""
    if format == "gif":
        return _within(gif_film.pieces(film), most)
    chunks = _within(webp.pieces(film), most - len(webp.bound(b"")))
    return None if chunks is None else webp.bound(chunks)


def _within(pieces: Iterable[bytes], most: int) -> bytes | None:
    made, length = [], 0
    for piece in pieces:
        made.append(piece)
        length += len(piece)
        if length > most:
            return None
    return b"".join(made)
