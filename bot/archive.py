"""Reading sessions: any of them, as it stands or as it stood, with a cache that holds committed states only."""

import asyncio
import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from bot.people import Place, Player, PlayerId, SessionId
from bot.playing_sets import SetId, materials
from bot.refusals import (
    CardsChanged,
    NoHuntHere,
    NoSessionHere,
    NoSuchSession,
    NotYourTurn,
    SessionOver,
    StaleTable,
)
from bot.remembered import Remembered
from bot.session import GAMES, Brought, Earned, Session, Shown, State
from bot.store import Store, Transaction, sets
from bot.store import sessions as queries
from bot.store.database import Row
from bot.words import locale_for
from rules.draugr.game import DRAUGR
from rules.game import Game, Seat, Unreadable, WrongAction
from rules.tafl.match import TAFL

log = logging.getLogger(__name__)

AT_A_STRETCH = 8  # actions replayed before anybody else gets a turn
LARGEST_NUMBER = 2**63 - 1  # of a row


class Archive:
    """Every session of one store, to be read. All methods are safe to call at the same time from many tasks."""

    def __init__(self, store: Store):
        self._store = store
        self._remembered = Remembered()

    async def get(self, session: SessionId) -> Session:
        """The session; raises NoSuchSession."""
        async with self._store.reading() as tx:
            return await self.load(tx, session, last=True)

    async def must_be_of(self, session: SessionId, game: str) -> None:
        """Raise NoSuchSession where no session of that game has the number."""
        if session > LARGEST_NUMBER:
            raise NoSuchSession
        found = self._remembered.game_of(session)
        if found is None:
            async with self._store.reading() as tx:
                found = await queries.game_of(tx, session)
        if found != game:
            raise NoSuchSession

    async def seen_by(self, session: SessionId, player: PlayerId, place: Place) -> Session:
        """The session, if the player sits at it or asks where it is played; raises NoSuchSession."""
        found = await self.get(session)
        if found.place.channel != place.channel and all(
            seated.id != player for seated in found.seats.values()
        ):
            raise NoSuchSession
        return found

    async def at(self, channel: int, game: str, *, ended: bool = False) -> Session:
        """The channel's live session of that game (with `ended`, else its last one); raises NoSessionHere."""
        async with self._store.reading() as tx:
            found = await queries.session_in(tx, channel, game, ended=ended)
            return await self.load(tx, _found(found, game))

    async def here(self, channel: int, game: str) -> SessionId:
        """The number of the channel's live session of that game; raises NoSessionHere or NoHuntHere."""
        async with self._store.reading() as tx:
            return await self.number_in(tx, channel, game, last=True)

    async def of_player(
        self,
        player: PlayerId,
        game: str = TAFL.name,
        *,
        live: bool,
        limit: int,
        guild: int | None = None,
        skip: int = 0,
    ) -> Sequence[Session]:
        """The player's newest sessions of a game but for the first `skip`, live or over; with `guild` only there."""
        async with self._store.reading() as tx:
            found = await queries.sessions_of_player(
                tx, player, game, "live" if live else "over", guild, limit, skip
            )
            return await self.readable(tx, found)

    async def as_of(self, session: Session, ply: int) -> Session:
        """The session as it stood after its first `ply` actions."""
        state = self._remembered.at(session.id, ply)
        if state is None:
            async with self._store.reading() as tx:
                state = await self._state(tx, session.id, ply, session.game, session.setup)
        return replace(session, state=state, ply=ply, outcome=GAMES[session.game].outcome(state), offers=())

    async def playable(self, session: SessionId, player: PlayerId) -> Session:
        """The session, if it goes on and that player sits at it; raises a Refusal."""
        found = await self.get(session)
        self.check(found, player, None)
        return found

    async def ready(self, session: SessionId, ply: int | None, player: PlayerId) -> Session:
        """The session, if it stands at `ply` (None: anywhere) and that player is to act; raises a Refusal."""
        found = await self.get(session)
        if self.check(found, player, ply) is not found.turn:
            raise NotYourTurn(found)
        return found

    async def results_of(
        self, player: PlayerId, game: str = TAFL.name, *, guild: int | None = None
    ) -> Mapping[str, int]:
        """How many the player has `won`, `lost` and `drawn`; with `guild` only of those played there.

        What was annulled is none of them.
        """
        async with self._store.reading() as tx:
            return await queries.results_of_player(tx, player, game, guild)

    async def actions(self, session: Session) -> Sequence[str]:
        """The texts of the session's actions up to where it stands."""
        async with self._store.reading() as tx:
            return await queries.actions(tx, session.id, session.ply)

    async def live(self) -> Sequence[SessionId]:
        """The numbers of all live sessions, oldest first."""
        async with self._store.reading() as tx:
            return [SessionId(session) for session in await queries.live_sessions(tx)]

    async def readable(self, tx: Transaction, numbers: Iterable[int]) -> Sequence[Session]:
        """Those sessions, but for any whose actions lead nowhere any more: such a row holds up no other (F46)."""
        found: list[Session] = []
        for number in numbers:
            try:
                found.append(await self.load(tx, SessionId(number)))
            except (CardsChanged, WrongAction) as error:
                log.error("session %s can't be replayed (%s)", number, type(error).__name__)
        return found

    async def number_in(self, tx: Transaction, channel: int, game: str, *, last: bool = False) -> SessionId:
        """`here`, as this transaction sees it."""
        return _found(await queries.session_in(tx, channel, game, ended=False, last=last), game)

    async def load(self, tx: Transaction, session: SessionId, *, last: bool = False) -> Session:
        """The session as this transaction sees it, as the `last` thing it is asked; raises NoSuchSession."""
        found = await queries.whole(tx, session, last=last)
        if found is None:
            raise NoSuchSession
        row, ply, seats, offers = found
        state = await self._state(tx, session, ply, row["game"], row["setup"])
        outcome = GAMES[row["game"]].outcome(state)
        winner = next((s["player"] for s in seats if outcome and s["seat"] == outcome.winner), None)
        return Session(
            id=session,
            game=row["game"],
            setup=row["setup"],
            place=Place(row["guild"], row["channel"], row["posting"]),
            locale=locale_for(row["locale"]),
            seats={Seat(seat["seat"]): Player(PlayerId(seat["player"]), seat["name"]) for seat in seats},
            state=state,
            ply=ply,
            outcome=outcome,
            created_at=datetime.fromtimestamp(row["created_at"], UTC),
            ended_at=datetime.fromtimestamp(row["ended_at"], UTC) if row["ended_at"] is not None else None,
            shown=_shown(row),
            offers=tuple(
                (offer["kind"], Seat(offer["seat"])) for offer in offers if offer["state"] == "open"
            ),
            seed=row["seed"],
            earned=() if winner is None else await _earned(tx, winner, session),
            brought={
                Seat(seat["seat"]): Brought(
                    seat["playing_set"], seat["material"], seat["set_name"] or "", seat["stake"]
                )
                for seat in seats
                if seat["playing_set"] is not None
            },
        )

    def check(self, session: Session, player: PlayerId, ply: int | None) -> Seat:
        seat = session.seat_of(player)
        if session.outcome:
            raise SessionOver(session)
        if ply is not None and ply != session.ply:
            raise StaleTable(session)
        return seat

    async def _state(self, tx: Transaction, session: int, ply: int, name: str, setup: str) -> State:
        """The state after `ply` committed actions. Actions are only ever appended, so a kept state stays true."""
        start, kept = self._remembered.before(session, ply) or (0, None)
        if kept is None:
            try:
                kept = GAMES[name].start(setup)
            except Unreadable as error:
                raise CardsChanged from error
        if start < ply:
            texts = await queries.actions(tx, session, ply)
            kept = await _played(GAMES[name], kept, texts[start:])
        self.keep(session, ply, kept)
        return kept

    def keep(self, session: int, ply: int, state: State) -> None:
        """Remember a committed state."""
        self._remembered.keep(session, ply, state)


def _found(number: int | None, game: str) -> SessionId:
    if number is None:
        raise NoHuntHere if game == DRAUGR.name else NoSessionHere
    return SessionId(number)


async def _played(game: Game[Any, Any], state: State, texts: Sequence[str]) -> State:
    """The state after these committed actions; others get their turn between them."""
    for number, text in enumerate(texts, 1):
        state = game.play(state, game.read(state, text))
        if number % AT_A_STRETCH == 0:
            await asyncio.sleep(0)
    return state


async def _earned(tx: Transaction, player: int, session: int) -> Sequence[Earned]:
    known = materials().deeds
    return tuple(
        Earned(row["deed"], SetId(row["playing_set"]), known[row["deed"]])
        for row in await sets.earned_in(tx, player, session)
    )


def _shown(row: Row) -> Shown | None:
    if row["shown_message"] is None:
        return None
    return Shown(row["shown_message"], row["shown_ply"], bool(row["shown_in_words"]))
