"""How light a picture is to eyes that tell fewer colours apart, or none."""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from PIL import Image, ImageChops, ImageFilter, ImageStat

Matrix = tuple[tuple[float, float, float], ...]

EYES: Mapping[str, Matrix] = MappingProxyType(
    {
        # Machado, Oliveira, Fernandes: A Physiologically-based Model for Simulation of Color Vision Deficiency
        # (IEEE Transactions on Visualization and Computer Graphics 15, 2009), severity 1.0, in linear light.
        "protanopia": (
            (0.152286, 1.052583, -0.204868),
            (0.114503, 0.786281, 0.099216),
            (-0.003882, -0.048116, 1.051998),
        ),
        "deuteranopia": (
            (0.367322, 0.860646, -0.227968),
            (0.280085, 0.672501, 0.047413),
            (-0.011820, 0.042940, 0.968881),
        ),
        "tritanopia": (
            (1.255528, -0.076749, -0.178779),
            (-0.078411, 0.930809, 0.147602),
            (0.004733, 0.691367, 0.303900),
        ),
        "no colours": ((0.2126, 0.7152, 0.0722),) * 3,
    }
)


def lightness(colour: tuple[int, int, int], eye: str) -> float:
    """CIE L* of a colour of the screen to those eyes, 0 to 100."""
    linear = [_linear(value / 255) for value in colour]
    seen = [min(1.0, max(0.0, sum(m * v for m, v in zip(row, linear, strict=True)))) for row in EYES[eye]]
    bright = 0.2126 * seen[0] + 0.7152 * seen[1] + 0.0722 * seen[2]
    return 116 * bright ** (1 / 3) - 16 if bright > 0.008856 else 903.3 * bright


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


@lru_cache(maxsize=256)
def _levels(palette: bytes, eye: str) -> list[int]:
    colours = [palette[at : at + 3] for at in range(0, len(palette), 3)]
    levels = [round(lightness((c[0], c[1], c[2]), eye) * 2.55) for c in colours]
    return levels + [0] * (256 - len(levels))


def seen(indices: Image.Image, palette: bytes, eye: str) -> Image.Image:
    """Palette indices as lightness to those eyes, mode L, 255 for an L* of 100."""
    bare = Image.frombytes("L", indices.size, indices.tobytes())
    return bare.point(_levels(palette, eye))


def apart(one: Image.Image, other: Image.Image) -> float:
    """How far two lightness images are apart, in L*: the mean over their pixels, fine grain left out."""
    soft = (image.filter(ImageFilter.GaussianBlur(1.5)) for image in (one, other))
    return ImageStat.Stat(ImageChops.difference(*soft)).mean[0] / 2.55


def mean(image: Image.Image, mask: Image.Image | None = None) -> float:
    """The mean L* of a lightness image, where the mask is set."""
    return ImageStat.Stat(image, mask).mean[0] / 2.55
