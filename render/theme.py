"""The looks: what a board is made of, and what each side's pieces are made of. Values only."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

Colour = tuple[int, int, int]
Stops = tuple[tuple[int, Colour], ...]


@dataclass(frozen=True, slots=True)
class Material:
    """What one side's pieces are carved from; the roles are those of the art's parts."""

    name: str
    body: Colour
    cloth: Colour
    trim: Colour
    metal: Colour
    wood: Colour
    paint: Colour
    eye: Colour
    grain: float
    """How strongly the fibres show, 0 to 1."""
    gloss: float
    rim: float
    figure: str = "fibre"
    """How the surface is figured: one of `surface.FIGURES`."""
    shade: Colour | None = None
    """What the figure's dark parts multiply the colour by; None shades by `grain` alone."""
    inlay: Colour | None = None
    """What fills the grooves and the figure's lines; None leaves grooves dark and draws no lines."""
    patina: Colour | None = None
    """What gathers in the hollows."""
    polish: float = 0.0
    """How much the surface mirrors the sky like metal, 0 to 1."""
    lucent: float = 0.0
    """How much light passes through the body, 0 to 1."""
    ember: float = 0.0
    """How much the figure's lines shine by themselves, 0 to 1."""

    def colour(self, role: str) -> Colour:
        """The colour of a part's role; raises KeyError for a role that no art uses."""
        return {
            "body": self.body,
            "cloth": self.cloth,
            "trim": self.trim,
            "metal": self.metal,
            "wood": self.wood,
            "paint": self.paint,
            "eye": self.eye,
        }[role]


@dataclass(frozen=True, slots=True)
class Theme:
    """What one board is made of, and the materials of the two sides on it."""

    name: str
    stone: bool
    """Slabs and veins rather than planks and fibres."""
    field: Stops
    frame: Stops
    barrow: Stops
    throne: Stops
    ribbon: Colour
    """The knotwork's metal, bone or wood."""
    recess: Colour
    """The floor of plates and trays."""
    boss: Colour
    """Behind a coordinate."""
    label: Colour
    ink: Colour
    """Names on the plates."""
    faint: Colour
    """Roles and notes on the plates."""
    mark: Colour
    """The last move and whose turn it is."""
    choice: Colour
    """The selected piece and its targets."""
    wound: Colour
    """Captures."""
    banner: Colour
    """The result's ribbon."""
    grit: int
    """How far, in levels of a channel, neighbouring rows may differ and still be made equal."""
    relief: float
    attackers: Material
    defenders: Material


BONE = Material(
    name="bone",
    body=(250, 240, 212),
    cloth=(238, 220, 180),
    trim=(226, 168, 52),
    metal=(204, 212, 218),
    wood=(150, 98, 52),
    paint=(186, 58, 44),
    eye=(60, 40, 24),
    grain=0.2,
    gloss=0.3,
    rim=0.0,
)
BOG_OAK = Material(
    name="bog oak",
    body=(62, 52, 50),
    cloth=(46, 39, 41),
    trim=(134, 108, 78),
    metal=(104, 112, 118),
    wood=(70, 52, 40),
    paint=(58, 44, 40),
    eye=(120, 255, 180),
    grain=0.25,
    gloss=0.45,
    rim=0.8,
)
JET = Material(
    name="jet",
    body=(44, 46, 56),
    cloth=(32, 34, 44),
    trim=(112, 112, 116),
    metal=(104, 112, 124),
    wood=(48, 46, 52),
    paint=(40, 42, 54),
    eye=(110, 220, 255),
    grain=0.05,
    gloss=0.7,
    rim=1.1,
)
IVORY = Material(
    name="ivory",
    body=(250, 248, 240),
    cloth=(232, 228, 218),
    trim=(218, 170, 74),
    metal=(200, 212, 226),
    wood=(128, 92, 62),
    paint=(62, 98, 172),
    eye=(44, 44, 56),
    grain=0.1,
    gloss=0.45,
    rim=0.0,
)

WOOD = Theme(
    name="wood",
    stone=False,
    field=((0, (122, 76, 36)), (128, (168, 114, 62)), (255, (198, 146, 88))),
    frame=((0, (52, 28, 14)), (128, (84, 48, 24)), (255, (112, 68, 36))),
    barrow=((0, (122, 120, 96)), (128, (150, 148, 122)), (255, (172, 168, 142))),
    throne=((0, (96, 34, 24)), (128, (128, 48, 32)), (255, (150, 64, 42))),
    ribbon=(206, 158, 84),
    recess=(48, 27, 15),
    boss=(44, 24, 12),
    label=(250, 226, 170),
    ink=(252, 232, 188),
    faint=(214, 178, 124),
    mark=(255, 214, 92),
    choice=(255, 248, 214),
    wound=(142, 16, 12),
    banner=(132, 24, 18),
    grit=15,
    relief=1.0,
    attackers=BOG_OAK,
    defenders=BONE,
)
STONE = Theme(
    name="stone",
    stone=True,
    field=((0, (84, 92, 104)), (128, (112, 121, 134)), (255, (138, 147, 160))),
    frame=((0, (28, 32, 40)), (128, (44, 50, 60)), (255, (62, 69, 80))),
    barrow=((0, (112, 132, 124)), (128, (138, 158, 148)), (255, (160, 178, 168))),
    throne=((0, (34, 52, 92)), (128, (48, 72, 122)), (255, (66, 92, 146))),
    ribbon=(142, 156, 176),
    recess=(40, 45, 56),
    boss=(20, 23, 30),
    label=(224, 234, 248),
    ink=(234, 240, 250),
    faint=(160, 174, 196),
    mark=(132, 220, 255),
    choice=(240, 252, 255),
    wound=(150, 14, 30),
    banner=(40, 62, 112),
    grit=9,
    relief=1.0,
    attackers=JET,
    defenders=IVORY,
)

SNOW = Theme(
    name="snow",
    stone=False,
    field=((0, (104, 120, 136)), (128, (130, 146, 162)), (255, (154, 168, 182))),
    frame=((0, (60, 72, 88)), (128, (82, 96, 114)), (255, (104, 118, 136))),
    barrow=((0, (96, 116, 104)), (128, (118, 140, 126)), (255, (138, 160, 146))),
    throne=((0, (104, 44, 50)), (128, (130, 58, 62)), (255, (154, 76, 78))),
    ribbon=(214, 222, 230),
    recess=(36, 46, 60),
    boss=(34, 44, 58),
    label=(244, 250, 255),
    ink=(246, 250, 255),
    faint=(184, 200, 218),
    mark=(255, 204, 84),
    choice=(255, 255, 255),
    wound=(150, 14, 30),
    banner=(118, 34, 44),
    grit=12,
    relief=0.9,
    attackers=BOG_OAK,
    defenders=IVORY,
)
HALL = Theme(
    name="hall",
    stone=False,
    field=((0, (112, 52, 36)), (128, (154, 78, 52)), (255, (180, 100, 68))),
    frame=((0, (30, 20, 18)), (128, (50, 34, 28)), (255, (70, 50, 40))),
    barrow=((0, (106, 108, 98)), (128, (134, 136, 124)), (255, (156, 158, 146))),
    throne=((0, (24, 62, 48)), (128, (34, 84, 64)), (255, (48, 106, 82))),
    ribbon=(214, 164, 70),
    recess=(28, 18, 15),
    boss=(26, 17, 14),
    label=(255, 226, 154),
    ink=(255, 234, 184),
    faint=(216, 174, 112),
    mark=(255, 206, 74),
    choice=(255, 246, 214),
    wound=(40, 12, 20),
    banner=(30, 74, 58),
    grit=15,
    relief=1.0,
    attackers=JET,
    defenders=BONE,
)

THEMES: Mapping[str, Theme] = MappingProxyType({theme.name: theme for theme in (WOOD, STONE, SNOW, HALL)})
