"""The service for what people and servers have chosen: language, boards, pings, stakes, threads, channels."""

from collections.abc import Mapping, Sequence
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

    async def here(self, player: PlayerId, guild: int | None) -> Here:
        """What holds for the player in that server, or outside of servers."""
        async with self._store.reading() as tx:
            found = await queries.chosen(tx, [player], guild)
        return Here(_personal(found.people[0]), _server_wide(found))

    async def of(self, player: PlayerId) -> Personal:
        """What the player has chosen."""
        async with self._store.reading() as tx:
            return await _person(tx, player)

    async def at_table(self, session: Session) -> TableWishes:
        """What holds for the session's public table."""
        guild = session.place.guild
        async with self._store.reading() as tx:
            found = await queries.chosen(tx, [player.id for player in session.seats.values()], guild)
        seated = dict(zip(session.seats, map(_personal, found.people), strict=True))
        return TableWishes(seated, None if guild is None else _server_wide(found))

    async def choose(self, player: PlayerId, setting: str, value: str, *, else_speak: Locale) -> Personal:
        """Change one of the player's settings; their hunts in direct messages follow at once.

        `else_speak` is their language where they choose none. Raises NoSuchChoice.
        """
        stored = _stored(PERSONAL, setting, value)
        async with self._store.transaction() as tx:
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
        async with self._store.transaction() as tx:
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
        async with self._store.transaction() as tx:
            await queries.set_channels(tx, guild, wanted)
            return await _server(tx, guild)

    async def open_channel(self, guild: int, channel: int, *, opened: bool) -> ServerWide:
        """Add a channel to those of a server, or take it away; raises TooManyChannels."""
        async with self._store.transaction() as tx:
            before = set(await queries.channels(tx, guild))
            wanted = before | {channel} if opened else before - {channel}
            if len(wanted) > MOST_CHANNELS:
                raise TooManyChannels(MOST_CHANNELS)
            await queries.set_channels(tx, guild, sorted(wanted))
            return await _server(tx, guild)


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
