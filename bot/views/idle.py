"""A session that was left alone, as a public message."""

from datetime import datetime

from bot.session import Session
from bot.views.layout import Screen, link, page, row, text
from bot.words import Say, shown_name
from rules.draugr.hunt import Hunt


def warning(session: Session, say: Say, ends_at: datetime, *, ping: bool = True) -> Screen:
    """Calls the player to act, or with no `ping` names them; says when the session ends, and leads to its table."""
    mover = session.to_move
    assert mover is not None
    name = f"<@{mover.id}>" if ping else f"**{shown_name(mover.name)}**"
    when = f"<t:{int(ends_at.timestamp())}:R>"
    key = (
        "idle-hunt"
        if isinstance(session.state, Hunt)
        else "idle-match-staked"
        if session.staked
        else "idle-match"
    )
    to_the_table = row(link(say("button-to-the-table"), session.link))
    words = say(key, name=name, when=when)
    return Screen(page(text(words), to_the_table), pings=(mover.id,) if ping else ())
