"""The real process killed at random moments of matches for sets, from acceptance to settlement, and started again."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from random import Random

import pytest

from bot.audit import audit
from rules.game import Seat
from rules.tafl.match import TAFL
from rules.tafl.ruleset import STANDARD, write_ruleset
from tests.wire.actors import Actor
from tests.wire.commands import NotOffered
from tests.wire.exchange import Exchange
from tests.wire.match import TABLE_ID, Game, begin, pressable
from tests.wire.messages import StoredMessage
from tests.wire.process import Process
from tests.wire.standin import Standin

log = logging.getLogger(__name__)
SLOWEST = 0.040
Step = Callable[[], Awaitable[Exchange]]
"""The last tap of an act, which waits for nothing."""

# Where a request of the bot's may find it dead: before it leaves, or before its answer comes back.
REQUESTS = (
    ("POST", "/interactions/*/callback"),
    ("POST", "/channels/*/messages"),
    ("PATCH", "/channels/*/messages/*"),
    ("DELETE", "/webhooks/*"),
    ("PATCH", "/webhooks/*"),
)
# The Black Draug on d1 is taken by the second move: the defenders win by capture (T12).
CAPTURE = ("place d1", "d1-d4", "e3-d3")


@dataclass(eq=False)
class Siege:
    """Matches for sets in one channel, one after another, and how often the process was killed in which act."""

    standin: Standin
    bot: Process
    game: Game
    chance: Random
    stranger: Actor
    kills: dict[str, int] = field(default_factory=dict)

    def kept(self) -> list[str]:
        """The actions of the newest match in the channel."""
        return self.game.kept(self.newest())

    def newest(self) -> int:
        """The number of the newest match in the channel; 0 before the first."""
        [(number, _)] = self.game.rows(
            "select coalesce(max(id), 0), 0 from session where channel = ?", self.game.channel.id
        )
        return number

    def shown(self) -> int:
        """The highest ply of the newest match that the channel was ever shown."""
        seen = [
            found
            for change in self.game.public_changes
            for found in map(TABLE_ID.fullmatch, change.live)
            if found and int(found["session"]) == self.newest()
        ]
        return max((int(found["ply"]) for found in seen), default=0)

    async def kill_in(self, act: str, step: Step) -> None:
        """Take the step, kill the process on the way, start it again, and look at what it left."""
        watched = self.chance.random() < 0.5
        if watched:
            method, path = self.chance.choice(REQUESTS)
            fate = self.chance.choice(({}, {"after_applying": True}, {"lost": True}))
            self.standin.watch(method, path, self.bot.kill, **fate)
        await step()
        if not watched or not await self.standin.wait_for(lambda: not self.bot.running, 0.5):
            await asyncio.sleep(self.chance.uniform(0, SLOWEST))
            self.bot.kill()
        self.standin.faults.waiting.clear()
        await self.bot.restart()
        # What was kept and not shown comes to hang of itself (F28).
        assert await self.standin.wait_for(lambda: self.shown() == len(self.kept()), 10), act
        await self.standin.quiet(0.3)
        self.kills[act] = self.kills.get(act, 0) + 1
        report = await audit(self.bot.database)
        assert report.found == [], act
        await self.press_everything()

    async def press_everything(self) -> None:
        """Every control of every live table answers its player, and a stranger too."""
        # An older table may be losing its controls at this very moment; they answer all the same.
        going_on = [(table, tuple(table.live)) for table in self.game.tables if "resign" in _intents(table)]
        for table, live in going_on:
            for control in live:
                if control.split(":")[3] in ("more", "resign", "move"):
                    answered = await self.mover.click(table, control, stale=True)
                    assert answered.reply.ephemeral, control
                told = await self.stranger.click(table, control, stale=True)
                assert told.reply.ephemeral, control

    def live(self) -> bool:
        """Whether a match goes on in the channel."""
        return bool(
            self.game.rows(
                "select id, 0 from session where channel = ? and state = 'live'", self.game.channel.id
            )
        )

    @property
    def mover(self) -> Actor:
        """Whose turn it is in the newest match."""
        state = TAFL.start(write_ruleset(STANDARD))
        for text in self.kept():
            state = TAFL.play(state, TAFL.read(state, text))
        return self.game.alice if state.turn is Seat.ATTACKERS else self.game.bob

    # The acts

    async def accept(self) -> None:
        """A match for sets is sealed: opened with both stakes, or not at all."""
        before = self.newest()
        challenge = await self._challenge()
        while self.newest() == before:
            choice = (await self.game.bob.click(challenge, pressable(challenge, "stake"))).reply
            stake = choice.selects[0]["options"][0]["value"]
            review = (await self.game.bob.select(choice, choice.selects[0]["custom_id"], stake)).reply
            seal = pressable(review, "sealed")
            await self.kill_in("acceptance", partial(self.game.bob.hasty().click, review, seal))
            stakes = self.game.rows("select seat, state from stake where session = ?", self.newest())
            assert self.newest() == before or [state for _, state in stakes] == ["live", "live"]
            opened = self.newest()
            await self.game.bob.click(review, seal, stale=True)
            assert opened == before or self.newest() == opened, "a match was opened twice"
        await self.game.alice.slash(self.game.channel, "tafl show")

    async def _challenge(self) -> StoredMessage:
        for person in (self.game.alice, self.game.bob):
            if not (await person.autocomplete(self.game.channel, "tafl challenge", "stake")).choices:
                await person.slash(self.game.channel, "sets carve")
        offered = await self.game.alice.autocomplete(self.game.channel, "tafl challenge", "stake")
        stake = offered.choices[0]["value"]
        challenged = await self.game.alice.slash(
            self.game.channel, "tafl challenge", opponent=self.game.bob, side="attack", stake=stake
        )
        return challenged.public[0]

    async def play(self, move: str, act: str = "move") -> None:
        """One move: kept once, whether its first attempt was or not; never lost once it was shown."""
        before = self.kept()
        expected = [*before, move]
        while self.kept() == before:
            typed = self.chance.random() < 0.5 or move.startswith("place")
            step = self._typed(move) if typed else await self._picked(move)
            await self.kill_in(act, step)
            assert self.kept() in (before, expected)
            assert self.shown() <= len(self.kept()), "a move that was shown is lost"
        with suppress(NotOffered):  # a picker that is done with is gone
            await step()
        await self.standin.quiet(0.0, 5.0)
        assert self.kept() == expected, "a move was applied twice"
        await self.game.alice.slash(self.game.channel, "tafl show")

    def _typed(self, move: str) -> Step:
        return partial(self.mover.hasty().slash, self.game.channel, "tafl move", move=move)

    async def _picked(self, move: str) -> Step:
        self.game.played = self.kept()
        picker, control, end = await self.game.open_picker(move)
        return partial(self.mover.hasty().select, picker, control, end)

    async def resign(self) -> None:
        """The mover resigns, and their set is lost in the same instant (W2)."""
        while self.live():
            table = self.game.table
            mover = self.mover
            asked = (await mover.click(table, pressable(table, "resign"))).reply
            yes = pressable(asked, "resigned")
            await self.kill_in("settlement", partial(mover.hasty().click, asked, yes))
        self.settled()

    def settled(self) -> None:
        """Exactly one settlement, and no stake is live."""
        session = self.newest()
        stakes = self.game.rows("select seat, state from stake where session = ?", session)
        assert sorted(state for _, state in stakes) == ["kept", "lost"]
        settlements = self.game.rows("select session, 0 from settlement where session = ?", session)
        assert len(settlements) == 1

    def any_move(self) -> str:
        """A legal move of the newest match, drawn by lot, that doesn't end it."""
        self.game.played = self.kept()
        return self.game.next_move()


def _intents(table: StoredMessage) -> set[str]:
    return {custom_id.split(":")[3] for custom_id in table.live}


async def test_F34_F42_killed_at_random_moments_from_acceptance_to_settlement(
    standin: Standin, bot: Process, pytestconfig: pytest.Config
) -> None:
    wanted: int = pytestconfig.getoption("kills")
    chance = Random(wanted)
    game = begin(standin, bot.database, seed=3)
    stranger = standin.person("Eve")
    assert game.channel.guild is not None
    game.channel.guild.members[stranger.id] = stranger.user
    siege = Siege(standin, bot, game, chance, stranger)
    await bot.start()
    number = 0
    while sum(siege.kills.values()) < wanted:
        number += 1
        await siege.accept()
        if number % 2:
            await siege.play(CAPTURE[0])
            await siege.play(CAPTURE[1])
            await siege.play(CAPTURE[2], "settlement")
            siege.settled()
        else:
            await siege.play("place e9")
            for _ in range(chance.randint(1, 6)):
                await siege.play(siege.any_move())
            await siege.resign()
    assert set(siege.kills) == {"acceptance", "move", "settlement"}
    assert standin.violations == []
    log.info("killed %s in %s matches", siege.kills, number)
