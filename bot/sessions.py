"""The service: open a session, act in it, offer, resign. One intent, one transaction."""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, Literal, get_args

from bot.people import Place, Player, PlayerId, SessionId
from bot.refusals import (
    NoSessionHere,
    NoSuchSession,
    NotAPlayer,
    NothingToUndo,
    NotYourTurn,
    OfferOver,
    OfferStands,
    OwnOffer,
    SessionOver,
    StaleTable,
)
from bot.store import Store, Transaction
from bot.store import sessions as queries
from bot.words import Locale, locale_for
from rules.game import Draw, Game, IllegalAction, Outcome, Seat, Unreadable
from rules.tafl.match import TAFL, Match

State = Match
OfferKind = Literal["draw", "undo"]
OFFER_KINDS: tuple[OfferKind, ...] = get_args(OfferKind)
GAMES: Mapping[str, Game[Any, Any]] = {TAFL.name: TAFL}

MOST_STATES_KEPT = 2_000


@dataclass(frozen=True, slots=True)
class Shown:
    """Where a session's newest table hangs, and the ply that it shows."""

    message: int
    ply: int


@dataclass(frozen=True, slots=True)
class Session:
    """A session as it stands after `ply` actions; `offers` are those open now, by who made them."""

    id: SessionId
    game: str
    place: Place
    locale: Locale
    seats: Mapping[Seat, Player]
    state: State
    ply: int
    outcome: Outcome | None
    created_at: datetime
    ended_at: datetime | None = None
    shown: Shown | None = None
    offers: Sequence[tuple[OfferKind, Seat]] = field(default=())

    @property
    def turn(self) -> Seat | None:
        """Who must act; None once it is over."""
        return None if self.outcome else self.state.turn

    @property
    def to_move(self) -> Player | None:
        """The player who must act; None once it is over."""
        return self.seats[self.turn] if self.turn else None

    @property
    def link(self) -> str:
        """The address of the newest table, or of its channel."""
        return self.place.link(self.shown.message if self.shown else None)

    def seat_of(self, player: PlayerId) -> Seat:
        """Where the player sits; raises NotAPlayer."""
        for seat, seated in self.seats.items():
            if seated.id == player:
                return seat
        raise NotAPlayer(self)


class Sessions:
    """Every session of one store. All methods are safe to call at the same time from many tasks."""

    def __init__(self, store: Store):
        self._store = store
        self._states: OrderedDict[tuple[int, int], State] = OrderedDict()

    # Reading

    async def get(self, session: SessionId) -> Session:
        """The session; raises NoSuchSession."""
        async with self._store.reading() as tx:
            return await self.load(tx, session)

    async def seen_by(self, session: SessionId, player: PlayerId, place: Place) -> Session:
        """The session, if the player sits at it or asks where it is played; raises NoSuchSession."""
        found = await self.get(session)
        if found.place.channel != place.channel and all(
            seated.id != player for seated in found.seats.values()
        ):
            raise NoSuchSession
        return found

    async def at(self, channel: int, *, ended: bool = False) -> Session:
        """The channel's live session (with `ended`, else its last one); raises NoSessionHere."""
        async with self._store.reading() as tx:
            find = queries.latest_session if ended else queries.live_session
            found = await find(tx, channel)
            if found is None:
                raise NoSessionHere
            return await self.load(tx, SessionId(found))

    async def of_player(
        self, player: PlayerId, *, live: bool, limit: int, guild: int | None = None
    ) -> Sequence[Session]:
        """The player's newest sessions, live or over; with `guild` only those played there."""
        async with self._store.reading() as tx:
            found = await queries.sessions_of_player(tx, player, "live" if live else "over", guild, limit)
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

    async def results_of(self, player: PlayerId, *, guild: int | None = None) -> Mapping[str, int]:
        """How many the player has `won`, `lost` and `drawn`; with `guild` only of those played there."""
        async with self._store.reading() as tx:
            return await queries.results_of_player(tx, player, guild)

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
            while played.turn is Seat.CHANCE:
                chance = game.write(played.state, game.chance(played.state, draw))
                played = await self.append(tx, played, Seat.CHANCE, chance, now)
        self._keep(played.id, played.ply, played.state)
        return played

    async def resign(self, session: SessionId, player: PlayerId, *, now: datetime) -> Session:
        """T19: the player gives the session up, whoever's turn it is; raises a Refusal."""
        async with self._store.transaction() as tx:
            found = await self.load(tx, session)
            seat = self._check(found, player, None)
            return await self.append(tx, found, seat, f"resign {seat}", now)

    async def offer(
        self, session: SessionId, ply: int | None, player: PlayerId, kind: OfferKind, *, now: datetime
    ) -> Session:
        """Offer a draw (T18) or ask for the last move back; an offer that meets the other's is agreed on at once.

        Raises a Refusal: OfferStands where this player has offered the same in this position.
        """
        async with self._store.transaction() as tx:
            found = await self.load(tx, session)
            seat = self._check(found, player, ply)
            if kind == "undo":
                _must_have_acted(found, seat)
            if kind == "draw" and (kind, seat.opponent) in found.offers:
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
            now=_seconds(now),
        )
        for seat, player in seats.items():
            await queries.insert_seat(tx, number, seat, player.id, player.name)
        state: State = GAMES[game].start(setup)
        return Session(SessionId(number), game, place, locale, seats, state, 0, None, now)

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
        return replace(
            session,
            state=state,
            ply=session.ply + 1,
            outcome=outcome,
            ended_at=now if outcome else None,
            offers=(),
        )

    async def _agree(
        self, tx: Transaction, session: Session, kind: OfferKind, seat: Seat, now: datetime
    ) -> Session:
        await queries.close_offer(tx, session.id, session.ply, kind, seat.opponent, "accepted")
        text = "draw" if kind == "draw" else f"undo {seat.opponent}"
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
            kept = game.start(setup)
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
