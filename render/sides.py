"""The pieces of one side, carved from one material: sprites with their shadows, in few colours."""

from dataclasses import dataclass

from PIL import Image, ImageFilter

from render import carve, palette, relief
from render.layout import CELL
from render.theme import Colour, Material
from rules.game import Seat
from rules.tafl.position import Piece

ART = {
    Piece.THRALL: "thrall",
    Piece.BLACK_DRAUG: "black-draug",
    Piece.SHIELDMAIDEN: "shieldmaiden",
    Piece.JARL: "jarl",
}
LEADERS = {Seat.ATTACKERS: Piece.BLACK_DRAUG, Seat.DEFENDERS: Piece.JARL}
SMALL = 44
"""The side of a piece in a tray or on a plate."""
_SPRITE = 60
_SOLID = [255 if value > 200 else 0 for value in range(256)]


@dataclass(frozen=True, slots=True)
class Side:
    """One side's two kinds of pieces, and the colours that they keep to."""

    pieces: dict[Piece, Image.Image]
    """RGBA, a square's size, shadow included."""
    small: dict[Piece, Image.Image]
    """RGBA, `SMALL` pixels square."""
    tones: bytes


def own(seat: Seat) -> list[Piece]:
    """The seat's kinds of pieces, in the order of `ART`."""
    return [piece for piece in ART if piece.seat is seat]


def carved_side(seat: Seat, material: Material, count: int, paper: Colour) -> Side:
    """The seat's pieces carved from the material in `count` colours, one of which goes to `paper`."""
    carved = {piece: carve.sprites(ART[piece], material, (_SPRITE, SMALL - 4)) for piece in own(seat)}
    sample = Image.new("RGB", (_SPRITE * 2, _SPRITE), paper)
    for index, (big, _) in enumerate(carved.values()):
        sample.paste(big, (index * _SPRITE, 0), big.getchannel("A").point(_SOLID))
    made = Side({}, {}, palette.merged([palette.chosen(sample, count)]))
    for piece, (big, little) in carved.items():
        for sprite, side, drop, kept in ((big, CELL, 3.5, made.pieces), (little, SMALL, 2.0, made.small)):
            plain = palette.reduced(sprite.convert("RGB"), made.tones)
            plain.putalpha(sprite.getchannel("A"))
            kept[piece] = shadowed(plain, side, drop)
    return made


def shadowed(sprite: Image.Image, side: int, drop: float) -> Image.Image:
    """The sprite at the foot of a `side` × `side` RGBA tile with its contact shadow."""
    tile = Image.new("RGBA", (side, side))
    left, top = (side - sprite.width) // 2 - 1, side - sprite.height - 2
    cast = Image.new("L", (side, side), 0)
    cast.paste(sprite.getchannel("A"), (left + round(drop), top + round(drop)))
    shadow = cast.filter(ImageFilter.GaussianBlur(drop * 0.7))
    tile.putalpha(relief.scaled(shadow, 0.55))
    tile.alpha_composite(sprite, (left, top))
    return tile
