"""A hunt as an animation: after the first picture only what each roll and each choice has changed."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from itertools import pairwise
from pathlib import Path

from PIL import Image

from render import animation, town_kits
from render.animation import Animation, Format
from render.film import Band, Film, Patch
from render.layout import Box
from render.town_cards import Face, faces, tile
from render.town_kit import TownKit
from render.town_layout import HEIGHT, STRIP, WIDTH, card_box, panel_box
from render.town_panels import Panel, draw_panel, panels
from render.town_scene import TownLabels, TownScene
from render.town_strips import Above, Below, above, below, draw_above, draw_below
from rules.draugr.actions import Action, Cleanse, Deal, Go, Roll, Travel, Undo, Ward
from rules.draugr.game import DRAUGR
from rules.draugr.hunt import CHANCE_PHASES, Hunt
from rules.draugr.town import CELLS, Cell

SIZES = ((WIDTH, 3_000_000), (640, 3_000_000), (480, 3_000_000))
"""The breadths in pixels that are tried, the largest first, and the bytes that may be used for each."""


_BAND = 60  # a band is encoded in one go, and no other thread runs meanwhile


class Kind(IntEnum):
    """What a moment shows; its value is how long, in milliseconds."""

    WENT = 800
    ACTED = 1100
    ROLLED = 1500
    SLAIN = 1600


@dataclass(frozen=True, slots=True)
class Moment:
    """The town after something happened, still in the round in which it happened."""

    hunt: Hunt
    kind: Kind
    chosen: Cell | None = None
    """The card that the hunter chose."""


def moments(setup: str, actions: Iterable[Action]) -> list[Moment]:
    """The deal, the dice of each round, each way of the hunter's and each deed, in order, without what was undone.

    The last one is the town as it stands. Raises Unreadable or IllegalAction.
    """
    hunt = DRAUGR.start(setup)
    found = list[Moment | None]()
    for action in actions:
        after = DRAUGR.play(hunt, action)
        if isinstance(action, Undo):
            found.pop()
        else:
            found.append(_moment(hunt, action, after))
        hunt = after
    return [*(moment for moment in found if moment), Moment(hunt, Kind.ACTED)]


def of_rounds(shown: Sequence[Moment], first: int | None, last: int | None) -> Sequence[Moment]:
    """The moments of those rounds, and the one before; numbers beyond the hunt mean its ends."""
    end = min(max(last or shown[-1].hunt.round, 1), shown[-1].hunt.round)
    start = min(max(first or 1, 1), end)
    places = [place for place, moment in enumerate(shown) if start <= moment.hunt.round <= end]
    return shown[max(places[0] - 1, 0) : places[-1] + 1]


def town_replay(
    shown: Sequence[Moment],
    labels: TownLabels,
    *,
    theme: str = "wood",
    format: Format = "gif",
    most: int | None = None,
    cache_dir: Path | None = None,
    last_ms: int = 4000,
) -> Animation:
    """The moments without end, the last one shown for `last_ms`; one that changes nothing has no frame.

    It is 960 × 720 where that takes at most 3 MB, else smaller; always at most 3 MB, and at most `most` bytes. Where
    there is no room, or there are more than 300 frames, it shows the ends of rounds alone, or of every second
    round, or fewer (see `rounds_each`). Raises ValueError for no moments, and TooLarge where nothing fits.
    """
    if not shown:
        raise ValueError("no moments")
    kit = town_kits.town_kit(theme, cache_dir)

    def shoot(step: int) -> Film:
        return _film(_frames(_thinned(shown, step), labels, theme), kit, last_ms)

    return animation.fitted(shoot, SIZES, format, most)


def rounds_each(step: int) -> int:
    """For how many rounds each frame stands at that step of an animation; 0 where each roll and choice has one."""
    return 1 << step >> 1


def _moment(before: Hunt, action: Action, after: Hunt) -> Moment | None:
    """None where chance goes on."""
    if isinstance(action, Roll):
        return None if after.phase in CHANCE_PHASES else Moment(after, Kind.ROLLED)
    if isinstance(action, Deal):
        return Moment(after, Kind.ROLLED)
    if isinstance(action, Go):
        return Moment(after, Kind.WENT, action.cell)
    if after.round > before.round:
        after = replace(after, round=before.round, dice=before.dice, struck=before.struck)
    aimed = action.cell if isinstance(action, Cleanse | Ward | Travel) else None
    return Moment(after, Kind.SLAIN if after.slain > before.slain else Kind.ACTED, aimed)


def _thinned(shown: Sequence[Moment], step: int) -> Sequence[Moment]:
    each = rounds_each(step)
    if not each:
        return shown
    ends = {moment.hunt.round: moment for moment in shown}
    return list(ends.values())[::-each][::-1]


Piece = Face | Panel | Above | Below
Frame = tuple[dict[Box, Piece], int]


def _frames(shown: Iterable[Moment], labels: TownLabels, theme: str) -> list[Frame]:
    """What each frame shows and for how long; a moment in which the town stays as it is has none."""
    made, town = list[Frame](), None
    for moment in shown:
        scene = TownScene(moment.hunt, labels, theme)
        before, town = town, _pieces(scene)
        if town != before:
            made.append((_pieces(replace(scene, chosen=moment.chosen)), int(moment.kind)))
    return made


def _pieces(scene: TownScene) -> dict[Box, Piece]:
    """What a picture of the town is put together from, by where it is."""
    made: dict[Box, Piece] = {
        (0, 0, WIDTH, STRIP): above(scene),
        (0, HEIGHT - STRIP, WIDTH, HEIGHT): below(scene),
    }
    made |= {card_box(cell): face for cell, face in zip(CELLS, faces(scene), strict=True)}
    made |= {panel_box(panel.left, panel.first, panel.last): panel for panel in panels(scene)}
    return made


def _film(frames: Sequence[Frame], kit: TownKit, last_ms: int) -> Film:
    def opening() -> Sequence[Band]:
        made = Image.new("L", (WIDTH, HEIGHT))
        for box, piece in frames[0][0].items():
            made.paste(_drawn(kit, piece), box[:2])
        return [(None, made.crop((0, top, WIDTH, top + _BAND))) for top in range(0, HEIGHT, _BAND)]

    def changes() -> Iterator[Sequence[Patch]]:
        for (before, _), (after, _) in pairwise(frames):
            yield [(box[:2], _drawn(kit, piece)) for box, piece in after.items() if before.get(box) != piece]

    durations = [*(duration for _, duration in frames[:-1]), last_ms]
    return Film((WIDTH, HEIGHT), kit.palette, durations, opening, changes)


def _drawn(kit: TownKit, piece: Piece) -> Image.Image:
    if isinstance(piece, Face):
        return tile(kit, piece)
    if isinstance(piece, Panel):
        return draw_panel(kit, piece)
    return draw_above(kit, piece) if isinstance(piece, Above) else draw_below(kit, piece)
