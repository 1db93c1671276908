"""The service for hunts: begun from a seed, the daily one tried once, ranked."""

import hashlib
import hmac
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from bot import welcome
from bot.people import Place, Player, SessionId
from bot.refusals import ChannelBusy, DailyTried, HuntGoesOn
from bot.session import Session
from bot.sessions import Sessions
from bot.store import Store, Transaction
from bot.store import dailies as queries
from bot.words import Locale
from rules.draugr.game import DRAUGR
from rules.draugr.hunt import Hunt
from rules.draugr.ruleset import STANDARD, Ruleset, write_setup
from rules.game import Draw, Ending, Seat

LONGEST_SEED = 64
_SECRET = "daily"
_SECRET_BYTES = 32
_SEED_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that are taken for another


@dataclass(frozen=True, slots=True)
class Standing:
    """A person's place in a ranking; those with equal results share a place."""

    place: int
    name: str
    won: int
    slain: int
    rounds: int
    tries: int


class Hunts:
    """Every hunt of one store. All methods are safe to call at the same time from many tasks."""

    def __init__(self, store: Store, sessions: Sessions):
        self._store = store
        self._sessions = sessions

    async def begin(
        self,
        *,
        place: Place,
        locale: Locale,
        hunter: Player,
        ruleset: Ruleset,
        seed: str,
        now: datetime,
        draw: Draw,
    ) -> Session:
        """A new hunt, dealt and rolled up to the hunter's first choice; an empty seed is drawn.

        The same seed and ruleset always deal the same town and roll the same dice. Raises ChannelBusy, TooManyHunts
        or HuntedLately.
        """
        seed = plain_seed(seed) or "".join(_SEED_LETTERS[draw(len(_SEED_LETTERS))] for _ in range(12))
        async with self._store.transaction() as tx:
            await welcome.hunts_must_be_spaced(tx, hunter.id, now)
            return await self._open(tx, place, locale, hunter, ruleset, f"hunt {seed}", now, draw)

    async def begin_daily(
        self, *, place: Place, locale: Locale, hunter: Player, now: datetime, draw: Draw
    ) -> Session:
        """Today's hunt (UTC): the same for everybody, one try each; raises DailyTried, ChannelBusy or TooManyHunts."""
        day = now.date().isoformat()
        async with self._store.transaction() as tx:
            tried = await queries.daily_of(tx, day, hunter.id)
            if tried is not None:
                raise DailyTried(await self._sessions.load(tx, SessionId(tried)))
            seed = _day_seed(await self._secret(tx, draw), day)
            session = await self._open(tx, place, locale, hunter, STANDARD, f"daily {day} {seed}", now, draw)
            await queries.insert_daily(tx, day, hunter.id, session.id)
            return session

    async def commitment(self, day: date, *, draw: Draw) -> str:
        """The SHA-256 of a day's seed: shown while the seed is still secret, so that it can be checked later."""
        async with self._store.transaction() as tx:
            seed = _day_seed(await self._secret(tx, draw), day.isoformat())
        return hashlib.sha256(seed.encode()).hexdigest()

    async def revealed(self, day: date, *, now: datetime, draw: Draw) -> str | None:
        """A past day's seed, for whoever wants to verify it; None before the day is over (UTC)."""
        if day >= now.date():
            return None
        async with self._store.transaction() as tx:
            return _day_seed(await self._secret(tx, draw), day.isoformat())

    async def ranking(self, guild: int, *, first: date, last: date) -> Sequence[Standing]:
        """The server's ranking over those days: most won, then most Draugr slain, then fewest rounds."""
        async with self._store.reading() as tx:
            rows = await queries.results(tx, first.isoformat(), last.isoformat(), guild)
        totals: dict[int, Standing] = {}
        for row in rows:
            before = totals.get(row["player"], Standing(0, row["name"], 0, 0, 0, 0))
            totals[row["player"]] = Standing(
                0,
                row["name"],
                before.won + row["won"],
                before.slain + row["slain"],
                before.rounds + row["rounds"],
                before.tries + 1,
            )
        return _placed(totals.values())

    async def visit(self, guild: int | None, player: Player) -> None:
        """Remember that the player plays in the server, for its ranking."""
        if guild is None:
            return
        async with self._store.transaction() as tx:
            await queries.note_visitor(tx, guild, player.id, player.name)

    async def _open(
        self,
        tx: Transaction,
        place: Place,
        locale: Locale,
        hunter: Player,
        ruleset: Ruleset,
        seed: str,
        now: datetime,
        draw: Draw,
    ) -> Session:
        try:
            await self._sessions.channel_must_be_free(tx, place.channel)
        except ChannelBusy as error:
            own = error.session.seats.get(Seat.HUNTER)
            raise HuntGoesOn(error.session) if own and own.id == hunter.id else error from None
        await welcome.hunt_must_have_room(tx, hunter.id)
        session = await self._sessions.open(
            tx,
            game=DRAUGR.name,
            setup=write_setup(ruleset),
            place=place,
            locale=locale,
            seats={Seat.HUNTER: hunter},
            now=now,
            seed=seed,
        )
        if place.guild is not None:
            await queries.note_visitor(tx, place.guild, hunter.id, hunter.name)
        return await self._sessions.roll(tx, session, draw, now)

    async def _secret(self, tx: Transaction, draw: Draw) -> str:
        known = await queries.secret(tx, _SECRET)
        if known is None:
            known = bytes(draw(256) for _ in range(_SECRET_BYTES)).hex()
            await queries.insert_secret(tx, _SECRET, known)
        return known


async def settle_daily(tx: Transaction, session: Session, now: datetime) -> None:
    """Note the result of a daily hunt in the transaction that ends it."""
    if isinstance(session.state, Hunt):
        hunt, outcome = session.hunt, session.outcome
        won = outcome is not None and outcome.ending is Ending.SLAIN
        await queries.set_result(tx, session.id, won=won, slain=hunt.slain, rounds=hunt.round)


def plain_seed(text: str) -> str:
    """A seed as people pass it on: small letters, digits and single dashes between them, at most 64.

    Case, width, spaces and punctuation don't matter; a plain seed stays as it is.
    """
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    return re.sub(r"[\W_]+", "-", plain).strip("-")[:LONGEST_SEED].strip("-")


def shown_seed(session: Session) -> str | None:
    """The seed that deals the same hunt again; None for a daily hunt, whose seed isn't shown."""
    kind, _, seed = (session.seed or "").partition(" ")
    return seed if kind == "hunt" else None


def day_of(session: Session) -> str | None:
    """The day whose daily hunt the session is, which is the day it began, whenever it ends; None for another hunt."""
    kind, _, rest = (session.seed or "").partition(" ")
    return rest.partition(" ")[0] if kind == "daily" else None


def this_week(now: datetime) -> tuple[date, date]:
    """Monday and Sunday of this week (UTC)."""
    monday = now.date() - timedelta(days=now.weekday())
    return monday, monday + timedelta(days=6)


def _day_seed(secret: str, day: str) -> str:
    return hmac.new(bytes.fromhex(secret), day.encode(), hashlib.sha256).hexdigest()


def _score(standing: Standing) -> tuple[int, int, int]:
    return -standing.won, -standing.slain, standing.rounds


def _placed(standings: Iterable[Standing]) -> Sequence[Standing]:
    ordered = sorted(standings, key=lambda standing: (_score(standing), standing.name.casefold()))
    places: dict[tuple[int, int, int], int] = {}
    for place, standing in enumerate(ordered, 1):
        places.setdefault(_score(standing), place)
    return [replace(standing, place=places[_score(standing)]) for standing in ordered]
