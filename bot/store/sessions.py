"""The queries for sessions, their seats, actions, offers and shown tables. Each takes the caller's transaction."""

from collections.abc import Mapping
from typing import NamedTuple

from bot.store.database import Row, Transaction


class Whole(NamedTuple):
    """All that is kept of a session but its actions' texts; `ply` is how many there are."""

    row: Row
    ply: int
    seats: list[Row]
    offers: list[Row]


async def insert_session(
    tx: Transaction,
    *,
    game: str,
    setup: str,
    guild: int | None,
    channel: int,
    posting: str,
    locale: str,
    seed: str | None,
    now: int,
) -> int:
    """A new live session; its number."""
    return await tx.insert(
        "insert into session (game, setup, guild, channel, posting, locale, seed, state, created_at)"
        " values (?, ?, ?, ?, ?, ?, ?, 'live', ?)",
        game,
        setup,
        guild,
        channel,
        posting,
        locale,
        seed,
        now,
    )


async def insert_seat(tx: Transaction, session: int, seat: str, player: int, name: str) -> None:
    """Seat a player."""
    await tx.run(
        "insert into seat (session, seat, player, name) values (?, ?, ?, ?)", session, seat, player, name
    )


async def insert_action(tx: Transaction, session: int, ply: int, seat: str, text: str, now: int) -> None:
    """Write one action; the primary key refuses a second one of the same ply, at the latest at the commit."""
    tx.later(
        "insert into action (session, ply, seat, text, at) values (?, ?, ?, ?, ?)",
        session,
        ply,
        seat,
        text,
        now,
    )


async def end_session(tx: Transaction, session: int, winner: str | None, ending: str, now: int) -> None:
    """Close a live session with its outcome."""
    await tx.run(
        "update session set state = 'over', winner = ?, ending = ?, ended_at = ? where id = ? and state = 'live'",
        winner,
        ending,
        now,
        session,
    )


_ROW = (
    "select session.*, shown.message as shown_message, shown.ply as shown_ply,"
    " shown.in_words as shown_in_words"
    " from session left join shown on shown.session = session.id where session.id = ?"
)
_PLY = "select count(*) as number from action where session = ?"
_SEATS = (
    "select seat.seat, seat.player, seat.name, seat.playing_set, playing_set.material,"
    " playing_set.name as set_name, stake.state as stake from seat"
    " left join playing_set on playing_set.id = seat.playing_set"
    " left join stake on stake.session = seat.session and stake.seat = seat.seat"
    " where seat.session = ?"
)
_LAPSED = "session = ? and ply < ? and state = 'open' and message is not null"
_SHOWN = (
    "insert into shown (session, ply, message, in_words) values (?, ?, ?, ?) on conflict (session)"
    " do update set ply = excluded.ply, message = excluded.message, in_words = excluded.in_words"
    " where excluded.ply >= shown.ply"
)
_OFFERS_NOW = f"select kind, seat, state from offer where session = ? and ply = ({_PLY})"


async def whole(tx: Transaction, session: int, *, last: bool = False) -> Whole | None:
    """The session with where its newest table hangs, who sits where and with which set, and the offers made now."""
    of_it = (session,)
    rows, plies, seats, offers = await tx.each(
        (_ROW, of_it), (_PLY, of_it), (_SEATS, of_it), (_OFFERS_NOW, (session, session)), last=last
    )
    return Whole(rows[0], plies[0]["number"], seats, offers) if rows else None


async def game_of(tx: Transaction, session: int) -> str | None:
    """Which game the session is of."""
    row = await tx.one("select game from session where id = ?", session)
    return row["game"] if row else None


async def move_session(tx: Transaction, session: int, guild: int | None, channel: int, posting: str) -> None:
    """Play a session elsewhere; its old table is forgotten."""
    await tx.run(
        "update session set guild = ?, channel = ?, posting = ? where id = ?",
        guild,
        channel,
        posting,
        session,
    )
    await tx.run("delete from shown where session = ?", session)


async def actions(tx: Transaction, session: int, ply: int) -> list[str]:
    """The texts of a session's first `ply` actions in order."""
    rows = await tx.all("select text from action where session = ? and ply < ? order by ply", session, ply)
    return [row["text"] for row in rows]


async def live_session(tx: Transaction, channel: int) -> int | None:
    """The channel's live session."""
    row = await tx.one("select id from session where channel = ? and state = 'live'", channel)
    return row["id"] if row else None


async def session_in(
    tx: Transaction, channel: int, game: str, *, ended: bool, last: bool = False
) -> int | None:
    """The channel's live session of that game; with `ended` else the one that ended last."""
    row = await tx.one(
        "select id from session where channel = ? and game = ? and (state = 'live' or ?)"
        " order by case state when 'live' then 0 else 1 end, ended_at desc, id desc limit 1",
        channel,
        game,
        int(ended),
        last=last,
    )
    return row["id"] if row else None


async def live_setups(tx: Transaction) -> list[tuple[str, str]]:
    """The different setups of live sessions, each with its game."""
    rows = await tx.all("select distinct game, setup from session where state = 'live'")
    return [(row["game"], row["setup"]) for row in rows]


async def annul_all(tx: Transaction, game: str, setup: str, now: int) -> int:
    """End every live session of that setup without a result, giving back stakes and the day's try; how many."""
    live = "select id from session where state = 'live' and game = ? and setup = ?"
    await tx.run(
        "insert into settlement (session, lost_by, at)"
        f" select distinct session, null, ? from stake where state = 'live' and session in ({live})",
        now,
        game,
        setup,
    )
    await tx.run(f"update stake set state = 'kept' where state = 'live' and session in ({live})", game, setup)
    await tx.run(f"delete from daily where session in ({live})", game, setup)
    return await tx.run(
        "update session set state = 'over', ending = 'annulment', ended_at = ?"
        " where state = 'live' and game = ? and setup = ?",
        now,
        game,
        setup,
    )


async def sessions_of_player(
    tx: Transaction, player: int, game: str, state: str, guild: int | None, limit: int, skip: int = 0
) -> list[int]:
    """A player's newest sessions of a game in that state ('live' or 'over'), in one guild or (None) anywhere."""
    rows = await tx.all(
        "select session.id from seat join session on session.id = seat.session"
        " where seat.player = ? and session.game = ? and session.state = ? and (? is null or session.guild = ?)"
        " order by session.id desc limit ? offset ?",
        player,
        game,
        state,
        guild,
        guild,
        limit,
        skip,
    )
    return [row["id"] for row in rows]


async def live_sessions(tx: Transaction) -> list[int]:
    """Every live session, oldest first."""
    return [row["id"] for row in await tx.all("select id from session where state = 'live' order by id")]


async def offers(tx: Transaction, session: int, ply: int) -> list[Row]:
    """The offers made at that ply, whatever became of them."""
    return await tx.all("select kind, seat, state from offer where session = ? and ply = ?", session, ply)


async def insert_offer(tx: Transaction, session: int, ply: int, kind: str, seat: str, now: int) -> None:
    """Make an offer."""
    await tx.run(
        "insert into offer (session, ply, kind, seat, state, at) values (?, ?, ?, ?, 'open', ?)",
        session,
        ply,
        kind,
        seat,
        now,
    )


async def hang_offer(tx: Transaction, session: int, ply: int, kind: str, seat: str, message: int) -> None:
    """Note which message makes an offer."""
    await tx.run(
        "update offer set message = ? where session = ? and ply = ? and kind = ? and seat = ?",
        message,
        session,
        ply,
        kind,
        seat,
    )


async def delete_offer(tx: Transaction, session: int, ply: int, kind: str, seat: str) -> None:
    """Forget an open offer."""
    await tx.run(
        "delete from offer where session = ? and ply = ? and kind = ? and seat = ? and state = 'open'",
        session,
        ply,
        kind,
        seat,
    )


async def close_offer(tx: Transaction, session: int, ply: int, kind: str, seat: str, state: str) -> bool:
    """Answer an open offer; whether it was still open."""
    changed = await tx.run(
        "update offer set state = ? where session = ? and ply = ? and kind = ? and seat = ? and state = 'open'",
        state,
        session,
        ply,
        kind,
        seat,
    )
    return changed == 1


async def set_shown(
    tx: Transaction, session: int, ply: int, message: int, in_words: bool
) -> tuple[bool, list[Row]]:
    """Note where the newest table hangs, as the last thing: whether it is at least as new as the one noted before.

    With it the unanswered offers of earlier plies whose messages still tell of them; told only once.
    """
    _, changed, lapsed, _ = await tx.each(
        (_SHOWN, (session, ply, message, in_words)),
        ("select changes() as rows", ()),
        (f"select kind, seat, message from offer where {_LAPSED}", (session, ply)),
        (f"update offer set message = null where {_LAPSED}", (session, ply)),
        last=True,
    )
    noted = changed[0]["rows"] == 1
    tx.wrote = noted or bool(lapsed)
    return noted, lapsed


async def results_of_player(tx: Transaction, player: int, game: str, guild: int | None) -> Mapping[str, int]:
    """How many ended sessions of a game a player won, lost and drew, in one guild or (None) anywhere.

    One that was annulled has no result, and counts as none of them.
    """
    row = await tx.one(
        "select coalesce(sum(session.winner = seat.seat), 0) as won,"
        " coalesce(sum(session.winner is not null and session.winner <> seat.seat), 0) as lost,"
        " coalesce(sum(session.winner is null), 0) as drawn"
        " from seat join session on session.id = seat.session"
        " where seat.player = ? and session.game = ? and session.state = 'over'"
        " and session.ending <> 'annulment' and (? is null or session.guild = ?)",
        player,
        game,
        guild,
        guild,
    )
    return {"won": row["won"], "lost": row["lost"], "drawn": row["drawn"]} if row else {}
