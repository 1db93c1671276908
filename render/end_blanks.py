"""The blanks of a match's closing card: its head, the joints beside the board, and its foot."""

from PIL import Image

from render import bands, end_furniture
from render.end_furniture import Box
from render.end_kit import Craft
from render.layout import EDGE, FRAME, MARGIN, SIZE
from render.theme import Colour, Theme
from render.town_slab import FLAT, Slab, carve, lay, mixed, rounded, tint
from rules.game import Seat

HEAD = 154
"""The height of the head: the cloth, and a plate for each player."""
BOARD = SIZE - 2 * EDGE
"""The height of the board with its border, which has the picture's whole breadth."""
FOOT = {"facts": 54, "kept": 88, "prize": 186}
"""The height of the foot, by what it tells beside the facts."""
CLOTH: Box = (78, 8, SIZE - 78, 54)
PLATES: dict[Seat, Box] = {Seat.ATTACKERS: (12, 62, 354, 148), Seat.DEFENDERS: (366, 62, 708, 148)}
NICHES: dict[Seat, tuple[int, int]] = {Seat.ATTACKERS: (58, 105), Seat.DEFENDERS: (662, 105)}
NAMES: dict[Seat, Box] = {Seat.ATTACKERS: (106, 62, 350, 120), Seat.DEFENDERS: (370, 62, 614, 120)}
ROLES: dict[Seat, Box] = {Seat.ATTACKERS: (106, 115, 350, 147), Seat.DEFENDERS: (370, 115, 614, 147)}
FACTS: dict[str, Box] = {"facts": (12, 6, 708, 48), "kept": (12, 6, 708, 82), "prize": (12, 140, 708, 180)}
FLOORS: dict[Seat, Box] = {Seat.DEFENDERS: (20, 40, 202, 122), Seat.ATTACKERS: (206, 40, 388, 122)}
TROPHY: Box = (394, 40, 700, 122)
"""Where the prize is named."""
BAND: Box = (20, 14, 700, 36)
"""Where the prize's style shows."""
_REACH = 41


def height(kind: str) -> int:
    """The height of a card with that foot."""
    return HEAD + BOARD + FOOT[kind]


def carved(theme: Theme) -> dict[str, Image.Image]:
    """All parts, RGB."""
    made: dict[str, Image.Image] = {}
    for winner in (None, Seat.ATTACKERS, Seat.DEFENDERS):
        made[f"head-{winner or 'nobody'}"] = _head(theme, winner)
    for kind in FOOT:
        made[f"foot-{kind}"] = _foot(theme, kind)
    for stakes in ("plain", "staked"):
        for end in ("above", "below"):
            made[f"joint-{stakes}-{end}"] = _joint(theme, end == "above", stakes == "staked")
    for style in bands.STYLES:
        made[f"band-{style}"] = _band(theme, style)
    return made


BLANKS = Craft("end", carved, 56, ("end_blanks", "layout"))


def _head(theme: Theme, winner: Seat | None) -> Image.Image:
    made = end_furniture.plank(theme, SIZE, HEAD, below=False)
    end_furniture.cloth(made, theme, CLOTH)
    for seat, box in PLATES.items():
        end_furniture.hollow(made, theme, box)
        if seat is winner:
            _gild(made, box)
        end_furniture.niche(made, theme, NICHES[seat], _REACH, ringed=seat is winner)
    shown = end_furniture.shown(made, theme)
    end_furniture.even(shown, CLOTH, theme.banner, 5)
    for seat in PLATES:
        left, _, right, _ = NAMES[seat]
        end_furniture.even(shown, (left, PLATES[seat][1] + 3, right, ROLES[seat][3] - 3), theme.recess, 1)
    return shown


def _gild(made: Slab, box: Box) -> None:
    """A narrow rim of gold just outside the box."""
    left, top, right, bottom = box
    rim = rounded(made, (left - 4, top - 4, right + 4, bottom + 4), 10)
    rim.paste(0, mask=rounded(made, box, 7))
    carve(made, rim, FLAT + 10, FLAT + 64, 3)
    tint(made, rim, end_furniture.GOLD)


def _foot(theme: Theme, kind: str) -> Image.Image:
    made = end_furniture.plank(theme, SIZE, FOOT[kind], above=False)
    end_furniture.hollow(made, theme, FACTS[kind])
    if kind == "prize":
        _trophy(made, theme)
    shown = end_furniture.shown(made, theme)
    end_furniture.even(shown, FACTS[kind], theme.recess, 4)
    if kind == "prize":
        end_furniture.even(shown, TROPHY, theme.recess, 3)
    return shown


def _trophy(made: Slab, theme: Theme) -> None:
    """A gilded frame with a floor for each half of a set and one for its name."""
    outer = (14, 8, SIZE - 14, 128)
    end_furniture.hollow(made, theme, outer, gilt=True)
    for seat, box in FLOORS.items():
        shape = rounded(made, box, 6)
        carve(made, shape, FLAT - 20, FLAT - 44, 4)
        tint(made, shape, floor_of(theme, seat))
    shape = rounded(made, TROPHY, 6)
    carve(made, shape, FLAT - 20, FLAT - 44, 3)
    tint(made, shape, theme.recess)


def floor_of(theme: Theme, seat: Seat) -> Colour:
    """A light floor for the dark pieces, a dark one for the light."""
    if seat is Seat.DEFENDERS:
        return theme.recess
    return mixed(theme.field[-1][1], (255, 250, 236), 0.35)


def _joint(theme: Theme, above: bool, staked: bool) -> Image.Image:
    """What closes the border's corners and the trays' ends: the picture's breadth, the border's height."""
    made = end_furniture.plank(theme, SIZE, FRAME, above=False, below=False)
    for left in (0, SIZE - MARGIN):
        inner = EDGE if left == 0 else 0
        corner = (left + inner, 0, left + inner + FRAME, FRAME)
        shape = rounded(made, corner, 3)
        carve(made, shape, FLAT - 20, FLAT + 10, 3)
        tint(made, shape, theme.boss)
        middle = left + inner + FRAME / 2
        end_furniture.boss(made, theme, (middle, FRAME / 2), 10.5, gilt=staked)
    return end_furniture.shown(made, theme)


def _band(theme: Theme, style: str) -> Image.Image:
    wide, high = BAND[2] - BAND[0], BAND[3] - BAND[1]
    made = end_furniture.plank(theme, wide, high, above=False, below=False)
    channel = rounded(made, (0, 0, wide, high), 4)
    carve(made, channel, FLAT - 26, FLAT - 40, 2)
    tint(made, channel, theme.boss)
    lay(made, bands.band(style, (wide - 8) * 4, (high - 2) * 4), (4, 1), theme.ribbon)
    return end_furniture.shown(made, theme)
