"""A match as an animation: after the first picture only what each move has changed."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from render import animation, board, gif_film, kits
from render.animation import Animation, Format
from render.film import Band, Film, Patch
from render.kit import Kit
from render.layout import SIZE
from render.scene import Scene

SIZES = ((SIZE, 1_000_000), (480, 10_000_000), (240, 10_000_000))
"""The sides in pixels that are tried, the largest first, and the bytes that may be used for each."""


def replay(
    scenes: Sequence[Scene], *, cache_dir: Path | None = None, frame_ms: int = 900, last_ms: int = 4000
) -> bytes:
    """The scenes as a GIF; see `animated`."""
    return animated(scenes, cache_dir=cache_dir, frame_ms=frame_ms, last_ms=last_ms).data


def animated(
    scenes: Sequence[Scene],
    *,
    format: Format = "gif",
    most: int | None = None,
    cache_dir: Path | None = None,
    frame_ms: int = 900,
    last_ms: int = 4000,
) -> Animation:
    """The scenes without end, one frame each, shown for `frame_ms`, the last one for `last_ms`.

    It is 720 pixels square where that takes at most 1 MB, else 480, else 240; always at most 10 MB, and at most
    `most` bytes. Where even 240 pixels are too many, or there are more than 300 scenes, every second one is left
    out, or more (see `every`), never the last. The scenes share their look and their view; otherwise, and for no
    scenes, ValueError, and TooLarge where nothing fits. `cache_dir` is as for a picture.
    """
    if len({(scene.look, scene.view) for scene in scenes}) != 1:
        raise ValueError("scenes of one look and view are needed")
    kit = kits.kit(scenes[0].look, cache_dir)

    def shoot(step: int) -> Film:
        shown = scenes[:: -every(step)][::-1]
        durations = [frame_ms] * (len(shown) - 1) + [last_ms]
        return _film(shown, kit, durations)

    return animation.fitted(shoot, SIZES, format, most)


def every(step: int) -> int:
    """One scene in how many is shown at that step of an animation."""
    return 1 << step


def forget() -> None:
    """Drop what is kept of first frames; what is drawn does not change by it."""
    gif_film.forget()


def _film(scenes: Sequence[Scene], kit: Kit, durations: Sequence[int]) -> Film:
    def opening() -> Sequence[Band]:
        return [(part, board.rows(part, kit)) for part in board.parts(scenes[0])]

    def changes() -> Iterator[Sequence[Patch]]:
        shown = board.parts(scenes[0])
        for scene in scenes[1:]:
            parts = board.parts(scene)
            yield list(board.changes(shown, parts, kit))
            shown = parts

    return Film((SIZE, SIZE), kit.palette, durations, opening, changes)
