"""Moves in words of squares: written in full, read leniently."""

import re
import unicodedata
from functools import cache
from typing import Final

from rules.game import Ambiguous, Ending, Outcome, Unreadable
from rules.tafl.position import Move, Position, Turned
from rules.tafl.ruleset import Ruleset
from rules.tafl.squares import Square, name, square

_LONGEST: Final = 80
# Cyrillic letters that look like files or like the sign of capture; the dashes and arrows that people type.
_ALIKE: Final = str.maketrans(
    {"а": "a", "с": "c", "е": "e", "х": "x", "×": "x"} | dict.fromkeys("‐‑‒–—−→", "-")
)
_MOVE: Final = re.compile(r"([a-i][1-9])-?([a-i][1-9])((?:x[a-i][1-9])*)(#?)")
_SQUARE: Final = re.compile(r"[a-i][1-9]")


def plain(text: str) -> str:
    """What a person typed, as small Latin letters, digits and "-" without spaces; raises Unreadable."""
    if len(text) > _LONGEST:
        raise Unreadable(reason="notation", text=text[:_LONGEST])
    # Dashes before the rest: NFKC would turn some of them into others.
    folded = unicodedata.normalize("NFKC", text.translate(_ALIKE)).lower().translate(_ALIKE)
    return "".join(folded.split())


def read_square(text: str) -> Square:
    """The square a person's text names, in any of the letters that moves are read in; raises Unreadable."""
    return square(plain(text))


def looks_like_a_move(text: str) -> bool:
    """Whether the text is a move in form, on whatever board."""
    return len(text) <= _LONGEST and _MOVE.fullmatch(plain(text)) is not None


def read_move(position: Position, text: str, ruleset: Ruleset) -> Move:
    """The legal move that the text means; raises Unreadable, IllegalAction or Ambiguous (a lone square)."""
    typed = plain(text)
    if _SQUARE.fullmatch(typed):
        raise _lone(position, square(typed), ruleset)
    match = _MOVE.fullmatch(typed)
    if match is None:
        raise Unreadable(reason="notation", text=text[:_LONGEST])
    move = _between(square(match[1]), square(match[2]))
    position.check(move, ruleset)
    if not match[3] and not match[4]:
        return move
    turned = position.play(move, ruleset)
    claimed = match[3].split("x")[1:]
    if len(set(claimed)) < len(claimed) or not set(claimed) <= {name(s) for s in turned.captures}:
        raise Unreadable(reason="captures", text=text)
    if match[4] and not _ends(turned.outcome):
        raise Unreadable(reason="captures", text=text)
    return move


@cache
def _between(start: Square, end: Square) -> Move:
    """The one value for that move: matches in memory hold many thousand."""
    return Move(start, end)


def write_move(position: Position, move: Move, ruleset: Ruleset) -> str:
    """The move in full: "c5-c4xd4", "d4-b4#"; raises IllegalAction."""
    return write_turned(move, position.play(move, ruleset))


def write_turned(move: Move, turned: Turned) -> str:
    """The same where the move has been played already."""
    taken = "".join(f"x{name(captured)}" for captured in turned.captures)
    return f"{name(move.start)}-{name(move.end)}{taken}{'#' if _ends(turned.outcome) else ''}"


def _ends(outcome: Outcome | None) -> bool:
    """Captures of the Jarl or the Black Draug and escapes are written with "#", immobility is not."""
    return outcome is not None and outcome.ending in (Ending.CAPTURE, Ending.ESCAPE)


def _lone(position: Position, typed: Square, ruleset: Ruleset) -> Ambiguous | Unreadable:
    """The moves of the piece on that square or, where none can move from it, those that end there."""
    legal = position.legal(ruleset)
    fitting = [move for move in legal if move.start == typed] or [move for move in legal if move.end == typed]
    if not fitting:
        return Unreadable(reason="square", text=name(typed))
    moves = tuple(write_move(position, move, ruleset) for move in fitting)
    return Ambiguous(reason="square", text=name(typed), squares=moves)
