"""A card's tile: its picture, name and markers, who stands on it, and whether it is offered."""

from dataclasses import dataclass, replace

from PIL import Image

from render import palette
from render.shelf import Shelf
from render.text import Face as Type
from render.text import Hand, width
from render.town_blanks import floor
from render.town_kit import TownKit
from render.town_layout import ART, CARD, CLAWS, COUNTER, CRACK, HUNTER, MARKS, MORE, NAME, ROW, SIGIL, TAG
from render.town_scene import TownScene
from render.town_text import Pen, lettering
from rules.draugr.cards import CARDS, IS_TOWNSPERSON
from rules.draugr.hunt import CORRUPT
from rules.draugr.town import CELLS, NAMES

NAME_ROOM = (NAME[2] - NAME[0] - 8, NAME[3] - NAME[1] - 3)
NAME_SIZE = 29
_MORE = Hand(Type.SIGN, 26)
MOST_MARKS = 4
"""How many markers there is room for, one above the other."""
_WHERE = Hand(Type.SIGN, 26)


@dataclass(frozen=True, slots=True)
class Face:
    """What one tile shows; before the deal `card` is None."""

    card: int | None = None
    name: str = ""
    marks: int = 0
    struck: bool = False
    hunter: bool = False
    ward: bool = False
    frame: str = "plain"
    where: str = ""
    """What its place is called, from `a1` to `e3`."""

    @property
    def turned(self) -> bool:
        """Whether the card's back shows (D12)."""
        return self.card is None or (IS_TOWNSPERSON[self.card] and self.marks >= CORRUPT)

    @property
    def form(self) -> str:
        """The form of the card."""
        if self.card is None or self.turned:
            return "back"
        return "person" if IS_TOWNSPERSON[self.card] else "place"

    @property
    def foot(self) -> tuple[str, str, str]:
        """What the tile's lower part depends on."""
        return self.form, self.frame, self.name


def faces(scene: TownScene) -> tuple[Face, ...]:
    """The fifteen tiles of a scene by cell."""
    hunt = scene.hunt
    made = []
    for cell in CELLS:
        frame = "chosen" if cell == scene.chosen else "lit" if cell in scene.lit else "plain"
        if not hunt.grid:
            made.append(Face(frame=frame))
            continue
        card = hunt.grid[cell]
        made.append(
            Face(
                card=card,
                name=scene.labels.cards[card],
                marks=hunt.marks[card],
                struck=card in hunt.struck,
                hunter=cell == hunt.hunter,
                ward=card == hunt.ward,
                frame=frame,
                where=NAMES[cell],
            )
        )
    return tuple(made)


_TILES: Shelf[tuple[str, Face], Image.Image] = Shelf(8 << 20, lambda _: CARD * ROW + 500)
_ART: Shelf[tuple[str, Face], Image.Image] = Shelf(6 << 20, lambda image: image.width * image.height + 500)
SHELVES = (_TILES, _ART)


def tile(kit: TownKit, face: Face) -> Image.Image:
    """The tile as palette indices, not to be changed."""
    key = (kit.theme.name, face)
    known = _TILES.get(key)
    if known is None:
        known = _tile(kit, face)
        _TILES.put(key, known)
    return known


def _tile(kit: TownKit, face: Face) -> Image.Image:
    made = kit.images[f"card-{face.form}-{face.frame}"].copy()
    made.paste(_art(kit, face), ART[:2])
    if face.form != "back":
        _marks(made, kit, face)
    pen = Pen(kit.palette, floor(kit.theme))
    if face.card is not None:
        if face.form == "back":
            made.paste(palette.nearest(kit.palette, pen.paper), TAG)
        x = (TAG[0] + TAG[2] - width(face.where, _WHERE)) / 2
        pen.write(made, (x, TAG[3] - 2), face.where, _WHERE, kit.theme.label)
        ink = kit.theme.faint if face.form == "back" else kit.theme.ink
        pen.centred(made, NAME, lettering(face.name, NAME_ROOM, NAME_SIZE), ink)
    return made


def _marks(made: Image.Image, kit: TownKit, face: Face) -> None:
    shown = face.marks if face.marks <= MOST_MARKS else MOST_MARKS - 1
    fresh = "fresh" if face.struck and shown else "old"
    made.paste(kit.images[f"marks-{shown}-{fresh}"], MARKS[:2])
    if face.marks > MOST_MARKS:
        # In the place of the fourth: so many beside the three below.
        made.paste(palette.nearest(kit.palette, floor(kit.theme)), MORE)
        text = f"+{face.marks - shown}"
        x = (MARKS[0] + MARKS[2]) / 2 - width(text, _MORE) / 2
        Pen(kit.palette, floor(kit.theme)).write(made, (x, MORE[1] + 22), text, _MORE, kit.theme.ink)


def _art(kit: TownKit, face: Face) -> Image.Image:
    """The part of the tile where the picture is, with all that lies or stands on it."""
    bare = replace(face, name="", frame="plain", where="", marks=CORRUPT if face.marks >= CORRUPT else 0)
    key = (kit.theme.name, bare)
    known = _ART.get(key)
    if known is None:
        known = _painted(kit, bare)
        _ART.put(key, known)
    return known


def _painted(kit: TownKit, face: Face) -> Image.Image:
    if face.card is None or face.form == "back":
        ground = kit.images["card-back-plain"].crop(ART)
    else:
        ground = kit.images[f"scene-{CARDS[face.card].id}"]
    ruined = face.form == "place" and face.marks >= CORRUPT
    if not (ruined or face.struck or face.hunter or face.ward):
        return ground
    shown = kit.shown(ground)
    if ruined:
        sigil = shown.crop((0, 0, SIGIL - 3, SIGIL - 3))
        shown = Image.blend(shown, Image.new("RGB", shown.size, (24, 20, 18)), 0.45)
        _lay(shown, kit.images["crack"], ((shown.width - CRACK) // 2 + 6, 4))
        shown.paste(sigil, (0, 0))
    wide, high = shown.size
    if face.struck and face.form != "back":
        _lay(shown, kit.images["claws"], (wide - CLAWS + 2, high - CLAWS - 2))
    if face.ward:
        _lay(shown, kit.images["ward"], (wide - COUNTER, high - COUNTER - 2))
    if face.hunter:
        _lay(shown, kit.images["hunter"], (-9, high - HUNTER + 6))
    return kit.indices(shown)


def _lay(shown: Image.Image, sprite: Image.Image, at: tuple[int, int]) -> None:
    shown.paste(sprite.convert("RGB"), at, sprite.getchannel("A"))
