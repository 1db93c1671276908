"""The gallery forgets no picture."""

import ast
import io
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from render.__main__ import main
from render.gallery import Exhibit, hang
from render.gallery_rooms import exhibits
from render.gallery_words import speakers
from render.theme import THEMES

ROOT = Path(__file__).parents[2]
WORDS = ROOT / "bot" / "words"


def drawing(source: str) -> Iterator[str]:
    """The public functions that make a whole picture: from carved parts a file's bytes, or an animation."""
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_") and node.returns:
            named = [argument.arg for argument in node.args.kwonlyargs]
            if "cache_dir" in named and ast.unparse(node.returns) in ("bytes", "Animation"):
                yield node.name


def used(source: str) -> set[str]:
    return {node.id for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Name)}


def test_every_function_that_makes_a_picture_hangs_in_the_gallery() -> None:
    files = {path.stem: path.read_text(encoding="utf-8") for path in (ROOT / "render").glob("*.py")}
    gallery = set().union(*(used(text) for name, text in files.items() if name.startswith("gallery")))
    made = {
        function
        for name, text in files.items()
        if not name.startswith("gallery")
        for function in drawing(text)
    }
    assert {
        "draw",
        "draw_town",
        "draw_sets",
        "draw_end",
        "draw_hunt_end",
        "draw_daily",
        "town_replay",
    } <= made
    assert made - gallery == set()


def test_a_picture_that_was_forgotten_is_found() -> None:
    text = (
        "def draw_new(scene: X, *, cache_dir: X = None) -> bytes: ...\ndef _own(cache_dir: X) -> bytes: ..."
    )
    assert set(drawing(text)) == {"draw_new"}


def test_every_theme_and_every_language_hangs_and_no_name_twice() -> None:
    says = speakers(WORDS)
    assert list(says) == ["en", "ru", "ko"]
    names = Counter(exhibit.name for exhibit in exhibits(says))
    assert [name for name, count in names.items() if count > 1] == []
    for part in (*THEMES, *says):
        for stem in ("table", "town"):
            assert f"{stem}-{part}-" in "".join(names), (stem, part)
    assert not any(set(name) - set("abcdefghijklmnopqrstuvwxyz0123456789-_") for name in names)


def test_words_of_samples_have_their_plurals_and_values() -> None:
    says = speakers(WORDS)
    assert (
        says["ru"]("end-moves", count=1)
        != says["ru"]("end-moves", count=2)
        != says["ru"]("end-moves", count=5)
    )
    assert "Ann" in says["ko"]("sets-of", name="Ann", count=3)


def picture(colour: str, size: tuple[int, int], form: str = "PNG") -> bytes:
    out = io.BytesIO()
    Image.new("RGB", size, colour).save(out, form)
    return out.getvalue()


def test_a_page_shows_each_picture_at_both_widths_with_its_caption(tmp_path: Path) -> None:
    shown = [
        Exhibit("First & last", "red", "a <red> one", lambda cache_dir: picture("red", (720, 720))),
        Exhibit("First & last", "blue", "a blue one", lambda cache_dir: picture("blue", (960, 720), "GIF")),
    ]
    hang(shown, tmp_path / "new")
    page = (tmp_path / "new" / "index.html").read_text(encoding="utf-8")
    for part in (
        "First &amp; last",
        "a &lt;red&gt; one",
        'src="pictures/blue.gif"',
        'width="720"',
        'width="360"',
    ):
        assert part in page
    assert sorted(path.name for path in (tmp_path / "new" / "pictures").iterdir()) == ["blue.gif", "red.png"]
    with Image.open(tmp_path / "new" / "gallery.png") as sheet:
        assert sheet.width > 2 * 360
        reds = sum(count for count, colour in sheet.getcolors(1 << 20) or [] if colour == (255, 0, 0))
        assert reds == 360 * 360


def test_without_words_it_is_one_line_and_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["gallery", "-o", str(tmp_path / "x"), "--words", str(tmp_path)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert len(told.err.strip().splitlines()) == 1
