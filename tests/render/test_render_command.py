"""`python -m render`."""

from pathlib import Path

import pytest
from PIL import Image

from render.__main__ import main

POSITION = "3dbd3/4d4/4S4/d3S3d/ddSSJSSdd/d3S3d/4S4/4d4/3ddd3 a"


def test_it_draws_a_position(tmp_path: Path, carved: Path) -> None:
    out = tmp_path / "board.png"
    options = [
        "--view",
        "attackers",
        "--last",
        "e8-e6",
        "--select",
        "e9",
        "-o",
        str(out),
        "--cache",
        str(carved),
    ]
    assert main(["tafl", POSITION, *options]) == 0
    with Image.open(out) as shown:
        assert shown.size == (720, 720)
    assert main(["tafl", *POSITION.split(), "--size", "180", "-o", str(out), "--cache", str(carved)]) == 0
    with Image.open(out) as shown:
        assert shown.size == (180, 180)


@pytest.mark.parametrize(
    "wrong",
    [
        ["junk"],
        [POSITION, "--last", "e9"],
        [POSITION, "--last", "e9-z1"],
        [POSITION, "--select", "k4"],
        [POSITION, "--size", "5"],
    ],
)
def test_nonsense_is_one_line_and_2(
    wrong: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["tafl", *wrong, "-o", str(tmp_path / "x.png")]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert len(told.err.strip().splitlines()) == 1


def test_a_place_that_is_not_there_is_one_line_and_2(
    tmp_path: Path, carved: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["tafl", POSITION, "-o", str(tmp_path / "no" / "x.png"), "--cache", str(carved)]) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1
