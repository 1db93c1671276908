"""The application commands that the bot has registered: their limits, and what a person may fill in."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.wire.limits import Breach
from tests.wire.world import Channel, Context, Guild, Payload, Permission, User, snowflake

CHAT, ON_USER, ON_MESSAGE = 1, 2, 3
SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER = range(1, 11)
NAME = re.compile(r"[-_'\w]{1,32}")
TYPES: dict[int, tuple[type, ...]] = {STRING: (str,), INTEGER: (int,), BOOLEAN: (bool,), NUMBER: (int, float)}


class NotOffered(AssertionError):
    """The person's Discord client would not offer this: no such command, option, choice or button here."""


@dataclass
class Commands:
    """The stored global and server commands."""

    scopes: dict[int | None, list[Payload]] = field(default_factory=dict)
    writes: int = 0

    def put(self, application: int, guild: int | None, commands: list[Payload]) -> list[Payload]:
        """Replace a scope's commands, as the bulk PUT does; ids of commands that stay are kept."""
        known = {(c["name"], c.get("type", CHAT)): c["id"] for c in self.scopes.get(guild, [])}
        stored = []
        for command in commands:
            kind = command.get("type", CHAT)
            fresh: Payload = {
                "id": known.get((command["name"], kind), str(snowflake())),
                "application_id": str(application),
                "version": str(snowflake()),
                "default_member_permissions": None,
                "description": "",
                "nsfw": False,
                "type": kind,
            }
            if guild is not None:
                fresh["guild_id"] = str(guild)
            stored.append(fresh | command)
        self.scopes[guild] = stored
        self.writes += 1
        return stored

    def find(self, name: str, kind: int, guild: Guild | None) -> Payload:
        """The command that a person sees under `name`; raises NotOffered."""
        for scope in (guild.id if guild else None, None):
            for command in self.scopes.get(scope, []):
                if command["name"] == name and command["type"] == kind:
                    return command
        known = sorted(c["name"] for commands in self.scopes.values() for c in commands)
        raise NotOffered(f"no command {name!r}; there are {known}")


def check_place(command: Payload, channel: Channel, bot: User, permissions: Permission) -> None:
    """Raise NotOffered where Discord would not show the command."""
    context = channel.context(bot)
    contexts = command.get("contexts")
    if contexts is not None and int(context) not in contexts:
        raise NotOffered(f"{command['name']!r} is not offered in {context.name}")
    installs = command.get("integration_types") or [0]
    needed = 0 if channel.reachable(bot) else 1
    if needed not in installs and context is not Context.BOT_DM:
        raise NotOffered(f"{command['name']!r} is not offered to installs of kind {needed}")
    wanted = command.get("default_member_permissions")
    if channel.guild is not None and wanted is not None and int(wanted) & ~int(permissions):
        raise NotOffered(f"{command['name']!r} needs permissions {wanted}")


def descend(command: Payload, path: list[str]) -> tuple[Payload, list[Payload]]:
    """The command or subcommand at `path`, and the options that lead there, outermost first."""
    node, trail = command, []
    for name in path:
        below = [
            o for o in node.get("options") or [] if o["name"] == name and o["type"] in (SUBCOMMAND, GROUP)
        ]
        if not below:
            raise NotOffered(f"no subcommand {name!r} in {node['name']!r}")
        node = below[0]
        trail.append(node)
    if any(o["type"] in (SUBCOMMAND, GROUP) for o in node.get("options") or []):
        raise NotOffered(f"{node['name']!r} needs a subcommand")
    return node, trail


def fill(node: Payload, given: Mapping[str, Any], *, focused: str | None = None) -> list[Payload]:
    """The option values of an interaction; raises NotOffered for what the client would not send."""
    offered = {option["name"]: option for option in node.get("options") or []}
    unknown = set(given) - set(offered)
    if unknown:
        raise NotOffered(f"{node['name']!r} has no options {sorted(unknown)}; it has {sorted(offered)}")
    missing = [name for name, option in offered.items() if option.get("required") and name not in given]
    if missing and focused is None:
        raise NotOffered(f"{node['name']!r} needs {missing}")
    filled = []
    for name, value in given.items():
        option = offered[name]
        if name == focused:
            if not option.get("autocomplete"):
                raise NotOffered(f"{name!r} does not complete")
            filled.append({"name": name, "type": option["type"], "value": value, "focused": True})
        else:
            filled.append({"name": name, "type": option["type"], "value": _value(option, value)})
    return filled


def _value(option: Payload, value: Any) -> Any:
    if option["type"] in (USER, CHANNEL, ROLE, MENTIONABLE):
        return str(value.id)
    if not isinstance(value, TYPES[option["type"]]) or (
        option["type"] != BOOLEAN and isinstance(value, bool)
    ):
        raise NotOffered(f"{option['name']!r} takes no {value!r}")
    choices = [choice["value"] for choice in option.get("choices") or []]
    if choices and value not in choices:
        raise NotOffered(f"{option['name']!r} offers {choices}, not {value!r}")
    size = len(value) if isinstance(value, str) else value
    least, most = ("min_length", "max_length") if isinstance(value, str) else ("min_value", "max_value")
    if size < option.get(least, size) or size > option.get(most, size):
        raise NotOffered(f"{option['name']!r}: {value!r} is out of bounds")
    return value


def command_breaches(commands: list[Payload]) -> Iterator[Breach]:
    """Every limit that a list of commands breaks."""
    seen = set()
    for index, command in enumerate(commands):
        key = (command.get("name"), command.get("type", CHAT))
        if key in seen:
            yield Breach((index, "name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", f"{key[0]!r} twice.")
        seen.add(key)
        if command.get("type", CHAT) == CHAT:
            yield from _node((index,), command)
            size = _text_size(command)
            if size > 8000:
                yield Breach((index,), "APPLICATION_COMMAND_TOO_LARGE", f"{size} of 8000 characters.")
        else:
            yield from _names((index,), command, slash=False)
            if command.get("description") or command.get("options"):
                yield Breach((index,), "APPLICATION_COMMAND_CONTEXT_MENU", "No description, no options.")
    for kind, most in ((CHAT, 100), (ON_USER, 15), (ON_MESSAGE, 15)):
        if sum(command.get("type", CHAT) == kind for command in commands) > most:
            yield Breach((), "MAX_APPLICATION_COMMANDS", f"More than {most} of kind {kind}.")


def _names(path: tuple[str | int, ...], item: Payload, *, slash: bool) -> Iterator[Breach]:
    names = {"name": item.get("name") or ""} | {
        f"name_localizations.{locale}": text
        for locale, text in (item.get("name_localizations") or {}).items()
    }
    for where, text in names.items():
        good = NAME.fullmatch(text) and text == text.lower() if slash else 1 <= len(text) <= 32
        if not good:
            yield Breach((*path, where), "APPLICATION_COMMAND_INVALID_NAME", f"{text!r}")


def _described(path: tuple[str | int, ...], item: Payload) -> Iterator[Breach]:
    texts = {"description": item.get("description") or ""} | {
        f"description_localizations.{locale}": text
        for locale, text in (item.get("description_localizations") or {}).items()
    }
    for where, text in texts.items():
        if not 1 <= len(text) <= 100:
            yield Breach((*path, where), "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100 in length.")


def _node(path: tuple[str | int, ...], node: Payload) -> Iterator[Breach]:
    yield from _names(path, node, slash=True)
    yield from _described(path, node)
    options = node.get("options") or []
    if len(options) > 25:
        yield Breach((*path, "options"), "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.")
    if len({option["name"] for option in options}) != len(options):
        yield Breach((*path, "options"), "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", "A name twice.")
    optional = False
    for index, option in enumerate(options):
        where = (*path, "options", index)
        yield from _node(where, option)
        if option["type"] in (SUBCOMMAND, GROUP):
            continue
        if option.get("required") and optional:
            yield Breach(where, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", "Required after optional.")
        optional = optional or not option.get("required")
        yield from _choices(where, option)


def _choices(path: tuple[str | int, ...], option: Payload) -> Iterator[Breach]:
    choices = option.get("choices") or []
    if choices and option.get("autocomplete"):
        yield Breach(path, "APPLICATION_COMMAND_AUTOCOMPLETE_WITH_CHOICES", "Choices and autocomplete.")
    yield from choice_breaches((*path, "choices"), choices)


def choice_breaches(path: tuple[str | int, ...], choices: list[Payload]) -> Iterator[Breach]:
    """Every limit that a list of choices breaks, of an option or of an autocomplete answer."""
    if len(choices) > 25:
        yield Breach(path, "BASE_TYPE_MAX_LENGTH", f"Must be 25 or fewer in length; {len(choices)} given.")
    for index, choice in enumerate(choices):
        names = [choice.get("name") or "", *(choice.get("name_localizations") or {}).values()]
        if any(not 1 <= len(name) <= 100 for name in names):
            yield Breach((*path, index, "name"), "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100.")
        if isinstance(choice.get("value"), str) and not 1 <= len(choice["value"]) <= 100:
            yield Breach((*path, index, "value"), "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100.")


def _text_size(node: Payload) -> int:
    def longest(name: str) -> int:
        return max(map(len, [node.get(name) or "", *(node.get(f"{name}_localizations") or {}).values()]))

    own = longest("name") + longest("description")
    own += sum(len(choice["name"]) + len(str(choice["value"])) for choice in node.get("choices") or [])
    return own + sum(_text_size(option) for option in node.get("options") or [])
