"""The queries for what people and servers have chosen. Each takes the caller's transaction."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

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


_PERSON = "select * from preference where player = ?"
_SERVER = "select * from server where guild = ?"
_CHANNELS = "select channel from allowed_channel where guild = ? order by channel"


class Chosen(NamedTuple):
    """What people have chosen, each or None; and a server, with where the bot plays there."""

    people: Sequence[Row | None]
    server: Row | None
    channels: Sequence[int]


async def chosen(tx: Transaction, players: Sequence[int], guild: int | None) -> Chosen:
    """All that has been chosen by these people, and in this server."""
    asked = [(_PERSON, (player,)) for player in players]
    of_server = [] if guild is None else [(_SERVER, (guild,)), (_CHANNELS, (guild,))]
    found = await tx.each(*asked, *of_server)
    people = [rows[0] if rows else None for rows in found[: len(players)]]
    server, channels = found[len(players) :] if of_server else ([], [])
    return Chosen(people, server[0] if server else None, [row["channel"] for row in channels])


async def channels(tx: Transaction, guild: int) -> list[int]:
    """Where the bot plays in a server; empty means everywhere."""
    return [row["channel"] for row in await tx.all(_CHANNELS, guild)]


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
