"""Game records: tag pairs, an empty line, numbered moves; written, read and replayed."""

import re
import textwrap
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from rules.game import Ending, Outcome, Seat, Unreadable
from rules.tafl.action import Action, Agree, Annul, Place, Resign, RunOut
from rules.tafl.match import Match, begin, begin_from, play, play_typed
from rules.tafl.notation import looks_like_a_move
from rules.tafl.position import read_position, start, write_position
from rules.tafl.ruleset import Ruleset, read_spelling, spell_ruleset
from rules.tafl.squares import BARROW_SQUARES, Square, name, square

FIRST_TAGS: Final[tuple[str, ...]] = ("Event", "Date", "Attacker", "Defender", "Result", "Termination")
_FIELDS: Final[tuple[str, ...]] = ("Rules", "BlackDraug")
_TAG_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_TAG: Final = re.compile(r'\[([A-Za-z][A-Za-z0-9_]*)\s+"((?:[^"\\]|\\.)*)"\]')
_NUMBER: Final = re.compile(r"\d*\.+|\d+$")
_TIE: Final = "\u00a0"
_RESULTS: Final = ("attackers", "defenders", "draw", "*")


@dataclass(frozen=True, slots=True)
class Record:
    """A match on paper. `tags` hold all but the rules and the placement, which have fields of their own.

    `black_draug` is None only in a study, whose `tags` give the "Position" it starts from.
    """

    tags: Mapping[str, str]
    ruleset: Ruleset
    black_draug: Square | None
    moves: tuple[str, ...]


def record_of(match: Match, tags: Mapping[str, str]) -> Record:
    """The record of a match as it stands; Result, Termination and a study's Position are added to `tags`."""
    states = match.states
    first = next((state for state in states if not state.placing), match)
    placement = next((s for s in sorted(BARROW_SQUARES) if first.position == start(s)), None)
    told = {tag: value for tag, value in tags.items() if tag != "Position"} | _ending_tags(match.outcome)
    if placement is None:
        told["Position"] = write_position(first.position)
    return Record(told, match.ruleset, placement, tuple(s.last.notation for s in states if s.last))


def write_record(record: Record) -> str:
    """The record's text, which `read_record` reads back; control characters are left out of tags' values."""
    tags = {"Result": "*", "Termination": "unterminated"} | dict(record.tags)
    tags |= {"Rules": spell_ruleset(record.ruleset)}
    if record.black_draug is not None:
        tags["BlackDraug"] = name(record.black_draug)
    order = [tag for tag in (*FIRST_TAGS, *_FIELDS) if tag in tags]
    order += sorted(tags.keys() - set(order))
    defenders_first = record.tags.get("Position", "").split()[1:] == ["d"]
    words = " ".join(_numbered(record.moves, defenders_first))
    text = textwrap.fill(words, 80, break_long_words=False, break_on_hyphens=False).replace(_TIE, " ")
    return "\n".join(_tag(tag, tags[tag]) for tag in order) + "\n\n" + (text + "\n" if text else "")


def read_record(text: str) -> Record:
    """The record of a text; raises Unreadable with reason "tag" or "move" and the line's number as its `text`.

    Missing tags mean the standard rules and the Black Draug on e9. Passed over are the moves' numbers, comments
    in braces and a result after the last move.
    """
    tags: dict[str, str] = {}
    moves: list[str] = []
    head, body = _parted(text.removeprefix("\ufeff"))
    for number, line in enumerate(head.split("\n"), 1):
        tag = _TAG.fullmatch(line.strip())
        if tag is not None and tag[1] not in tags:
            tags[tag[1]] = re.sub(r"\\(.)", r"\1", tag[2])
        elif line.strip():
            raise Unreadable(reason="tag", text=str(number))
    for number, line in enumerate(body.split("\n"), head.count("\n") + 1):
        moves += _read_moves(line, number)
    if moves and moves[-1] in _RESULTS:
        moves.pop()
    if not tags and not moves:
        raise Unreadable(reason="record")
    return _read_fields(tags, tuple(moves))


def replay(record: Record) -> Match:
    """The match at the record's end; raises WrongAction for a wrong placement, move or result."""
    *_, match = steps(record)
    return match


def steps(record: Record) -> Iterator[Match]:
    """The states from the start to the end, one for each move and one for an ending off the board.

    Raises WrongAction as `replay` does, at the step that is wrong.
    """
    if record.black_draug is None:
        match = begin_from(read_position(record.tags.get("Position", "")), record.ruleset)
    else:
        match = play(begin(record.ruleset), Place(record.black_draug))
    yield match
    for move in record.moves:
        match = play_typed(match, move)
        yield match
    result = record.tags.get("Result", "*")
    if match.outcome is not None:
        if result in _RESULTS[:3] and result != _ending_tags(match.outcome)["Result"]:
            raise Unreadable(reason="result", text=result)
        return
    action = _ending_action(record.tags.get("Termination", ""), result)
    if action is not None:
        yield play(match, action)


def _ending_tags(outcome: Outcome | None) -> dict[str, str]:
    if outcome is None:
        return {"Result": "*", "Termination": "unterminated"}
    nobody = "*" if outcome.ending is Ending.ANNULMENT else "draw"
    return {"Result": outcome.winner or nobody, "Termination": outcome.ending.value}


def _ending_action(termination: str, result: str) -> Action | None:
    """T18, T19: what ended a match whose last move did not."""
    if termination in (Ending.RESIGNATION, Ending.TIME) and result in (Seat.ATTACKERS, Seat.DEFENDERS):
        loser = Seat(result).opponent
        return Resign(loser) if termination == Ending.RESIGNATION else RunOut(loser)
    if termination == Ending.AGREEMENT:
        return Agree()
    return Annul() if termination == Ending.ANNULMENT else None


def _tag(tag: str, value: str) -> str:
    if not _TAG_NAME.fullmatch(tag):
        raise Unreadable(reason="tag", text=tag[:80])
    shown = "".join(c for c in value if unicodedata.category(c) not in ("Cc", "Cs", "Zl", "Zp"))
    return '[{} "{}"]'.format(tag, shown.replace("\\", "\\\\").replace('"', '\\"'))


def _numbered(moves: Iterable[str], defenders_first: bool) -> Iterator[str]:
    """Each move with its number where it has one; the two stay on one line."""
    for ply, move in enumerate(moves, int(defenders_first)):
        if ply % 2 == 0:
            yield f"{ply // 2 + 1}.{_TIE}{move}"
        else:
            yield f"1...{_TIE}{move}" if ply == 1 and defenders_first else move


def _parted(text: str) -> tuple[str, str]:
    """The tags' part and the moves', which begins on the tags' last line; comments are gone, their lines stay."""
    tags = re.match(r"(\s*\[[^\n]*(\n|$))*", text)
    end = tags.end() if tags else 0
    body = re.sub(r"\{[^}]*\}", lambda comment: " " + "\n" * comment[0].count("\n"), text[end:])
    return text[:end], body


def _read_moves(line: str, number: int) -> list[str]:
    """The moves of a line, in form at least, and a result where one stands."""
    words = [_NUMBER.sub("", word, count=1) if _NUMBER.match(word) else word for word in line.split()]
    for word in words:
        if word and word not in _RESULTS and not looks_like_a_move(word):
            raise Unreadable(reason="move", text=str(number))
    return [word for word in words if word]


def _read_fields(tags: dict[str, str], moves: tuple[str, ...]) -> Record:
    ruleset = read_spelling(tags.pop("Rules", "standard"))
    placement = tags.pop("BlackDraug", None if "Position" in tags else "e9")
    return Record(tags, ruleset, None if placement is None else square(placement), moves)
