"""Routes about channels, threads and the bot's own messages in them."""

import time

from tests.wire.component_limits import file_references
from tests.wire.edge import Call, Refused, invalid, route
from tests.wire.limits import COMPONENTS_V2, is_empty, message_breaches
from tests.wire.messages import StoredMessage
from tests.wire.world import Channel, Kind, Payload, Permission

NONCE_SECONDS = 300


def reach(call: Call, need: Permission = Permission.VIEW_CHANNEL) -> Channel:
    """The channel of the path; raises Refused (10003, 50001, 50013)."""
    need |= Permission.VIEW_CHANNEL
    channel = call.standin.channels.get(call.number("channel"))
    if channel is None or channel.deleted:
        raise Refused(404, 10003, "Unknown Channel")
    lacking = need & ~channel.app_permissions if channel.guild else Permission(0)
    if not channel.reachable(call.standin.bot) or lacking & Permission.VIEW_CHANNEL:
        raise Refused(403, 50001, "Missing Access")
    if lacking:
        raise Refused(403, 50013, "Missing Permissions")
    return channel


def stored(call: Call, channel: Channel) -> StoredMessage:
    """The message of the path, as the bot's own token may see it; raises Refused (10008)."""
    message = call.standin.messages.get(call.number("message"))
    if message is None or message.deleted or message.ephemeral or message.channel is not channel:
        raise Refused(404, 10008, "Unknown Message")
    return message


def check(call: Call, body: Payload, message: StoredMessage | None) -> None:
    """Raise Refused where a message body breaks a limit; `message` is the one being edited."""
    files = message.files if message else []
    flags = (body.get("flags") or 0) | (message.flags if message else 0)
    kept = {file.id: file.filename for file in files}
    fresh = message is None or (message.loading and not message.content)
    breaches = list(message_breaches(body, call.files, kept, flags, editing=not fresh))
    if breaches:
        raise invalid(*breaches)
    if message is None and is_empty(body, call.files):
        raise Refused(400, 50006, "Cannot send an empty message", wrong=True)
    if flags & COMPONENTS_V2 and body.get("components"):
        # Discord takes such a file and shows it nowhere.
        unseen = {upload.filename for upload in call.files.values()} - set(
            file_references(body["components"])
        )
        call.standin.violations += [
            f"{call.request.path}: {name} is shown nowhere" for name in sorted(unseen)
        ]
    if message is not None and flags & COMPONENTS_V2 and not message.flags & COMPONENTS_V2:
        left = [name for name in ("content", "embeds") if getattr(message, name) and name not in body]
        if left:
            raise Refused(400, 50035, f"{left} stay under Components V2", wrong=True)


def awake(channel: Channel, *, sending: bool) -> None:
    """Threads: sending un-archives unless locked (160005); edits in archived ones are refused (50083)."""
    if channel.locked:
        raise Refused(400, 160005, "Thread is locked")
    if channel.archived and not sending:
        raise Refused(400, 50083, "Thread is archived")
    channel.archived = False


@route("GET", "/channels/{channel}")
async def channel(call: Call) -> Payload:
    """A channel by id."""
    return reach(call).payload()


@route("PATCH", "/channels/{channel}")
async def edit_channel(call: Call) -> Payload:
    """A thread's name, archived and locked; other fields are let through unheard."""
    found = reach(call)
    found.name = call.body.get("name", found.name)
    found.archived = call.body.get("archived", found.archived)
    found.locked = call.body.get("locked", found.locked)
    return found.payload()


@route("POST", "/channels/{channel}/typing")
async def typing(call: Call) -> None:
    """Nothing to see."""
    reach(call, Permission.SEND_MESSAGES)


@route("GET", "/channels/{channel}/messages")
async def messages(call: Call) -> list[Payload]:
    """The latest messages, newest first."""
    found = reach(call, Permission.READ_MESSAGE_HISTORY)
    limit = int(call.query.get("limit", 50))
    return [m.payload() for m in reversed(call.standin.shown(found))][:limit]


@route("POST", "/channels/{channel}/messages")
async def create_message(call: Call) -> Payload:
    """A new message of the bot's; the same nonce gives the earlier one back."""
    place = reach(call)
    need = Permission.SEND_MESSAGES_IN_THREADS if place.kind is Kind.THREAD else Permission.SEND_MESSAGES
    reach(call, need | (Permission.ATTACH_FILES if call.files else Permission(0)))
    if place.guild is None and any(person.dms_closed for person in place.people):
        raise Refused(403, 50007, "Cannot send messages to this user")
    check(call, call.body, None)
    awake(place, sending=True)
    nonce = call.body.get("nonce")
    if nonce is not None and call.body.get("enforce_nonce"):
        for message in call.standin.shown(place):
            if message.nonce == str(nonce) and time.time() - message.created < NONCE_SECONDS:
                return message.payload()
    message = StoredMessage(place, call.standin.bot, call.standin.base, nonce=nonce)
    message.reference = call.body.get("message_reference")
    message.apply(call.body, call.files)
    await call.standin.publish("create", message, None)
    return message.payload()


@route("GET", "/channels/{channel}/messages/{message}")
async def message(call: Call) -> Payload:
    """One message."""
    return stored(call, reach(call, Permission.READ_MESSAGE_HISTORY)).payload()


@route("PATCH", "/channels/{channel}/messages/{message}")
async def edit_message(call: Call) -> Payload:
    """Edit one of the bot's own messages."""
    place = reach(call)
    found = stored(call, place)
    if found.author is not call.standin.bot:
        raise Refused(403, 50005, "Cannot edit a message authored by another user")
    awake(place, sending=False)
    check(call, call.body, found)
    found.apply(call.body, call.files)
    await call.standin.publish("edit", found, None)
    return found.payload()


@route("DELETE", "/channels/{channel}/messages/{message}")
async def delete_message(call: Call) -> None:
    """Delete a message."""
    place = reach(call)
    found = stored(call, place)
    if found.author is not call.standin.bot:
        reach(call, Permission.MANAGE_MESSAGES)
    await call.standin.publish("delete", found, None)


@route("POST", "/channels/{channel}/threads")
async def create_thread(call: Call) -> Payload:
    """A thread without a first message."""
    return await _thread(call, reach(call, Permission.CREATE_PUBLIC_THREADS))


@route("POST", "/channels/{channel}/messages/{message}/threads")
async def create_thread_on(call: Call) -> Payload:
    """A thread that starts at a message."""
    place = reach(call, Permission.CREATE_PUBLIC_THREADS)
    stored(call, place)
    return await _thread(call, place)


async def _thread(call: Call, parent: Channel) -> Payload:
    name = call.body.get("name") or ""
    if not 1 <= len(name) <= 100:
        raise Refused(400, 50035, "name must be between 1 and 100 in length", wrong=True)
    if call.body.get("auto_archive_duration", 1440) not in (60, 1440, 4320, 10080):
        raise Refused(400, 50035, "auto_archive_duration", wrong=True)
    if parent.kind is not Kind.TEXT or parent.guild is None:
        raise Refused(400, 50024, "Cannot execute action on this channel type", wrong=True)
    thread = Channel(Kind.THREAD, name, guild=parent.guild, parent=parent, people=[call.standin.bot])
    thread.app_permissions = parent.app_permissions
    call.standin.keep(thread)
    await call.standin.gateway.dispatch("THREAD_CREATE", thread.payload() | {"newly_created": True}, intent=1)
    return thread.payload()


@route("PUT", "/channels/{channel}/thread-members/{user}")
async def join_thread(call: Call) -> None:
    """Add a person, or the bot itself, to a thread."""
    place = reach(call)
    person = call.standin.bot if call.part["user"] == "@me" else call.standin.users[call.number("user")]
    if person not in place.people:
        place.people.append(person)
