"""The private screens of the player to move: which piece, then where; or where the Black Draug begins."""

from collections.abc import Mapping, Sequence

import discord

from bot.session import Session
from bot.views import layout
from bot.views.controls import Pick, option, select
from bot.views.layout import Picture, Screen, lines, page, row, small, text
from bot.words import Say
from rules.game import Seat
from rules.tafl.match import Match
from rules.tafl.position import PLACEMENTS, Move
from rules.tafl.squares import Square, name


def movable(match: Match) -> Mapping[Square, Sequence[Move]]:
    """The legal moves of each piece that has one, in board order."""
    found: dict[Square, list[Move]] = {}
    for move in match.position.legal(match.ruleset):
        found.setdefault(move.start, []).append(move)
    return found


def reach(match: Match, start: Square) -> tuple[tuple[Square, ...], tuple[Square, ...]]:
    """Where the piece on `start` can go, and on which of those squares it would capture."""
    moves = movable(match).get(start, ())
    strikes = tuple(move.end for move in moves if match.position.play(move, match.ruleset).captures)
    return tuple(move.end for move in moves), strikes


def choose_piece(session: Session, say: Say, board: Picture | str) -> Screen:
    """Which piece? At most sixteen."""
    return Screen(
        page(
            text(_asked(session, say, say("pick-piece"))),
            layout.board(board),
            row(_pieces(session, say, None)),
        ),
        _uploaded(board),
    )


def choose_square(session: Session, say: Say, board: Picture | str, start: Square) -> Screen:
    """Where to? At most sixteen squares; another piece can still be taken instead."""
    piece = piece_word(session.match, start, say)
    targets = [_target(session.match, say, move) for move in movable(session.match)[start]]
    placeholder = say("pick-square-placeholder", piece=piece, square=name(start))
    return Screen(
        page(
            text(_asked(session, say, say("pick-square", piece=piece, square=name(start)))),
            layout.board(board),
            row(select(placeholder, targets, "t", session.id, session.ply, "to", name(start))),
            row(_pieces(session, say, start)),
        ),
        _uploaded(board),
    )


def choose_placement(session: Session, say: Say, board: Picture | str) -> Screen:
    """Where does the Black Draug begin (T3)? The sixteen barrow squares."""
    options = [option(square, square) for square in PLACEMENTS]
    return Screen(
        page(
            text(_asked(session, say, say("pick-placement"))),
            layout.board(board),
            row(select(say("pick-placement-placeholder"), options, "t", session.id, session.ply, "placed")),
        ),
        _uploaded(board),
    )


def _asked(session: Session, say: Say, question: str) -> str:
    """The question; where the attackers, who see the board from their side, are asked, that it is turned."""
    turned = session.turn is Seat.ATTACKERS
    return lines((question, small(say("pick-turned")) if turned else ""))


def piece_word(match: Match, square: Square, say: Say) -> str:
    """What stands on the square, in the reader's language."""
    piece = match.position.at(square)
    return say(f"piece-{piece.name.lower().replace('_', '-')}") if piece else ""


def _uploaded(board: Picture | str) -> Sequence[Picture]:
    return (board,) if isinstance(board, Picture) else ()


def _pieces(session: Session, say: Say, chosen: Square | None) -> Pick:
    options = [
        option(
            f"{name(start)} · {piece_word(session.match, start, say)}",
            name(start),
            say("pick-piece-squares", count=len(moves), squares=", ".join(name(move.end) for move in moves)),
            chosen=start == chosen,
        )
        for start, moves in movable(session.match).items()
    ]
    return select(say("pick-piece-placeholder"), options, "t", session.id, session.ply, "from")


def _target(match: Match, say: Say, move: Move) -> discord.SelectOption:
    turned = match.position.play(move, match.ruleset)
    taken = ", ".join(name(square) for square in turned.captures)
    if turned.outcome:
        told = say(f"pick-ends-{turned.outcome.ending}", squares=taken)
    else:
        told = say("pick-captures", squares=taken) if taken else ""
    return option(name(move.end), name(move.end), told)
