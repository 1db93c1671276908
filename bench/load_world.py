"""A database as a busy bot has it: players with sets, matches that go on or are over, all by the rules."""

import asyncio
import sqlite3
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from bot.playing_sets import materials
from bot.store import Store
from rules.game import Seat
from rules.tafl.match import TAFL, Match
from rules.tafl.ruleset import STANDARD, write_ruleset
from tests.wire.world import Channel, Guild, Kind, User

SETUP = write_ruleset(STANDARD)
STORED, PER_GUILD = 10_000, 20
NOW = int(time.time()) - 3_600  # of late, so that nothing counts as left alone
GAMES, SHORTEST, LONGEST, AHEAD = 120, 10, 60, 40


@dataclass(eq=False)
class Table:
    """A live match: where, between whom, how far, and what will be played on it."""

    session: int
    channel: Channel
    players: dict[Seat, User]
    ply: int
    coming: list[tuple[Seat, str]]

    def next_move(self) -> tuple[User, str]:
        """Who moves next, and how."""
        seat, text = self.coming.pop(0)
        return self.players[seat], text


@dataclass(eq=False)
class World:
    """What was written into the database, and what is to be played in it."""

    guilds: list[Guild] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)


Line = Sequence[tuple[Seat, str]]


def random_game(chance: Random, length: int) -> tuple[Line, Match]:
    """Legal moves that end nothing, with who makes each; and where they lead."""
    state = TAFL.start(SETUP)
    line: list[tuple[Seat, str]] = []
    while len(line) < length:
        moves = list(TAFL.legal(state))
        chance.shuffle(moves)
        for move in moves:
            after = TAFL.play(state, move)
            if after.outcome is None:
                seat = state.turn
                assert seat is not None
                line.append((seat, TAFL.write(state, move)))
                state = after
                break
        else:
            return random_game(chance, length)
    return line, state


def build(path: Path, *, live: int, stored: int = STORED, seed: int = 1) -> World:
    """Write a database at `path`: so many matches that go on, and so many that are over."""
    asyncio.run(_made(path))
    chance = Random(seed)
    lines = [random_game(chance, LONGEST + AHEAD)[0] for _ in range(GAMES)]
    world = World()
    with closing(sqlite3.connect(path)) as database:
        database.execute("pragma synchronous = off")
        for number in range(1, live + stored + 1):
            line = lines[number % GAMES]
            ply = chance.randint(SHORTEST, LONGEST)
            _write(database, world, number, line, ply, chance, live=number <= live)
        database.commit()
        database.execute("pragma wal_checkpoint(truncate)")
    return world


async def _made(path: Path) -> None:
    store = await Store.open(path)
    await store.close()


def _write(
    database: sqlite3.Connection,
    world: World,
    number: int,
    line: Line,
    ply: int,
    chance: Random,
    *,
    live: bool,
) -> None:
    if live and len(world.tables) % PER_GUILD == 0:
        owner = User("Owner")
        world.guilds.append(Guild(f"Guild {number}", owner, locale=chance.choice(("en-US", "ru", "ko"))))
    guild = world.guilds[-1] if world.guilds else Guild("Guild", User("Owner"))
    channel = Channel(Kind.TEXT, f"hall-{number}", guild=guild)
    seats = {Seat.ATTACKERS: User(f"Attacker {number}"), Seat.DEFENDERS: User(f"Defender {number}")}
    if not live:
        ply += 1
    database.execute(
        "insert into session (id, game, setup, guild, channel, posting, locale, state, winner, ending,"
        " created_at, ended_at) values (?, 'tafl', ?, ?, ?, 'bot', ?, ?, ?, ?, ?, ?)",
        (
            *(number, SETUP, guild.id, channel.id, guild.locale[:2], "live" if live else "over"),
            *((None, None, NOW, None) if live else ("defenders", "resignation", NOW, NOW + ply)),
        ),
    )
    for seat, user in seats.items():
        _seat(database, number, seat, user, chance)
    actions = list(line[:ply]) if live else [*line[: ply - 1], (Seat.ATTACKERS, "resign attackers")]
    database.executemany(
        "insert into action (session, ply, seat, text, at) values (?, ?, ?, ?, ?)",
        [(number, at, seat, text, NOW + at) for at, (seat, text) in enumerate(actions)],
    )
    if live:
        guild.channels[channel.id] = channel
        database.execute(
            "insert into shown (session, ply, message) values (?, ?, ?)", (number, ply, channel.id + 1)
        )
        world.tables.append(Table(number, channel, seats, ply, list(line[ply:])))


def _seat(database: sqlite3.Connection, number: int, seat: Seat, user: User, chance: Random) -> None:
    """A player at a match with a set: mostly of a plain material, as most have."""
    known = materials()
    plain = chance.random() < 0.9
    material = chance.choice(known.plain if plain else tuple(known.deeds.values()))
    made = database.execute(
        "insert into playing_set (owner, material, style, maker, maker_name, made_at) values (?, ?, ?, ?, ?, ?)",
        (user.id, material, known.styles[0], user.id, user.name, NOW),
    ).lastrowid
    database.execute(
        "insert into transfer (playing_set, to_player, to_name, reason, at) values (?, ?, ?, 'first', ?)",
        (made, user.id, user.name, NOW),
    )
    database.execute("insert into in_use (player, playing_set) values (?, ?)", (user.id, made))
    database.execute(
        "insert into seat (session, seat, player, name, playing_set) values (?, ?, ?, ?, ?)",
        (number, seat, user.id, user.name, made),
    )
