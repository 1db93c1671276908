"""A session as a value: its setup, where it stands, who sits at it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, get_args

from bot.people import Place, Player, PlayerId, SessionId
from bot.playing_sets import SetId
from bot.refusals import NoSuchSession, NotAPlayer
from bot.words import Locale
from rules.draugr.game import DRAUGR
from rules.draugr.hunt import Hunt
from rules.game import Game, Outcome, Seat
from rules.tafl.match import TAFL, Match

State = Match | Hunt
OfferKind = Literal["draw", "undo", "annul"]
OFFER_KINDS: tuple[OfferKind, ...] = get_args(OfferKind)
GAMES: Mapping[str, Game[Any, Any]] = {TAFL.name: TAFL, DRAUGR.name: DRAUGR}


@dataclass(frozen=True, slots=True)
class Shown:
    """Where a session's newest table hangs, the ply that it shows, and whether it does so in words."""

    message: int
    ply: int
    in_words: bool = False


@dataclass(frozen=True, slots=True)
class Noted:
    """Whether a table that has come to hang is the newest one; and which offers, by message, the session has passed."""

    newest: bool
    lapsed: Sequence[tuple[OfferKind, Seat, int]]


@dataclass(frozen=True, slots=True)
class Brought:
    """The set that a seat plays with; `stake` is "live", "kept" or "lost" where it was staked on this match."""

    number: SetId
    material: str
    name: str
    stake: str | None


@dataclass(frozen=True, slots=True)
class Earned:
    """A set that the winner earned in a session, by the deed that `materials.toml` names so."""

    deed: str
    number: SetId
    material: str


@dataclass(frozen=True, slots=True)
class Session:
    """A session as it stands after `ply` actions; `offers` are those open now, by who made them.

    `earned` is what the winner got for deeds done in it.
    """

    id: SessionId
    game: str
    setup: str
    place: Place
    locale: Locale
    seats: Mapping[Seat, Player]
    state: State
    ply: int
    outcome: Outcome | None
    created_at: datetime
    ended_at: datetime | None = None
    shown: Shown | None = None
    offers: Sequence[tuple[OfferKind, Seat]] = ()
    seed: str | None = None
    earned: Sequence[Earned] = ()
    brought: Mapping[Seat, Brought] = field(default_factory=dict)
    stamp: object = field(default=None, compare=False, repr=False)
    """By which the service knows that nothing has happened to it since."""
    was: int | None = field(default=None, compare=False)
    """The ply at which it stood before what has just been done; None where it was only read."""

    @property
    def staked(self) -> bool:
        """Whether sets are or were at stake."""
        return any(one.stake for one in self.brought.values())

    @property
    def match(self) -> Match:
        """Its state as a match of tafl; raises NoSuchSession where it is none."""
        if not isinstance(self.state, Match):
            raise NoSuchSession
        return self.state

    @property
    def hunt(self) -> Hunt:
        """Its state as a hunt; raises NoSuchSession where it is none."""
        if not isinstance(self.state, Hunt):
            raise NoSuchSession
        return self.state

    @property
    def turn(self) -> Seat | None:
        """Who must act; None once it is over."""
        return GAMES[self.game].turn(self.state)

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
