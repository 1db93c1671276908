"""`python -m render draugr`, and the town's kit on disk."""

import ast
from pathlib import Path

import pytest
from PIL import Image

from render import town_kits
from render.__main__ import main
from render.theme import THEMES

RENDER = Path(town_kits.__file__).parent
RECORDS = str(Path(__file__).parents[1] / "vectors" / "draugr-hunts.jsonl")


def test_it_draws_a_round_of_a_recorded_hunt(tmp_path: Path, carved: Path) -> None:
    pictures = set()
    for options in ([], ["--round", "0"], ["--round", "3"], ["--line", "20", "--round", "3"]):
        out = tmp_path / "town.png"
        assert main(["draugr", RECORDS, *options, "-o", str(out), "--cache", str(carved)]) == 0
        with Image.open(out) as shown:
            assert shown.size == (960, 720)
        pictures.add(out.read_bytes())
    assert len(pictures) == 4


@pytest.mark.parametrize(
    "wrong",
    [
        ["--line", "0"],
        ["--line", "999"],
        ["--round", "-1"],
        ["--round", "999"],
    ],
)
def test_what_is_not_in_the_file_is_one_line_and_2(
    wrong: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["draugr", RECORDS, *wrong, "-o", str(tmp_path / "x.png")]) == 2
    told = capsys.readouterr()
    assert told.out == "" and told.err.count("\n") == 1 and not list(tmp_path.iterdir())


@pytest.mark.parametrize("text", ["", "junk", '{"rounds": []}', "\x00\xff"])
def test_a_file_of_something_else_is_one_line_and_2(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "hunts.jsonl"
    file.write_bytes(text.encode("latin-1"))
    assert main(["draugr", str(file), "-o", str(tmp_path / "x.png")]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert main(["draugr", str(tmp_path / "none"), "-o", str(tmp_path / "x.png")]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_stored_kit_is_the_carved_one_and_damage_is_seen(tmp_path: Path, carved: Path) -> None:
    town_kits.forget()
    made = town_kits.town_kit("wood", carved)
    file = next(carved.glob("town-wood-*.bin"))
    town_kits.write(tmp_path / "again.bin", made)
    read = town_kits.read(tmp_path / "again.bin", THEMES["wood"])
    assert read is not None and read.palette == made.palette and read.images.keys() == made.images.keys()
    for name, image in made.images.items():
        assert (read.images[name].mode, read.images[name].size) == (image.mode, image.size)
        assert read.images[name].tobytes() == image.tobytes()
    good = file.read_bytes()
    for damaged in (b"", good[:1000], good[:-1], good[:5000] + bytes([good[5000] ^ 1]) + good[5001:]):
        (tmp_path / "broken.bin").write_bytes(damaged)
        assert town_kits.read(tmp_path / "broken.bin", THEMES["wood"]) is None


def test_a_kit_is_known_by_every_module_that_it_comes_from() -> None:
    reached, open_ends = set(), ["town_kit"]
    while open_ends:
        module = open_ends.pop()
        reached.add(module)
        for node in ast.walk(ast.parse((RENDER / f"{module}.py").read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "render":
                named = (
                    [alias.name for alias in node.names]
                    if node.module == "render"
                    else [str(node.module)[7:]]
                )
                open_ends += [name for name in named if name not in reached]
    assert reached <= set(town_kits.CARVING)
