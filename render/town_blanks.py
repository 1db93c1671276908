"""The town without what changes: empty cards, their backs, the strips above and below."""

from PIL import Image, ImageDraw, ImageFilter

from render import ornaments, relief
from render.theme import Colour, Theme
from render.town_layout import (
    ART,
    CARD,
    MARKS,
    NAME,
    ROW,
    STRIP,
    WIDTH,
    Box,
)
from render.town_slab import (
    FLAT,
    ZOOM,
    Slab,
    around,
    calmed,
    carve,
    lay,
    lit,
    mixed,
    polygon,
    rounded,
    slab,
    texture,
    tint,
)

FRAMES = ("plain", "lit", "chosen")
"""How a card's rim shows that the hunter may go there, or that it is picked."""
FORMS = ("person", "place", "back")
"""The forms of a card: an arched niche, a gabled one, its back."""

_KNOT = 112
"""The side of the knot on a card's back."""
_BODY = (3.0, 3.0, CARD - 3.0, ROW - 3.0)


def card(theme: Theme, form: str, frame: str) -> Image.Image:
    """An empty card on the table, RGB, `CARD` × `ROW`, before `finish_card`."""
    made = slab(theme, CARD, ROW, calmed(theme.frame), 5)
    made.height.paste(FLAT - 40, (0, 0, *made.size))
    body = rounded(made, _BODY, 9)
    wood = relief.ramp(texture(theme, made.size, 23), rim_stops(theme, form))
    tint(made, body, wood)
    carve(made, body, FLAT - 20, FLAT + 30, 4)
    if frame != "plain":
        _glow_rim(made, theme, frame)
    if form == "back":
        _back(made, theme)
    else:
        niche(made, theme, form)
        sunk(made, MARKS, floor(theme), 3)
    plate = _plate(made.height, form, 0)
    carve(made, plate, FLAT, FLAT - 30, 3)
    tint(made, plate, floor(theme))
    return lit(made, theme)


def finish_card(shown: Image.Image, theme: Theme, form: str, frame: str) -> None:
    """Give the card's plates the even colour of `floor`, and its rim its own light."""
    plate = _plate(Image.new("L", (CARD * ZOOM, ROW * ZOOM)), form, 2)
    shown.paste(floor(theme), (0, 0, *shown.size), mask=plate.reduce(ZOOM).point(_SOLID))
    if form != "back":
        even(shown, MARKS, floor(theme), 2)
    _aura(shown, theme, frame)


_SOLID = [255 if value > 127 else 0 for value in range(256)]


def _plate(sheet: Image.Image, form: str, inset: int) -> Image.Image:
    """The coverage of the plate with the name: round ends for a Townsperson, cut corners for a Location."""
    left, top, right, bottom = (NAME[0] + inset, NAME[1] + inset, NAME[2] - inset, NAME[3] - inset)
    if form != "place":
        return rounded(sheet, (left, top, right, bottom), 20 - inset)
    cut = 9
    return polygon(
        sheet,
        [
            (left + cut, top), (right - cut, top), (right, top + cut), (right, bottom - cut),
            (right - cut, bottom), (left + cut, bottom), (left, bottom - cut), (left, top + cut),
        ],
    )  # fmt: skip


def rim_stops(theme: Theme, form: str) -> tuple[tuple[int, Colour], ...]:
    """The wood of a card's rim; of a card turned over, darker."""
    share = 0.75 if form == "back" else 0.45
    return calmed(tuple((at, mixed(colour, theme.recess, share)) for at, colour in theme.field))


def floor(theme: Theme) -> Colour:
    """The even colour behind names, markers and numbers."""
    return theme.recess


def sky(theme: Theme, form: str) -> Colour:
    """The ground of a picture."""
    return (
        mixed(theme.field[2][1], theme.ink, 0.25)
        if form == "person"
        else mixed(theme.barrow[2][1], theme.ink, 0.2)
    )


def niche(made: Slab, theme: Theme, form: str) -> None:
    """Cut the picture's niche: arched for a Townsperson, gabled for a Location."""
    shape = niche_shape(made, form)
    carve(made, shape, FLAT - 10, FLAT - 36, 4)
    tint(made, shape, relief.ramp(texture(theme, made.size, 67), around(sky(theme, form), 7)))


def niche_shape(sheet: Slab | Image.Image, form: str) -> Image.Image:
    """The coverage of the niche on a card's sheet."""
    left, top, right, bottom = ART
    middle = (left + right) / 2
    if form == "person":
        shape = rounded(sheet, (left, top, right, top + 2 * (right - left) / 2), (right - left) / 2 - 6)
        ImageDraw.Draw(shape).rectangle(
            (left * ZOOM, (top + 44) * ZOOM, right * ZOOM - 1, bottom * ZOOM - 1), fill=255
        )
        return shape
    return polygon(
        sheet, [(middle, top - 2), (right, top + 30), (right, bottom), (left, bottom), (left, top + 30)]
    )


def window(form: str) -> Image.Image:
    """The coverage of the niche within the picture's box, mode L."""
    return niche_shape(Image.new("L", (CARD * ZOOM, ROW * ZOOM)), form).reduce(ZOOM).crop(ART)


def sunk(made: Slab, box: Box, colour: Colour, corner: float) -> None:
    """Cut a plate's floor."""
    shape = rounded(made, box, corner)
    carve(made, shape, FLAT, FLAT - 30, 3)
    tint(made, shape, colour)


def even(shown: Image.Image, box: Box, colour: Colour, inset: int) -> None:
    """Give a plate's floor one flat colour, so that what is written on it needs no blending."""
    left, top, right, bottom = box
    shown.paste(colour, (left + inset, top + inset, right - inset, bottom - inset))


def _glow_rim(made: Slab, theme: Theme, frame: str) -> None:
    colour = theme.mark if frame == "lit" else theme.choice
    outer = rounded(made, (0.5, 0.5, CARD - 0.5, ROW - 0.5), 10)
    outer.paste(0, mask=rounded(made, (7.5, 7.5, CARD - 7.5, ROW - 7.5), 6))
    carve(made, outer, FLAT - 6, FLAT + 50, 3)
    tint(made, outer, colour)
    if frame == "chosen":
        studs = [(x, y) for x in (7, CARD - 7) for y in (7, ROW / 2, ROW - 7)]
        for x, y in studs:
            stud = rounded(made, (x - 6, y - 6, x + 6, y + 6), 6)
            carve(made, stud, FLAT + 10, FLAT + 90, 4)
            tint(made, stud, colour)


def _aura(shown: Image.Image, theme: Theme, frame: str) -> None:
    """The rim's own light, so that a lit card stands out without colour."""
    if frame == "plain":
        return
    colour = theme.mark if frame == "lit" else theme.choice
    ring = Image.new("L", shown.size, 0)
    pen = ImageDraw.Draw(ring)
    pen.rounded_rectangle((0, 0, CARD - 1, ROW - 1), 10, outline=255, width=7)
    core = ring.filter(ImageFilter.GaussianBlur(0.7))
    shown.paste(colour, (0, 0, *shown.size), mask=core.point([round(v * 0.75) for v in range(256)]))
    if frame == "chosen":
        pen = ImageDraw.Draw(shown)
        pen.rounded_rectangle((3, 3, CARD - 4, ROW - 4), 8, outline=theme.recess, width=2)


def _back(made: Slab, theme: Theme) -> None:
    """What a lost Townsperson's card shows: a grave slab with a knot in place of the picture."""
    left, top, right, bottom = ART[0], ART[1], MARKS[2], ART[3]
    shape = rounded(made, (left, top, right, bottom), 5)
    carve(made, shape, FLAT, FLAT - 34, 4)
    tint(made, shape, theme.boss)
    at = ((left + right) / 2 - _KNOT / 2, (top + bottom) / 2 - _KNOT / 2)
    lay(made, ornaments.wreath(_KNOT * ZOOM * 2), at, mixed(theme.ribbon, theme.boss, 0.55))


_STRIP_PLATE = (STRIP + 2, 4, WIDTH - STRIP - 2, STRIP - 4)


def strip(theme: Theme) -> Image.Image:
    """A strip above or below, RGB, `WIDTH` × `STRIP`, a plate between two knots, before `finish_strip`."""
    made = slab(theme, WIDTH, STRIP, calmed(theme.frame), 9)
    box = _STRIP_PLATE
    rim = rounded(made, (box[0] - 3, box[1] - 3, box[2] + 3, box[3] + 3), 7)
    carve(made, rim, FLAT + 26, FLAT + 40, 2)
    sunk(made, box, floor(theme), 5)
    knot = ornaments.wreath(_KNOT * ZOOM * 2).resize((STRIP * ZOOM * 2,) * 2, Image.Resampling.BOX)
    for x in (0, WIDTH - STRIP):
        corner = rounded(made, (x + 3, 3, x + STRIP - 3, STRIP - 3), 6)
        carve(made, corner, FLAT + 10, FLAT + 36, 2)
        deep = rounded(made, (x + 6, 6, x + STRIP - 6, STRIP - 6), 5)
        carve(made, deep, FLAT, FLAT - 40, 3)
        tint(made, deep, theme.boss)
        lay(made, knot, (x, 0), theme.ribbon)
    return lit(made, theme)


def finish_strip(shown: Image.Image, theme: Theme) -> None:
    """Give the strip's plate the even colour of `floor`."""
    even(shown, _STRIP_PLATE, floor(theme), 3)
