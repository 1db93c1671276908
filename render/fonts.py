"""Our font files, and which characters each has glyphs for."""

import struct
from bisect import bisect_right
from functools import cache
from importlib.resources import files

FILES = {
    "vollkorn": ("fontpkg_vollkorn", "files/Vollkorn[wght].ttf"),
    "alegreya": ("fontpkg_alegreya_sans", "files/AlegreyaSans-Bold.ttf"),
    "alegreya-heavy": ("fontpkg_alegreya_sans", "files/AlegreyaSans-ExtraBold.ttf"),
    "hangul": ("pylopdf_fonts_ko", "NotoSansKR-Regular.otf"),
    "hangul-serif": ("pylopdf_fonts_ko", "NotoSerifKR-Regular.otf"),
}


@cache
def font_bytes(font: str) -> bytes:
    """The whole file of one of `FILES`."""
    package, path = FILES[font]
    return files(package).joinpath(path).read_bytes()


@cache
def _cover(font: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """(firsts, lasts) of the ranges of code points that a font has glyphs for, read from its cmap."""
    data = font_bytes(font)
    tables = struct.unpack(">H", data[4:6])[0]
    for number in range(tables):
        tag, _, offset, _ = struct.unpack(">4sLLL", data[12 + 16 * number : 28 + 16 * number])
        if tag == b"cmap":
            return _cmap(data, offset)
    return (), ()


def _cmap(data: bytes, start: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    ranges: list[tuple[int, int]] = []
    for number in range(struct.unpack(">H", data[start + 2 : start + 4])[0]):
        offset = start + struct.unpack(">L", data[start + 8 + 8 * number : start + 12 + 8 * number])[0]
        form = struct.unpack(">H", data[offset : offset + 2])[0]
        if form == 12:
            groups = struct.unpack(">L", data[offset + 12 : offset + 16])[0]
            for group in range(groups):
                first, last, _ = struct.unpack(
                    ">LLL", data[offset + 16 + 12 * group : offset + 28 + 12 * group]
                )
                ranges.append((first, last))
        elif form == 4:
            double = struct.unpack(">H", data[offset + 6 : offset + 8])[0]
            lasts = struct.unpack(f">{double // 2}H", data[offset + 14 : offset + 14 + double])
            firsts = struct.unpack(f">{double // 2}H", data[offset + 16 + double : offset + 16 + 2 * double])
            ranges += [(first, last) for first, last in zip(firsts, lasts, strict=True) if first != 0xFFFF]
    ranges = sorted(set(ranges))
    return tuple(first for first, _ in ranges), tuple(last for _, last in ranges)


def covers(font: str, character: str) -> bool:
    """Whether one of our fonts ("vollkorn", "alegreya", "hangul"…) has a glyph for the character."""
    firsts, lasts = _cover(font)
    at = bisect_right(firsts, ord(character)) - 1
    return at >= 0 and ord(character) <= max(lasts[max(0, at - 3) : at + 1])
