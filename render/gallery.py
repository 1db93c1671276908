"""A page with every picture: each at 720 and at 360 pixels, and all of them on one sheet."""

import html
import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from render.text import PAD, Face, Hand, fit, line

WIDE, NARROW = 720, 360
"""The widths at which a picture is shown: on a desktop, on a phone."""
_ACROSS = 6
"""How many pictures stand side by side on the sheet."""
_ROOM, _CAPTION = Hand(Face.TITLE, 30), Hand(Face.TEXT, 18)
_GAP, _HEAD, _FOOT = 12, 56, 26
_PAPER, _INK = (22, 22, 26), (232, 228, 218)


@dataclass(frozen=True, slots=True)
class Exhibit:
    """One picture of the gallery."""

    room: str
    """What it stands among."""
    name: str
    """Its file's name without an ending, unlike any other's."""
    caption: str
    draw: Callable[..., bytes]
    """Called with the folder of carved pieces as `cache_dir`."""


def hang(exhibits: Sequence[Exhibit], folder: Path, cache_dir: Path | None = None) -> None:
    """Draw all into `folder/pictures`, and write `index.html` and `gallery.png` that show them by room."""
    (folder / "pictures").mkdir(parents=True, exist_ok=True)
    rooms: dict[str, list[tuple[Exhibit, str, Image.Image]]] = {}
    for exhibit in exhibits:
        made = exhibit.draw(cache_dir=cache_dir)
        with Image.open(io.BytesIO(made)) as shown:
            file = f"{exhibit.name}.{(shown.format or 'png').lower()}"
            small = narrowed(shown)
        (folder / "pictures" / file).write_bytes(made)
        rooms.setdefault(exhibit.room, []).append((exhibit, file, small))
    (folder / "index.html").write_text(_page(rooms), encoding="utf-8")
    sheet = _sheet([(room, [(e.caption, s) for e, _, s in hung]) for room, hung in rooms.items()])
    sheet.save(folder / "gallery.png", compress_level=6)


def narrowed(shown: Image.Image, width: int = NARROW) -> Image.Image:
    """The picture, or an animation's first frame, at that width, RGB."""
    high = round(shown.height * width / shown.width)
    return shown.convert("RGB").resize((width, high), Image.Resampling.LANCZOS)


def _page(rooms: dict[str, list[tuple[Exhibit, str, Image.Image]]]) -> str:
    parts = [_HEAD_HTML]
    for room, hung in rooms.items():
        parts.append(f"<h2>{html.escape(room)}</h2>")
        for exhibit, file, _ in hung:
            source = f'src="pictures/{file}" alt="{html.escape(exhibit.caption)}" loading="lazy"'
            parts.append(
                f'<figure><img {source} width="{WIDE}"><img {source} width="{NARROW}">'
                f"<figcaption>{html.escape(exhibit.caption)}</figcaption></figure>"
            )
    return "\n".join(parts) + "\n"


_HEAD_HTML = """<!doctype html>
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Haugbui: every picture</title>
<style>
body { background: #16161a; color: #e8e4da; font: 16px sans-serif; margin: 1rem; }
figure { display: inline-block; margin: 0 1rem 1.5rem 0; vertical-align: top; }
img { vertical-align: top; margin-right: 8px; height: auto; }
</style>
<h1>Every picture, at 720 and at 360 pixels</h1>"""


def _sheet(rooms: Sequence[tuple[str, Sequence[tuple[str, Image.Image]]]]) -> Image.Image:
    """All rooms below each other, their pictures in rows as high as the highest one."""
    pitch = NARROW + _GAP
    rows: list[tuple[str, Sequence[tuple[str, Image.Image]]]] = []
    for room, hung in rooms:
        for start in range(0, len(hung), _ACROSS):
            rows.append((room if start == 0 else "", hung[start : start + _ACROSS]))
    highs = [(_HEAD if room else 0) + max(s.height for _, s in hung) + _FOOT + _GAP for room, hung in rows]
    sheet = Image.new("RGB", (_ACROSS * pitch + _GAP, sum(highs) + _GAP), _PAPER)
    top = _GAP
    for (room, hung), high in zip(rows, highs, strict=True):
        foot = top + high
        if room:
            _write(sheet, (_GAP, top + 38), room, _ROOM)
            top += _HEAD
        for place, (caption, small) in enumerate(hung):
            x = _GAP + place * pitch
            sheet.paste(small, (x, top))
            _write(sheet, (x, top + small.height + 19), fit(caption, _CAPTION, NARROW), _CAPTION)
        top = foot
    return sheet


def _write(sheet: Image.Image, at: tuple[int, int], text: str, hand: Hand) -> None:
    shown = line(text, hand)
    sheet.paste(_INK, (at[0] - PAD, at[1] - shown.base), shown.mask)
