"""The town without what changes: empty cards, their backs, the Draugr's panels, the strips above and below."""

from math import cos, pi, sin

from PIL import Image, ImageDraw, ImageFilter

from render import relief, weave
from render.theme import Colour, Theme
from render.town_layout import (
    ART,
    CARD,
    DRAUGR_NAME,
    MARKS,
    NAME,
    NEEDS,
    ROW,
    SIDE,
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
PANELS = ("calm", "sway", "fallen")
"""The states of a Draugr's panel."""

_BODY = (3.0, 3.0, CARD - 3.0, ROW - 3.0)


def card(theme: Theme, form: str, frame: str) -> Image.Image:
    """An empty card on the table, RGB, `CARD` × `ROW`; its plates have the even colour of `floor`."""
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
        _sunk(made, MARKS, floor(theme), 3)
    plate = _plate(made, form, 0)
    carve(made, plate, FLAT, FLAT - 30, 3)
    tint(made, plate, floor(theme))
    shown = relief.settled(lit(made, theme), theme.grit + 2)
    shown.paste(floor(theme), (0, 0, *shown.size), mask=_plate(made, form, 2).reduce(ZOOM).point(_SOLID))
    if form != "back":
        _even(shown, MARKS, floor(theme), 2)
    return _aura(shown, theme, frame)


_SOLID = [255 if value > 127 else 0 for value in range(256)]


def _plate(made: Slab, form: str, inset: int) -> Image.Image:
    """The coverage of the plate with the name: round ends for a Townsperson, cut corners for a Location."""
    left, top, right, bottom = (NAME[0] + inset, NAME[1] + inset, NAME[2] - inset, NAME[3] - inset)
    if form != "place":
        return rounded(made, (left, top, right, bottom), 20 - inset)
    cut = 9
    return polygon(
        made,
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


def niche_shape(made: Slab, form: str) -> Image.Image:
    """The coverage of the niche on a card's slab."""
    left, top, right, bottom = ART
    middle = (left + right) / 2
    if form == "person":
        shape = rounded(made, (left, top, right, top + 2 * (right - left) / 2), (right - left) / 2 - 6)
        ImageDraw.Draw(shape).rectangle(
            (left * ZOOM, (top + 44) * ZOOM, right * ZOOM - 1, bottom * ZOOM - 1), fill=255
        )
        return shape
    return polygon(
        made, [(middle, top - 2), (right, top + 30), (right, bottom), (left, bottom), (left, top + 30)]
    )


def window(form: str) -> Image.Image:
    """The coverage of the niche within the picture's box, mode L."""
    made = Slab(Image.new("RGB", (1, 1)), Image.new("L", (CARD * ZOOM, ROW * ZOOM)))
    return niche_shape(made, form).reduce(ZOOM).crop(ART)


def _sunk(made: Slab, box: Box, colour: Colour, corner: float) -> None:
    shape = rounded(made, box, corner)
    carve(made, shape, FLAT, FLAT - 30, 3)
    tint(made, shape, colour)


def _even(shown: Image.Image, box: Box, colour: Colour, inset: int) -> None:
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


def _aura(shown: Image.Image, theme: Theme, frame: str) -> Image.Image:
    """The rim's own light, so that a lit card stands out without colour."""
    if frame == "plain":
        return shown
    colour = theme.mark if frame == "lit" else theme.choice
    ring = Image.new("L", shown.size, 0)
    pen = ImageDraw.Draw(ring)
    pen.rounded_rectangle((0, 0, CARD - 1, ROW - 1), 10, outline=255, width=7)
    core = ring.filter(ImageFilter.GaussianBlur(0.7))
    shown.paste(Image.new("RGB", shown.size, colour), mask=core.point([round(v * 0.75) for v in range(256)]))
    return shown


def _back(made: Slab, theme: Theme) -> None:
    """What a lost Townsperson's card shows: a grave slab with a knot in place of the picture."""
    left, top, right, bottom = ART[0], ART[1], MARKS[2], ART[3]
    shape = rounded(made, (left, top, right, bottom), 5)
    carve(made, shape, FLAT, FLAT - 34, 4)
    tint(made, shape, theme.boss)
    side = 112
    knot = weave.heights(
        (weave.knot(_wreath(side * 4 / 2, side * 0.94, side * 0.54)),), (side * 4, side * 4), side * 0.3, True
    )
    lay(
        made,
        theme,
        knot,
        ((left + right) / 2 - side / 2, (top + bottom) / 2 - side / 2),
        mixed(theme.ribbon, theme.boss, 0.55),
    )


def _wreath(middle: float, reach: float, swing: float):  # type: ignore[no-untyped-def]
    def curve(u: float) -> tuple[float, float]:
        angle = 6 * pi * u
        away = (reach + swing * cos(angle * 8 / 3)) * (1 + 0.13 * cos(4 * angle + pi))
        return middle + away * cos(angle), middle + away * sin(angle)

    return curve


def lay(made: Slab, theme: Theme, height: Image.Image, at: tuple[float, float], colour: Colour) -> None:
    """Lay interlace onto the slab, `height` being four times as fine as the picture."""
    shape = height.point([255 if value > 60 else 0 for value in range(256)]).reduce(2)
    top = height.filter(ImageFilter.GaussianBlur(2)).reduce(2)
    x, y = round(at[0] * ZOOM), round(at[1] * ZOOM)
    box = (x, y, x + top.width, y + top.height)
    ground = made.height.crop(box)
    ground.paste(top.point([round(FLAT - 40 + value * 0.30) for value in range(256)]), mask=shape)
    made.height.paste(ground, box)
    made.colour.paste(Image.new("RGB", top.size, colour), box, mask=shape)


def panel(theme: Theme, rows: int, state: str, left: bool) -> Image.Image:
    """A Draugr's panel over so many rows, RGB; its points show where the rows lie that it holds."""
    high = rows * ROW
    made = slab(theme, SIDE, high, calmed(theme.frame), 5)
    made.height.paste(FLAT - 40, (0, 0, *made.size))
    body = rounded(made, (7, 3, SIDE - 7, high - 3), 9)
    tint(made, body, relief.ramp(texture(theme, made.size, 41), _panel_stops(theme, state)))
    carve(made, body, FLAT - 20, FLAT + 30, 4)
    for row in range(rows):
        _claw(made, theme, row * ROW + ROW / 2, state, left)
    if state == "sway":
        _sway_rim(made, theme, high)
    name, art, needs = panel_boxes(rows)
    if state == "fallen":
        art = (12, 8, SIDE - 12, high - 8)
        _sunk(made, art, theme.boss, 5)
        _grave(made, theme, high)
        return relief.settled(lit(made, theme), theme.grit + 2)
    shape = rounded(made, art, 5)
    carve(made, shape, FLAT - 10, FLAT - 36, 4)
    tint(made, shape, relief.ramp(texture(theme, made.size, 67), calmed(theme.barrow)))
    if rows > 1:
        _spine(made, theme, art)
    for box in (name, needs):
        _sunk(made, box, floor(theme), 4)
    shown = relief.settled(lit(made, theme), theme.grit + 2)
    for box in (name, needs):
        _even(shown, box, floor(theme), 2)
    return shown


def panel_boxes(rows: int) -> tuple[Box, Box, Box]:
    """(name, portrait, needs): the plates of a panel over so many rows."""
    high, left, right = rows * ROW, 12, SIDE - 12
    return (
        (left, 8, right, 8 + DRAUGR_NAME),
        (left, 10 + DRAUGR_NAME, right, high - 10 - NEEDS),
        (left, high - 8 - NEEDS, right, high - 8),
    )


def _panel_stops(theme: Theme, state: str) -> tuple[tuple[int, Colour], ...]:
    towards, share = (theme.wound, 0.7) if state == "sway" else (theme.recess, 0.1)
    return calmed(tuple((at, mixed(colour, towards, share)) for at, colour in theme.frame))


def _claw(made: Slab, theme: Theme, middle: float, state: str, left: bool) -> None:
    """The point towards a row that the Draugr holds."""
    foot, tip = (SIDE - 10, SIDE - 0.5) if left else (10, 0.5)
    shape = polygon(made, [(foot, middle - 26), (tip, middle), (foot, middle + 26)])
    carve(made, shape, FLAT, FLAT + 50, 3)
    tint(made, shape, theme.wound if state == "sway" else theme.ribbon)


def _sway_rim(made: Slab, theme: Theme, high: int) -> None:
    rim = rounded(made, (5.5, 1.5, SIDE - 5.5, high - 1.5), 10)
    rim.paste(0, mask=rounded(made, (11, 7, SIDE - 11, high - 7), 6))
    carve(made, rim, FLAT, FLAT + 60, 3)
    tint(made, rim, mixed(theme.wound, theme.label, 0.25))


def _spine(made: Slab, theme: Theme, art: Box) -> None:
    """Plaited ribbons above and below the portrait of one that spans several rows."""
    left, top, right, bottom = art
    middle = (top + bottom) / 2
    length = (bottom - top) / 2 - 62
    breadth = 40
    plait = weave.plait(length * 4, 150, breadth * 4 * 0.27, pi / 2)
    moved = tuple(
        weave.Strand(tuple((x, y + breadth * 2) for x, y in strand.points), strand.depth) for strand in plait
    )
    height = weave.heights(moved, (round(length * 4), breadth * 4), breadth * 0.8, False)
    upright = height.transpose(Image.Transpose.TRANSPOSE)
    for y in (top + 4, middle + 58):
        lay(made, theme, upright, ((left + right) / 2 - breadth / 2, y), theme.ribbon)


def _grave(made: Slab, theme: Theme, high: int) -> None:
    """A cross of two cracks: nobody holds this row any more."""
    middle, centre = SIDE / 2, high / 2
    for side in (-1, 1):
        points = [
            (middle - side * 34, centre - 60),
            (middle - side * 14, centre - 22),
            (middle - side * 18, centre - 8),
            (middle + side * 12, centre + 16),
            (middle + side * 10, centre + 30),
            (middle + side * 36, centre + 62),
        ]
        shape = Image.new("L", made.size, 0)
        ImageDraw.Draw(shape).line(
            [(x * ZOOM, y * ZOOM) for x, y in points], fill=255, width=9 * ZOOM, joint="curve"
        )
        carve(made, shape, FLAT - 30, FLAT - 90, 3)
        tint(made, shape, mixed(theme.barrow[1][1], theme.recess, 0.3))


def strip(theme: Theme) -> Image.Image:
    """A strip above or below, RGB, `WIDTH` × `STRIP`, with a floor of even colour between two knots."""
    made = slab(theme, WIDTH, STRIP, calmed(theme.frame), 9)
    box = (STRIP + 2, 4, WIDTH - STRIP - 2, STRIP - 4)
    rim = rounded(made, (box[0] - 3, box[1] - 3, box[2] + 3, box[3] + 3), 7)
    carve(made, rim, FLAT + 26, FLAT + 40, 2)
    _sunk(made, box, floor(theme), 5)
    knot = weave.heights((weave.knot(_wreath(120, 56.4, 32.4)),), (240, 240), 20, True)
    for x in (0, WIDTH - STRIP):
        corner = rounded(made, (x + 3, 3, x + STRIP - 3, STRIP - 3), 6)
        carve(made, corner, FLAT + 10, FLAT + 36, 2)
        deep = rounded(made, (x + 6, 6, x + STRIP - 6, STRIP - 6), 5)
        carve(made, deep, FLAT, FLAT - 40, 3)
        tint(made, deep, theme.boss)
        lay(made, theme, knot, (x, 0), theme.ribbon)
    shown = relief.settled(lit(made, theme), theme.grit + 2)
    _even(shown, box, floor(theme), 3)
    return shown
