"""The service for what people and servers have chosen: language, boards, pings, stakes, threads, channels."""

from collections import OrderedDict
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from bot.people import PlayerId
from bot.refusals import NoSuchChoice, TooManyChannels
from bot.session import Session
from bot.store import Store, Transaction
from bot.store import preferences as queries
from bot.store.database import Row
from bot.words import LOCALES, Locale, locale_for
from rules.game import Seat

AUTO = "auto"  # what the place, or Discord's own setting, says
ON, OFF = "on", "off"
BOARDS = ("wood", "stone", "snow", "hall")
PLAIN_BOARD = BOARDS[0]
MOST_CHANNELS = 25
MOST_KNOWN = 5_000  # people, and servers

PERSONAL: Mapping[str, Sequence[str]] = {
    "language": (AUTO, *LOCALES),
    "board": (AUTO, *BOARDS),
    "text-board": (OFF, ON),
    "pings": (ON, OFF),
}
"""A person's settings with what can be chosen, the default first."""

SERVER: Mapping[str, Sequence[str]] = {
    "language": (AUTO, *LOCALES),
    "board": BOARDS,
    "stakes": (ON, OFF),
    "threads": (ON, OFF),
}
"""A server's settings likewise; its channels besides."""


@dataclass(frozen=True, slots=True)
class Personal:
    """What a person has chosen; None where the place decides."""

    locale: Locale | None = None
    board: str | None = None
    text_board: bool = False
    pings: bool = True


@dataclass(frozen=True, slots=True)
class ServerWide:
    """What a server has chosen; no channels means that all are open."""

    locale: Locale | None = None
    board: str | None = None
    stakes: bool = True
    threads: bool = True
    channels: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Here:
    """What holds for one person in one place."""

    own: Personal = Personal()
    server: ServerWide = ServerWide()

    @property
    def board(self) -> str:
        """What the person's private boards are made of."""
        return self.own.board or self.server.board or PLAIN_BOARD


NOTHING_CHOSEN = Here()


@dataclass(frozen=True, slots=True)
class TableWishes:
    """What holds for the public table of one session."""

    seated: Mapping[Seat, Personal] = field(default_factory=dict)
    server: ServerWide | None = None

    @property
    def board(self) -> str:
        """The server's board; where there is no server, the one that all who have chosen agree on."""
        if self.server is not None:
            return self.server.board or PLAIN_BOARD
        chosen = {own.board for own in self.seated.values() if own.board}
        return chosen.pop() if len(chosen) == 1 else PLAIN_BOARD

    @property
    def letters(self) -> bool:
        """Whether a player wants the board in letters."""
        return any(own.text_board for own in self.seated.values())

    @property
    def letters_alone(self) -> bool:
        """Whether no player wants a picture."""
        return bool(self.seated) and all(own.text_board for own in self.seated.values())

    @property
    def quiet(self) -> bool:
        """Whether no player wants to be called."""
        return bool(self.seated) and not any(own.pings for own in self.seated.values())

    def calls(self, seat: Seat | None) -> bool:
        """Whether the player of that seat wants to be called when it is their turn."""
        return seat is not None and self.seated.get(seat, Personal()).pings


class Preferences:
    """Every choice in one store. All methods are safe to call at the same time from many tasks."""

    def __init__(self, store: Store):
        self._store = store
        self._known = Known()

    async def here(self, player: PlayerId, guild: int | None) -> Here:
        """What holds for the player in that server, or outside of servers."""
        people, server = await self._chosen([player], guild)
        return Here(people[0], server)

    async def of(self, player: PlayerId) -> Personal:
        """What the player has chosen."""
        return (await self._chosen([player], None))[0][0]

    async def at_table(self, session: Session) -> TableWishes:
        """What holds for the session's public table."""
        guild = session.place.guild
        people, server = await self._chosen([player.id for player in session.seats.values()], guild)
        return TableWishes(dict(zip(session.seats, people, strict=True)), None if guild is None else server)

    async def _chosen(
        self, players: Sequence[PlayerId], guild: int | None
    ) -> tuple[Sequence[Personal], ServerWide]:
        """What these people and this server have chosen, from memory where all of it is known."""
        known = self._known.of(players, guild)
        if known is not None:
            return known
        mark = self._known.mark
        async with self._store.reading() as tx:
            found = await queries.chosen(tx, players, guild)
        people, server = [_personal(row) for row in found.people], _server_wide(found)
        self._known.learn(mark, zip(players, people, strict=True), guild, server)
        return people, server

    async def choose(self, player: PlayerId, setting: str, value: str, *, else_speak: Locale) -> Personal:
        """Change one of the player's settings; their hunts in direct messages follow at once.

        `else_speak` is their language where they choose none. Raises NoSuchChoice.
        """
        stored = _stored(PERSONAL, setting, value)
        async with self._changing() as tx:
            await queries.choose(tx, player, setting, stored)
            chosen = await _person(tx, player)
            if setting == "language":
                await queries.speak_in_hunts(tx, player, chosen.locale or else_speak)
            return chosen

    async def choose_for_server(
        self, guild: int, setting: str, value: str, *, else_speak: Locale
    ) -> ServerWide:
        """Change one of a server's settings; what is under way there follows at once. Raises NoSuchChoice."""
        stored = _stored(SERVER, setting, value)
        async with self._changing() as tx:
            await queries.choose_for_server(tx, guild, setting, stored)
            chosen = await _server(tx, guild)
            if setting == "language":
                await queries.speak_in_server(tx, guild, chosen.locale or else_speak)
            return chosen

    async def play_only_in(self, guild: int, channels: Sequence[int]) -> ServerWide:
        """Open these channels of a server and no others; all, where there are none. Raises TooManyChannels."""
        wanted = sorted(set(channels))
        if len(wanted) > MOST_CHANNELS:
            raise TooManyChannels(MOST_CHANNELS)
        async with self._changing() as tx:
            await queries.set_channels(tx, guild, wanted)
            return await _server(tx, guild)

    async def open_channel(self, guild: int, channel: int, *, opened: bool) -> ServerWide:
        """Add a channel to those of a server, or take it away; raises TooManyChannels."""
        async with self._changing() as tx:
            before = set(await queries.channels(tx, guild))
            wanted = before | {channel} if opened else before - {channel}
            if len(wanted) > MOST_CHANNELS:
                raise TooManyChannels(MOST_CHANNELS)
            await queries.set_channels(tx, guild, sorted(wanted))
            return await _server(tx, guild)

    @asynccontextmanager
    async def _changing(self) -> AsyncIterator[Transaction]:
        try:
            async with self._store.transaction() as tx:
                yield tx
        finally:
            # Also after an error: whether it came before or after the commit isn't known.
            self._known.forget()


class Known:
    """What has been read of people's and servers' choices and not been changed since, for the most recent ones."""

    def __init__(self) -> None:
        self.mark = 0
        self._people: OrderedDict[PlayerId, Personal] = OrderedDict()
        self._servers: OrderedDict[int | None, ServerWide] = OrderedDict()

    def of(
        self, players: Sequence[PlayerId], guild: int | None
    ) -> tuple[Sequence[Personal], ServerWide] | None:
        """What they have chosen; None where that isn't known of all of them."""
        server = self._servers.get(guild)
        people = [self._people.get(player) for player in players]
        known = [own for own in people if own is not None]
        return None if server is None or len(known) < len(people) else (known, server)

    def learn(
        self, mark: int, people: Iterable[tuple[PlayerId, Personal]], guild: int | None, server: ServerWide
    ) -> None:
        """Remember what was read, unless something has changed since `mark`."""
        if mark != self.mark:
            return
        self._servers[guild] = server
        self._people.update(people)
        while len(self._people) > MOST_KNOWN:
            self._people.popitem(last=False)
        while len(self._servers) > MOST_KNOWN:
            self._servers.popitem(last=False)

    def forget(self) -> None:
        """Something has been changed."""
        self.mark += 1
        self._people.clear()
        self._servers.clear()


def _stored(settings: Mapping[str, Sequence[str]], setting: str, value: str) -> str | int | None:
    """How the store keeps the choice; raises NoSuchChoice for what can't be chosen."""
    if value not in settings.get(setting, ()):
        raise NoSuchChoice
    if value in (ON, OFF):
        return int(value == ON)
    return None if value == AUTO else value


async def _person(tx: Transaction, player: PlayerId) -> Personal:
    return _personal((await queries.chosen(tx, [player], None)).people[0])


async def _server(tx: Transaction, guild: int) -> ServerWide:
    return _server_wide(await queries.chosen(tx, [], guild))


def _personal(row: Row | None) -> Personal:
    if row is None:
        return Personal()
    return Personal(_locale(row["locale"]), row["board"], bool(row["text_board"]), bool(row["pings"]))


def _server_wide(found: queries.Chosen) -> ServerWide:
    row, channels = found.server, tuple(found.channels)
    if row is None:
        return ServerWide(channels=channels)
    return ServerWide(
        _locale(row["locale"]), row["board"], bool(row["stakes"]), bool(row["threads"]), channels
    )


def _locale(kept: str | None) -> Locale | None:
    return None if kept is None else locale_for(kept)
