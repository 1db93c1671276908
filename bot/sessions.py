"""The service: open a session, act in it, offer, resign. One intent, one transaction."""

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from bot.archive import Archive
from bot.people import Place, Player, PlayerId, SessionId
from bot.refusals import (
    ChannelBusy,
    NoSuchSession,
    NothingToUndo,
    NotYourTurn,
    OfferOver,
    OfferStands,
    Opening,
    OwnOffer,
    SessionOver,
)
from bot.session import GAMES, Noted, OfferKind, Session, State
from bot.store import Store, Transaction
from bot.store import sessions as queries
from bot.words import Locale
from rules.draugr.dice import dice
from rules.game import Draw, IllegalAction, Seat, Unreadable
from rules.tafl.match import TAFL

MOST_STAMPS = 1_000  # of sessions whose new table is on its way
Settle = Callable[[Transaction, Session, datetime], Awaitable[None]]
"""What follows from a session's end, in the same transaction."""


class Sessions(Archive):
    """Every session of one store. All methods are safe to call at the same time from many tasks."""

    def __init__(self, store: Store, settling: Sequence[Settle] = ()):
        super().__init__(store)
        self._settling = settling
        self._stamps: OrderedDict[int, object] = OrderedDict()

    # Acting

    async def act(
        self,
        session: SessionId | None,
        ply: int | None,
        player: PlayerId,
        text: str,
        *,
        now: datetime,
        draw: Draw,
        channel: int = 0,
    ) -> Session:
        """Play what the text means, if it is that player's turn and the session stands at `ply` (None: anywhere).

        Without a session it is the match that goes on in the channel. Raises a Refusal or a WrongAction, and then
        nothing has happened.
        """

        async def intent(tx: Transaction) -> Session:
            number = session if session is not None else await self.number_in(tx, channel, TAFL.name)
            found = await self.load(tx, number)
            seat = self.check(found, player, ply)
            if seat is not found.turn:
                raise NotYourTurn(found)
            played = await self._enter(tx, found, seat, _chosen(found, seat, text), now)
            return replace(await self.roll(tx, played, draw, now), was=found.ply)

        played = await self._store.at_once(intent)
        self.keep(played.id, played.ply, played.state)
        # With its end more has changed than what was played: stakes, for one.
        return played if played.outcome else self._stamped(played)

    async def resign(self, session: SessionId, player: PlayerId, *, now: datetime) -> Session:
        """T19, D13: the player gives the session up, whoever's turn it is; raises a Refusal."""
        async with self._store.transaction() as tx:
            found = await self.load(tx, session)
            seat = self.check(found, player, None)
            text = "abandon" if seat is Seat.HUNTER else f"resign {seat}"
            return replace(await self.append(tx, found, seat, text, now), was=found.ply)

    async def take_back(self, session: SessionId, ply: int, player: PlayerId, *, now: datetime) -> Session:
        """D22: the hunter goes back by one choice; raises a Refusal or IllegalAction."""
        async with self._store.transaction() as tx:
            found = await self.load(tx, session)
            seat = self.check(found, player, ply)
            if seat is not Seat.HUNTER:
                raise NoSuchSession
            return replace(await self.append(tx, found, seat, "undo", now), was=found.ply)

    async def offer(
        self, session: SessionId, ply: int | None, player: PlayerId, kind: OfferKind, *, now: datetime
    ) -> Session:
        """Offer a draw (T18) or an annulment, or ask for the last move back; raises a Refusal.

        A draw or annulment that the other has offered already is agreed on at once.

        OfferStands: this player has offered the same in this position.
        """
        async with self._store.transaction() as tx:
            found = await self.load(tx, session)
            seat = self.check(found, player, ply)
            if seat is Seat.HUNTER:
                raise NoSuchSession
            if kind == "undo":
                _must_have_acted(found, seat)
            if kind != "undo" and (kind, seat.opponent) in found.offers:
                return await self._agree(tx, found, kind, seat, now)
            made = await queries.offers(tx, found.id, found.ply)
            if any(row["kind"] == kind and row["seat"] == seat for row in made):
                raise OfferStands(found, kind)
            await queries.insert_offer(tx, found.id, found.ply, kind, seat, _seconds(now))
            return await self.load(tx, session)

    async def take_offer_back(self, session: Session, kind: OfferKind, seat: Seat) -> None:
        """Forget an offer that was never seen, if it still stands."""
        async with self._store.transaction() as tx:
            await queries.delete_offer(tx, session.id, session.ply, kind, seat)

    async def hang_offer(self, session: Session, kind: OfferKind, seat: Seat, message: int) -> None:
        """Note which message makes the offer."""
        async with self._store.transaction(lasting=False) as tx:
            await queries.hang_offer(tx, session.id, session.ply, kind, seat, message)

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
            self.check(found, player, None)
            if place.channel != found.place.channel:
                await self.channel_must_be_free(tx, place.channel)
                self._touch(session)
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

    async def newest(self, session: Session) -> Session:
        """The session as it is now kept; nothing is read where nothing has happened to it since it was played."""
        if session.stamp is not None and self._stamps.get(session.id) is session.stamp:
            return session
        return await self.get(session.id)

    async def show(self, session: Session, message: int, *, in_words: bool = False) -> Noted:
        """Note where the session's table hangs, and take the offers that the session has gone past unanswered."""
        # Losing this loses no move, and the move itself has been made to last before.
        async with self._store.transaction(lasting=False) as tx:
            self._touch(session.id)
            newest, lapsed = await queries.set_shown(tx, session.id, session.ply, message, in_words)
        return Noted(newest, [(row["kind"], Seat(row["seat"]), row["message"]) for row in lapsed])

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
            session = await self._enter(tx, session, Seat.CHANCE, game.chance(session.state, drawn), now)
        return session

    async def channel_must_be_free(
        self, tx: Transaction, channel: int, opening: Opening | None = None
    ) -> None:
        """Raise ChannelBusy where the channel holds a live session; `opening` is what was to begin there."""
        live = await queries.live_session(tx, channel)
        if live is not None:
            raise ChannelBusy(await self.load(tx, SessionId(live)), opening)

    async def append(
        self, tx: Transaction, session: Session, seat: Seat, text: str, now: datetime
    ) -> Session:
        """Write one action and, where it ends the session, the outcome; raises WrongAction."""
        action = GAMES[session.game].read(session.state, text)
        return await self._enter(tx, session, seat, action, now)

    async def _enter(
        self, tx: Transaction, session: Session, seat: Seat, action: Any, now: datetime
    ) -> Session:
        self._touch(session.id)
        game = GAMES[session.game]
        text, state = game.write(session.state, action), game.play(session.state, action)
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

    def _stamped(self, session: Session) -> Session:
        """The session just played, to be known again for as long as nothing else happens to it."""
        stamp = self._stamps[session.id] = object()
        if len(self._stamps) > MOST_STAMPS:
            self._stamps.popitem(last=False)
        return replace(session, stamp=stamp)

    def _touch(self, session: int) -> None:
        """Something happens to the session: what was known of it before may not be so any more."""
        self._stamps.pop(session, None)

    async def _agree(
        self, tx: Transaction, session: Session, kind: OfferKind, seat: Seat, now: datetime
    ) -> Session:
        await queries.close_offer(tx, session.id, session.ply, kind, seat.opponent, "accepted")
        text = f"undo {seat.opponent}" if kind == "undo" else kind
        return await self.append(tx, session, seat, text, now)


def _chosen(session: Session, seat: Seat, text: str) -> Any:
    """The action that the text means, which a person may choose here; raises WrongAction."""
    game = GAMES[session.game]
    action = game.read(session.state, text)
    if action not in game.legal(session.state):
        if seat is Seat.HUNTER:
            game.play(session.state, action)  # raises with the rule that forbids it
        # Endings and take-backs have texts too, but are never played by typing them as a move.
        raise Unreadable(reason="action" if seat is Seat.HUNTER else "move", text=text)
    return action


def _must_have_acted(session: Session, seat: Seat) -> None:
    game = GAMES[session.game]
    try:
        game.play(session.state, game.read(session.state, f"undo {seat}"))
    except IllegalAction as error:
        raise NothingToUndo(session) from error


def _seconds(moment: datetime) -> int:
    return int(moment.timestamp())
