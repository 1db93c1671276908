"""Carved pieces on disk: whole, or made anew."""

import ast
from pathlib import Path

from render import kits
from render.theme import THEMES


def test_a_stored_kit_is_the_carved_one_and_damage_is_mended(tmp_path: Path, carved: Path) -> None:
    kits.forget()
    kits.kit("wood", carved)
    file = next(carved.glob("kit-wood-*.bin"))
    good = file.read_bytes()
    assert list(carved.glob("kit-wood-*")) == [file]
    for damaged in (b"", good[:1000], good[:-1], good[:5000] + bytes([good[5000] ^ 1]) + good[5001:]):
        broken = tmp_path / file.name
        broken.write_bytes(damaged)
        assert kits.read(broken, THEMES["wood"]) is None
    (tmp_path / "kit-wood-0000000000000000.bin").write_bytes(b"of an older carving")
    kits.forget()
    made = kits.kit("wood", tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [file.name]
    assert (tmp_path / file.name).read_bytes() == good
    kits.forget()
    read = kits.kit("wood", tmp_path)
    assert read.palette == made.palette
    for one, other in (
        *zip(read.ground.sheets.values(), made.ground.sheets.values(), strict=True),
        *zip(read.ground.marks.values(), made.ground.marks.values(), strict=True),
    ):
        assert one.tobytes() == other.tobytes()
    assert read.ground.borders == made.ground.borders
    for seat, half in read.sides.items():
        assert half.raw() == made.sides[seat].raw()


def test_a_folder_that_cannot_be_written_to_stops_no_picture(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"")
    kits.forget()
    assert kits.kit("wood", file).theme is THEMES["wood"]


def test_a_kit_goes_stale_with_any_module_it_is_carved_by() -> None:
    folder = Path(kits.__file__).parent
    reached, ahead = set(), ["grounds", "halves", "gilding"]
    while ahead:
        module = ahead.pop()
        reached.add(module)
        for node in ast.walk(ast.parse((folder / f"{module}.py").read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "render":
                named = (
                    [alias.name for alias in node.names] if node.module == "render" else [node.module or ""]
                )
                ahead += [name for name in (n.removeprefix("render.") for n in named) if name not in reached]
    assert reached | {"kits"} == set(kits.CARVING)
