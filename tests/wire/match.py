"""A match on the wire: what its players do, what everybody was shown of it, and what the database keeps."""

import re
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random

from rules.game import Seat
from rules.tafl.match import TAFL, Match
from rules.tafl.ruleset import STANDARD, write_ruleset
from tests.wire.actors import Actor
from tests.wire.exchange import Exchange
from tests.wire.messages import Change, StoredMessage
from tests.wire.standin import Standin
from tests.wire.world import Channel

TABLE_ID = re.compile(r"\+?t:(?P<session>\d+):(?P<ply>\d+):(?P<intent>[a-z-]+)(?::(?P<argument>.*))?")
CHALLENGE_ID = re.compile(r"c:(?P<number>\d+):\d+:(?P<intent>[a-z-]+)(?::\d+)?")


def pressable(message: StoredMessage, intent: str) -> str:
    """The custom id of a message's live control for an intent; raises AssertionError."""
    for custom_id in message.live:
        found = TABLE_ID.fullmatch(custom_id) or CHALLENGE_ID.fullmatch(custom_id)
        if found and found["intent"] == intent:
            return custom_id
    raise AssertionError(f"no {intent!r} among {message.live} on {message.text!r}")


def plies(live: Sequence[str]) -> set[int]:
    """The plies that controls belong to."""
    return {int(found["ply"]) for found in map(TABLE_ID.fullmatch, live) if found}


@dataclass(eq=False)
class Game:
    """One match in one channel; `alice` attacks. `played` lists the actions that must have been kept."""

    standin: Standin
    alice: Actor
    bob: Actor
    channel: Channel
    database: Path
    rng: Random
    played: list[str]

    @property
    def state(self) -> Match:
        """The match after the actions played."""
        state = TAFL.start(write_ruleset(STANDARD))
        for text in self.played:
            state = TAFL.play(state, TAFL.read(state, text))
        return state

    @property
    def mover(self) -> Actor:
        """The player to act."""
        return self.alice if self.state.turn is Seat.ATTACKERS else self.bob

    def next_move(self) -> str:
        """A legal move, drawn by lot, that does not end the match."""
        state = self.state
        moves = [m for m in TAFL.legal(state) if TAFL.play(state, m).outcome is None]
        return TAFL.write(state, self.rng.choice(moves))

    async def open(self) -> None:
        """Challenge, accept, and place the Black Draug."""
        challenged = await self.alice.slash(self.channel, "tafl challenge", opponent=self.bob, side="attack")
        [challenge] = challenged.public
        await self.bob.click(challenge, pressable(challenge, "accept"))
        await self.alice.click(self.table, pressable(self.table, "place"))
        self.played = ["place e9"]
        assert self.kept() == self.played

    @property
    def tables(self) -> list[StoredMessage]:
        """The public tables that can still be pressed, oldest first."""
        return [m for m in self.standin.shown(self.channel) if plies(m.live)]

    @property
    def table(self) -> StoredMessage:
        """The newest of them."""
        return self.tables[-1]

    @property
    def shown(self) -> int:
        """The highest ply that the channel was ever shown."""
        seen = [plies(change.live) for change in self.public_changes]
        return max((ply for found in seen for ply in found), default=0)

    @property
    def public_changes(self) -> list[Change]:
        """Every visible event of this channel that is no private answer."""
        changes = self.standin.changes
        return [c for c in changes if c.message.channel is self.channel and not c.message.ephemeral]

    async def type(self, move: str, *, by: Actor | None = None) -> Exchange:
        """Play by `/tafl move`."""
        return await (by or self.mover).slash(self.channel, "tafl move", move=move)

    async def open_picker(self, move: str) -> tuple[StoredMessage, str, str]:
        """Take the two steps before the last tap: the picker, the control for the square, the square."""
        start, end = move.split("-")
        picker = (await self.mover.click(self.table, pressable(self.table, "move"))).reply
        await self.mover.select(picker, pressable(picker, "from"), start)
        return picker, pressable(picker, "to"), end

    async def pick(self, move: str) -> Exchange:
        """Play by the picker: a piece, then a square."""
        picker, control, end = await self.open_picker(move)
        return await self.mover.select(picker, control, end)

    def kept(self, session: int = 1) -> list[str]:
        """The actions that the database keeps, plies without a gap."""
        rows = self.rows("select ply, text from action where session = ? order by ply", session)
        assert [ply for ply, _ in rows] == list(range(len(rows)))
        return [text for _, text in rows]

    def rows(self, sql: str, *values: int) -> list[tuple[int, str]]:
        """What a look from outside finds in the database."""
        with closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)) as database:
            return database.execute(sql, values).fetchall()


def begin(standin: Standin, database: Path, *, seed: int = 1) -> Game:
    """Two people in a server's channel, about to play."""
    alice, bob = standin.person("Alice"), standin.person("Bob", locale="ru")
    channel = standin.text(standin.server("Hall", alice, bob))
    return Game(standin, alice, bob, channel, database, Random(seed), [])
