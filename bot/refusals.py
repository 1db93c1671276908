"""Why the bot says no: one small class a reason, with fields and no prose.

The sentence of a refusal is the catalogue's `refusal-…` entry named after its class.
"""

import re
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from bot.challenges import Challenge
    from bot.playing_sets import PlayingSet
    from bot.session import Session


class Opening(NamedTuple):
    """A challenge that found its channel taken: whom, which side, by which preset, for which set."""

    opponent: int
    side: str
    preset: str
    stake: int | None


class Refusal(Exception):
    """A request that is understood and not granted; its fields are what the sentence needs."""

    @classmethod
    def key(cls) -> str:
        """The catalogue's key: `NotYourTurn` gives `refusal-not-your-turn`."""
        return "refusal-" + re.sub(r"(?<!^)(?=[A-Z])", "-", cls.__name__).lower()


@dataclass(eq=False)
class AboutSession(Refusal):
    """A refusal that concerns one session, whose table the reply can lead to."""

    session: "Session"


class NotAPlayer(AboutSession):
    """Somebody who sits at neither side."""


class NotYourTurn(AboutSession):
    """A player whose opponent must act first."""


class StaleTable(AboutSession):
    """A control of a table that has been played on since."""


class SessionOver(AboutSession):
    """The match has ended."""


@dataclass(eq=False)
class ChannelBusy(AboutSession):
    """The channel holds another live session; `opening` is the challenge that was wanted, if it was one."""

    opening: Opening | None = None


class TableElsewhere(AboutSession):
    """The session's own channel is still there."""


class NothingToUndo(AboutSession):
    """That player has not acted yet."""


@dataclass(eq=False)
class OfferOver(AboutSession):
    """The offer was answered, or the match went on without an answer."""

    kind: str


@dataclass(eq=False)
class OfferStands(AboutSession):
    """The same player has made the same offer in this position already."""

    kind: str


@dataclass(eq=False)
class OwnOffer(AboutSession):
    """A player who tries to answer their own offer."""

    kind: str


class DailyTried(AboutSession):
    """The day's hunt was tried already; `session` is that try."""


class NoSessionHere(Refusal):
    """The channel holds no live session."""


class CardsChanged(Refusal):
    """The hunt was begun with a card table that is no longer played, and was closed without a loss."""


class NoHuntHere(NoSessionHere):
    """The channel holds no hunt."""


class NoSuchSession(Refusal):
    """There is no session of that number, or it isn't theirs to see."""


class NoSuchChallenge(Refusal):
    """There is no challenge of that number."""


class NoChallengeHere(Refusal):
    """No open challenge of theirs to answer or withdraw hangs in the channel."""


class OpponentIsYourself(Refusal):
    """A challenge to oneself."""


class OpponentIsABot(Refusal):
    """A challenge to a bot."""


class NobodyThere(Refusal):
    """Discord knows nobody of that number, or nobody any more."""


@dataclass(eq=False)
class ChallengeOver(Refusal):
    """The challenge was accepted, declined, withdrawn or has expired."""

    challenge: "Challenge"


@dataclass(eq=False)
class NotTheChallenged(Refusal):
    """Somebody other than the challenged answers a challenge."""

    challenge: "Challenge"


@dataclass(eq=False)
class NotTheChallenger(Refusal):
    """Somebody other than the challenger withdraws a challenge."""

    challenge: "Challenge"


@dataclass(eq=False)
class AlreadyChallenged(Refusal):
    """The same two people have an open challenge in this channel."""

    challenge: "Challenge"


@dataclass(eq=False)
class TooManyChallenges(Refusal):
    """The challenger has `limit` challenges open."""

    limit: int


@dataclass(eq=False)
class TooManyToOne(Refusal):
    """The challenger has `limit` challenges open to the same person, in whatever channels."""

    limit: int


@dataclass(eq=False)
class ChallengedLately(Refusal):
    """As many of the challenger's challenges within the hour as may be were not accepted; `again` is when they may."""

    again: datetime


@dataclass(eq=False)
class DeclinedLately(Refusal):
    """The same person has declined again and again; `again` is when they may be challenged once more."""

    again: datetime


class OpponentUnavailable(Refusal):
    """The opponent takes no challenges from them; the sentence doesn't say that it is them alone."""


class OpponentIsBusy(Refusal):
    """The other player has as many matches going as one may have."""


@dataclass(eq=False)
class TooManyMatches(Refusal):
    """The player has `limit` matches going."""

    limit: int


@dataclass(eq=False)
class TooManyHunts(Refusal):
    """The hunter has `limit` hunts going."""

    limit: int


@dataclass(eq=False)
class HuntedLately(Refusal):
    """The hunter has begun as many hunts within the hour as one may; `again` is when they may begin one."""

    again: datetime


@dataclass(eq=False)
class RenamedLately(Refusal):
    """The player has renamed sets as often within the hour as one may; `again` is when they may rename one."""

    again: datetime


@dataclass(eq=False)
class TooFast(Refusal):
    """What costs much was asked for too often within a minute; `again` is when it is to be had."""

    again: datetime


@dataclass(eq=False)
class TooManyBlocked(Refusal):
    """The player blocks `limit` people."""

    limit: int


@dataclass(eq=False)
class MissingPermissions(Refusal):
    """The bot lacks permissions in the channel; `permissions` are Discord's names of them."""

    permissions: tuple[str, ...]


class OpponentNotHere(Refusal):
    """The opponent can't see the channel."""


class CannotOpenThread(Refusal):
    """A thread can't be opened here."""


class NoSuchSet(Refusal):
    """There is no set of that number."""


@dataclass(eq=False)
class SetNotYours(Refusal):
    """Somebody else owns the set."""

    playing_set: "PlayingSet"


@dataclass(eq=False)
class SetIsStaked(Refusal):
    """The set is locked by a live match (W4)."""

    playing_set: "PlayingSet"


class StakesAreOff(Refusal):
    """The server plays without stakes."""


class StakeNeeded(Refusal):
    """A staked challenge can only be accepted with a set of one's own."""


class NothingToStake(Refusal):
    """The challenged owns no free set to answer a stake with."""


class BadSetName(Refusal):
    """A set's name has 1 to 32 visible characters."""


@dataclass(eq=False)
class TooManySets(Refusal):
    """The player owns `limit` sets."""

    limit: int


@dataclass(eq=False)
class CarvedLately(Refusal):
    """The player has a free set and has carved within the week; `again` is when they may carve."""

    again: datetime


class NotInAServer(Refusal):
    """Rankings are kept for servers only."""


class NotPosted(Refusal):
    """Discord did not take what had to be seen, so nothing was done."""


class PlaceUnknown(Refusal):
    """The interaction tells no channel to play in."""


class NoSuchChoice(Refusal):
    """A value that the setting does not have."""


class NoServerHere(Refusal):
    """A server's settings, asked for outside of any server."""


class NotAManager(Refusal):
    """A server's settings are changed by those with Manage Server."""


@dataclass(eq=False)
class ChannelClosed(Refusal):
    """The server plays in other channels; `channels` are those."""

    channels: tuple[int, ...]


@dataclass(eq=False)
class TooManyChannels(Refusal):
    """A server can name `limit` channels."""

    limit: int
