"""The queries of the audit: whole tables, as they are. Each takes the caller's transaction."""

from bot.store.database import Row, Transaction


async def sessions(tx: Transaction) -> list[Row]:
    """Every session."""
    return await tx.all("select * from session order by id")


async def actions_of(tx: Transaction, session: int) -> list[Row]:
    """A session's actions by ply."""
    return await tx.all("select ply, seat, text from action where session = ? order by ply", session)


async def seats_of(tx: Transaction, session: int) -> list[Row]:
    """Who sits at a session."""
    return await tx.all("select seat, player from seat where session = ?", session)


async def stakes_of(tx: Transaction, session: int) -> list[Row]:
    """What was staked on a session."""
    return await tx.all("select seat, playing_set, state from stake where session = ?", session)


async def settlement_of(tx: Transaction, session: int) -> Row | None:
    """A session's settlement."""
    return await tx.one("select lost_by from settlement where session = ?", session)


async def daily_of(tx: Transaction, session: int) -> Row | None:
    """A session's row among the daily hunts."""
    return await tx.one("select won, slain, rounds from daily where session = ?", session)


async def sets(tx: Transaction) -> list[Row]:
    """Every playing set."""
    return await tx.all("select id, owner, maker from playing_set order by id")


async def transfers_of(tx: Transaction, number: int) -> list[Row]:
    """A set's line in the ledger, oldest first."""
    return await tx.all(
        "select from_player, to_player, reason, session from transfer where playing_set = ? order by id",
        number,
    )


async def broken_references(tx: Transaction) -> list[str]:
    """What SQLite itself finds wrong: references to rows that are not there, damaged pages."""
    found = [
        f"{row[0]} row {row[1]} refers to nothing in {row[2]}"
        for row in await tx.all("pragma foreign_key_check")
    ]
    found += [str(row[0]) for row in await tx.all("pragma integrity_check") if row[0] != "ok"]
    return found
