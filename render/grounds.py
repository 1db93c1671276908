"""A theme's table without pieces, in its own colours: slow to make, made once, whoever plays on it."""

from dataclasses import dataclass

from PIL import Image

from render import ground, marks, palette, png, relief
from render.layout import CHANNELS, CORNERS, EDGE, FIELD, MARGIN, SIZE, Box, ledges
from render.slots import laid
from render.theme import Colour, Theme
from rules.game import Seat

VIEWS = (Seat.ATTACKERS, Seat.DEFENDERS)
FIELD_BOX = (MARGIN, MARGIN, MARGIN + FIELD, MARGIN + FIELD)
_NEAREST = Image.Resampling.NEAREST


@dataclass(frozen=True, slots=True)
class Ground:
    """A table's ground as palette indices. They are the same whichever sets stand on it."""

    theme: Theme
    tones: bytes
    """What the ground, the marks and the writing are made of, RGB triples from dark to bright."""
    sheets: dict[Seat, Image.Image]
    """Mode L, 720 × 720, by the seat at the bottom. The squares are the same in both."""
    marks: dict[str, Image.Image]
    """RGBA, a square's size."""
    borders: dict[tuple[Seat, bool], png.Band]
    """The rows between the field and the plate above (True) or below it, ready to be written, by the seat below."""
    gilding: bytes = b""
    """The colours of the gilded frame; none where no sets are at stake."""

    @property
    def gilded(self) -> bool:
        """Whether it is the table of a match for sets."""
        return bool(self.gilding)

    def shown(self, box: Box, view: Seat = Seat.DEFENDERS) -> Image.Image:
        """A part of the ground, RGB."""
        part = self.sheets[view].crop(box)
        part.putpalette(laid(self.tones, gilding=self.gilding))
        return part.convert("RGB")

    def index(self, colour: Colour) -> int:
        """The palette index nearest to a colour."""
        return palette.nearest(self.tones, colour)


def made(theme: Theme) -> Ground:
    """The ground, carved from scratch; takes seconds."""
    board, tones = _calm(theme)
    plain = (theme.ink, theme.faint, theme.label, theme.mark, theme.choice, theme.wound, theme.banner)
    colours = palette.merged([*tones, *(bytes(colour) for colour in plain)])
    sheets = {view: palette.indices(ground.labelled(board, theme, view), colours) for view in VIEWS}
    signs = {kind: marks.mark(kind, theme) for kind in marks.KINDS}
    return Ground(theme, colours, sheets, signs, borders(sheets))


def borders(sheets: dict[Seat, Image.Image]) -> dict[tuple[Seat, bool], png.Band]:
    """The borders of a ground with these sheets."""
    heights = {True: (EDGE, MARGIN), False: (SIZE - MARGIN, SIZE - EDGE)}
    return {
        (view, above): png.band(sheet.crop((0, top, SIZE, bottom)), ledges(top, bottom), level=png.CLOSE)
        for view, sheet in sheets.items()
        for above, (top, bottom) in heights.items()
    }


def _calm(theme: Theme) -> tuple[Image.Image, list[bytes]]:
    """The ground with its texture calmed, RGB, and the palettes that its three kinds of area keep to."""
    bare = ground.paint(theme)
    calm, tones = bare.copy(), []
    for boxes, grit, count in (
        (((0, 0, SIZE, SIZE),), theme.grit // 2, 14),
        ((*CORNERS, *CHANNELS), theme.grit * 7 // 2, 14),
        ((FIELD_BOX,), theme.grit, 40),
    ):
        areas = [relief.settled(bare.crop(box), grit, ledges(box[1], box[3])) for box in boxes]
        sample = _together(areas)
        tones.append(palette.chosen(sample.resize((sample.width, sample.height // 3), _NEAREST), count))
        for box, area in zip(boxes, areas, strict=True):
            calm.paste(palette.reduced(area, tones[-1]), box)
    return calm, tones


def _together(areas: list[Image.Image]) -> Image.Image:
    """The areas below each other, for their colours alone."""
    whole = Image.new("RGB", (max(area.width for area in areas), sum(area.height for area in areas)))
    top = 0
    for area in areas:
        whole.paste(area, (0, top))
        top += area.height
    return whole
