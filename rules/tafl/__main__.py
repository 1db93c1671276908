"""The rules at the command line: `python -m rules.tafl COMMAND ...`."""

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path
from typing import Final, NoReturn

from rules.game import Ambiguous, Outcome, WrongAction
from rules.tafl import verify
from rules.tafl.board import Board, from_position, play
from rules.tafl.match import Match, begin_from, play_typed
from rules.tafl.notation import write_move
from rules.tafl.position import Move, Position, read_position, write_position
from rules.tafl.record import read_record, steps
from rules.tafl.ruleset import Ruleset
from rules.tafl.squares import name

_REASONS: Final = {
    "ambiguous": "fits several moves",
    "barrow": "{text} is a barrow square, where this piece may not stop",
    "blocked": "{text} is in the way",
    "captures": "the move does not make the captures or the # that are written",
    "count": "too many of {text}",
    "crossing": "{text} is a barrow square, which this piece may not cross",
    "empty": "nobody stands on {text}",
    "letter": "{text!r} is neither a piece nor a run of empty squares",
    "line": "not a straight line",
    "move": "line {text} has something that is no move",
    "notation": "no move",
    "over": "the match is over, by {text}",
    "placement": "{text} is no barrow square",
    "rank": "{text!r} is not nine squares",
    "ranks": "{text} ranks, not nine",
    "record": "no tags and no moves",
    "result": "the moves do not lead to the result {text!r}",
    "ruleset": "{text!r} is no ruleset",
    "same": "start and end are the same square",
    "side": "a position ends with the side to move, a or d",
    "square": "{text!r} is no square that a piece can go to",
    "tag": "line {text} is no tag, or a tag met before",
    "throne": "{text} is the throne, where this piece may not stop",
    "turn": "the piece on {text} is not the one to move",
}


class Stop(Exception):
    """Ends the program with one line on stderr and status 2."""


class _Parser(ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise Stop(f"{self.prog}: {message} (see --help)")


def explain(wrong: WrongAction, kind: str) -> str:
    """One line: the rule's number, or `kind` where no rule is broken but the text says nothing; then why."""
    reason = "ambiguous" if isinstance(wrong, Ambiguous) else wrong.reason
    said = _REASONS.get(reason, reason).format(text=wrong.text)
    instead = f" (instead: {' '.join(wrong.squares)})" if wrong.squares else ""
    return " ".join(f"{wrong.rule or kind}: {said}{instead}".split())


def position_of(words: list[str]) -> tuple[Position, list[str]]:
    """The position that the words begin with, in one word or in two, and the words after it."""
    parts = 2 if words[1:] and words[1] in ("a", "d") and len(words[0].split()) == 1 else 1
    try:
        return read_position(" ".join(words[:parts])), words[parts:]
    except WrongAction as wrong:
        raise Stop(explain(wrong, "Position")) from None


def ruleset_of(options: Namespace) -> Ruleset:
    """The ruleset that the options choose."""
    return Ruleset(barrow_crossing=options.barrow_crossing, barrow_hostility=options.barrow_hostility)


def perft(options: Namespace) -> int:
    """Prints how many sequences of moves there are."""
    position, rest = position_of(options.words)
    if len(rest) != 1 or not (rest[0].isascii() and rest[0].isdigit()):
        raise Stop("perft: needs a position and a depth, a whole number")
    depth, ruleset = int(rest[0]), ruleset_of(options)
    board, state = Board(ruleset), from_position(position)
    if options.divide and depth > 0:
        counts = {
            write_move(position, Move(step.start, step.end), ruleset): board.perft(
                play(state, step), depth - 1
            )
            for step in board.moves(state)
        }
        for move, count in sorted(counts.items()):
            print(f"{move}: {count}")
        print(sum(counts.values()))
    else:
        print(board.perft(state, depth))
    return 0


def moves(options: Namespace) -> int:
    """Prints the legal moves."""
    position, rest = position_of(options.words)
    if rest:
        raise Stop(f"moves: one position, and not {' '.join(rest)!r} after it")
    ruleset = ruleset_of(options)
    for move in sorted(write_move(position, move, ruleset) for move in position.legal(ruleset)):
        print(move)
    return 0


def apply(options: Namespace) -> int:
    """Prints what a sequence of moves leads to."""
    position, texts = position_of(options.words)
    match = begin_from(position, ruleset_of(options))
    for number, text in enumerate(texts, 1):
        try:
            match = play_typed(match, text)
        except WrongAction as wrong:
            what, why = explain(wrong, "Notation").split(": ", 1)
            raise Stop(f"{what}: move {number}, {text[:40]!r}: {why}") from None
    print(json.dumps(summary(match)))
    return 0


def summary(match: Match) -> dict[str, object]:
    """The position, the squares of the last move's captures and the outcome, ready for JSON."""
    return {
        "position": write_position(match.position),
        "captures": [name(square) for square in match.last.captures] if match.last else [],
        "outcome": match.outcome and {"winner": match.outcome.winner, "ending": match.outcome.ending},
    }


def text_of(path: str) -> str:
    """The file's text."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise Stop(f"{path}: {error.strerror or error}") from None
    except ValueError:
        raise Stop(f"{path}: not a text in UTF-8") from None


def check(options: Namespace) -> int:
    """Checks recorded cases, one JSON object a line."""
    passed = failed = skipped = 0
    for number, line in enumerate(text_of(options.file).split("\n"), 1):
        if not line.strip():
            continue
        try:
            case = json.loads(line)
            found = verify.differences(case, options.leaves)
            skipped += sum(count > options.leaves for count in case.get("perft", ()))
        except (AttributeError, KeyError, TypeError, ValueError, RecursionError) as error:
            found = [f"no case that is known here ({type(error).__name__}: {error})"]
        passed, failed = (passed, failed + 1) if found else (passed + 1, failed)
        for difference in found:
            print(f"line {number}: {difference}")
    if skipped:
        print(f"{skipped} counts over {options.leaves} were not worked out (see --leaves)")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


def record(options: Namespace) -> int:
    """Replays a game record."""
    text, done = text_of(options.file), -1
    match: Match | None = None
    try:
        found = read_record(text)
        for state in steps(found):
            match, done = state, done + 1
    except WrongAction as wrong:
        what, why = explain(wrong, "Record").split(": ", 1)
        where = f"move {done + 1}, {found.moves[done]!r}: " if match and done < len(found.moves) else ""
        raise Stop(f"{what}: {where}{why}") from None
    if match is not None:
        print(write_position(match.position))
        print(sentence(match.outcome))
    return 0


def sentence(outcome: Outcome | None) -> str:
    """The outcome in words."""
    if outcome is None:
        return "unterminated"
    return f"{outcome.winner} win by {outcome.ending}" if outcome.winner else f"nobody wins: {outcome.ending}"


def _parser(command: str, words: str) -> ArgumentParser:
    parser = _Parser(prog=f"rules.tafl {command}", description=COMMANDS[command].__doc__)
    if words == "file":
        parser.add_argument("file", metavar="FILE")
    else:
        parser.add_argument("words", metavar=words, nargs="+")
        parser.add_argument("--barrow-crossing", choices=("sealed", "open"), default="sealed", help="T8")
        parser.add_argument("--barrow-hostility", choices=("empty", "abandoned"), default="empty", help="T12")
    if command == "perft":
        parser.add_argument("--divide", action="store_true", help="print each first move's count, too")
    if command == "verify":
        parser.add_argument("--leaves", type=int, default=verify.LEAVES, help="skip larger perft counts")
    return parser


COMMANDS: Final[dict[str, Callable[[Namespace], int]]] = {
    "perft": perft,
    "moves": moves,
    "apply": apply,
    "verify": check,
    "record": record,
}
_WORDS: Final = {"perft": "POSITION DEPTH", "moves": "POSITION", "apply": "POSITION MOVE"}


def main(arguments: list[str]) -> int:
    """Runs one command; returns the exit status: 0, 1 where cases failed, 2 for what is wrong or unreadable."""
    usage = "usage: python -m rules.tafl {" + ",".join(COMMANDS) + "} ... (each has --help)"
    if arguments[:1] in (["-h"], ["--help"]):
        print(usage)
        return 0
    try:
        if not arguments or arguments[0] not in COMMANDS:
            raise Stop(usage)
        command = arguments[0]
        parser = _parser(command, _WORDS.get(command, "file"))
        return COMMANDS[command](parser.parse_intermixed_args(arguments[1:]))
    except Stop as stop:
        print(stop, file=sys.stderr)
        return 2
    except BrokenPipeError:
        # Whoever read along has read enough (`| head`); the interpreter would complain at exit.
        sys.stderr.close()
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
