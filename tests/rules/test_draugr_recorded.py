"""Recorded hunts (D8–D24) and the command line."""

import json
from pathlib import Path
from typing import Any

import pytest

from rules.draugr.__main__ import main
from rules.draugr.recorded import differences

FILE = Path(__file__).parents[1] / "vectors" / "draugr-hunts.jsonl"
HUNTS: list[dict[str, Any]] = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("record", HUNTS, ids=range(len(HUNTS)))
def test_D20_recorded_hunts_replay_state_by_state(record: dict[str, Any]) -> None:
    assert differences(record) == []


def changed(record: dict[str, Any], at: list[str | int], value: object) -> dict[str, Any]:
    copy: dict[str, Any] = json.loads(json.dumps(record))
    target: Any = copy
    for key in at[:-1]:
        target = target[key]
    target[at[-1]] = value
    return copy


@pytest.mark.parametrize(
    ("at", "value"),
    [
        (["start", "supply"], [3, 3]),
        (["rounds", 0, "struck"], []),
        (["rounds", 0, "dice"], [6, 3, 0]),
        (["rounds", 3, "after_corruption", "marks", 0], 4),
        (["rounds", 3, "after_hunt", "hunter"], 2),
        (["rounds", 3, "after_hunt", "round"], 5),
        (["rounds", 3, "move", "cell"], 14),
        (["result"], "won"),
        (["mode"], "hard"),
    ],
)
def test_D21_a_record_changed_anywhere_is_told(at: list[str | int], value: object) -> None:
    assert differences(changed(HUNTS[0], at, value))


def test_D21_replay_counts_and_fails_for_any_difference(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(FILE)]) == 0
    assert capsys.readouterr().out == f"{len(HUNTS)} passed, 0 failed\n"
    wrong = tmp_path / "hunts.jsonl"
    lines = [json.dumps(HUNTS[3]), json.dumps(changed(HUNTS[3], ["result"], "lost:overrun")), "[]", "no"]
    wrong.write_text("\n".join(lines), encoding="utf-8")
    assert main(["replay", str(wrong)]) == 1
    assert capsys.readouterr().out.endswith("1 passed, 3 failed\n")
    assert main(["replay", str(tmp_path / "none")]) == 2


def test_D24_simulate_prints_rates_with_intervals(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["simulate", "--games", "20", "--player", "random", "--difficulty", "hard", "--seed", "x"]
    assert main([*arguments, "--slain-face", "reroll", "--cards-lost", "7"]) == 0
    first = capsys.readouterr().out
    assert "20 hunts, hard, random player" in first
    assert "95 % CI" in first
    assert main([*arguments, "--slain-face", "reroll", "--cards-lost", "7"]) == 0
    assert capsys.readouterr().out == first


def typed(monkeypatch: pytest.MonkeyPatch, lines: list[str]) -> None:
    rest = iter(lines)

    def answer(prompt: str) -> str:
        try:
            return next(rest)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", answer)


def test_D21_a_hunt_is_played_in_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, ["hint", "nonsense", "go c9", "go d1", "undo", "go d1", "stay", "undo", "", "go b"])
    assert main(["play", "--difficulty", "easy", "--seed", "abc"]) == 0
    out = capsys.readouterr().out
    assert "Salt Widow" in out
    assert "Round 2" in out
    assert out.endswith("The hunt is left unfinished.\n")


def test_D20_a_hunt_in_the_terminal_comes_to_its_end(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, ["e2", "c2", "stay"] * 200)
    assert main(["play", "--seed", "long", "--last-round", "40"]) == 0
    assert "The Draugr have won" in capsys.readouterr().out
    typed(monkeypatch, ["abandon"])
    assert main(["play"]) == 0
    assert "abandoned" in capsys.readouterr().out
