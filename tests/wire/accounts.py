"""Routes about people, servers, the application and its commands."""

from typing import Any

from tests.wire.commands import command_breaches
from tests.wire.edge import Call, Refused, invalid, route
from tests.wire.world import Guild, Kind, Payload


def _guild(call: Call) -> Guild:
    guild = call.standin.guilds.get(call.number("guild"))
    if guild is None or not guild.installed:
        raise Refused(404, 10004, "Unknown Guild")
    return guild


@route("GET", "/gateway")
async def gateway(call: Call) -> Payload:
    """Where to connect."""
    return {"url": call.standin.gateway_url}


@route("GET", "/gateway/bot")
async def gateway_bot(call: Call) -> Payload:
    """Where to connect, and with how many shards."""
    limit = {"total": 1000, "remaining": 999, "reset_after": 14_400_000, "max_concurrency": 1}
    return {"url": call.standin.gateway_url, "shards": 1, "session_start_limit": limit}


@route("GET", "/users/@me")
async def me(call: Call) -> Payload:
    """The bot's account."""
    return call.standin.bot.payload()


@route("GET", "/users/@me/guilds")
async def my_guilds(call: Call) -> list[Payload]:
    """The servers that the bot is in."""
    guilds = [guild for guild in call.standin.guilds.values() if guild.installed]
    return [
        {"id": str(g.id), "name": g.name, "icon": None, "owner": False, "permissions": "0"} for g in guilds
    ]


@route("POST", "/users/@me/channels")
async def create_dm(call: Call) -> Payload:
    """The DM channel with a person, made when there is none."""
    user = call.standin.users.get(int(call.body["recipient_id"]))
    if user is None:
        raise Refused(400, 50033, "Invalid Recipient(s)")
    return call.standin.dm(user).payload()


@route("GET", "/users/{user}")
async def user(call: Call) -> Payload:
    """Any account by its id."""
    found = call.standin.users.get(call.number("user"))
    if found is None:
        raise Refused(404, 10013, "Unknown User")
    return found.payload()


async def application(call: Call) -> Payload:
    """The application itself."""
    standin = call.standin
    owner = next((u for u in standin.users.values() if not u.bot), standin.bot)
    return {
        "id": str(standin.bot.id),
        "name": standin.bot.name,
        "icon": None,
        "description": "",
        "bot_public": True,
        "bot_require_code_grant": False,
        "summary": "",
        "verify_key": "0" * 64,
        "flags": 0,
        "team": None,
        "owner": owner.payload(),
        "rpc_origins": [],
        "tags": [],
        "integration_types_config": {"0": {}, "1": {}},
    }


route("GET", "/oauth2/applications/@me")(application)
route("GET", "/applications/@me")(application)


@route("GET", "/applications/{application}/emojis")
async def emojis(call: Call) -> Payload:
    """The application has no emojis of its own."""
    return {"items": []}


@route("GET", "/applications/{application}/commands")
async def commands(call: Call) -> list[Payload]:
    """The global commands."""
    return call.standin.commands.scopes.get(None, [])


@route("GET", "/applications/{application}/guilds/{guild}/commands")
async def guild_commands(call: Call) -> list[Payload]:
    """A server's own commands."""
    return call.standin.commands.scopes.get(call.number("guild"), [])


@route("PUT", "/applications/{application}/commands")
async def put_commands(call: Call) -> list[Payload]:
    """Replace the global commands."""
    return _put(call, None)


@route("PUT", "/applications/{application}/guilds/{guild}/commands")
async def put_guild_commands(call: Call) -> list[Payload]:
    """Replace a server's commands."""
    return _put(call, _guild(call).id)


def _put(call: Call, guild: int | None) -> list[Payload]:
    breaches = list(command_breaches(call.body))
    if breaches:
        raise invalid(*breaches)
    return call.standin.commands.put(call.number("application"), guild, call.body)


@route("GET", "/guilds/{guild}")
async def guild(call: Call) -> Payload:
    """A server that the bot is in."""
    return _guild(call).payload(call.standin.bot)


@route("GET", "/guilds/{guild}/channels")
async def guild_channels(call: Call) -> list[Payload]:
    """A server's channels, threads left out."""
    return [c.payload() for c in _guild(call).channels.values() if c.kind is not Kind.THREAD]


@route("GET", "/guilds/{guild}/roles")
async def guild_roles(call: Call) -> Any:
    """A server's roles: everyone's alone."""
    return _guild(call).payload(call.standin.bot)["roles"]


@route("GET", "/guilds/{guild}/members/{user}")
async def member(call: Call) -> Payload:
    """A member by id; those who left are unknown (10007)."""
    guild = _guild(call)
    found = {**guild.members, call.standin.bot.id: call.standin.bot}.get(call.number("user"))
    if found is None:
        raise Refused(404, 10007, "Unknown Member")
    return guild.member(found) | {"user": found.payload()}
