"""What `/tafl move` suggests while a person types."""

from collections.abc import Sequence

from bot.session import Session
from rules.game import Unreadable
from rules.tafl.notation import plain, write_move
from rules.tafl.position import PLACEMENTS


def suggestions(session: Session, typed: str) -> Sequence[tuple[str, str]]:
    """The legal moves that begin as typed, each as shown and as sent; those that capture come first."""
    try:
        wanted = plain(typed).replace("-", "")
    except Unreadable:
        return []
    match = session.match
    if match.placing:
        return [(square, square) for square in PLACEMENTS if square.startswith(wanted)]
    written = [
        write_move(match.position, move, match.ruleset) for move in match.position.legal(match.ruleset)
    ]
    fitting = sorted(
        (move for move in written if move.replace("-", "").startswith(wanted)),
        key=lambda move: ("#" not in move, "x" not in move, move),
    )
    return [(move, move) for move in fitting]
