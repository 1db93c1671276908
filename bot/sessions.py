"""The service: open a session, act in it, offer, resign. One intent, one transaction."""

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from bot.people import Place, Player, PlayerId, SessionId
from bot.refusals import (
    CardsChanged,
    ChannelBusy,
    NoSessionHere,
    NoSuchSession,
    NothingToUndo,
    NotYourTurn,
    OfferOver,
    OfferStands,
    OwnOffer,
    SessionOver,
    StaleTable,
)
from bot.session import GAMES, OfferKind, Session, Shown, State
from bot.store import Store, Transaction
from bot.store import sessions as queries
from bot.words import Locale, locale_for
from rules.draugr.dice import dice
from rules.game import Draw, IllegalAction, Seat, Unreadable
from rules.tafl.match import TAFL

MOST_STATES_KEPT = 2_000
LARGEST_NUMBER = 2**63 - 1  # of a row

Settle = Callable[[Transaction, Session, datetime], Awaitable[None]]
"""What follows from a session's end, in the same transaction."""


class Sessions:
    """Every session of one store. All methods are safe to call at the same time from many tasks."""

    def __init__(self, store: Store, settling: Sequence[Settle] = ()):
        self._store = store
        self._settling = settling
        self._states: OrderedDict[tuple[int, int], State] = OrderedDict()

    # Reading

    async def get(self, session: SessionId) -> Session:
        """The session; raises NoSuchSession."""
        async with self._store.reading() as tx:
            return await self.load(tx, session)

    async def must_be_of(self, session: SessionId, game: str) -> None:
        """Raise NoSuchSession where no session of that game has the number."""
        if session > LARGEST_NUMBER:
            raise NoSuchSession
        async with self._store.reading() as tx:
            if await queries.game_of(tx, session) != game:
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
            if found is None:
                raise NoSessionHere
            return await self.load(tx, SessionId(found))

    async def of_player(
        self, player: PlayerId, game: str = TAFL.name, *, live: bool, limit: int, guild: int | None = None
    ) -> Sequence[Session]:
        """The player's newest sessions of a game, live or over; with `guild` only those played there."""
        async with self._store.reading() as tx:
            found = await queries.sessions_of_player(
                tx, player, game, "live" if live else "over", guild, limit
            )
            return [await self.load(tx, SessionId(session)) for session in found]

    async def as_of(self, session: Session, ply: int) -> Session:
        """The session as it stood after its first `ply` actions."""
        async with self._store.reading() as tx:
            row = await queries.session_row(tx, session.id)
            if row is None:
                raise NoSuchSession
            state = await self._state(tx, session.id, ply, row["game"], row["setup"])
        return replace(session, state=state, ply=ply, outcome=GAMES[session.game].outcome(state), offers=())

    async def playable(self, session: SessionId, player: PlayerId) -> Session:
        """The session, if it goes on and that player sits at it; raises a Refusal."""
        found = await self.get(session)
        self._check(found, player, None)
        return found

    async def ready(self, session: SessionId, ply: int | None, player: PlayerId) -> Session:
        """The session, if it stands at `ply` (None: anywhere) and that player is to act; raises a Refusal."""
        found = await self.get(session)
        if self._check(found, player, ply) is not found.turn:
            raise NotYourTurn(found)
        return found

    async def results_of(
        self, player: PlayerId, game: str = TAFL.name, *, guild: int | None = None
    ) -> Mapping[str, int]:
        """How many the player has `won`, `lost` and `drawn`; with `guild` only of those played there."""
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

    # Acting

    async def act(
        self, session: SessionId, ply: int | None, player: PlayerId, text: str, *, now: datetime, draw: Draw
    ) -> Session:
        """Play what the text means, if it is that player's turn and the session stands at `ply` (None: anywhere).

        Raises a Refusal or a WrongAction, and then nothing has happened.
        """
        async with self._store.transaction() as tx:
            found = await self.load(tx, session)
            seat = self._check(found, player, ply)
            if seat is not found.turn:
                raise NotYourTurn(found)
            game = GAMES[found.game]
            action = game.read(found.state, text)
            if action not in game.legal(found.state):
                # Endings and take-backs have texts too, but are never played by typing them as a move.
                raise Unreadable(reason="move", text=text)
            played = await self.append(tx, found, seat, game.write(found.state, action), now)
            played = await self.roll(tx, played, draw, now)
        self._keep(played.id, played.ply, played.state)
        return played

    async def resign(self, session: SessionId, player: PlayerId, *, now: datetime) -> Session:
        """T19, D13: the player gives the session up, whoever's turn it is; raises a Refusal."""
        async with self._store.transaction() as tx:
            found = await self.load(tx, session)
            seat = self._check(found, player, None)
            text = "abandon" if seat is Seat.HUNTER else f"resign {seat}"
            return await self.append(tx, found, seat, text, now)

    async def take_back(self, session: SessionId, ply: int, player: PlayerId, *, now: datetime) -> Session:
        """D22: the hunter goes back by one choice; raises a Refusal or IllegalAction."""
        async with self._store.transaction() as tx:
            found = await self.load(tx, session)
            seat = self._check(found, player, ply)
            if seat is not Seat.HUNTER:
                raise NoSuchSession
            return await self.append(tx, found, seat, "undo", now)

    async def offer(
        self, session: SessionId, ply: int | None, player: PlayerId, kind: OfferKind, *, now: datetime
    ) -> Session:
        """Offer a draw (T18) or an annulment, or ask for the last move back; raises a Refusal.

        A draw or annulment that the other has offered already is agreed on at once.

        OfferStands: this player has offered the same in this position.
        """
        async with self._store.transaction() as tx:
            found = await self.load(tx, session)
            seat = self._check(found, player, ply)
            if kind == "undo":
                _must_have_acted(found, seat)
            if kind != "undo" and (kind, seat.opponent) in found.offers:
                return await self._agree(tx, found, kind, seat, now)
            made = await queries.offers(tx, found.id, found.ply)
            if any(row["kind"] == kind and row["seat"] == seat for row in made):
                raise OfferStands(found, kind)
            await queries.insert_offer(tx, found.id, found.ply, kind, seat, _seconds(now))
            return await self.load(tx, session)

    async def answer(
        self,
        session: SessionId,
        ply: int,
        player: PlayerId,
        kind: OfferKind,
        *,
        accept: bool,
        now: datetime,
    ) -> Session:
        """Accept or decline what the opponent offered at `ply`; raises OfferOver, OwnOffer or another Refusal."""
        async with self._store.transaction() as tx:
            found = await self.load(tx, session)
            seat = found.seat_of(player)
            if found.outcome:
                raise SessionOver(found)
            if ply == found.ply and (kind, seat.opponent) in found.offers:
                if accept:
                    return await self._agree(tx, found, kind, seat, now)
                await queries.close_offer(tx, found.id, ply, kind, seat.opponent, "declined")
                return await self.load(tx, session)
            if ply == found.ply and (kind, seat) in found.offers:
                raise OwnOffer(found, kind)
            raise OfferOver(found, kind)

    async def move_to(self, session: SessionId, place: Place, player: PlayerId) -> Session:
        """Play a live session on in another place, which must hold none; raises a Refusal."""
        async with self._store.transaction() as tx:
            found = await self.load(tx, session)
            self._check(found, player, None)
            if place.channel != found.place.channel:
                await self.channel_must_be_free(tx, place.channel)
                await queries.move_session(tx, session, place.guild, place.channel, place.posting)
            return await self.load(tx, session)

    async def close_unplayable(self, *, now: datetime) -> int:
        """End, with no result, the live sessions that today's card table can't replay; how many."""
        closed = 0
        async with self._store.transaction() as tx:
            for game, setup in await queries.live_setups(tx):
                try:
                    GAMES[game].start(setup)
                except Unreadable:
                    closed += await queries.annul_all(tx, game, setup, _seconds(now))
        return closed

    async def show(self, session: Session, message: int) -> bool:
        """Note where the session's table hangs; False where a newer one has been noted."""
        async with self._store.transaction() as tx:
            return await queries.set_shown(tx, session.id, session.ply, message)

    # Inside a caller's transaction

    async def open(
        self,
        tx: Transaction,
        *,
        game: str,
        setup: str,
        place: Place,
        locale: Locale,
        seats: Mapping[Seat, Player],
        now: datetime,
        seed: str | None = None,
    ) -> Session:
        """Start a session; the channel must hold no live one."""
        number = await queries.insert_session(
            tx,
            game=game,
            setup=setup,
            guild=place.guild,
            channel=place.channel,
            posting=place.posting,
            locale=locale,
            seed=seed,
            now=_seconds(now),
        )
        for seat, player in seats.items():
            await queries.insert_seat(tx, number, seat, player.id, player.name)
        state: State = GAMES[game].start(setup)
        return Session(SessionId(number), game, setup, place, locale, seats, state, 0, None, now, seed=seed)

    async def roll(self, tx: Transaction, session: Session, draw: Draw, now: datetime) -> Session:
        """Add chance's actions until a person must choose (D21); a seeded session's dice are its seed's."""
        game = GAMES[session.game]
        while session.turn is Seat.CHANCE:
            drawn = dice(session.seed, session.hunt.moment) if session.seed else draw
            text = game.write(session.state, game.chance(session.state, drawn))
            session = await self.append(tx, session, Seat.CHANCE, text, now)
        return session

    async def channel_must_be_free(
        self, tx: Transaction, channel: int, opening: tuple[int, str, str] | None = None
    ) -> None:
        """Raise ChannelBusy where the channel holds a live session; `opening` is what was to begin there."""
        live = await queries.live_session(tx, channel)
        if live is not None:
            raise ChannelBusy(await self.load(tx, SessionId(live)), opening)

    async def load(self, tx: Transaction, session: SessionId) -> Session:
        """The session as this transaction sees it; raises NoSuchSession."""
        row = await queries.session_row(tx, session)
        if row is None:
            raise NoSuchSession
        ply = await queries.count_actions(tx, session)
        state = await self._state(tx, session, ply, row["game"], row["setup"])
        offers = await queries.offers(tx, session, ply)
        return Session(
            id=session,
            game=row["game"],
            setup=row["setup"],
            place=Place(row["guild"], row["channel"], row["posting"]),
            locale=locale_for(row["locale"]),
            seats={
                Seat(seat["seat"]): Player(PlayerId(seat["player"]), seat["name"])
                for seat in await queries.seats(tx, session)
            },
            state=state,
            ply=ply,
            outcome=GAMES[row["game"]].outcome(state),
            created_at=datetime.fromtimestamp(row["created_at"], UTC),
            ended_at=datetime.fromtimestamp(row["ended_at"], UTC) if row["ended_at"] is not None else None,
            shown=Shown(row["shown_message"], row["shown_ply"]) if row["shown_message"] is not None else None,
            offers=tuple(
                (offer["kind"], Seat(offer["seat"])) for offer in offers if offer["state"] == "open"
            ),
            seed=row["seed"],
        )

    async def append(
        self, tx: Transaction, session: Session, seat: Seat, text: str, now: datetime
    ) -> Session:
        """Write one action and, where it ends the session, the outcome; raises WrongAction."""
        game = GAMES[session.game]
        state = game.play(session.state, game.read(session.state, text))
        await queries.insert_action(tx, session.id, session.ply, seat, text, _seconds(now))
        outcome = game.outcome(state)
        if outcome:
            await queries.end_session(tx, session.id, outcome.winner, outcome.ending, _seconds(now))
        ended_at = now if outcome else None
        after = replace(
            session, state=state, ply=session.ply + 1, outcome=outcome, ended_at=ended_at, offers=()
        )
        if outcome:
            for settle in self._settling:
                await settle(tx, after, now)
        return after

    async def _agree(
        self, tx: Transaction, session: Session, kind: OfferKind, seat: Seat, now: datetime
    ) -> Session:
        await queries.close_offer(tx, session.id, session.ply, kind, seat.opponent, "accepted")
        text = f"undo {seat.opponent}" if kind == "undo" else kind
        return await self.append(tx, session, seat, text, now)

    def _check(self, session: Session, player: PlayerId, ply: int | None) -> Seat:
        seat = session.seat_of(player)
        if session.outcome:
            raise SessionOver(session)
        if ply is not None and ply != session.ply:
            raise StaleTable(session)
        return seat

    async def _state(self, tx: Transaction, session: int, ply: int, name: str, setup: str) -> State:
        """The state after `ply` committed actions. Actions are only ever appended, so a kept state stays true."""
        kept = self._states.get((session, ply))
        if kept is None:
            game = GAMES[name]
            try:
                kept = game.start(setup)
            except Unreadable as error:
                raise CardsChanged from error
            for text in await queries.actions(tx, session, ply):
                kept = game.play(kept, game.read(kept, text))
        self._keep(session, ply, kept)
        return kept

    def _keep(self, session: int, ply: int, state: State) -> None:
        # Only what is committed may be kept: a number that a rollback gives back would be met again.
        self._states[session, ply] = state
        self._states.move_to_end((session, ply))
        while len(self._states) > MOST_STATES_KEPT:
            self._states.popitem(last=False)


def _must_have_acted(session: Session, seat: Seat) -> None:
    game = GAMES[session.game]
    try:
        game.play(session.state, game.read(session.state, f"undo {seat}"))
    except IllegalAction as error:
        raise NothingToUndo(session) from error


def _seconds(moment: datetime) -> int:
    return int(moment.timestamp())
