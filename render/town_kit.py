"""What the town's pictures of one theme are put together from: all that is slow to make, made once."""

from collections.abc import Iterable
from dataclasses import dataclass

from PIL import Image

from render import layout, palette, relief, town_blanks, town_stalls
from render.layout import Stretch
from render.theme import Colour, Theme
from render.town_blanks import FORMS, FRAMES, floor
from render.town_figures import figures, pieces
from render.town_layout import ART, ART_SIZE, LEDGES, STRIP, STRIP_LEDGES
from render.town_scenery import over, scene
from render.town_slab import DANGER, mixed
from render.town_stalls import PANELS
from rules.draugr.cards import CARDS

Picture = Image.Image


@dataclass(frozen=True, slots=True)
class TownKit:
    """Pictures by name: mode L ones hold indices into the palette, mode RGBA ones are laid on others."""

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


def make(theme: Theme) -> TownKit:
    """The kit, carved from scratch; takes seconds."""
    bare = _bare(theme)
    scenes = {f"scene-{card.id}": scene(theme, bare, card.id) for card in CARDS}
    scenes = _settled(scenes, theme.grit + 10)
    small, sprites = figures(theme, bare), pieces(theme)
    wood = palette.chosen(_sample(bare.values(), 5), 32) + bytes(floor(theme))
    wood += b"".join(bytes(colour) for colour in _rims(theme))  # too little of them to be chosen
    paints = palette.chosen(_sample(scenes.values(), 2), 60)
    signs = palette.chosen(_sample(small.values(), 2), 48)
    stuff = palette.chosen(_sample([over(image, floor(theme)) for image in sprites.values()], 1), 24)
    colours = palette.merged([wood, paints, signs, stuff, *(bytes(colour) for colour in _inks(theme))])
    drawn = {name: palette.reduced(image, wood) for name, image in bare.items()}
    drawn |= {name: palette.reduced(image, paints) for name, image in scenes.items()} | small
    indices = {name: palette.indices(image, colours) for name, image in drawn.items()}
    return TownKit(theme, colours, indices | sprites)


def _rims(theme: Theme) -> tuple[Colour, ...]:
    """The light of rims: what is offered, what is picked, who holds sway; each also a little darker."""
    lights = (theme.mark, theme.choice, mixed(DANGER, theme.label, 0.25))
    return tuple(mixed(colour, (0, 0, 0), shade) for colour in lights for shade in (0.0, 0.2, 0.4))


def _inks(theme: Theme) -> tuple[Colour, ...]:
    return theme.ink, theme.faint, theme.label, theme.mark, theme.choice, DANGER


def _sample(images: Iterable[Picture], step: int) -> Picture:
    """Every `step`th pixel of every `step`th line of all images, in one."""
    thin = [
        image.resize((image.width // step, image.height // step), Image.Resampling.NEAREST)
        for image in images
    ]
    made = Image.new("RGB", (max(image.width for image in thin), sum(image.height for image in thin)))
    top = 0
    for image in thin:
        for x in range(0, made.width, image.width):
            made.paste(image, (x, top))
        top += image.height
    return made


def _settled(images: dict[str, Picture], reach: int) -> dict[str, Picture]:
    """The images with their texture calmed, those of one height together in one pass."""
    made: dict[str, Picture] = {}
    for high in {image.height for image in images.values()}:
        row = [(name, image) for name, image in images.items() if image.height == high]
        sheet = Image.new("RGB", (sum(image.width for _, image in row), high))
        places: list[tuple[str, int, int]] = []
        for name, image in row:
            x = places[-1][1] + places[-1][2] if places else 0
            places.append((name, x, image.width))
            sheet.paste(image, (x, 0))
        calm = relief.settled(sheet, reach, _ledges(high))
        made |= {name: calm.crop((x, 0, x + wide, high)) for name, x, wide in places}
    return made


def _ledges(high: int) -> tuple[Stretch, ...]:
    """The ledges of a strip, of a card's picture, or of what spans whole rows."""
    if high == STRIP:
        return STRIP_LEDGES
    top = ART[1] if high == ART_SIZE[1] else 0
    return layout.ledges(top, top + high, LEDGES)


def _bare(theme: Theme) -> dict[str, Picture]:
    """The empty cards, panels and strips, RGB, with their plates in one even colour."""
    cards = [(form, frame) for form in FORMS for frame in FRAMES]
    panels = [
        (side, rows, state)
        for side in ("left", "right")
        for state in PANELS
        for rows in ((1,) if state == "fallen" else (1, 2, 3))
    ]
    lit = {f"card-{form}-{frame}": town_blanks.card(theme, form, frame) for form, frame in cards}
    for side, rows, state in panels:
        lit[f"panel-{side}-{rows}-{state}"] = town_stalls.panel(theme, rows, state, side == "left")
    lit["strip"] = town_blanks.strip(theme)
    made = _settled(lit, theme.grit + 2)
    for form, frame in cards:
        town_blanks.finish_card(made[f"card-{form}-{frame}"], theme, form, frame)
    for side, rows, state in panels:
        town_stalls.finish_panel(made[f"panel-{side}-{rows}-{state}"], theme, rows, state)
    town_blanks.finish_strip(made["strip"], theme)
    return made
