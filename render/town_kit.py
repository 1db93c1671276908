"""What the town's pictures of one theme are put together from: all that is slow to make, made once."""

from dataclasses import dataclass

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render import palette, relief, town_art, town_blanks
from render.theme import Colour, Theme
from render.town_blanks import FORMS, FRAMES, PANELS, floor, panel_boxes
from render.town_layout import (
    ART,
    CARD,
    DIE,
    GRAND,
    MARKS,
    MINI,
    PORTRAIT,
    ROW,
    SIDE,
    SIGIL,
    SLOT,
    STRIP,
    WIDTH,
)
from rules.draugr.cards import CARDS, DRAUGR_CARDS, Kind, Sigil

Picture = Image.Image
ART_SIZE = (ART[2] - ART[0], ART[3] - ART[1])
MARKS_SIZE = (MARKS[2] - MARKS[0], MARKS[3] - MARKS[1])
HUNTER, COUNTER, CLAWS, THIEF = 88, 48, 60, 36
SMALL, LARGE = 26, 36
"""The sides of the signs on a panel and on the strips."""
SIGNS = {
    "holy-small": SMALL, "iron-small": SMALL, "holy-large": LARGE, "iron-large": LARGE,
    "corruption-large": LARGE, "lost_person-large": LARGE, "lost_card-large": LARGE,
}  # fmt: skip
STOPS = (0, 1, 2, 3, 4)


@dataclass(frozen=True, slots=True)
class TownKit:
    """Pictures by name; mode L ones hold indices into the palette."""

    theme: Theme
    palette: bytes
    """At most 256 RGB triples, dark to bright."""
    images: dict[str, Picture]

    def indices(self, shown: Picture) -> Picture:
        """An RGB image as palette indices, mode L."""
        return palette.indices(shown, self.palette)

    def shown(self, indices: Picture) -> Picture:
        """Palette indices as an RGB image."""
        made = Image.frombytes("P", indices.size, indices.tobytes())
        made.putpalette(self.palette)
        return made.convert("RGB")

    def index(self, colour: Colour) -> int:
        """The palette index nearest to a colour."""
        return palette.nearest(self.palette, colour)


def plan() -> dict[str, tuple[str, tuple[int, int]]]:
    """The mode and the size of every image of a kit."""
    sizes: dict[str, tuple[str, tuple[int, int]]] = {}
    for form in FORMS:
        for frame in FRAMES:
            sizes[f"card-{form}-{frame}"] = ("L", (CARD, ROW))
    for card in CARDS:
        sizes[f"scene-{card.id}"] = ("L", ART_SIZE)
    for count in STOPS:
        for fresh in ("old", "fresh"):
            sizes[f"marks-{count}-{fresh}"] = ("L", MARKS_SIZE)
    for name, side in (("hunter", HUNTER), ("ward", COUNTER), ("claws", CLAWS), ("thief", THIEF)):
        sizes[name] = ("RGBA", (side, side))
    for side_name in ("left", "right"):
        for state in PANELS:
            for rows in (1,) if state == "fallen" else (1, 2, 3):
                sizes[f"panel-{side_name}-{rows}-{state}"] = ("L", (SIDE, rows * ROW))
    for draugr in DRAUGR_CARDS:
        for rows in (1, 2, 3):
            sizes[f"portrait-{draugr.id}-{rows}"] = ("L", portrait_size(rows))
        sizes[f"die-{draugr.id}"] = sizes[f"die-quiet-{draugr.id}"] = ("L", (DIE, DIE))
        sizes[f"slain-{draugr.id}"] = ("L", (MINI, MINI))
    for face in (*Sigil, *range(1, 7)):
        sizes[f"die-{face}"] = ("L", (DIE, DIE))
    sizes["slain-none"] = ("L", (MINI, MINI))
    for name, side in SIGNS.items():
        sizes[f"sign-{name}"] = ("L", (side, side))
    sizes["strip-above"] = sizes["strip-below"] = ("L", (WIDTH, STRIP))
    return sizes


def portrait_size(rows: int) -> tuple[int, int]:
    """The pixels of the portrait on a panel over so many rows."""
    _, art, _ = panel_boxes(rows)
    return art[2] - art[0] - 4, (art[3] - art[1] - 4 if rows == 1 else GRAND + 10)


def make(theme: Theme) -> TownKit:
    """The kit, carved from scratch; takes seconds."""
    bare = _bare(theme)
    scenes = {f"scene-{card.id}": _scene(theme, bare, card.id) for card in CARDS}
    figures = _figures(theme, bare)
    pieces = _pieces(theme)
    scenes = {name: relief.settled(image, theme.grit + 4) for name, image in scenes.items()}
    parts = [
        palette.chosen(_sheet(list(scenes.values()), 2), 72),
        palette.chosen(_sheet(list(bare.values()), 5), 40) + bytes(floor(theme)),
        palette.chosen(_sheet(list(figures.values()), 2), 56),
        palette.chosen(_sheet([_over(image, floor(theme)) for image in pieces.values()], 1), 30),
        *(bytes(colour) for colour in _plain(theme)),
    ]
    colours = palette.merged(parts)
    for name, part in ((list(scenes), parts[0]), (list(bare), parts[1])):
        for key in name:
            held = scenes if key in scenes else bare
            held[key] = palette.reduced(held[key], part)
    drawn = {**bare, **figures, **scenes}
    return TownKit(
        theme, colours, {**{name: palette.indices(image, colours) for name, image in drawn.items()}, **pieces}
    )


def _plain(theme: Theme) -> tuple[Colour, ...]:
    return (
        theme.ink,
        theme.faint,
        theme.label,
        theme.mark,
        theme.choice,
        theme.wound,
        theme.recess,
        theme.banner,
    )


def _sheet(images: list[Picture], step: int) -> Picture:
    """Every `step`th pixel of every `step`th line of all images in one, as a sample of their colours."""
    made = Image.new("RGB", (max(image.width for image in images), sum(image.height for image in images)))
    top = 0
    for image in images:
        across = Image.new("RGB", (made.width, image.height))
        for x in range(0, made.width, image.width):
            across.paste(image, (x, 0))
        made.paste(across, (0, top))
        top += image.height
    return made.resize((made.width // step, made.height // step), Image.Resampling.NEAREST)


def _over(sprite: Picture, ground: Colour) -> Picture:
    made = Image.new("RGB", sprite.size, ground)
    made.paste(sprite, mask=sprite.getchannel("A"))
    return made


def _bare(theme: Theme) -> dict[str, Picture]:
    made = {
        f"card-{form}-{frame}": town_blanks.card(theme, form, frame) for form in FORMS for frame in FRAMES
    }
    for state in PANELS:
        for rows in (1,) if state == "fallen" else (1, 2, 3):
            for left in (True, False):
                side = "left" if left else "right"
                made[f"panel-{side}-{rows}-{state}"] = town_blanks.panel(theme, rows, state, left)
    made["strip-above"] = town_blanks.strip(theme)
    made["strip-below"] = made["strip-above"].copy()
    return made


def _scene(theme: Theme, bare: dict[str, Picture], name: str) -> Picture:
    """A card's picture in its niche, with its sigil."""
    card = next(card for card in CARDS if card.id == name)
    form = "person" if card.kind is Kind.TOWNSPERSON else "place"
    made = bare[f"card-{form}-plain"].crop(ART)
    side = max(ART_SIZE)
    carved = town_art.sprite(theme, name, side)
    across = (side - ART_SIZE[0]) // 2
    carved = carved.crop((across, 0, across + ART_SIZE[0], ART_SIZE[1]))
    window = town_blanks.window(form)
    alpha = ImageChops.multiply(carved.getchannel("A"), window)
    _shade(made, ImageChops.multiply(_cast(carved.getchannel("A"), 4), window))
    made.paste(carved.convert("RGB"), mask=alpha)
    sigil = town_art.sprite(theme, card.sigil.value, SIGIL)
    _shade(made, _cast(_placed(sigil, ART_SIZE, (-3, -3)), 2))
    made.paste(sigil.convert("RGB"), (-3, -3), sigil.getchannel("A"))
    return made


def _placed(sprite: Picture, size: tuple[int, int], at: tuple[int, int]) -> Picture:
    """A sprite's coverage within a larger frame."""
    made = Image.new("L", size, 0)
    made.paste(sprite.getchannel("A"), at)
    return made


def _cast(alpha: Picture, drop: int) -> Picture:
    """The shadow of a thing, to the lower right."""
    moved = Image.new("L", alpha.size, 0)
    moved.paste(alpha, (drop, drop))
    return moved.filter(ImageFilter.GaussianBlur(drop * 0.7)).point([round(v * 0.55) for v in range(256)])


def _shade(made: Picture, shadow: Picture) -> None:
    made.paste((0, 0, 0), (0, 0, *made.size), mask=shadow)


def _figures(theme: Theme, bare: dict[str, Picture]) -> dict[str, Picture]:
    made = {
        f"marks-{count}-{fresh}": _marks(theme, count, fresh == "fresh")
        for count in STOPS
        for fresh in ("old", "fresh")
    }
    for draugr in DRAUGR_CARDS:
        small, grand, mini = town_art.sprites(theme, draugr.id, PORTRAIT, GRAND, MINI)
        for rows in (1, 2, 3):
            made[f"portrait-{draugr.id}-{rows}"] = _portrait(bare, small if rows == 1 else grand, rows)
        made[f"die-{draugr.id}"] = _die(theme, mini)
        made[f"die-quiet-{draugr.id}"] = _struck_out(theme, _die(theme, mini))
        made[f"slain-{draugr.id}"] = _struck_out(theme, _over(mini, floor(theme)))
    for sigil in Sigil:
        made[f"die-{sigil}"] = _die(theme, town_art.sprite(theme, sigil.value, 42))
    for face in range(1, 7):
        made[f"die-{face}"] = _pips(theme, face)
    made["slain-none"] = _empty_place(theme)
    for name, side in SIGNS.items():
        made[f"sign-{name}"] = _over(town_art.sprite(theme, name.split("-")[0], side), floor(theme))
    return made


def _portrait(bare: dict[str, Picture], sprite: Picture, rows: int) -> Picture:
    wide, high = portrait_size(rows)
    _, art, _ = panel_boxes(rows)
    middle = (art[1] + art[3]) // 2
    box = (art[0] + 2, middle - high // 2, art[0] + 2 + wide, middle - high // 2 + high)
    made = bare[f"panel-left-{rows}-calm"].crop(box)
    at = ((wide - sprite.width) // 2, high - sprite.height + (2 if rows == 1 else -4))
    _shade(made, _cast(_placed(sprite, made.size, at), 3))
    made.paste(sprite.convert("RGB"), at, sprite.getchannel("A"))
    return made


def _marks(theme: Theme, count: int, fresh: bool) -> Picture:
    """The column with so many markers from the foot; the newest ringed where this round laid it."""
    zoom = 4
    made = Image.new("RGB", (MARKS_SIZE[0] * zoom, MARKS_SIZE[1] * zoom), floor(theme))
    pen = ImageDraw.Draw(made)
    tops = [MARKS_SIZE[1] - 2 - (place + 1) * SLOT for place in range(4)]
    hollow = tuple((a + 2 * b) // 3 for a, b in zip(theme.faint, theme.recess, strict=True))
    for top in tops[count:]:
        x, y = MARKS_SIZE[0] * zoom // 2, (top + SLOT // 2) * zoom
        pen.ellipse((x - 22, y - 22, x + 22, y + 22), outline=hollow, width=7)
    if fresh and count:
        x, y = MARKS_SIZE[0] * zoom // 2, (tops[count - 1] + SLOT // 2) * zoom
        pen.rectangle((x - 52, y - 52, x + 52, y + 52), fill=theme.wound, outline=theme.label, width=6)
    made = made.reduce(zoom)
    skull = town_art.sprite(theme, "corruption", SLOT)
    for top in tops[:count]:
        made.paste(skull.convert("RGB"), ((MARKS_SIZE[0] - SLOT) // 2, top), skull.getchannel("A"))
    return made


def _die(theme: Theme, shown: Picture) -> Picture:
    made = _blank_die(theme)
    at = ((DIE - shown.width) // 2, (DIE - shown.height) // 2)
    made.paste(shown.convert("RGB"), at, shown.getchannel("A"))
    return made


def _blank_die(theme: Theme) -> Picture:
    zoom = 4
    made = Image.new("RGB", (DIE * zoom, DIE * zoom), floor(theme))
    pen = ImageDraw.Draw(made)
    body = theme.defenders.body
    dark = (body[0] * 5 // 9, body[1] * 5 // 9, body[2] * 5 // 9)
    side = DIE * zoom
    pen.rounded_rectangle((6, 6, side - 2, side - 2), 40, fill=dark)
    pen.rounded_rectangle((2, 2, side - 12, side - 12), 40, fill=body)
    inner = theme.defenders.cloth
    pen.rounded_rectangle((14, 14, side - 24, side - 24), 30, fill=inner)
    return made.reduce(zoom)


def _pips(theme: Theme, face: int) -> Picture:
    made = _blank_die(theme).resize((DIE * 4, DIE * 4), Image.Resampling.BICUBIC)
    pen = ImageDraw.Draw(made)
    near, middle, far = 52, 102, 152
    places = {
        1: [(middle, middle)],
        2: [(near, near), (far, far)],
        3: [(near, near), (middle, middle), (far, far)],
        4: [(near, near), (far, near), (near, far), (far, far)],
    }
    places[5] = [*places[4], (middle, middle)]
    places[6] = [*places[4], (near, middle), (far, middle)]
    for x, y in places[face]:
        pen.ellipse((x - 19, y - 19, x + 19, y + 19), fill=theme.defenders.eye)
    return made.reduce(4)


def _struck_out(theme: Theme, shown: Picture) -> Picture:
    """The same, dimmed and crossed out."""
    made = Image.blend(shown, Image.new("RGB", shown.size, floor(theme)), 0.2).resize(
        (shown.width * 4, shown.height * 4), Image.Resampling.BICUBIC
    )
    pen = ImageDraw.Draw(made)
    edge, far = 26, made.width - 26
    for ends in ((edge, edge, far, far), (far, edge, edge, far)):
        pen.line(ends, fill=theme.recess, width=22)
        pen.line(ends, fill=theme.label, width=11)
    return made.reduce(4)


def _empty_place(theme: Theme) -> Picture:
    made = Image.new("RGB", (MINI * 4, MINI * 4), floor(theme))
    hollow = tuple((a + 2 * b) // 3 for a, b in zip(theme.faint, theme.recess, strict=True))
    ImageDraw.Draw(made).ellipse((22, 22, MINI * 4 - 22, MINI * 4 - 22), outline=hollow, width=8)
    return made.reduce(4)


def _pieces(theme: Theme) -> dict[str, Picture]:
    return {
        "hunter": _haloed(town_art.sprite(theme, "hunter", HUNTER - 8), HUNTER, theme.choice),
        "ward": _haloed(town_art.sprite(theme, "ward", COUNTER - 6), COUNTER, (20, 12, 8)),
        "claws": _claws(theme),
        "thief": _haloed(town_art.sprite(theme, "thief", THIEF - 6), THIEF, theme.label),
    }


def _haloed(sprite: Picture, side: int, colour: Colour) -> Picture:
    """The sprite in the middle of a square with an edge of one colour around it."""
    at = ((side - sprite.width) // 2, (side - sprite.height) // 2)
    alpha = _placed(sprite, (side, side), at)
    edge = alpha.filter(ImageFilter.MaxFilter(5)).filter(ImageFilter.GaussianBlur(0.8))
    shadow = _cast(edge, 3)
    made = Image.new("RGB", (side, side), (0, 0, 0))
    made.paste(colour, (0, 0, side, side), mask=edge)
    made.paste(sprite.convert("RGB"), at, sprite.getchannel("A"))
    made.putalpha(ImageChops.lighter(ImageChops.lighter(edge, shadow), alpha))
    return made


def _claws(theme: Theme) -> Picture:
    """Three rents across a card that was struck this round."""
    zoom = 4
    mask = Image.new("L", (CLAWS * zoom, CLAWS * zoom), 0)
    pen = ImageDraw.Draw(mask)
    for step in range(3):
        x = (14 + step * 17) * zoom
        pen.polygon(
            [(x + 28, 10), (x + 36, 50), (x + 22, 130), (x - 10, 224), (x - 30, 230), (x - 4, 116)], fill=255
        )
    edge = mask.filter(ImageFilter.MaxFilter(13)).filter(ImageFilter.GaussianBlur(2))
    made = Image.new("RGB", mask.size, theme.label)
    made.paste(theme.wound, (0, 0, *mask.size), mask=mask)
    made.putalpha(ImageChops.lighter(edge, mask))
    return made.reduce(zoom)
