"""The tables of a soak: each is played at random by people of its own, one step at a time, for ever."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

from bench.load_discord import Discord, Exchange
from bench.load_messages import BUTTON, SELECT, Control
from rules.game import Seat
from rules.tafl.match import TAFL, Match
from rules.tafl.ruleset import STANDARD, write_ruleset
from tests.wire.world import Channel, Payload, User

COMMAND, PRESS = 2, 3
LONGEST_MATCH, STAKED = 60, 1 / 3
LONGEST_HUNT = 120
GAME_OF_A_HUNT = {"go", "act", "stay", "target", "slide"}
SETUP = write_ruleset(STANDARD)


class SoakTable:
    """What both kinds share: acting, and waiting for what comes of it. A step raises LookupError where it fails."""

    def __init__(self, discord: Discord, channel: Channel, chance: Random, database: Path) -> None:
        self.discord = discord
        self.channel = channel
        self.chance = chance
        self.database = database
        self.busy = False
        self.moves = 0
        self.forget()

    def forget(self) -> None:
        """Begin anew in the next step, whatever there is."""
        raise NotImplementedError

    async def step(self) -> str:
        """The next thing; what it was, in a word."""
        raise NotImplementedError

    async def type(self, person: User, command: str, **options: object) -> Exchange:
        """Send a slash command, and wait for its answer."""
        group, name = command.split()
        kinds = {str: 3, int: 4, User: 6}
        filled = [
            {
                "name": key,
                "type": kinds[type(value)],
                "value": str(value.id) if isinstance(value, User) else value,
            }
            for key, value in options.items()
        ]
        data: Payload = {"id": "1", "name": group, "type": 1}
        data["options"] = [{"name": name, "type": 1, "options": filled}]
        people = {str(v.id): v.payload() for v in options.values() if isinstance(v, User)}
        if people:
            members = {number: self.channel.guild.member(person) for number in people}  # type: ignore[union-attr]
            rights = {"permissions": str(int(self.channel.app_permissions))}
            data["resolved"] = {"users": people, "members": {n: m | rights for n, m in members.items()}}
        return await self._done(await self.discord.send(self.channel, person, COMMAND, data))

    async def press(self, person: User, control: Control, message: int) -> Exchange:
        """Press a button, or choose at random from a select."""
        data: Payload = {"custom_id": control.custom_id, "component_type": BUTTON}
        if control.values:
            data |= {"component_type": SELECT, "values": [self.chance.choice(control.values)]}
        return await self._done(await self.discord.send(self.channel, person, PRESS, data, message))

    async def _done(self, exchange: Exchange) -> Exchange:
        while exchange.done is None:
            await asyncio.sleep(0.005)
        return exchange

    def hung(self, intent: str) -> tuple[Control, int]:
        """A control of the channel's newest message, by its intent; raises LookupError."""
        hung = self.discord.hung.get(self.channel.id)
        for control in hung.controls if hung else ():
            if control.intent == intent:
                assert hung is not None
                return control, hung.message
        raise LookupError(f"no {intent} on {hung}")


def wanted(exchange: Exchange, intent: str) -> Control:
    """A control of a private answer; raises LookupError."""
    for control in exchange.controls:
        if control.intent == intent:
            return control
    raise LookupError(f"no {intent} in {exchange.told[:200]!r}")


class MatchTable(SoakTable):
    """Challenge, accept (for sets every third time), play, end by the rules or by resignation."""

    def forget(self) -> None:
        self.state: Match | None = None
        self.people: dict[Seat, User] = {}

    async def step(self) -> str:
        if self.state is None:
            return await self._open()
        if self.state.outcome is not None:
            self.forget()
            return await self._open()
        if self.state.number >= LONGEST_MATCH:
            return await self._resign()
        return await self._move(self.state)

    async def _open(self) -> str:
        one, other = User("Hrafn"), User("Ketill")
        staked = self.chance.random() < STAKED
        if staked:
            await self.type(one, "sets show")
            await self.type(other, "sets show")
            await self.type(one, "tafl challenge", opponent=other, side="attack", stake=self._set_of(one))
            await self._stake(other)
        else:
            await self.type(one, "tafl challenge", opponent=other, side="attack")
            await self.press(other, *self.hung("accept"))
        self.people = {Seat.ATTACKERS: one, Seat.DEFENDERS: other}
        self.state = TAFL.start(SETUP)
        self.hung("place")
        return "matches for sets" if staked else "matches"

    async def _stake(self, other: User) -> None:
        offered = await self.press(other, *self.hung("stake"))
        reviewed = await self.press(other, wanted(offered, "staked"), offered.id)
        await self.press(other, wanted(reviewed, "sealed"), offered.id)

    def _set_of(self, person: User) -> int:
        with closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)) as database:
            found = database.execute("select id from playing_set where owner = ?", (person.id,)).fetchone()
        if found is None:
            raise LookupError("no set")
        return int(found[0])

    async def _move(self, state: Match) -> str:
        move = self.chance.choice(list(TAFL.legal(state)))
        text = TAFL.write(state, move)
        assert state.turn is not None
        person = self.people[state.turn]
        if "-" in text and self.chance.random() < 0.3:
            await self._tap(person, *text.split("-"))
        else:
            told = await self.type(person, "tafl move", move=text)
            if told.told:
                raise LookupError(told.told[:200])
        self.state = TAFL.play(state, move)
        self.moves += 1
        if self.state.outcome is not None:
            self.hung("rematch")
            return "ends on the board"
        self.hung("move")
        return "moves"

    async def _tap(self, person: User, start: str, end: str) -> None:
        picker = await self.press(person, *self.hung("move"))
        piece = wanted(picker, "from")
        square = await self.press(person, Control(piece.custom_id, (start,)), picker.id)
        await self.press(person, Control(wanted(square, "to").custom_id, (end,)), picker.id)

    async def _resign(self) -> str:
        assert self.state is not None and self.state.turn is not None
        person = self.people[self.state.turn]
        asked = await self.type(person, "tafl resign")
        await self.press(person, wanted(asked, "resigned"), asked.id)
        self.hung("rematch")
        self.forget()
        return "resignations"


class HuntTable(SoakTable):
    """Begin a hunt, press whatever can be pressed of the game, until it ends or has gone on for long."""

    def forget(self) -> None:
        self.hunter: User | None = None
        self.controls: tuple[Control, ...] = ()
        self.message = 0
        self.steps = 0

    async def step(self) -> str:
        if self.hunter is None:
            return await self._open(User("Sigrun"))
        choices = [control for control in self.controls if control.intent in GAME_OF_A_HUNT]
        if not choices:
            self.forget()
            return await self._open(User("Sigrun"))
        if self.steps >= LONGEST_HUNT:
            return await self._abandon(self.hunter)
        told = await self.press(self.hunter, self.chance.choice(choices), self.message)
        if not told.controls:
            raise LookupError(told.told[:200])
        self.controls = told.controls
        self.steps += 1
        self.moves += 1
        return "choices of hunters"

    async def _open(self, hunter: User) -> str:
        await self.type(hunter, "draugr hunt")
        hung = self.discord.hung.get(self.channel.id)
        if hung is None or not hung.named("+h:"):
            raise LookupError(f"no hunt: {hung}")
        self.hunter, self.controls, self.message = hunter, hung.controls, hung.message
        return "hunts"

    async def _abandon(self, hunter: User) -> str:
        asked = await self.type(hunter, "draugr abandon")
        await self.press(hunter, wanted(asked, "abandoned"), asked.id)
        self.forget()
        return "hunts given up"
