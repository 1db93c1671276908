"""The queries that limits are judged by. Each takes the caller's transaction."""

from bot.store.database import Row, Transaction

# Challenges


async def count_open(tx: Transaction, challenger: int, now: int) -> int:
    """How many challenges a person has open."""
    row = await tx.one(
        "select count(*) as number from challenge where challenger = ? and state = 'open' and expires_at > ?",
        challenger,
        now,
    )
    return int(row["number"]) if row else 0


async def count_open_to(tx: Transaction, challenger: int, opponent: int, now: int) -> int:
    """How many challenges a person has open to another, in all channels."""
    row = await tx.one(
        "select count(*) as number from challenge"
        " where challenger = ? and opponent = ? and state = 'open' and expires_at > ?",
        challenger,
        opponent,
        now,
    )
    return int(row["number"]) if row else 0


async def challenges_since(tx: Transaction, challenger: int, since: int, most: int) -> list[int]:
    """When a person made the latest of their challenges after that time that nobody accepted, newest first."""
    rows = await tx.all(
        "select created_at from challenge where challenger = ? and created_at > ? and state <> 'accepted'"
        " order by created_at desc limit ?",
        challenger,
        since,
        most,
    )
    return [row["created_at"] for row in rows]


async def declines_since(
    tx: Transaction, challenger: int, opponent: int, since: int, now: int
) -> tuple[int, int]:
    """How often `opponent` has declined since they last played together or that time, and when the last time."""
    played = await tx.one(
        "select max(answered_at) as at from challenge where state = 'accepted' and answered_at <= ?"
        " and ((challenger = ? and opponent = ?) or (challenger = ? and opponent = ?))",
        now,
        challenger,
        opponent,
        opponent,
        challenger,
    )
    after = max(since, (played["at"] if played else None) or since)
    row = await tx.one(
        "select count(*) as number, coalesce(max(answered_at), 0) as last from challenge"
        " where challenger = ? and opponent = ? and state = 'declined' and answered_at > ? and answered_at <= ?",
        challenger,
        opponent,
        after,
        now,
    )
    return (int(row["number"]), int(row["last"])) if row else (0, 0)


# Blocks


async def blocks(tx: Transaction, player: int, blocked: int) -> bool:
    """Whether a person takes no challenges from another."""
    return await tx.one("select 1 from block where player = ? and blocked = ?", player, blocked) is not None


async def blocked_by(tx: Transaction, player: int) -> list[Row]:
    """Whom a person takes no challenges from, the latest first."""
    return await tx.all("select blocked, name from block where player = ? order by at desc, blocked", player)


async def insert_block(tx: Transaction, player: int, blocked: int, name: str, now: int) -> None:
    """Take no more challenges from somebody."""
    await tx.run(
        "insert into block (player, blocked, name, at) values (?, ?, ?, ?) on conflict (player, blocked)"
        " do update set name = excluded.name, at = excluded.at",
        player,
        blocked,
        name,
        now,
    )


async def delete_block(tx: Transaction, player: int, blocked: int) -> None:
    """Take challenges from somebody again."""
    await tx.run("delete from block where player = ? and blocked = ?", player, blocked)


async def decline_all(tx: Transaction, challenger: int, opponent: int, now: int) -> list[int]:
    """Decline every open challenge of one person to another; their numbers."""
    which = "challenger = ? and opponent = ? and state = 'open' and expires_at > ?"
    found = await tx.all(f"select id from challenge where {which} order by id", challenger, opponent, now)
    await tx.run(
        f"update challenge set state = 'declined', answered_at = ? where {which}",
        now,
        challenger,
        opponent,
        now,
    )
    return [row["id"] for row in found]


# Games


async def count_live(tx: Transaction, player: int, game: str) -> int:
    """How many sessions of a game a person has going."""
    row = await tx.one(
        "select count(*) as number from seat join session on session.id = seat.session"
        " where seat.player = ? and session.game = ? and session.state = 'live'",
        player,
        game,
    )
    return int(row["number"]) if row else 0


async def hunts_since(tx: Transaction, player: int, since: int, most: int) -> list[int]:
    """When a person began their latest hunts after that time, newest first."""
    rows = await tx.all(
        "select session.created_at from seat join session on session.id = seat.session"
        " where seat.player = ? and seat.seat = 'hunter' and session.created_at > ?"
        " order by seat.session desc limit ?",
        player,
        since,
        most,
    )
    return [row["created_at"] for row in rows]


# Sets


async def renamings_since(tx: Transaction, player: int, since: int, most: int) -> list[int]:
    """When a person last renamed sets after that time, newest first."""
    rows = await tx.all(
        "select at from renaming where player = ? and at > ? order by at desc limit ?", player, since, most
    )
    return [row["at"] for row in rows]


async def insert_renaming(tx: Transaction, player: int, now: int, since: int) -> None:
    """Note a renaming; those before `since` are forgotten."""
    await tx.run("delete from renaming where player = ? and at <= ?", player, since)
    await tx.run("insert into renaming (player, at) values (?, ?)", player, now)
