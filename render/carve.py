"""Carving: a flat drawing whose parts say how high they stand becomes a lit sprite.

A part is a child of the `<svg>` with a `class`, the role that picks its colour in the `Material`, and either
`data-lift` (its height, 0 to 255, covering what lies beneath), with `data-swell` and `data-round` for how much
and how far from its edge it bulges; or `data-cut` (a groove of that depth) or `data-ridge` (a raised line).
`data-glow` makes a part shine by itself.
"""

import io
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from xml.etree import ElementTree

import resvg_py
from PIL import Image, ImageChops, ImageFilter

from render import relief, surface
from render.shelf import picture_bytes, shelved
from render.theme import Colour, Material

SUPER = 4
"""Drawings are carved at this many times the size of the largest sprite."""


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a drawing, as an SVG of its own and the numbers that shape it."""

    svg: str
    role: str
    lift: float
    swell: float
    round: float
    cut: float
    ridge: float
    glow: float


@cache
def parts(name: str) -> tuple[Part, ...]:
    """The parts of `art/NAME.svg` from the ground up; raises FileNotFoundError."""
    text = (files("render") / "art" / f"{name}.svg").read_text(encoding="utf-8")
    return read_parts(text)


def read_parts(text: str) -> tuple[Part, ...]:
    """The parts of a drawing's text from the ground up."""
    ElementTree.register_namespace("", "http://www.w3.org/2000/svg")
    root = ElementTree.fromstring(text)
    box = root.attrib["viewBox"]
    made = []
    for child in root:
        if "class" not in child.attrib:
            continue
        body = ElementTree.tostring(child, encoding="unicode")
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{body}</svg>'
        number = {
            key: float(child.attrib.get(f"data-{key}", "0")) for key in ("lift", "swell", "cut", "ridge")
        }
        made.append(
            Part(
                svg=svg,
                role=child.attrib["class"],
                round=float(child.attrib.get("data-round", "6")),
                glow=float(child.attrib.get("data-glow", "0")),
                **number,
            )
        )
    return tuple(made)


def mask(svg: str, width: int, height: int) -> Image.Image:
    """The coverage of an SVG, mode L."""
    png = resvg_py.svg_to_bytes(svg_string=svg, width=width, height=height, skip_system_fonts=True)
    return Image.open(io.BytesIO(png)).convert("RGBA").getchannel("A")


def _dome(shape: Image.Image, radius: float) -> Image.Image:
    """0 at the shape's edge, 255 where it is `radius` deep, a round profile between."""
    soft = shape.filter(ImageFilter.GaussianBlur(radius))
    profile = [round(255 * max(0.0, (v / 255 - 0.5) * 2) ** 0.6) for v in range(256)]
    return ImageChops.multiply(soft.point(profile), shape)


@dataclass(frozen=True, slots=True)
class Layer:
    """A part's coverage (mode L) and how it is painted."""

    part: Part
    shape: Image.Image


@dataclass(frozen=True, slots=True)
class Shape:
    """A drawing as heights (L) and coverage (L), whatever it is carved from, and the layers to be painted."""

    layers: tuple[Layer, ...]
    height: Image.Image
    alpha: Image.Image


def shape(drawn: tuple[Part, ...], size: int) -> Shape:
    """The drawing's form at `size` × `size` pixels."""
    unit = size / 128
    height = Image.new("L", (size, size), 0)
    alpha = height.copy()
    layers = []
    for part in drawn:
        cover = mask(part.svg, size, size)
        layers.append(Layer(part, cover))
        if part.cut or part.ridge:
            soft = cover.filter(ImageFilter.GaussianBlur(unit * 0.7))
            move = ImageChops.subtract if part.cut else ImageChops.add
            height = move(height, relief.scaled(soft, (part.cut or part.ridge) / 255))
        else:
            dome = _dome(cover, part.round * unit)
            top = dome.point([min(255, round(part.lift + part.swell * v / 255)) for v in range(256)])
            height.paste(top, mask=cover)
            alpha = ImageChops.lighter(alpha, cover)
    return Shape(tuple(layers), height, alpha)


@shelved(
    16 << 20, lambda form: picture_bytes(form.height, form.alpha, *(layer.shape for layer in form.layers))
)
def known_shape(name: str, size: int) -> Shape:
    """The form of `art/NAME.svg`, not to be changed; the few that were asked for last are kept."""
    return shape(parts(name), size)


@dataclass(frozen=True, slots=True)
class Block:
    """A carved but unlit thing: colour RGB, height L, coverage L, glow RGB."""

    colour: Image.Image
    height: Image.Image
    alpha: Image.Image
    glow: Image.Image


def block(drawn: tuple[Part, ...], material: Material, size: int) -> Block:
    """The drawing carved at `size` × `size` pixels."""
    return painted(shape(drawn, size), material)


def painted(form: Shape, material: Material) -> Block:
    """The form in the material's colours."""
    size = form.height.size
    unit = size[0] / 128
    colour = Image.new("RGB", size, material.body)
    glow = Image.new("RGB", size)
    for layer in form.layers:
        part, cover, paint = layer.part, layer.shape, material.colour(layer.part.role)
        if part.cut:
            filled = _filled(material, paint, part.role)
            colour.paste(
                filled or _darker(paint), (0, 0, *size), relief.scaled(cover, 0.9 if filled else 0.35)
            )
        else:
            colour.paste(paint, (0, 0, *size), cover)
        if part.glow:
            colour.paste((0, 0, 0), (0, 0, *size), cover)
            glow = ImageChops.add(glow, _halo(cover, paint, part.glow, unit))
    bare = Block(colour, form.height, form.alpha, glow)
    return bare if material.inlay is None else _lined(bare, form, material, material.inlay)


def _lined(bare: Block, form: Shape, material: Material, inlay: Colour) -> Block:
    """The block with the figure's lines laid in, on the parts whose roles carry them."""
    size = form.height.size
    found = surface.lines(material.figure, size, size[0] / 128)
    if found is None:
        return bare
    lines, rise, roles = found
    bearing = Image.new("L", size, 0)
    for layer in form.layers:
        if not (layer.part.cut or layer.part.ridge):
            bearing.paste(255 if layer.part.role in roles else 0, (0, 0, *size), layer.shape)
        elif layer.part.role == "eye":
            bearing.paste(0, (0, 0, *size), layer.shape)
    lines = ImageChops.multiply(lines, bearing)
    colour = bare.colour.copy()
    colour.paste(inlay, (0, 0, *size), lines)
    move = ImageChops.add if rise > 0 else ImageChops.subtract
    height = move(bare.height, relief.scaled(lines, abs(rise)))
    glow = bare.glow
    if material.ember:
        glow = ImageChops.add(glow, _halo(lines, inlay, material.ember, size[0] / 300))
    return Block(colour, height, bare.alpha, glow)


def _filled(material: Material, paint: Colour, role: str) -> Colour | None:
    """What fills a groove, if anything does; eyes and mouths stay hollow."""
    return None if role == "eye" else material.inlay


def _darker(colour: Colour) -> Colour:
    return (colour[0] // 3, colour[1] // 3, colour[2] // 3)


def _halo(shape: Image.Image, colour: Colour, strength: float, unit: float) -> Image.Image:
    near = relief.scaled(shape.filter(ImageFilter.GaussianBlur(3 * unit)), 0.9 * strength)
    light = ImageChops.lighter(shape, near)
    return ImageChops.multiply(Image.new("RGB", shape.size, colour), Image.merge("RGB", [light] * 3))


def light(carved: Block, material: Material, scale: float) -> Image.Image:
    """The block under the light, RGBA; `scale` is pixels per unit of the 128-unit drawing."""
    figure = surface.figure(material.figure, carved.height.size, scale)
    smooth = carved.height.filter(ImageFilter.GaussianBlur(0.6 * scale))
    height = ImageChops.add(smooth, relief.scaled(figure, 0.02 + 0.03 * material.grain))
    diffuse, glint = relief.shading(height, 0.034 * scale, material.gloss, material.rim)
    sky = relief.hollows(smooth, 5 * scale, 1.5)
    colour = ImageChops.multiply(carved.colour, surface.tint(figure, material))
    if material.patina is not None:
        gathered = sky.point([min(230, (255 - v) * 4) for v in range(256)])
        colour.paste(material.patina, (0, 0, *colour.size), gathered)
    if material.polish:
        diffuse = surface.mirrored(diffuse, material.polish)
    shown = ImageChops.add(relief.lit(colour, diffuse, glint, sky), carved.glow)
    if material.lucent:
        shown = ImageChops.add(shown, _shining_through(colour, diffuse, material.lucent, scale))
    shown.putalpha(carved.alpha)
    return shown


def _shining_through(colour: Image.Image, diffuse: Image.Image, strength: float, scale: float) -> Image.Image:
    """The light that entered on the sunny side and leaves on the shady one."""
    shady = diffuse.point([min(255, round(max(0, 150 - v) * 2 * strength)) for v in range(256)])
    soft = shady.filter(ImageFilter.GaussianBlur(2.2 * scale))
    return ImageChops.multiply(
        colour.filter(ImageFilter.GaussianBlur(1.5 * scale)), Image.merge("RGB", [soft] * 3)
    )


def sprites(name: str, material: Material, sizes: tuple[int, ...]) -> list[Image.Image]:
    """`art/NAME.svg` carved from the material, once for each size, RGBA, square, without a shadow.

    Raises FileNotFoundError for a drawing that is not there.
    """
    big = max(sizes) * SUPER
    carved = light(painted(known_shape(name, big), material), material, big / 128)
    return [carved.resize((size, size), Image.Resampling.BOX) for size in sizes]
