"""Who plays, and where: the small values that sessions and challenges share."""

from dataclasses import dataclass
from typing import Literal, NewType

PlayerId = NewType("PlayerId", int)
SessionId = NewType("SessionId", int)
ChallengeId = NewType("ChallengeId", int)

Posting = Literal["bot", "interaction"]
"""How tables reach a channel: by the bot itself, or only in answer to an interaction (a user install)."""


@dataclass(frozen=True, slots=True)
class Player:
    """A person as they were called when they sat down."""

    id: PlayerId
    name: str


@dataclass(frozen=True, slots=True)
class Place:
    """Where a session is played; `guild` is None in direct messages."""

    guild: int | None
    channel: int
    posting: Posting

    def link(self, message: int | None) -> str:
        """The address of a message here, or of the channel."""
        base = f"https://discord.com/channels/{self.guild or '@me'}/{self.channel}"
        return f"{base}/{message}" if message else base
