"""A match's game record, handed over as a text file with an animation above it."""

from collections.abc import Mapping

from bot.session import Session
from bot.views.layout import NOTHING, Document, Moving, Screen, attachment, gallery, lines, page, small, text
from bot.words import Say, plain_name
from rules.game import Seat
from rules.tafl.action import Place
from rules.tafl.match import Match
from rules.tafl.pieces import Piece
from rules.tafl.record import Record, write_record
from rules.tafl.squares import Square


def record_screen(session: Session, say: Say, moving: Moving = NOTHING, *, letters: str = "") -> Screen:
    """The file, with a sentence and the animation or a text board, if there is one, above it."""
    document, picture = Document(f"haugbui-{session.id}.txt", record_text(session)), moving.picture
    shown = page(
        text(lines((say("record-here", number=session.id), small(moving.told)))),
        gallery(picture) if picture else None,
        text(letters) if letters else None,
        attachment(document),
    )
    return Screen(shown, (document, picture) if picture else (document,))


def record_text(session: Session) -> str:
    """The record: what `rules.tafl.record` reads back to the same position."""
    match = session.match
    return write_record(
        Record(
            tags=_tags(session),
            ruleset=match.ruleset,
            black_draug=_placement(match),
            moves=tuple(played.notation for played in match.moves),
        )
    )


def _tags(session: Session) -> Mapping[str, str]:
    outcome = session.outcome
    return {
        "Event": f"Haugbui match {session.id}",
        "Date": session.created_at.strftime("%Y.%m.%d"),
        "Attacker": plain_name(session.seats[Seat.ATTACKERS].name),
        "Defender": plain_name(session.seats[Seat.DEFENDERS].name),
        "Result": "*" if outcome is None else str(outcome.winner or "draw"),
        "Termination": "unterminated" if outcome is None else str(outcome.ending),
    }


def _placement(match: Match) -> Square:
    """T3: where the Black Draug was put, or would be put by default."""
    placed = match.line[0] if match.line else None
    if isinstance(placed, Place):
        return placed.square
    return Square(match.position.board.index(Piece.BLACK_DRAUG))
