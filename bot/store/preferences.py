"""The queries for what people and servers have chosen. Each takes the caller's transaction."""

from collections.abc import Iterable, Mapping

from bot.store.database import Row, Transaction, Value

# Which column keeps a setting; what is written into a statement comes from here alone.
_OF_A_PERSON: Mapping[str, str] = {
    "language": "locale",
    "board": "board",
    "text-board": "text_board",
    "pings": "pings",
}
_OF_A_SERVER: Mapping[str, str] = {
    "language": "locale",
    "board": "board",
    "stakes": "stakes",
    "threads": "threads",
}


async def person(tx: Transaction, player: int) -> Row | None:
    """What a person has chosen."""
    return await tx.one("select * from preference where player = ?", player)


async def server(tx: Transaction, guild: int) -> Row | None:
    """What a server has chosen."""
    return await tx.one("select * from server where guild = ?", guild)


async def channels(tx: Transaction, guild: int) -> list[int]:
    """Where the bot plays in a server; empty means everywhere."""
    rows = await tx.all("select channel from allowed_channel where guild = ? order by channel", guild)
    return [row["channel"] for row in rows]


async def choose(tx: Transaction, player: int, setting: str, value: Value) -> None:
    """Note a person's choice; the others stay."""
    column = _OF_A_PERSON[setting]
    await tx.run(
        f"insert into preference (player, {column}) values (?, ?)"
        f" on conflict (player) do update set {column} = excluded.{column}",
        player,
        value,
    )


async def choose_for_server(tx: Transaction, guild: int, setting: str, value: Value) -> None:
    """Note a server's choice; the others stay."""
    column = _OF_A_SERVER[setting]
    await tx.run(
        f"insert into server (guild, {column}) values (?, ?)"
        f" on conflict (guild) do update set {column} = excluded.{column}",
        guild,
        value,
    )


async def set_channels(tx: Transaction, guild: int, wanted: Iterable[int]) -> None:
    """Play in these channels of a server and no others; in all where there are none."""
    await tx.run("delete from allowed_channel where guild = ?", guild)
    for channel in wanted:
        await tx.run("insert into allowed_channel (guild, channel) values (?, ?)", guild, channel)


async def speak_in_server(tx: Transaction, guild: int, locale: str) -> None:
    """What is under way in a server goes on in that language."""
    await tx.run("update session set locale = ? where guild = ? and state = 'live'", locale, guild)
    await tx.run("update challenge set locale = ? where guild = ? and state = 'open'", locale, guild)


async def speak_in_hunts(tx: Transaction, player: int, locale: str) -> None:
    """The hunts that a person has under way in direct messages go on in that language."""
    await tx.run(
        "update session set locale = ? where guild is null and state = 'live'"
        " and id in (select session from seat where player = ? and seat = 'hunter')",
        locale,
        player,
    )
