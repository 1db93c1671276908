"""The queries of the audit: whole tables, as they are. Each takes the caller's transaction."""

from bot.store.database import Row, Transaction


async def sessions(tx: Transaction) -> list[Row]:
    """Every session."""
    return await tx.all("select * from session order by id")


async def actions_of(tx: Transaction, session: int) -> list[Row]:
    """A session's actions by ply."""
    return await tx.all("select ply, seat, text from action where session = ? order by ply", session)


async def seats_of(tx: Transaction, session: int) -> list[Row]:
    """Who sits at a session, and plays with which set."""
    return await tx.all("select seat, player, playing_set from seat where session = ?", session)


async def stakes_of(tx: Transaction, session: int) -> list[Row]:
    """What was staked on a session."""
    return await tx.all("select seat, playing_set, state from stake where session = ?", session)


async def settlement_of(tx: Transaction, session: int) -> Row | None:
    """A session's settlement."""
    return await tx.one("select lost_by from settlement where session = ?", session)


async def was_for_sets(tx: Transaction, session: int) -> bool:
    """Whether a session came of a challenge that staked a set."""
    return (
        await tx.one("select 1 from challenge where session = ? and stake is not null", session) is not None
    )


async def won_in(tx: Transaction, session: int) -> set[int]:
    """The sets that changed hands by a session."""
    rows = await tx.all("select playing_set from transfer where session = ? and reason = 'won'", session)
    return {row["playing_set"] for row in rows}


async def has_won(tx: Transaction, session: int, player: int) -> bool:
    """Whether the player won a session, as its row has it."""
    row = await tx.one(
        "select 1 from session join seat on seat.session = session.id and seat.seat = session.winner"
        " where session.id = ? and seat.player = ?",
        session,
        player,
    )
    return row is not None


async def daily_of(tx: Transaction, session: int) -> Row | None:
    """A session's row among the daily hunts."""
    return await tx.one("select won, slain, rounds from daily where session = ?", session)


async def sets(tx: Transaction) -> list[Row]:
    """Every playing set."""
    return await tx.all("select id, owner, maker, deed from playing_set order by id")


async def owner_of(tx: Transaction, number: int) -> int | None:
    """Who owns a set."""
    row = await tx.one("select owner from playing_set where id = ?", number)
    return row["owner"] if row else None


async def deed_of(tx: Transaction, number: int) -> Row | None:
    """The deed that a set was given for."""
    return await tx.one("select player, deed, session from deed where playing_set = ?", number)


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
