"""A hunt's closing card: how it ended, the town as it lies, who of the Draugr is slain, what was kept."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from PIL import Image, ImageDraw

from render import palette, png, town_kits
from render.end_kit import CardKit, card_kit, united
from render.end_match import FACT_SIZE, SMALLEST, TITLE_SIZE
from render.hunt_end_blanks import (
    BED,
    BLANKS,
    CLOTH,
    FACTS,
    FOOT,
    HEAD,
    ROW,
    TOLD,
    card_at,
    place_at,
)
from render.layout import SIZE
from render.shelf import Shelf
from render.text import Face
from render.theme import Theme
from render.town_cards import faces, tile
from render.town_kit import TownKit
from render.town_layout import ART, MARKS
from render.town_scene import TownScene
from render.town_text import Pen, lettering
from rules.draugr.cards import DRAUGR_CARDS
from rules.draugr.hunt import Hunt


@dataclass(frozen=True, slots=True)
class HuntEndScene:
    """All that a hunt's closing card shows; the strings are already in the reader's language.

    Two equal scenes give the same bytes.
    """

    town: TownScene
    title: str
    told: str
    """How the hunt ended, in a sentence."""
    facts: tuple[str, str]
    """Two lines: difficulty and rounds; who was slain and who was kept."""
    won: bool = False


PICTURES: Shelf[HuntEndScene, bytes] = Shelf(4 << 20, len)


def draw_hunt_end(scene: HuntEndScene, *, cache_dir: Path | None = None) -> bytes:
    """The card as a PNG, 720 pixels wide and nearly as high, opaque; equal scenes give equal bytes.

    `cache_dir` is where carved parts are kept between runs. Raises KeyError for an unknown theme.
    """
    made = PICTURES.get(scene)
    if made is None:
        kit = town_kits.town_kit(scene.town.theme, cache_dir)
        blank = card_kit(BLANKS, scene.town.theme, cache_dir)
        colours = united(kit.palette, blank.palette)
        moved = palette.moved(blank.palette, colours)
        whole = Image.new("L", (SIZE, HEAD + BED + ROW + FOOT))
        whole.paste(_head(scene, blank).point(moved), (0, 0))
        whole.paste(blank.images["bed"].point(moved), (0, HEAD))
        _lay_cards(whole, scene, kit, colours)
        whole.paste(blank.images["row"].point(moved), (0, HEAD + BED))
        _stand_draugr(whole, scene.town.hunt, kit, colours)
        whole.paste(_foot(scene, blank).point(moved), (0, HEAD + BED + ROW))
        made = png.assemble(png.head(whole.size, colours), [png.band(whole, level=png.CLOSE)])
        PICTURES.put(scene, made)
    return made


def forget() -> None:
    """Drop every kept card; what is drawn does not change by it."""
    PICTURES.clear()


def _head(scene: HuntEndScene, blank: CardKit) -> Image.Image:
    theme = blank.theme
    made = blank.images["head-won" if scene.won else "head-lost"].copy()
    room = (CLOTH[2] - CLOTH[0] - 24, CLOTH[3] - CLOTH[1])
    title = lettering(scene.title, room, TITLE_SIZE, SMALLEST, Face.TITLE)
    Pen(blank.palette, theme.banner).centred(made, CLOTH, title, theme.ink)
    told = lettering(scene.told, (TOLD[2] - TOLD[0] - 24, TOLD[3] - TOLD[1] - 6), FACT_SIZE, SMALLEST)
    Pen(blank.palette, theme.recess).centred(made, TOLD, told, theme.mark if scene.won else theme.ink)
    return made


def _foot(scene: HuntEndScene, blank: CardKit) -> Image.Image:
    made, pen = blank.images["foot"].copy(), Pen(blank.palette, blank.theme.recess)
    left, top, right, bottom = FACTS
    middle = (top + bottom) // 2
    for line, (above, below) in zip(scene.facts, ((top + 3, middle), (middle, bottom - 3)), strict=True):
        shown = lettering(line, (right - left - 24, below - above), FACT_SIZE, SMALLEST)
        pen.centred(made, (left, above, right, below), shown, blank.theme.ink)
    return made


def _lay_cards(whole: Image.Image, scene: HuntEndScene, kit: TownKit, colours: bytes) -> None:
    """Each card's picture and markers, as the town shows them."""
    moved = palette.moved(kit.palette, colours)
    for cell, face in enumerate(faces(scene.town)):
        x, y = card_at(cell)
        shown = tile(kit, face).crop((ART[0], ART[1], MARKS[2], ART[3]))
        whole.paste(shown.point(moved), (x, HEAD + y))


def _stand_draugr(whole: Image.Image, hunt: Hunt, kit: TownKit, colours: bytes) -> None:
    """All six, the left side's first; the slain ones crossed out."""
    moved = palette.moved(kit.palette, colours)
    for place, number in enumerate(hunt.seats or range(len(DRAUGR_CARDS))):
        shown = kit.images[f"portrait-{DRAUGR_CARDS[number].id}-1"]
        if hunt.grid and not hunt.rows[number]:
            shown = _crossed(kit, shown)
        left, top, right, bottom = place_at(place)
        x, y = (left + right - shown.width) // 2, (top + bottom - shown.height) // 2 + HEAD + BED
        whole.paste(shown.point(moved), (x, y))


def _crossed(kit: TownKit, portrait: Image.Image) -> Image.Image:
    """The portrait, darkened and crossed out, as palette indices."""
    shown = kit.shown(portrait)
    shown = Image.blend(shown, Image.new("RGB", shown.size, kit.theme.recess), 0.25)
    cross = _cross(kit.theme, shown.size)
    shown.paste(cross, (0, 0), cross)
    return kit.indices(shown)


@lru_cache(maxsize=4)
def _cross(theme: Theme, size: tuple[int, int]) -> Image.Image:
    """Two strokes, RGBA, dark-edged."""
    zoom = 4
    made = Image.new("RGBA", (size[0] * zoom, size[1] * zoom))
    pen = ImageDraw.Draw(made)
    near, far, high = 18 * zoom, (size[0] - 18) * zoom, size[1] * zoom
    edge = 8 * zoom
    for colour, breadth in ((theme.recess, 10), (theme.label, 5)):
        for ends in ((near, edge, far, high - edge), (far, edge, near, high - edge)):
            pen.line(ends, fill=colour, width=breadth * zoom)
    return made.reduce(zoom)
