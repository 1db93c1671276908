"""`python -m rules.tafl`: what it prints, and how it refuses."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from rules.tafl.__main__ import _REASONS, main

ROOT = Path(__file__).parents[2]
VECTORS = ROOT / "tests" / "vectors"
START = "3dbd3/4d4/4S4/d3S3d/ddSSJSSdd/d3S3d/4S4/4d4/3ddd3 a"
CROSSING = "4b4/2S6/9/9/9/9/6J2/9/d8 d"

Printed = pytest.CaptureFixture[str]


def test_T5_perft(capsys: Printed) -> None:
    assert main(["perft", START, "2"]) == 0
    assert capsys.readouterr().out == "4344\n"
    assert main(["perft", *START.split(), "1", "--barrow-crossing", "open"]) == 0
    assert capsys.readouterr().out == "80\n"
    assert main(["perft", START, "0", "--divide"]) == 0
    assert capsys.readouterr().out == "1\n"


def test_T5_perft_divided(capsys: Printed) -> None:
    assert main(["perft", "--divide", START, "2", "--barrow-hostility", "abandoned"]) == 0
    *moves, total = capsys.readouterr().out.splitlines()
    assert total == "4344"
    assert len(moves) == 80
    assert moves == sorted(moves)
    assert sum(int(line.split(": ")[1]) for line in moves) == 4344


def test_T8_moves(capsys: Printed) -> None:
    assert main(["moves", CROSSING]) == 0
    sealed = capsys.readouterr().out.splitlines()
    assert main(["moves", CROSSING, "--barrow-crossing", "open"]) == 0
    crossing = capsys.readouterr().out.splitlines()
    assert sealed == sorted(sealed)
    assert {move for move in crossing if move not in sealed} == {"c8-f8", "c8-g8", "c8-h8", "c8-i8"}


def test_T9_moves_are_written_in_full(capsys: Printed) -> None:
    assert main(["moves", "9/9/5S3/5d3/3Sb4/9/5S3/6J2/9 d"]) == 0
    assert "f3-f5xe5xf6#" in capsys.readouterr().out.splitlines()


def test_T16_apply(capsys: Printed) -> None:
    assert main(["apply", "4b4/9/d8/3dJd3/9/9/9/7S1/9 a", "A7 e7"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "position": "4b4/9/4d4/3d1d3/9/9/9/7S1/9 d",
        "captures": ["e6"],
        "outcome": {"winner": "attackers", "ending": "capture"},
    }


def test_T18_apply_counts_repetition(capsys: Printed) -> None:
    moves = ["d9-a9", "e7-d7", "a9-b9", "d7-e7", "b9-a9", "e7-d7", "a9-b9", "d7-e7", "b9-a9"]
    assert main(["apply", START, *moves[:-1]]) == 0
    assert json.loads(capsys.readouterr().out)["outcome"] is None
    assert main(["apply", *START.split(), *moves]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert (printed["captures"], printed["outcome"]) == ([], {"winner": None, "ending": "repetition"})


WRONG = [
    (["apply", START, "d9-d9"], "T5: "),
    (["apply", START, "e7-f7"], "T4: "),
    (["apply", START, "d9-d5"], "T5: "),
    (["apply", START, "d9-d6", "e7-f7", "d6-d9"], "T7: "),
    (["apply", CROSSING, "c8-g8"], "T8: "),
    (["apply", CROSSING, "c8-e8"], "T7: "),
    (["apply", "4b4/9/9/9/d8/d8/2J6/d6S1/9 d", "c3-a3", "a2-a1"], "T15: "),
    (["apply", "4b4/9/9/9/9/9/9/7S1/d8 d", "h2-h3"], "T16: "),
    (["apply", "4b4/9/3dJd3/4d4/9/9/1d7/d8/S8 a", "b3-b1", "a1-a2"], "T17: "),
    (["apply", START, "hello"], "Notation: "),
    (["apply", START, "d9"], "Notation: "),
    (["apply", START, "d9-d6#"], "Notation: "),
    (["apply", START, "\ud800\n"], "Notation: "),
    (["apply", "nothing", "d9-d6"], "Position: "),
    (["moves", "9/9/9/9/9/9/9/9/9"], "Position: "),
    (["moves", "4b4/9/9/9/4d4/9/9/2J6/9 d"], "T6: "),
    (["moves", START, "d9-d6"], "moves: "),
    (["perft", START], "perft: "),
    (["perft", START, "-1"], "perft: "),
    (["perft", START, "²"], "perft: "),
    (["perft", START, "2", "--barrow-crossing", "shut"], "rules.tafl perft: "),
    (["verify", "/nowhere/at/all"], "/nowhere/at/all: "),
    (["record", "/nowhere/at/all"], "/nowhere/at/all: "),
    (["record", "/"], "/: "),
    (["sing"], "usage: "),
    ([], "usage: "),
]


@pytest.mark.parametrize(("arguments", "begins"), WRONG, ids=[" ".join(case[0])[-20:] for case in WRONG])
def test_T4_to_T17_one_line_says_what_is_wrong(arguments: list[str], begins: str, capsys: Printed) -> None:
    assert main(arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith(begins)
    assert printed.err.count("\n") == 1


@pytest.mark.parametrize(("kind", "cases"), [("vectors", 123), ("games", 4), ("texts", 17), ("perft", 24)])
def test_T3_to_T18_verify(kind: str, cases: int, capsys: Printed) -> None:
    assert main(["verify", str(VECTORS / f"tafl-{kind}.jsonl"), "--leaves", "10000"]) == 0
    *before, last = capsys.readouterr().out.splitlines()
    assert last == f"{cases} passed, 0 failed"
    assert before == (["56 counts over 10000 were not worked out (see --leaves)"] if kind == "perft" else [])


def test_verify_counts_what_fails(tmp_path: Path, capsys: Printed) -> None:
    good = (VECTORS / "tafl-vectors.jsonl").read_text(encoding="utf-8").splitlines()[0]
    bad = good.replace('"outcome": "none"', '"outcome": "attackers_capture"')
    unknown = ["{}", "[]", "7", "not json", '{"perft": [1], "position": 3}', '{"kind": "typed"}', "[" * 5000]
    file = tmp_path / "cases.jsonl"
    file.write_text("\n".join([good, bad, "", *unknown]), encoding="utf-8")
    assert main(["verify", str(file)]) == 1
    *lines, last = capsys.readouterr().out.splitlines()
    assert last == "1 passed, 8 failed"
    assert lines[0] == "line 2: outcome: none, not attackers_capture"
    assert {line.split(":")[0] for line in lines} == {f"line {n}" for n in (2, *range(4, 11))}


def test_record(tmp_path: Path, capsys: Printed) -> None:
    file = tmp_path / "game.txt"
    file.write_text('[BlackDraug "d9"]\n\n1. f9-i9 e7-f7 2. i9-h9\n', encoding="utf-8")
    assert main(["record", str(file)]) == 0
    position, outcome = capsys.readouterr().out.splitlines()
    assert position == "3bd2d1/4d4/5S3/d3S3d/ddSSJSSdd/d3S3d/4S4/4d4/3ddd3 d"
    assert outcome == "unterminated"
    file.write_text('[Position "4b4/7d1/9/9/9/9/2J6/7S1/9 d"]\n\n1... c3-a3#\n', encoding="utf-8")
    assert main(["record", str(file)]) == 0
    assert capsys.readouterr().out.splitlines()[1] == "defenders win by escape"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (
            "1. d9-d6 e7-f7 2. d6-d9",
            "T7: move 3, 'd6-d9': d9 is a barrow square, where this piece may not stop",
        ),
        ("1. d9-d6 e7_e8", "Record: line 1 has something that is no move"),
        ("1. d9-d6xd5", "Record: move 1, 'd9-d6xd5': the move does not make the captures or the #"),
        ('[BlackDraug "e7"]', "T3: e7 is no barrow square"),
        ("", "Record: no tags and no moves"),
    ],
)
def test_T3_T7_record_names_the_first_wrong_move(
    text: str, line: str, tmp_path: Path, capsys: Printed
) -> None:
    file = tmp_path / "game.txt"
    file.write_text(text, encoding="utf-8")
    assert main(["record", str(file)]) == 2
    printed = capsys.readouterr()
    assert (printed.out, printed.err.count("\n")) == ("", 1)
    assert printed.err.startswith(line)


def test_every_reason_of_the_rules_has_words() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "rules" / "tafl").glob("*.py"))
    written = {part.split('"')[0] for part in source.split('reason="')[1:]}
    assert written - {"chance", "undo", "seat", "placed", "placing"} <= _REASONS.keys() | {
        "repetition",
        "resignation_takes_stake",
    }


def test_as_a_program() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "rules.tafl", "apply", START, "e8-e6"],
        cwd=ROOT, capture_output=True, text=True, timeout=30,
    )  # fmt: skip
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.startswith("T5: ")
