"""The service for challenges: made, answered, withdrawn, expired; an accepted one opens its match."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Literal, get_args

from bot import ledger, welcome
from bot.archive import LARGEST_NUMBER
from bot.people import ChallengeId, Place, Player, PlayerId, SessionId
from bot.playing_sets import SetId
from bot.refusals import (
    AlreadyChallenged,
    ChallengeOver,
    NoSuchChallenge,
    NotTheChallenged,
    NotTheChallenger,
    Opening,
    OpponentIsYourself,
)
from bot.seating import bring_sets, seated
from bot.session import Session
from bot.sessions import Sessions
from bot.store import Store, Transaction
from bot.store import challenges as queries
from bot.store.database import Row
from bot.words import Locale, locale_for
from rules.game import Draw, Seat, Unreadable
from rules.tafl.match import TAFL
from rules.tafl.ruleset import Ruleset, preset, read_ruleset, write_ruleset

Side = Literal["attack", "defend", "random"]
SIDES: tuple[Side, ...] = get_args(Side)
ChallengeState = Literal["open", "accepted", "declined", "withdrawn", "expired"]

LIFETIME = timedelta(hours=24)
MOST_CLOSED_AT_ONCE = 100
MOST_LISTED = 25

_SWAPPED: Mapping[Seat, Side] = {Seat.ATTACKERS: "defend", Seat.DEFENDERS: "attack"}


@dataclass(frozen=True, slots=True)
class Challenge:
    """A challenge as it stands; `side` is the challenger's, `session` the match that came of it."""

    id: ChallengeId
    place: Place
    locale: Locale
    challenger: Player
    opponent: Player
    side: Side
    ruleset: Ruleset
    state: ChallengeState
    expires_at: datetime
    message: int | None
    session: SessionId | None
    rematch_of: SessionId | None
    stake: SetId | None = None

    @property
    def link(self) -> str:
        """The address of the challenge, or of its channel."""
        return self.place.link(self.message)

    @property
    def preset(self) -> str | None:
        """The name of its rules, if they are one of the presets."""
        return preset(self.ruleset)


class Challenges:
    """Every challenge of one store. All methods are safe to call at the same time from many tasks."""

    def __init__(self, store: Store, sessions: Sessions):
        self._store = store
        self._sessions = sessions

    async def get(self, challenge: ChallengeId, *, now: datetime) -> Challenge:
        """The challenge; raises NoSuchChallenge."""
        async with self._store.reading() as tx:
            return await self._load(tx, challenge, now)

    async def open_for(
        self, player: PlayerId, *, now: datetime, limit: int, skip: int = 0
    ) -> Sequence[Challenge]:
        """The newest open challenges that the player made or was sent, but for the first `skip`."""
        async with self._store.reading() as tx:
            found = await queries.open_to_or_by(tx, player, _seconds(now), limit, skip)
            return [await self._load(tx, ChallengeId(number), now) for number in found]

    async def here(
        self, channel: int, *, now: datetime, to: PlayerId | None = None, by: PlayerId | None = None
    ) -> Sequence[Challenge]:
        """The newest open challenges in the channel `to` and `by` those people (None: anybody), 25 at most."""
        async with self._store.reading() as tx:
            found = await queries.open_in(tx, channel, to, by, _seconds(now), MOST_LISTED)
            return [await self._load(tx, ChallengeId(number), now) for number in found]

    async def make(
        self,
        *,
        place: Place,
        locale: Locale,
        challenger: Player,
        opponent: Player,
        side: Side,
        ruleset: Ruleset,
        now: datetime,
        rematch_of: SessionId | None = None,
        stake: SetId | None = None,
    ) -> Challenge:
        """A new open challenge, good for 24 hours; `stake` is the challenger's set.

        Where the opponent has asked for the same rematch, it is their challenge, which stands.
        Raises OpponentIsYourself, ChannelBusy, AlreadyChallenged, a limit's refusal, or why the set can't be staked.
        """
        if challenger.id == opponent.id:
            raise OpponentIsYourself
        async with self._store.transaction() as tx:
            if rematch_of is not None:
                asked = await queries.open_rematch(tx, rematch_of, opponent.id, _seconds(now))
                if asked is not None:
                    return await self._load(tx, ChallengeId(asked), now)
            wanted = Opening(opponent.id, side, preset(ruleset) or "standard", stake)
            await self._sessions.channel_must_be_free(tx, place.channel, wanted)
            await self._must_be_the_only_one(tx, place, challenger, opponent, now)
            await welcome.challenge_must_be_welcome(tx, challenger.id, opponent.id, now)
            if stake is not None:
                await ledger.must_allow_stakes(tx, place)
                await ledger.must_be_free(tx, stake, challenger.id)
            number = await queries.insert_challenge(
                tx,
                guild=place.guild,
                channel=place.channel,
                posting=place.posting,
                locale=locale,
                challenger=(challenger.id, challenger.name),
                opponent=(opponent.id, opponent.name),
                side=side,
                setup=write_ruleset(ruleset),
                rematch_of=rematch_of,
                stake=stake,
                now=_seconds(now),
                expires_at=_seconds(now + LIFETIME),
            )
            return await self._load(tx, ChallengeId(number), now)

    async def rematch(
        self, session: Session, player: Player, *, place: Place, locale: Locale, now: datetime
    ) -> Challenge:
        """A challenge to the same opponent by the same rules with the sides swapped; raises a Refusal."""
        seat = session.seat_of(player.id)
        return await self.make(
            place=place,
            locale=locale,
            challenger=player,
            opponent=session.seats[seat.opponent],
            side=_SWAPPED[seat],
            ruleset=session.match.ruleset,
            now=now,
            rematch_of=session.id,
        )

    async def accept(
        self,
        challenge: ChallengeId,
        player: PlayerId,
        *,
        now: datetime,
        draw: Draw,
        stake: SetId | None = None,
    ) -> tuple[Challenge, Session]:
        """Open the match; `draw` decides a random side, `stake` answers a staked challenge.

        From here both stakes are locked (W4). Raises a Refusal, and then nothing has happened.
        """
        async with self._store.transaction() as tx:
            found = await self._load(tx, challenge, now)
            if player != found.opponent.id:
                raise NotTheChallenged(found)
            _must_be_open(found)
            await self._sessions.channel_must_be_free(tx, found.place.channel)
            await welcome.match_must_have_room(tx, player, found.challenger.id)
            seats = seated(found, draw)
            session = await self._sessions.open(
                tx,
                game=TAFL.name,
                setup=write_ruleset(found.ruleset),
                place=found.place,
                locale=found.locale,
                seats=seats,
                now=now,
            )
            await bring_sets(tx, found, session, stake, now)
            await queries.close_challenge(tx, challenge, "accepted", _seconds(now), session.id)
            accepted = await self._load(tx, challenge, now)
        return accepted, await self._sessions.get(session.id)

    async def answerable(self, challenge: ChallengeId, player: PlayerId, *, now: datetime) -> Challenge:
        """The challenge, if it is open and that player's to answer; raises a Refusal."""
        found = await self.get(challenge, now=now)
        if player != found.opponent.id:
            raise NotTheChallenged(found)
        _must_be_open(found)
        return found

    async def decline(self, challenge: ChallengeId, player: PlayerId, *, now: datetime) -> Challenge:
        """The challenged says no; raises a Refusal."""
        async with self._store.transaction() as tx:
            found = await self._load(tx, challenge, now)
            if player != found.opponent.id:
                raise NotTheChallenged(found)
            return await self._close(tx, found, "declined", now)

    async def withdraw(self, challenge: ChallengeId, player: PlayerId, *, now: datetime) -> Challenge:
        """The challenger takes it back; raises a Refusal."""
        async with self._store.transaction() as tx:
            found = await self._load(tx, challenge, now)
            if player != found.challenger.id:
                raise NotTheChallenger(found)
            return await self._close(tx, found, "withdrawn", now)

    async def expire(self, *, now: datetime) -> Sequence[Challenge]:
        """Close the challenges whose time is over, so many that nobody waits long; those closed by this call.

        None stands longer than its time from now on, not even one that was made before a clock was set back.
        """
        async with self._store.transaction() as tx:
            await queries.bring_forward(tx, _seconds(now + LIFETIME))
            closed: list[Challenge] = []
            for number in await queries.expired(tx, _seconds(now), MOST_CLOSED_AT_ONCE):
                await queries.close_challenge(tx, number, "expired", _seconds(now))
                # A row that can't be read holds up no other; it is closed all the same.
                with suppress(Unreadable):
                    closed.append(await self._load(tx, ChallengeId(number), now))
            return closed

    async def hang(self, challenge: ChallengeId, message: int) -> None:
        """Note which message shows the challenge."""
        async with self._store.transaction() as tx:
            await queries.set_message(tx, challenge, message)

    async def _close(
        self, tx: Transaction, challenge: Challenge, state: ChallengeState, now: datetime
    ) -> Challenge:
        _must_be_open(challenge)
        await queries.close_challenge(tx, challenge.id, state, _seconds(now))
        return await self._load(tx, challenge.id, now)

    async def _must_be_the_only_one(
        self, tx: Transaction, place: Place, challenger: Player, opponent: Player, now: datetime
    ) -> None:
        standing = await queries.open_between(tx, place.channel, challenger.id, opponent.id)
        if standing is not None:
            found = await self._load(tx, ChallengeId(standing), now)
            if found.state == "open":
                raise AlreadyChallenged(found)
            await queries.close_challenge(tx, found.id, "expired", _seconds(now))

    async def _load(self, tx: Transaction, challenge: ChallengeId, now: datetime) -> Challenge:
        row = await queries.challenge_row(tx, challenge) if challenge <= LARGEST_NUMBER else None
        if row is None:
            raise NoSuchChallenge
        return _from_row(row, now)


def _from_row(row: Row, now: datetime) -> Challenge:
    expires_at = datetime.fromtimestamp(row["expires_at"], UTC)
    state: ChallengeState = row["state"]
    return Challenge(
        id=ChallengeId(row["id"]),
        place=Place(row["guild"], row["channel"], row["posting"]),
        locale=locale_for(row["locale"]),
        challenger=Player(PlayerId(row["challenger"]), row["challenger_name"]),
        opponent=Player(PlayerId(row["opponent"]), row["opponent_name"]),
        side=row["side"],
        ruleset=read_ruleset(row["setup"]),
        state="expired" if state == "open" and expires_at <= now else state,
        expires_at=expires_at,
        message=row["message"],
        session=row["session"],
        rematch_of=row["rematch_of"],
        stake=row["stake"],
    )


def _must_be_open(challenge: Challenge) -> None:
    if challenge.state != "open":
        raise ChallengeOver(challenge)


def _seconds(moment: datetime) -> int:
    return int(moment.timestamp())
