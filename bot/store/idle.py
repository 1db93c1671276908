"""The queries for sessions left alone, and for tables that never came to hang. Each takes the caller's transaction."""

from bot.store.database import Transaction

# When a session was touched last, and the ply it stands at.
_TOUCHED = "coalesce((select max(at) from action where action.session = session.id), session.created_at)"
_PLY = "(select count(*) from action where action.session = session.id)"


async def due_a_warning(tx: Transaction, touched_before: int, limit: int) -> list[int]:
    """Live sessions that nobody has touched since then and that no warning stands for, oldest first."""
    rows = await tx.all(
        "select session.id from session left join idle_warning on idle_warning.session = session.id"
        f" where state = 'live' and created_at <= ?1 and {_TOUCHED} <= ?1"
        f" and (idle_warning.ply is null or idle_warning.ply <> {_PLY})"
        " order by session.created_at limit ?2",
        touched_before,
        limit,
    )
    return [row["id"] for row in rows]


async def insert_warning(tx: Transaction, session: int, ply: int, now: int) -> None:
    """Note that a warning is given at this ply."""
    await tx.run("insert or replace into idle_warning (session, ply, at) values (?, ?, ?)", session, ply, now)


async def due_an_end(tx: Transaction, touched_before: int, warned_before: int, limit: int) -> list[int]:
    """Live sessions that nobody has touched since then although they were warned before then, oldest first."""
    rows = await tx.all(
        "select session.id from idle_warning join session on session.id = idle_warning.session"
        f" where state = 'live' and {_TOUCHED} <= ? and idle_warning.at <= ? and idle_warning.ply = {_PLY}"
        " order by session.created_at limit ?",
        touched_before,
        warned_before,
        limit,
    )
    return [row["id"] for row in rows]


async def not_shown(tx: Transaction, game: str, touched_after: int, limit: int) -> list[int]:
    """Sessions of a game touched since then whose newest table, the bot's own to post, hangs nowhere; newest first."""
    columns = "session.id, session.created_at"
    rows = await tx.all(
        "select recent.id from ("
        f" select {columns} from session where state = 'live' and game = ?1 and posting = 'bot'"
        f" union all select {columns} from session"
        " where state = 'over' and ended_at >= ?2 and game = ?1 and posting = 'bot'"
        " ) as recent join session on session.id = recent.id left join shown on shown.session = recent.id"
        f" where (shown.ply is null or shown.ply <> {_PLY}) and {_TOUCHED} >= ?2"
        " order by recent.id desc limit ?3",
        game,
        touched_after,
        limit,
    )
    return [row["id"] for row in rows]
