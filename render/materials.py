"""What playing sets are made of: each material's dark half for the attackers and light half for the defenders.

A set is one thing in two shades: the attackers' half is charred, stained, patinated or set in dark, the
defenders' is bare, bleached, polished or set in bone, so that any set can meet any other.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from render.theme import Colour, Material


@dataclass(frozen=True, slots=True)
class SetMaterial:
    """Both halves of a set."""

    dark: Material
    light: Material


def _colour(code: str) -> Colour:
    return (int(code[:2], 16), int(code[2:4], 16), int(code[4:], 16))


@dataclass(frozen=True, slots=True)
class _Surface:
    """What both halves of a set share."""

    figure: str
    gloss: float
    grain: float = 0.3
    polish: float = 0.0
    lucent: float = 0.0


def _half(
    surface: _Surface,
    colours: str,
    *,
    rim: float,
    shade: str,
    inlay: str | None = None,
    patina: str | None = None,
    ember: float = 0.0,
) -> Material:
    """`colours` are those of the roles: body, cloth, trim, metal, wood, paint, eye."""
    body, cloth, trim, metal, wood, paint, eye = map(_colour, colours.split())
    return Material(
        name="",
        body=body,
        cloth=cloth,
        trim=trim,
        metal=metal,
        wood=wood,
        paint=paint,
        eye=eye,
        grain=surface.grain,
        gloss=surface.gloss,
        rim=rim,
        figure=surface.figure,
        shade=_colour(shade),
        inlay=_colour(inlay) if inlay else None,
        patina=_colour(patina) if patina else None,
        polish=surface.polish,
        lucent=surface.lucent,
        ember=ember,
    )


def _set(
    surface: _Surface,
    dark: str,
    light: str,
    shades: tuple[str, str],
    inlays: tuple[str | None, str | None] = (None, None),
    patinas: tuple[str | None, str | None] = (None, None),
    ember: float = 0.0,
    rim: float = 0.8,
) -> SetMaterial:
    return SetMaterial(
        _half(surface, dark, rim=rim, shade=shades[0], inlay=inlays[0], patina=patinas[0], ember=ember),
        _half(surface, light, rim=0.0, shade=shades[1], inlay=inlays[1], patina=patinas[1]),
    )


SETS: Mapping[str, SetMaterial] = MappingProxyType(
    {
        "ash": _set(
            _Surface("rings", 0.25, 0.5),
            "5c524a 4a423c dcc08e 8d8072 5a5048 4a423c ffc36a",
            "faeccb ecd9b0 a87a48 e0d0ac bc9868 c49a6c 3a2818",
            ("3e3834", "d4b284"),
        ),
        "oak": _set(
            _Surface("rays", 0.3, 0.7),
            "5e341c 4a2614 c08440 8a6238 4a2a14 3c1e0e ffb050",
            "ffe6b4 fbd592 7a481c fff0cc 9a642c b0702c 38200e",
            ("4a3020", "f4dcb4"),
        ),
        "slate": _set(
            _Surface("layers", 0.45, 0.5),
            "465260 38434f 9ab2be 74848e 3a424c 2c3640 a8e8ff",
            "d8e6e6 c2d4d6 627882 ecf4f2 7e9298 7890a0 22303a",
            ("76828e", "a6b8be"),
        ),
        "antler": _set(
            _Surface("pith", 0.35, 0.6),
            "564634 473829 ead9b4 9a8a70 5c4630 4a3424 ffd890",
            "f8efdc e6d6b8 86603c dccbb0 967450 a88460 38281a",
            ("5e4c38", "c0a07c"),
        ),
        "bog_oak": _set(
            _Surface("rings", 0.45, 0.8),
            "3b302b 2c2422 b0813f 6e6258 2a2220 241d1b c8ff9a",
            "fbeed0 f0deb8 352c28 d8c6a4 3a302b 6a5848 241d1b",
            ("4c443e", "dcc298"),
        ),
        "jet": _set(
            _Surface("smooth", 1.5, 0.0),
            "2b2c34 1e1f26 c4ccd8 6a707c 24252c 1a1b21 a8e4ff",
            "fffaf0 a2a3ae 26272e e0e4ea 26272e 2e2f38 1c1d24",
            ("ffffff", "ffffff"),
            rim=1.4,
        ),
        "amber": _set(
            _Surface("cloud", 1.2, 0.0, lucent=0.9),
            "762908 5c1d06 f0901f d8862c 5a2408 4c1804 ffe27a",
            "ffc94a f7a82c fff0b0 ffe6a0 b4621a d4701a 5a2a08",
            ("8a3a1c", "ea8c30"),
        ),
        "whalebone": _set(
            _Surface("pores", 0.3, 0.8),
            "4e4a44 3d3a36 f2ead6 a8a294 4a4640 34312e ffffff",
            "fff6de f6e9cc 9aa09c e8e0cc b4a88e 5c7c98 26323c",
            ("403a34", "ccb48a"),
            inlays=("d8d0bc", "86684a"),
        ),
        "walrus_ivory": _set(
            _Surface("marble", 0.8, 0.1),
            "74281f 5c1e18 f2dcae c89a5a 5c241c 481610 ffe2a0",
            "f8e6bc ead0a0 c48a34 e6d2a4 a8743c a03828 4a2814",
            ("9a6a5c", "e0c08c"),
        ),
        "bronze": _set(
            _Surface("hammered", 0.7, 0.2, polish=0.9),
            "54432a 443620 d09448 9a7440 4a3820 3c3020 9affd8",
            "ffca6a fab858 ffeaa8 ffe09a c88a44 e0983e 4a2c10",
            ("b0a890", "f4dcae"),
            patinas=("3c7868", "6c9c78"),
        ),
        "silver_inlaid": _set(
            _Surface("scrolls", 0.6, 0.0, polish=0.5),
            "2a2830 211f26 b4bec9 b8c0cc 28262c 24222a e8f4ff",
            "e6ecf2 d0d8e0 565c68 f0f4f8 868c96 9aa2ae 22242c",
            ("ffffff", "ffffff"),
            inlays=("c4d0de", "868c98"),
        ),
        "rune_cut": _set(
            _Surface("runes", 0.3, 0.4),
            "4a3a2e 3a2d24 d0a050 847868 4c3828 3a261e ff8a4a",
            "fdf4dc f4e6c4 e0aa48 e4e0d4 b48e5c dcc294 4a2010",
            ("5a4c40", "d8bc90"),
            inlays=("ff6a2c", "b01c14"),
            ember=0.9,
        ),
        "garnet": _set(
            _Surface("cells", 1.0, 0.0, polish=0.3, lucent=0.4),
            "4a0f17 540915 bc8e36 b48836 400e18 620b18 ffe27a",
            "f6d070 d8404a fff0b4 f0c050 b07c34 d02c3a 5a1018",
            ("ffffff", "ffffff"),
            inlays=("c8943c", "ffe9a0"),
        ),
        "star_iron": _set(
            _Surface("lattice", 0.9, 0.3, polish=0.6),
            "5e6a80 4a5468 cce6ff 7c8aa0 444e5e 424c60 c8f0ff",
            "fcfdff eef4fa 5a8cdc fcfdff a4b0c0 9ab8e4 1c2c4c",
            ("545c6a", "b0bccc"),
        ),
    }
)
"""By the id of the material."""
