"""The queries for playing sets, stakes and the ledger. Each takes the caller's transaction."""

from bot.store.database import Row, Transaction

_SET = (
    "select playing_set.*, stake.session as staked_in, (in_use.player is not null) as used from playing_set"
    " left join stake on stake.playing_set = playing_set.id and stake.state = 'live'"
    " left join in_use on in_use.playing_set = playing_set.id and in_use.player = playing_set.owner"
)


async def insert_set(
    tx: Transaction, *, owner: int, name: str, material: str, style: str, deed: str | None, now: int
) -> int:
    """A new set, made by its owner; its number."""
    return await tx.insert(
        "insert into playing_set (owner, material, style, maker, maker_name, deed, made_at)"
        " values (?, ?, ?, ?, ?, ?, ?)",
        owner,
        material,
        style,
        owner,
        name,
        deed,
        now,
    )


async def set_row(tx: Transaction, number: int) -> Row | None:
    """A set, where it is staked, and whether its owner uses it."""
    return await tx.one(_SET + " where playing_set.id = ?", number)


async def sets_of(tx: Transaction, owner: int) -> list[Row]:
    """Everything a person owns, oldest first."""
    return await tx.all(_SET + " where playing_set.owner = ? order by playing_set.id", owner)


async def set_in_use(tx: Transaction, player: int) -> int | None:
    """The set that the person chose to play with and still owns."""
    row = await tx.one(
        "select playing_set.id from in_use join playing_set on playing_set.id = in_use.playing_set"
        " where in_use.player = ? and playing_set.owner = in_use.player",
        player,
    )
    return row["id"] if row else None


async def use_set(tx: Transaction, player: int, number: int) -> None:
    """Choose a set to play with."""
    await tx.run(
        "insert into in_use (player, playing_set) values (?, ?)"
        " on conflict (player) do update set playing_set = excluded.playing_set",
        player,
        number,
    )


async def rename_set(tx: Transaction, number: int, name: str) -> None:
    """Give a set its name; refused by the schema while it is staked."""
    await tx.run("update playing_set set name = ? where id = ?", name, number)


async def last_carved(tx: Transaction, player: int) -> int | None:
    """When a person last carved a set."""
    row = await tx.one("select max(at) as at from transfer where to_player = ? and reason = 'carved'", player)
    return row["at"] if row else None


async def has_begun(tx: Transaction, player: int) -> bool:
    """Whether the person has ever been given a set."""
    return await tx.one("select 1 from transfer where to_player = ? limit 1", player) is not None


async def insert_transfer(
    tx: Transaction,
    number: int,
    *,
    giver: int | None,
    taker: int,
    taker_name: str,
    reason: str,
    session: int | None,
    now: int,
) -> None:
    """Write a making or a change of hands into the ledger."""
    await tx.run(
        "insert into transfer (playing_set, from_player, to_player, to_name, reason, session, at)"
        " values (?, ?, ?, ?, ?, ?, ?)",
        number,
        giver,
        taker,
        taker_name,
        reason,
        session,
        now,
    )


async def transfers_of(tx: Transaction, number: int) -> list[Row]:
    """A set's making and changes of hands, oldest first."""
    return await tx.all("select * from transfer where playing_set = ? order by id", number)


async def change_owner(tx: Transaction, number: int, giver: int, taker: int) -> bool:
    """Hand a set over; whether the giver owned it. Refused by the schema while it is staked."""
    changed = await tx.run(
        "update playing_set set owner = ? where id = ? and owner = ?", taker, number, giver
    )
    return changed == 1


async def insert_stake(tx: Transaction, session: int, seat: str, number: int) -> None:
    """Lock a set for a match (W4); the schema refuses a second live stake."""
    await tx.run(
        "insert into stake (session, seat, playing_set, state) values (?, ?, ?, 'live')",
        session,
        seat,
        number,
    )


async def stakes_of(tx: Transaction, session: int) -> list[Row]:
    """What is or was staked on a match."""
    return await tx.all("select seat, playing_set, state from stake where session = ?", session)


async def looks_of(tx: Transaction, session: int) -> list[Row]:
    """The sets that are played with in a match."""
    return await tx.all(
        "select seat, playing_set from seat where session = ? and playing_set is not null", session
    )


async def set_look(tx: Transaction, session: int, seat: str, number: int) -> None:
    """Play this seat with that set."""
    await tx.run("update seat set playing_set = ? where session = ? and seat = ?", number, session, seat)


async def close_stake(tx: Transaction, session: int, seat: str, state: str) -> bool:
    """Unlock a staked set as kept or lost; whether it was live."""
    changed = await tx.run(
        "update stake set state = ? where session = ? and seat = ? and state = 'live'", state, session, seat
    )
    return changed == 1


async def insert_settlement(tx: Transaction, session: int, lost_by: str | None, now: int) -> None:
    """Write the one settlement of a match."""
    await tx.run("insert into settlement (session, lost_by, at) values (?, ?, ?)", session, lost_by, now)


async def settlement_of(tx: Transaction, session: int) -> Row | None:
    """How a staked match was settled."""
    return await tx.one("select lost_by from settlement where session = ?", session)


async def insert_deed(tx: Transaction, player: int, deed: str, session: int, number: int, now: int) -> None:
    """A deed done for the first time, and the set it earned."""
    await tx.run(
        "insert into deed (player, deed, session, playing_set, at) values (?, ?, ?, ?, ?)",
        player,
        deed,
        session,
        number,
        now,
    )


async def deeds_of(tx: Transaction, player: int) -> set[str]:
    """The deeds a person has done."""
    return {row["deed"] for row in await tx.all("select deed from deed where player = ?", player)}


async def earned_in(tx: Transaction, player: int, session: int) -> list[Row]:
    """The deeds that a person has done in a session, with the sets they earned, in order."""
    return await tx.all(
        "select deed, playing_set from deed where player = ? and session = ? order by playing_set",
        player,
        session,
    )


async def stakes_allowed(tx: Transaction, guild: int | None) -> bool:
    """Whether matches may be staked there; so everywhere unless a server has turned it off."""
    row = await tx.one("select stakes from server where guild = ?", guild)
    return row is None or bool(row["stakes"])


async def allow_stakes(tx: Transaction, guild: int, allowed: bool) -> None:
    """Turn stakes on or off for a server."""
    await tx.run(
        "insert into server (guild, stakes) values (?, ?)"
        " on conflict (guild) do update set stakes = excluded.stakes",
        guild,
        int(allowed),
    )


async def latest_results(tx: Transaction, player: int, limit: int) -> list[Row]:
    """The player's newest matches with a result, newest first: seat, winner and ending; none that was annulled."""
    return await tx.all(
        "select seat.seat, session.winner, session.ending from seat"
        " join session on session.id = seat.session"
        " where seat.player = ? and session.game = 'tafl' and session.state = 'over'"
        " and session.ending <> 'annulment'"
        " order by session.ended_at desc, session.id desc limit ?",
        player,
        limit,
    )


async def beaten_by(tx: Transaction, player: int) -> int:
    """How many different people the player has beaten."""
    row = await tx.one(
        "select count(distinct other.player) as number from seat"
        " join session on session.id = seat.session and session.winner = seat.seat"
        " join seat as other on other.session = session.id and other.seat <> seat.seat"
        " where seat.player = ? and session.game = 'tafl'",
        player,
    )
    return int(row["number"]) if row else 0


async def dailies_won(tx: Transaction, player: int) -> int:
    """How many daily hunts the player has won."""
    row = await tx.one("select count(*) as number from daily where player = ? and won = 1", player)
    return int(row["number"]) if row else 0
