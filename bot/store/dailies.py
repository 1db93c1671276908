"""The queries for the daily hunt and its ranking. Each takes the caller's transaction."""

from bot.store.database import Row, Transaction


async def secret(tx: Transaction, name: str) -> str | None:
    """A secret by its name."""
    row = await tx.one("select value from secret where name = ?", name)
    return row["value"] if row else None


async def insert_secret(tx: Transaction, name: str, value: str) -> None:
    """Keep a secret."""
    await tx.run("insert into secret (name, value) values (?, ?)", name, value)


async def daily_of(tx: Transaction, day: str, player: int) -> int | None:
    """The session of a person's daily hunt of that day."""
    row = await tx.one("select session from daily where day = ? and player = ?", day, player)
    return row["session"] if row else None


async def insert_daily(tx: Transaction, day: str, player: int, session: int) -> None:
    """A person's one try of a day; the primary key refuses a second."""
    await tx.run("insert into daily (day, player, session) values (?, ?, ?)", day, player, session)


async def set_result(tx: Transaction, session: int, *, won: bool, slain: int, rounds: int) -> None:
    """Note how a daily hunt ended; nothing where the session is none."""
    await tx.run(
        "update daily set won = ?, slain = ?, rounds = ? where session = ?", int(won), slain, rounds, session
    )


async def results(tx: Transaction, first_day: str, last_day: str, guild: int) -> list[Row]:
    """The finished daily hunts of those days by people who have played in the server, one row each."""
    return await tx.all(
        "select daily.day, daily.player, visitor.name, daily.won, daily.slain, daily.rounds"
        " from daily join visitor on visitor.player = daily.player and visitor.guild = ?"
        " where daily.day between ? and ? and daily.won is not null",
        guild,
        first_day,
        last_day,
    )


async def note_visitor(tx: Transaction, guild: int, player: int, name: str) -> None:
    """Remember that a person plays in a server, by their latest name there."""
    await tx.run(
        "insert into visitor (guild, player, name) values (?, ?, ?)"
        " on conflict (guild, player) do update set name = excluded.name",
        guild,
        player,
        name,
    )
