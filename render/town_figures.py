"""The small things of the town: markers, portraits, dice, the slain, the signs, the pieces."""

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render import town_art
from render.theme import Colour, Theme
from render.town_blanks import floor
from render.town_layout import (
    CLAWS,
    COUNTER,
    CRACK,
    DIE,
    GRAND,
    HUNTER,
    LARGE,
    MARKS_SIZE,
    MINI,
    PORTRAIT,
    SLOT,
    SMALL,
    THIEF,
)
from render.town_scenery import cast, over, placed, shade
from render.town_slab import DANGER
from render.town_stalls import panel_boxes, portrait_size
from rules.draugr.cards import DRAUGR_CARDS, Sigil

Picture = Image.Image
SIGNS = {"holy": (SMALL, LARGE), "iron": (SMALL, LARGE), "lost_person": (LARGE,), "lost_card": (LARGE,)}
"""The sides of each sign; named `sign-holy-26` and so on."""


def figures(theme: Theme, bare: dict[str, Picture]) -> dict[str, Picture]:
    """Markers, portraits, dice, the slain and the signs, RGB, by name; `bare` has the empty panels."""
    made = {
        f"marks-{count}-{fresh}": _marks(theme, count, fresh == "fresh")
        for count in range(5)
        for fresh in ("old", "fresh")
    }
    for draugr in DRAUGR_CARDS:
        small, grand, mini = town_art.sprites(theme, draugr.id, PORTRAIT, GRAND, MINI)
        for rows in (1, 2, 3):
            made[f"portrait-{draugr.id}-{rows}"] = _portrait(bare, small if rows == 1 else grand, rows)
        made[f"die-{draugr.id}"] = _die(theme, mini)
        made[f"die-quiet-{draugr.id}"] = _struck_out(theme, _die(theme, mini))
        made[f"slain-{draugr.id}"] = _struck_out(theme, over(mini, floor(theme)))
    for sigil in Sigil:
        made[f"die-{sigil}"] = _die(theme, town_art.sprite(theme, sigil.value, 42))
    for face in range(1, 7):
        made[f"die-{face}"] = _pips(theme, face)
    made["slain-none"] = _empty_place(theme)
    for name, sides in SIGNS.items():
        for side, sign in zip(sides, town_art.sprites(theme, name, *sides), strict=True):
            made[f"sign-{name}-{side}"] = over(sign, floor(theme))
    return made


def _portrait(bare: dict[str, Picture], sprite: Picture, rows: int) -> Picture:
    wide, high = portrait_size(rows)
    _, art, _ = panel_boxes(rows)
    middle = (art[1] + art[3]) // 2
    box = (art[0] + 2, middle - high // 2, art[0] + 2 + wide, middle - high // 2 + high)
    made = bare[f"panel-left-{rows}-calm"].crop(box)
    at = ((wide - sprite.width) // 2, high - sprite.height + (2 if rows == 1 else -4))
    shade(made, cast(placed(sprite, made.size, at), 3))
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
        pen.rectangle((x - 52, y - 52, x + 52, y + 52), fill=DANGER, outline=theme.label, width=6)
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


def pieces(theme: Theme) -> dict[str, Picture]:
    """What stands or lies on a picture, RGBA, by name."""
    return {
        "hunter": _haloed(town_art.sprite(theme, "hunter", HUNTER - 8), HUNTER, theme.choice),
        "ward": _haloed(town_art.sprite(theme, "ward", COUNTER - 6), COUNTER, (20, 12, 8)),
        "claws": _claws(theme),
        "crack": _crack(),
        "thief": _haloed(town_art.sprite(theme, "thief", THIEF - 6), THIEF, theme.label),
    }


def _haloed(sprite: Picture, side: int, colour: Colour) -> Picture:
    """The sprite in the middle of a square with an edge of one colour around it."""
    at = ((side - sprite.width) // 2, (side - sprite.height) // 2)
    alpha = placed(sprite, (side, side), at)
    edge = alpha.filter(ImageFilter.MaxFilter(5)).filter(ImageFilter.GaussianBlur(0.8))
    shadow = cast(edge, 3)
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
    made.paste(DANGER, (0, 0, *mask.size), mask=mask)
    made.putalpha(ImageChops.lighter(edge, mask))
    return made.reduce(zoom)


def _crack() -> Picture:
    """The rent through a Location that is corrupted."""
    zoom = 4
    mask = Image.new("L", (CRACK * zoom, CRACK * zoom), 0)
    points = [(86, -4), (66, 30), (80, 48), (50, 74), (62, 92), (30, 132)]
    line = [(x * zoom, y * zoom) for x, y in points]
    ImageDraw.Draw(mask).line(line, fill=255, width=5 * zoom, joint="curve")
    for fork in ([(80, 48), (104, 60)], [(50, 74), (28, 66)], [(62, 92), (84, 108)]):
        ImageDraw.Draw(mask).line([(x * zoom, y * zoom) for x, y in fork], fill=255, width=3 * zoom)
    made = Image.new("RGB", mask.size, (8, 6, 6))
    edge = Image.new("L", mask.size, 0)
    edge.paste(mask, (7, 7))
    made.paste((150, 140, 124), (0, 0, *mask.size), mask=ImageChops.subtract(edge, mask))
    made.putalpha(ImageChops.lighter(mask, edge))
    return made.reduce(zoom)
