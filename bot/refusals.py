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


@dataclass(eq=False)
class AboutOffer(AboutSession):
    """A refusal that concerns an offer of this kind in a session."""

    kind: str


@dataclass(eq=False)
class AboutChallenge(Refusal):
    """A refusal that concerns one challenge."""

    challenge: "Challenge"


@dataclass(eq=False)
class AboutSet(Refusal):
    """A refusal that concerns one playing set."""

    playing_set: "PlayingSet"


@dataclass(eq=False)
class AboutLimit(Refusal):
    """A refusal of more than `limit`."""

    limit: int


@dataclass(eq=False)
class AboutTime(Refusal):
    """A refusal that holds until `again`."""

    again: datetime


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


class HuntGoesOn(AboutSession):
    """The channel holds a live hunt of the asker's own."""


class HuntNotOver(AboutSession):
    """The hunt has no result yet that could be shared."""


class TableElsewhere(AboutSession):
    """The session's own channel is still there."""


class NothingToUndo(AboutSession):
    """That player has not acted yet."""


class OfferOver(AboutOffer):
    """The offer was answered, or the match went on without an answer."""


class OfferStands(AboutOffer):
    """The same player has made the same offer in this position already."""


class OwnOffer(AboutOffer):
    """A player who tries to answer their own offer."""


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


class ChallengeOver(AboutChallenge):
    """The challenge was accepted, declined, withdrawn or has expired."""


class NotTheChallenged(AboutChallenge):
    """Somebody other than the challenged answers a challenge."""


class NotTheChallenger(AboutChallenge):
    """Somebody other than the challenger withdraws a challenge."""


class AlreadyChallenged(AboutChallenge):
    """The same two people have an open challenge in this channel."""


class TooManyChallenges(AboutLimit):
    """The challenger has `limit` challenges open."""


class TooManyToOne(AboutLimit):
    """The challenger has `limit` challenges open to the same person, in whatever channels."""


class ChallengedLately(AboutTime):
    """As many of the challenger's challenges within the hour as may be were not accepted; `again` is when they may."""


class DeclinedLately(AboutTime):
    """The same person has declined again and again; `again` is when they may be challenged once more."""


class OpponentUnavailable(Refusal):
    """The opponent takes no challenges from them; the sentence doesn't say that it is them alone."""


class OpponentIsBusy(Refusal):
    """The other player has as many matches going as one may have."""


class TooManyMatches(AboutLimit):
    """The player has `limit` matches going."""


class TooManyHunts(AboutLimit):
    """The hunter has `limit` hunts going."""


class HuntedLately(AboutTime):
    """The hunter has begun as many hunts within the hour as one may; `again` is when they may begin one."""


class RenamedLately(AboutTime):
    """The player has renamed sets as often within the hour as one may; `again` is when they may rename one."""


class TooFast(AboutTime):
    """What costs much was asked for too often within a minute; `again` is when it is to be had."""


class TooManyBlocked(AboutLimit):
    """The player blocks `limit` people."""


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


class SetNotYours(AboutSet):
    """Somebody else owns the set."""


class SetIsStaked(AboutSet):
    """The set is locked by a live match (W4)."""


class SetKeepsItsName(AboutSet):
    """The set was to be renamed while it is locked (W4)."""


class TheirStakeIsGone(AboutSet):
    """What the challenger staked is locked by another match, or somebody else's, by now."""


class StakesAreOff(Refusal):
    """The server plays without stakes."""


class StakeNeeded(Refusal):
    """A staked challenge can only be accepted with a set of one's own."""


class NothingToStake(Refusal):
    """The challenged owns no free set to answer a stake with."""


class BadSetName(Refusal):
    """A set's name has 1 to 32 visible characters."""


class TooManySets(AboutLimit):
    """The player owns `limit` sets."""


class CarvedLately(AboutTime):
    """The player has a free set and has carved within the week; `again` is when they may carve."""


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


class TooManyChannels(AboutLimit):
    """A server can name `limit` channels."""
