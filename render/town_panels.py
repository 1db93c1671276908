"""A Draugr's panel: who it is, the rows that it holds, and what still slays it."""

from dataclasses import dataclass

from PIL import Image

from render.shelf import Shelf
from render.text import Face as Type
from render.text import Hand
from render.town_blanks import floor
from render.town_kit import TownKit
from render.town_layout import DRAUGR_NAME, SIDE, SMALL, THIEF
from render.town_scene import TownScene
from render.town_stalls import panel_boxes, portrait_size
from render.town_text import Pen, lettering
from rules.draugr.cards import DRAUGR_CARDS
from rules.draugr.hunt import SIDES
from rules.draugr.town import ROWS

NAME_ROOM = (SIDE - 22 - 4, DRAUGR_NAME - 3)
NAME_SIZE = 28
_COUNT = Hand(Type.TEXT, 30, lining=True)


@dataclass(frozen=True, slots=True)
class Panel:
    """What one panel shows; `draugr` is None where nobody holds the row."""

    left: bool
    first: int
    last: int
    draugr: int | None = None
    name: str = ""
    wounds: tuple[int, int] = (0, 0)
    sway: bool = False
    thief: bool = False

    @property
    def rows(self) -> int:
        """How many rows it spans."""
        return self.last - self.first + 1


def panels(scene: TownScene) -> tuple[Panel, ...]:
    """The panels of a scene, left side first, each from the top."""
    made: list[Panel] = []
    for left, seats in zip((True, False), SIDES, strict=True):
        row = 0
        while row < ROWS:
            made.append(_panel(scene, left, row, seats))
            row = made[-1].last + 1
    return tuple(made)


def _panel(scene: TownScene, left: bool, row: int, seats: tuple[int, ...]) -> Panel:
    """The panel on a side that begins with a row."""
    hunt = scene.hunt
    side = [hunt.seats[seat] for seat in seats] if hunt.seats else []
    draugr = next((no for no in side if hunt.rows[no] >> row & 1), None)
    if draugr is None:
        return Panel(left, row, row)
    return Panel(
        left,
        row,
        max(hunt.held(draugr)) - 1,
        draugr,
        scene.labels.draugr[draugr],
        hunt.wounds(draugr),
        hunt.sway == draugr,
        DRAUGR_CARDS[draugr].thief <= hunt.ruleset.mode.thieves,
    )


_KEPT: Shelf[tuple[str, Panel], Image.Image] = Shelf(6 << 20, lambda image: image.width * image.height + 500)
SHELVES = (_KEPT,)


def draw_panel(kit: TownKit, panel: Panel) -> Image.Image:
    """The panel as palette indices, not to be changed."""
    key = (kit.theme.name, panel)
    known = _KEPT.get(key)
    if known is None:
        known = _drawn(kit, panel)
        _KEPT.put(key, known)
    return known


def _drawn(kit: TownKit, panel: Panel) -> Image.Image:
    side = "left" if panel.left else "right"
    if panel.draugr is None:
        return kit.images[f"panel-{side}-1-fallen"]
    state = "sway" if panel.sway else "calm"
    made = kit.images[f"panel-{side}-{panel.rows}-{state}"].copy()
    draugr = DRAUGR_CARDS[panel.draugr]
    name, art, needs = panel_boxes(panel.rows)
    top = (art[1] + art[3]) // 2 - portrait_size(panel.rows)[1] // 2
    made.paste(_portrait(kit, draugr.id, panel), (art[0] + 2, top))
    pen = Pen(kit.palette, floor(kit.theme))
    pen.centred(made, name, lettering(panel.name, NAME_ROOM, NAME_SIZE), kit.theme.ink)
    for line, (kind, have, need) in enumerate(
        (("holy", panel.wounds[0], draugr.holy), ("iron", panel.wounds[1], draugr.iron))
    ):
        y = needs[1] + 2 + line * 28
        made.paste(kit.images[f"sign-{kind}-{SMALL}"], (needs[0] + 9, y + 1))
        ink = kit.theme.mark if have >= need else kit.theme.ink
        pen.write(made, (needs[0] + 15 + SMALL, y + 24), f"{have}/{need}", _COUNT, ink)
    return made


def _portrait(kit: TownKit, name: str, panel: Panel) -> Image.Image:
    """The portrait, of a thief with a purse in its outer upper corner (D24)."""
    plain = kit.images[f"portrait-{name}-{panel.rows}"]
    if not panel.thief:
        return plain
    shown, sign = kit.shown(plain), kit.images["thief"]
    at = (-1 if panel.left else shown.width - THIEF + 1, 0 if panel.rows == 1 else shown.height - THIEF)
    shown.paste(sign.convert("RGB"), at, sign.getchannel("A"))
    return kit.indices(shown)
