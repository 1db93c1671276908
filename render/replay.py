"""A match as an animation: after the first picture only what each move has changed."""

from collections.abc import Iterable, Iterator, Sequence
from math import ceil, floor
from pathlib import Path

from PIL import Image, ImageChops

from render import board, gif, kits, lzw, palette
from render.board import Part, Patch
from render.kit import Kit
from render.layout import SIZE, Box
from render.scene import Scene
from render.shelf import Shelf

SIZES = ((SIZE, 1_000_000), (480, 10_000_000), (240, 10_000_000))
"""The sides in pixels that are tried, the largest first, and the bytes that may be used for each."""

_REACH = 3  # as far as a pixel's neighbours have a say in it when it is made smaller
_BEGINNINGS: Shelf[Part, lzw.Stretch] = Shelf(4 << 20, lambda codes: codes.length // 8 + 400)


def replay(
    scenes: Sequence[Scene], *, cache_dir: Path | None = None, frame_ms: int = 900, last_ms: int = 4000
) -> bytes:
    """The scenes as a GIF without end, one frame each, shown for `frame_ms`, the last one for `last_ms`.

    It is 720 pixels square where that takes at most 1 MB, else 480, else 240; always at most 10 MB: where even
    240 pixels are too many (thousands of moves), every second scene is left out, or more. The scenes share their
    look and their view; otherwise, and for no scenes, ValueError. `cache_dir` is as for a picture.
    """
    if len({(scene.look, scene.view) for scene in scenes}) != 1:
        raise ValueError("scenes of one look and view are needed")
    kit = kits.kit(scenes[0].look, cache_dir)
    for side, most in SIZES:
        made = _film(scenes, kit, side, most, frame_ms, last_ms)
        if made is not None:
            return made
    return replay(scenes[::-2][::-1], cache_dir=cache_dir, frame_ms=frame_ms, last_ms=last_ms)


def forget() -> None:
    """Drop what is kept of first frames; what is drawn does not change by it."""
    _BEGINNINGS.clear()


def _film(
    scenes: Sequence[Scene], kit: Kit, side: int, most: int, frame_ms: int, last_ms: int
) -> bytes | None:
    """The file at that size; None as soon as it is longer than `most` bytes."""
    made = [gif.head((side, side), kit.palette)]
    length = len(made[0]) + len(gif.TAIL)
    durations = [frame_ms] * (len(scenes) - 1) + [last_ms]
    for image in _images(scenes, kit, side, durations):
        made.append(image)
        length += len(image)
        if length > most:
            return None
    return b"".join([*made, gif.TAIL])


def _images(scenes: Sequence[Scene], kit: Kit, side: int, durations: Sequence[int]) -> Iterator[bytes]:
    stays = len(kit.palette) // 3
    shown = board.parts(scenes[0])
    whole = board.joined(shown, kit)
    canvas = whole if side == SIZE else _smaller(whole, kit, side, (0, 0, SIZE, SIZE))[1]
    first = _beginning(shown, kit) if side == SIZE else [lzw.stretch(canvas)]
    yield gif.image(first, (0, 0, side, side), stays, durations[0])
    for scene, duration in zip(scenes[1:], durations[1:], strict=True):
        parts = board.parts(scene)
        patches = list(board.changes(shown, parts, kit))
        if side != SIZE:
            for at, patch in patches:
                whole.paste(patch, at)
            patches = [_smaller(whole, kit, side, _box(patch)) for patch in patches]
        yield _laid(canvas, patches, stays, duration)
        shown = parts


def _beginning(parts: Iterable[Part], kit: Kit) -> Iterator[lzw.Stretch]:
    """The first frame band by band: most matches begin alike."""
    for part in parts:
        codes = _BEGINNINGS.get(part)
        if codes is None:
            codes = lzw.stretch(board.rows(part, kit))
            _BEGINNINGS.put(part, codes)
        yield codes


def _box(patch: Patch) -> Box:
    (left, top), shown = patch
    return left, top, left + shown.width, top + shown.height


def _smaller(whole: Image.Image, kit: Kit, side: int, box: Box) -> Patch:
    """What of the smaller frame shows that part of the whole one."""
    ratio = SIZE / side
    left, top = (max(0, floor(edge / ratio) - _REACH) for edge in box[:2])
    right, bottom = (min(side, ceil(edge / ratio) + _REACH) for edge in box[2:])
    spare = ceil(_REACH * ratio)
    x, y = (max(0, floor(edge * ratio) - spare) for edge in (left, top))
    far_x, far_y = (min(SIZE, ceil(edge * ratio) + spare) for edge in (right, bottom))
    source = whole.crop((x, y, far_x, far_y))
    coloured = Image.frombytes("P", source.size, source.tobytes())
    coloured.putpalette(kit.palette)
    exact = (left * ratio - x, top * ratio - y, right * ratio - x, bottom * ratio - y)
    size = (right - left, bottom - top)
    small = coloured.convert("RGB").resize(size, Image.Resampling.LANCZOS, box=exact)
    return (left, top), palette.indices(small, kit.palette)


def _laid(canvas: Image.Image, patches: Sequence[Patch], stays: int, duration: int) -> bytes:
    """An image of what the patches change on the canvas, which has them afterwards."""
    if not patches:
        return gif.image([lzw.run(stays, 1)], (0, 0, 1, 1), stays, duration)
    boxes = [_box(patch) for patch in patches]
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, bottom = max(box[2] for box in boxes), max(box[3] for box in boxes)
    layer = Image.new("L", (right - left, bottom - top), stays)
    for box, ((x, y), patch) in zip(boxes, patches, strict=True):
        apart = ImageChops.difference(patch, canvas.crop(box))
        layer.paste(patch, (x - left, y - top), ImageChops.add(apart, apart, 1 / 255))
        canvas.paste(patch, (x, y))
    rows = _covered((box[1] - top, box[3] - top) for box in boxes)
    return gif.image(_codes(layer, rows, stays), (left, top, right, bottom), stays, duration)


def _codes(layer: Image.Image, covered: Iterable[tuple[int, int]], stays: int) -> Iterator[lzw.Stretch]:
    """The layer's codes; rows that are not covered hold nothing but `stays`."""
    end = 0
    for first, after in covered:
        if first > end:
            yield lzw.run(stays, (first - end) * layer.width)
        yield lzw.stretch(layer.crop((0, first, layer.width, after)))
        end = after


def _covered(ranges: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The ranges in order, those that touch made one."""
    found: list[tuple[int, int]] = []
    for first, after in sorted(ranges):
        if found and first <= found[-1][1]:
            found[-1] = (found[-1][0], max(after, found[-1][1]))
        else:
            found.append((first, after))
    return found
