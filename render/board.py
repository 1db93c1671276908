"""The picture of a tafl table."""

import io
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw

from render import kit as kits
from render import layout
from render.kit import SMALL, Kit
from render.layout import EDGE, MARGIN, SIZE
from render.scene import Plate, Scene
from render.text import Face, fit, width, write
from rules.game import Seat
from rules.tafl.position import Piece
from rules.tafl.squares import Square

__all__ = ["Plate", "Scene", "draw"]


def draw(scene: Scene, *, cache_dir: Path | None = None) -> bytes:
    """The scene as a PNG, 720 × 720, opaque. Raises KeyError for an unknown theme."""
    kit = kits.kit(scene.theme, cache_dir)
    image = compose(scene, kit)
    out = io.BytesIO()
    image.quantize(palette=kit.palette, dither=Image.Dither.NONE).save(out, "PNG")
    return out.getvalue()


def compose(scene: Scene, kit: Kit) -> Image.Image:
    view = Seat.ATTACKERS if scene.view is Seat.ATTACKERS else Seat.DEFENDERS
    image = kit.grounds[view].copy()
    for number in range(81):
        square = Square(number)
        column, row = layout.screen(square, view)
        left, top, _, _ = layout.tile(column, row)
        for kind in marks_on(scene, square):
            image.paste(kit.marks[kind], (left, top), kit.marks[kind])
        piece = scene.position.at(square)
        if piece is not None:
            image.paste(kit.pieces[piece], (left, top), kit.pieces[piece])
    _trays(image, scene, kit)
    for plate, seat, box in (
        (scene.top, view.opponent, layout.PLATES[0]),
        (scene.bottom, view, layout.PLATES[1]),
    ):
        if plate is not None:
            _plate(image, plate, seat, scene.to_move is seat, box, kit)
    if scene.result:
        _banner(image, scene.result, kit)
    return image


def marks_on(scene: Scene, square: Square) -> tuple[str, ...]:
    """The kinds of marks that lie on a square, in order."""
    found = []
    if scene.last is not None and square == scene.last.start:
        found.append("from")
    if scene.last is not None and square == scene.last.end:
        found.append("to")
    if square == scene.select:
        found.append("select")
    if square in scene.strikes:
        found.append("strike")
    elif square in scene.targets:
        found.append("target")
    if square in scene.placeable:
        found.append("place")
    if square in scene.captures:
        found.append("fallen")
    return tuple(found)


def _trays(image: Image.Image, scene: Scene, kit: Kit) -> None:
    """What the player at the bottom took stands at the left, from below; what the other took, at the right."""
    below = Seat.ATTACKERS if scene.view is Seat.ATTACKERS else Seat.DEFENDERS
    taken = [piece for piece in scene.captured if piece.seat is not below]
    lost = [piece for piece in scene.captured if piece.seat is below]
    pitch = 35
    for index, piece in reversed(list(enumerate(taken))):
        top = SIZE - MARGIN - 6 - SMALL - index * pitch
        image.paste(kit.small[piece], (2, top), kit.small[piece])
    for index, piece in enumerate(lost):
        image.paste(kit.small[piece], (SIZE - EDGE + 2, MARGIN + 4 + index * pitch), kit.small[piece])


def _ink(image: Image.Image, mask: Image.Image, colour: tuple[int, int, int]) -> None:
    shade = ImageChops.offset(mask, 1, 1)
    image.paste((0, 0, 0), mask=shade)
    image.paste(colour, mask=mask)


def _plate(image: Image.Image, plate: Plate, seat: Seat, active: bool, box: layout.Box, kit: Kit) -> None:
    theme = kit.theme
    left, top, right, bottom = box
    emblem = kit.small[Piece.BLACK_DRAUG if seat is Seat.ATTACKERS else Piece.JARL]
    image.paste(emblem, (left + 12, top + 1), emblem)
    base = top + 33
    mask = Image.new("L", image.size, 0)
    note = fit(plate.note, Face.TEXT, 20, 200)
    note_wide = width(note, Face.TEXT, 20)
    at = right - 18 - note_wide
    write(mask, (at, base - 1), note, Face.TEXT, 20)
    if active:
        pennant = ImageDraw.Draw(mask)
        pennant.polygon([(at - 24, top + 14), (at - 8, top + 24), (at - 24, top + 34)], fill=255)
        at -= 24
    _ink(image, mask, theme.mark if active else theme.faint)
    room = at - left - 80
    role = fit(plate.role, Face.TEXT, 19, room * 0.45)
    mask = Image.new("L", image.size, 0)
    name = fit(plate.name, Face.TITLE, 27, room - width(role, Face.TEXT, 19) - 14, small_caps=True)
    end = write(mask, (left + 64, base), name, Face.TITLE, 27, small_caps=True)
    _ink(image, mask, theme.ink)
    mask = Image.new("L", image.size, 0)
    write(mask, (end + 14, base - 1), role, Face.TEXT, 19)
    _ink(image, mask, theme.faint)


def _banner(image: Image.Image, result: str, kit: Kit) -> None:
    theme = kit.theme
    text = fit(result, Face.TITLE, 20, 470)
    across = width(text, Face.TITLE, 20)
    half = max(120, across / 2 + 26)
    middle, top, bottom = SIZE / 2, MARGIN - 30, MARGIN - 1
    pen = ImageDraw.Draw(image)
    for side in (-1, 1):
        tip = middle + side * (half + 26)
        near = middle + side * (half - 6)
        pen.polygon(
            [(near, top + 6), (tip, top + 6), (tip - side * 12, top + 18), (tip, bottom), (near, bottom)],
            fill=(80, 12, 10),
            outline=theme.mark,
        )
    pen.rectangle(
        (middle - half, top, middle + half, bottom - 3), fill=(132, 22, 18), outline=theme.mark, width=2
    )
    mask = Image.new("L", image.size, 0)
    write(mask, (middle - across / 2, top + 20), text, Face.TITLE, 20)
    _ink(image, mask, (255, 240, 210))
