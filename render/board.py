"""The picture of a tafl table, put together from bands that earlier pictures left behind.

A picture is a top strip, nine ranks and a bottom strip. Each is known by what shows in it, drawn in the table's
palette and compressed once, for all tables that show the same; a move changes two or three of them.
"""

import io
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from PIL import Image

from render import kits, layout, png, strips, tiles
from render.kit import Kit
from render.layout import CELL, EDGE, MARGIN, SIZE
from render.parts import Part, Rank, Strip, parts
from render.scene import Plate, Scene
from render.shelf import Shelf
from rules.tafl.squares import Square

__all__ = [
    "Part",
    "Patch",
    "Plate",
    "Rank",
    "Scene",
    "Strip",
    "changes",
    "diagram",
    "draw",
    "forget",
    "frame",
    "joined",
    "parts",
    "rows",
]

Patch = tuple[tuple[int, int], Image.Image]
"""Palette indices, mode L, and the place of their upper left corner."""

_PICTURES: Shelf[Scene, bytes] = Shelf(4 << 20, len)
_BANDS: Shelf[Part, png.Band] = Shelf(24 << 20, lambda band: len(band.chunk) + 400)


def draw(scene: Scene, *, cache_dir: Path | None = None) -> bytes:
    """The scene as a PNG, 720 × 720, opaque; equal scenes give equal bytes.

    `cache_dir` is where carved pieces are kept between runs. Raises KeyError for an unknown theme.
    """
    known = _PICTURES.get(scene)
    if known is not None:
        return known
    kit = kits.kit(scene.look, cache_dir)
    shown = parts(scene)
    bands = [_encoded(part, kit) for part in shown]
    borders = kit.ground.borders
    bands.insert(1, borders[shown[0].view, True])
    bands.insert(-1, borders[shown[0].view, False])
    made = png.assemble(png.head((SIZE, SIZE), kit.palette), bands)
    _PICTURES.put(scene, made)
    return made


def _encoded(part: Part, kit: Kit) -> png.Band:
    """The part ready to be written; of a strip only the plate, for the border beside it is the ground's."""
    band = _BANDS.get(part)
    if band is None:
        if isinstance(part, Rank):
            shown, (top, bottom) = _rank(part, kit), layout.BANDS[part.row + 1]
        else:
            start, top = (0, 0) if part.above else (MARGIN - EDGE, SIZE - EDGE)
            shown, bottom = _strip(part, kit).crop((0, start, SIZE, start + EDGE)), top + EDGE
        # Ropes weigh more than wood or stone, and tables with sets at stake are few.
        level = png.CLOSE if part.gilded else png.QUICK
        band = png.band(shown, layout.ledges(top, bottom), level=level)
        _BANDS.put(part, band)
    return band


def forget() -> None:
    """Drop every kept picture and part of one; what is drawn does not change by it."""
    _PICTURES.clear()
    _BANDS.clear()
    tiles.forget()


def frame(scene: Scene, *, cache_dir: Path | None = None) -> Image.Image:
    """The scene as a palette image (mode P); all frames of one look share one palette."""
    kit = kits.kit(scene.look, cache_dir)
    whole = joined(parts(scene), kit)
    made = Image.frombytes("P", whole.size, whole.tobytes())
    made.putpalette(kit.palette)
    return made


def joined(shown: Sequence[Part], kit: Kit) -> Image.Image:
    """The picture of a scene's parts, palette indices, mode L."""
    made = Image.new("L", (SIZE, SIZE))
    for part, (top, _) in zip(shown, layout.BANDS, strict=True):
        made.paste(rows(part, kit), (0, top))
    return made


def changes(before: Sequence[Part], after: Sequence[Part], kit: Kit) -> Iterator[Patch]:
    """What to lay over the frame of one scene's parts to have another's; both of the kit's look, and one view.

    A patch covers the whole height of its band.
    """
    for was, part, (top, _) in zip(before, after, layout.BANDS, strict=True):
        if was == part:
            continue
        if isinstance(part, Strip) or isinstance(was, Strip):
            yield (0, top), rows(part, kit)
            continue
        old, new = dict(was.marks), dict(part.marks)
        for column, (before_it, letter) in enumerate(zip(was.letters, part.letters, strict=True)):
            marks = new.get(column, ())
            if before_it != letter or old.get(column, ()) != marks:
                yield (MARGIN + column * CELL, top), tiles.square(kit, column, part.row, letter, marks)
        for held, taken, x in ((was.left, part.left, tiles.LEFT), (was.right, part.right, tiles.RIGHT)):
            if held != taken:
                yield (x, top), tiles.tray(kit, part.row, x, taken)


def diagram(
    scene: Scene,
    *,
    crop: tuple[Square, Square] | None = None,
    size: int = 360,
    cache_dir: Path | None = None,
) -> bytes:
    """A smaller PNG for a page of rules: the whole board, or the squares between two corners of `crop`.

    `size` is the longer side in pixels.
    """
    shown = frame(scene, cache_dir=cache_dir).convert("RGB")
    if crop is not None:
        places = [layout.screen(square, scene.view) for square in crop]
        first = layout.tile(min(c for c, _ in places), min(r for _, r in places))
        last = layout.tile(max(c for c, _ in places), max(r for _, r in places))
        shown = shown.crop((first[0], first[1], last[2], last[3]))
    scale = size / max(shown.size)
    shown = shown.resize((round(shown.width * scale), round(shown.height * scale)), Image.Resampling.LANCZOS)
    out = io.BytesIO()
    shown.quantize(128, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return out.getvalue()


def rows(part: Part, kit: Kit) -> Image.Image:
    """The band's palette indices, mode L."""
    return _strip(part, kit) if isinstance(part, Strip) else _rank(part, kit)


def _strip(part: Strip, kit: Kit) -> Image.Image:
    top, bottom = layout.BANDS[0 if part.above else 10]
    box = (0, top, SIZE, bottom)
    made = kit.ground.sheets[part.view].crop(box)
    if part.plate is not None:
        seat = part.view.opponent if part.above else part.view
        if part.result:  # the ribbon takes the role's place
            strips.plate(
                made,
                kit,
                replace(part.plate, role="", note=""),
                seat,
                False,
                part.above,
                right=strips.RIBBON[0] - 18,
            )
        else:
            strips.plate(made, kit, part.plate, seat, part.active, part.above)
    if part.result:
        strips.ribbon(made, kit, part.result)
    return made


def _rank(part: Rank, kit: Kit) -> Image.Image:
    top, bottom = layout.BANDS[part.row + 1]
    made = kit.ground.sheets[part.view].crop((0, top, SIZE, bottom))
    tiles.stand(made, kit, part.row, part.letters, part.marks)
    for taken, x in ((part.left, tiles.LEFT), (part.right, tiles.RIGHT)):
        if taken:
            made.paste(tiles.tray(kit, part.row, x, taken), (x, 0))
    return made
