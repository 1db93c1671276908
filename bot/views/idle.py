"""A session that was left alone, as a public message."""

from datetime import datetime

from bot.session import Session
from bot.views.layout import Screen, link, page, row, text
from bot.words import Say
from rules.draugr.hunt import Hunt


def warning(session: Session, say: Say, ends_at: datetime) -> Screen:
    """Calls the player to act, says when the session ends, and leads to its table."""
    assert session.to_move is not None
    when = f"<t:{int(ends_at.timestamp())}:R>"
    key = (
        "idle-hunt"
        if isinstance(session.state, Hunt)
        else "idle-match-staked"
        if session.staked
        else "idle-match"
    )
    words = say(key, name=f"<@{session.to_move.id}>", when=when)
    return Screen(
        page(text(words), row(link(say("button-to-the-table"), session.link))), pings=(session.to_move.id,)
    )
