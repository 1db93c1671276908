"""What playing sets are made of: each material's dark half for the attackers and light half for the defenders."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from render.theme import BOG_OAK, BONE, Material


@dataclass(frozen=True, slots=True)
class SetMaterial:
    """Both halves of a set."""

    dark: Material
    light: Material


SETS: Mapping[str, SetMaterial] = MappingProxyType(
    {name: SetMaterial(BOG_OAK, BONE) for name in ("ash", "oak", "slate", "antler")}
)
"""By the id of the material."""
