"""Who and where: the people, servers and channels that the stand-in knows, and their payloads."""

import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import IntEnum, IntFlag
from typing import Any

Payload = dict[str, Any]

EPOCH = 1_420_070_400_000
_latest = [0]


def snowflake() -> int:
    """A new id: Discord's layout, the present millisecond in its upper bits, rising strictly."""
    now = (int(time.time() * 1000) - EPOCH) << 22
    _latest[0] = max(now, _latest[0] + 1)
    return _latest[0]


def stamp(seconds: float) -> str:
    """A point in time as Discord writes it."""
    return datetime.fromtimestamp(seconds, UTC).isoformat()


class Permission(IntFlag):
    """The permission bits that the stand-in judges by."""

    MANAGE_GUILD = 1 << 5
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    SEND_MESSAGES_IN_THREADS = 1 << 38
    USE_EXTERNAL_APPS = 1 << 50


MEMBER = (
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.SEND_MESSAGES_IN_THREADS
    | Permission.USE_EXTERNAL_APPS
)
PRIVATE = Permission.ATTACH_FILES | Permission.EMBED_LINKS | Permission.MENTION_EVERYONE


class Kind(IntEnum):
    """Channel types."""

    TEXT = 0
    DM = 1
    GROUP = 3
    THREAD = 11


class Context(IntEnum):
    """Where an interaction may happen."""

    GUILD = 0
    BOT_DM = 1
    PRIVATE_CHANNEL = 2


@dataclass(eq=False)
class User:
    """An account; `dms_closed` makes Discord refuse messages to it (50007)."""

    name: str
    id: int = field(default_factory=snowflake)
    bot: bool = False
    dms_closed: bool = False

    def payload(self) -> Payload:
        """The user object."""
        return {
            "id": str(self.id),
            "username": self.name.lower(),
            "global_name": self.name,
            "discriminator": "0",
            "avatar": None,
            "bot": self.bot,
            "public_flags": 0,
        }


@dataclass(eq=False, repr=False)
class Guild:
    """A server; `installed` says whether the bot is a member of it."""

    name: str
    owner: User
    id: int = field(default_factory=snowflake)
    members: dict[int, User] = field(default_factory=dict)
    managers: set[int] = field(default_factory=set)
    channels: dict[int, "Channel"] = field(default_factory=dict)
    locale: str = "en-US"
    installed: bool = True

    def permissions(self, user: User) -> Permission:
        """What a member may do in channels without overwrites."""
        return MEMBER | (Permission.MANAGE_GUILD if user.id in self.managers else Permission(0))

    def member(self, user: User) -> Payload:
        """The member object without its user."""
        return {
            "roles": [],
            "joined_at": "2024-01-01T00:00:00+00:00",
            "deaf": False,
            "mute": False,
            "flags": 0,
            "nick": None,
            "avatar": None,
            "pending": False,
            "premium_since": None,
            "communication_disabled_until": None,
        }

    def _everyone(self) -> Payload:
        return {
            "id": str(self.id),
            "name": "@everyone",
            "permissions": str(int(MEMBER)),
            "position": 0,
            "color": 0,
            "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
            "hoist": False,
            "managed": False,
            "mentionable": False,
            "flags": 0,
        }

    def payload(self, bot: User) -> Payload:
        """The guild object as GUILD_CREATE carries it: the bot is the only member listed."""
        lists = ("emojis", "stickers", "features", "voice_states", "presences", "stage_instances")
        zeros = ("verification_level", "default_message_notifications", "explicit_content_filter")
        return {
            "id": str(self.id),
            "name": self.name,
            "owner_id": str(self.owner.id),
            "icon": None,
            "roles": [self._everyone()],
            "channels": [c.payload() for c in self.channels.values() if c.kind is Kind.TEXT],
            "threads": [c.payload() for c in self.channels.values() if c.kind is Kind.THREAD],
            "members": [self.member(bot) | {"user": bot.payload()}],
            "member_count": len(self.members) + 1,
            "large": False,
            "unavailable": False,
            "preferred_locale": self.locale,
            "joined_at": "2024-01-01T00:00:00+00:00",
            "afk_timeout": 300,
            "mfa_level": 0,
            "nsfw_level": 0,
            "premium_tier": 0,
            "system_channel_flags": 0,
            **{name: [] for name in lists},
            **dict.fromkeys(zeros, 0),
        }


@dataclass(eq=False, repr=False)
class Channel:
    """A channel, thread or DM. `app_permissions` is what the bot may do there."""

    kind: Kind
    name: str = ""
    id: int = field(default_factory=snowflake)
    guild: Guild | None = None
    parent: "Channel | None" = None
    people: list[User] = field(default_factory=list)
    app_permissions: Permission = MEMBER
    archived: bool = False
    locked: bool = False
    deleted: bool = False

    def reachable(self, bot: User) -> bool:
        """Whether the bot itself (not an interaction) may see this channel."""
        if self.guild is not None:
            return self.guild.installed
        return any(person is bot for person in self.people)

    def context(self, bot: User) -> Context:
        """The interaction context of this channel."""
        if self.guild is not None:
            return Context.GUILD
        return Context.BOT_DM if self.reachable(bot) and self.kind is Kind.DM else Context.PRIVATE_CHANNEL

    def payload(self) -> Payload:
        """The channel object."""
        base: Payload = {"id": str(self.id), "type": int(self.kind), "flags": 0, "last_message_id": None}
        if self.guild is None:
            base["recipients"] = [person.payload() for person in self.people if not person.bot]
            if self.kind is Kind.GROUP:
                base |= {"name": self.name or None, "icon": None, "owner_id": base["recipients"][0]["id"]}
            return base
        base |= {"guild_id": str(self.guild.id), "name": self.name, "rate_limit_per_user": 0, "nsfw": False}
        if self.kind is Kind.THREAD:
            return base | self._thread()
        denied = MEMBER & ~self.app_permissions
        overwrite = {"id": str(self.guild.id), "type": 0, "allow": "0", "deny": str(int(denied))}
        return base | {
            "position": 0,
            "topic": None,
            "parent_id": None,
            "permission_overwrites": [overwrite] if denied else [],
        }

    def _thread(self) -> Payload:
        assert self.parent is not None
        return {
            "parent_id": str(self.parent.id),
            "owner_id": str(self.people[0].id) if self.people else "0",
            "message_count": 0,
            "member_count": len(self.people),
            "total_message_sent": 0,
            "thread_metadata": {
                "archived": self.archived,
                "locked": self.locked,
                "auto_archive_duration": 1440,
                "archive_timestamp": stamp(time.time()),
                "create_timestamp": stamp(time.time()),
            },
        }
