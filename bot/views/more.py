"""What *More* opens, and the private looks at a board."""

from bot.session import Session
from bot.views.board import lettered, scene
from bot.views.controls import button
from bot.views.layout import Picture, Screen, board, lines, page, row, text
from bot.views.table import last_move, status
from bot.words import Say
from render import alt


def more(session: Session, say: Say) -> Screen:
    """The seldom needed controls of a table."""
    ids = ("t", session.id, session.ply)
    going_on = session.outcome is None
    return Screen(
        page(
            text(lines((last_move(session, say), status(session, say)))),
            row(
                button(say("button-undo"), *ids, "undo") if going_on else None,
                button(say("button-show"), *ids, "show") if going_on else None,
                button(say("button-flip"), *ids, "flip"),
            ),
            row(
                button(say("button-text-board"), *ids, "text"),
                button(say("button-record"), *ids, "record"),
                button(say("button-rules"), "r", 0, 0, "tafl", "aim"),
                button(say("button-annul"), *ids, "annul") if going_on else None,
            ),
        )
    )


def flipped(shown: Picture | str) -> Screen:
    """The board from the attackers' side."""
    return Screen(page(board(shown)), (shown,) if isinstance(shown, Picture) else ())


def text_board(session: Session, say: Say) -> Screen:
    """The board in letters, with the words that a picture would have."""
    drawn = scene(session, say)
    return Screen(page(text(lettered(drawn, say)), text(alt.board(drawn, say))))
