"""The queries for challenges. Each takes the caller's transaction."""

from bot.store.database import Row, Transaction


async def insert_challenge(
    tx: Transaction,
    *,
    guild: int | None,
    channel: int,
    posting: str,
    locale: str,
    challenger: tuple[int, str],
    opponent: tuple[int, str],
    side: str,
    setup: str,
    rematch_of: int | None,
    stake: int | None,
    now: int,
    expires_at: int,
) -> int:
    """A new open challenge between two people, each given as id and name; its number."""
    return await tx.insert(
        "insert into challenge (guild, channel, posting, locale, challenger, challenger_name, opponent,"
        " opponent_name, side, setup, state, rematch_of, stake, created_at, expires_at)"
        " values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'open', ?, ?, ?, ?)",
        guild,
        channel,
        posting,
        locale,
        *challenger,
        *opponent,
        side,
        setup,
        rematch_of,
        stake,
        now,
        expires_at,
    )


async def challenge_row(tx: Transaction, challenge: int) -> Row | None:
    """A challenge's row."""
    return await tx.one("select * from challenge where id = ?", challenge)


async def open_between(tx: Transaction, channel: int, challenger: int, opponent: int) -> int | None:
    """The unanswered challenge of one person to another in a channel, be its time over or not."""
    row = await tx.one(
        "select id from challenge where channel = ? and challenger = ? and opponent = ? and state = 'open'",
        channel,
        challenger,
        opponent,
    )
    return row["id"] if row else None


async def open_rematch(tx: Transaction, session: int, challenger: int, now: int) -> int | None:
    """The open challenge of that person to a rematch of the session."""
    row = await tx.one(
        "select id from challenge where rematch_of = ? and challenger = ? and state = 'open' and expires_at > ?",
        session,
        challenger,
        now,
    )
    return row["id"] if row else None


async def open_in(
    tx: Transaction, channel: int, opponent: int | None, challenger: int | None, now: int, limit: int
) -> list[int]:
    """The newest open challenges in a channel to that opponent and by that challenger (None: anybody)."""
    rows = await tx.all(
        "select id from challenge where channel = ? and state = 'open' and expires_at > ?"
        " and (? is null or opponent = ?) and (? is null or challenger = ?) order by id desc limit ?",
        channel,
        now,
        opponent,
        opponent,
        challenger,
        challenger,
        limit,
    )
    return [row["id"] for row in rows]


async def open_to_or_by(tx: Transaction, player: int, now: int, limit: int, skip: int) -> list[int]:
    """The newest open challenges that a person made or was sent."""
    rows = await tx.all(
        "select id from challenge where (challenger = ? or opponent = ?) and state = 'open' and expires_at > ?"
        " order by id desc limit ? offset ?",
        player,
        player,
        now,
        limit,
        skip,
    )
    return [row["id"] for row in rows]


async def close_challenge(
    tx: Transaction, challenge: int, state: str, now: int, session: int | None = None
) -> bool:
    """Answer an open challenge; whether it was still open."""
    changed = await tx.run(
        "update challenge set state = ?, session = ?, answered_at = ? where id = ? and state = 'open'",
        state,
        session,
        now,
        challenge,
    )
    return changed == 1


async def set_message(tx: Transaction, challenge: int, message: int) -> None:
    """Note where the challenge hangs."""
    await tx.run("update challenge set message = ? where id = ?", message, challenge)


async def bring_forward(tx: Transaction, latest: int) -> None:
    """Let no open challenge stand beyond that time."""
    await tx.run("update challenge set expires_at = ?1 where state = 'open' and expires_at > ?1", latest)


async def expired(tx: Transaction, now: int, most: int) -> list[int]:
    """The open challenges whose time has been over longest."""
    rows = await tx.all(
        "select id from challenge where state = 'open' and expires_at <= ? order by expires_at, id limit ?",
        now,
        most,
    )
    return [row["id"] for row in rows]
