"""Routes that an interaction's own token opens: its callback, its answer, its follow-ups."""

from tests.wire.channels import check
from tests.wire.commands import choice_breaches
from tests.wire.component_limits import modal_breaches
from tests.wire.edge import Call, Refused, invalid, route
from tests.wire.exchange import (
    CHOICES,
    DEFER,
    DEFER_UPDATE,
    FIRST_ANSWER,
    FITTING,
    FORM,
    LIFE,
    SAY,
    UPDATE,
    Exchange,
)
from tests.wire.limits import EPHEMERAL, LOADING, Breach
from tests.wire.messages import StoredMessage
from tests.wire.world import Payload, Permission


@route("POST", "/interactions/{interaction}/{token}/callback")
async def callback(call: Call) -> Payload | None:
    """The first answer: once (40060), in time (10062), of a fitting type and within its limits."""
    exchange = call.standin.exchanges.get(call.part["token"])
    if exchange is None or exchange.id != call.number("interaction"):
        raise Refused(404, 10062, "Unknown interaction")
    if exchange.callback is not None:
        wrong = not exchange.disturbed
        raise Refused(400, 40060, "Interaction has already been acknowledged.", wrong=wrong)
    if exchange.age > FIRST_ANSWER:
        raise Refused(404, 10062, "Unknown interaction", wrong=True)
    kind = call.body.get("type")
    if kind not in FITTING[exchange.kind] or (kind in (DEFER_UPDATE, UPDATE) and exchange.message is None):
        raise invalid(Breach(("type",), "BASE_TYPE_CHOICES", f"{kind} does not answer kind {exchange.kind}."))
    await _take(call, exchange, kind, call.body.get("data") or {})
    return _resource(exchange, kind) if call.query.get("with_response") else None


async def _take(call: Call, exchange: Exchange, kind: int, data: Payload) -> None:
    message: StoredMessage | None = None
    act = "create"
    if kind == SAY:
        message = await _new(call, exchange, data)
    elif kind == DEFER:
        message = StoredMessage(exchange.channel, call.standin.bot, call.standin.base, exchange=exchange)
        message.reader = exchange.user
        message.flags = LOADING | _privacy(exchange, data)
    elif kind == UPDATE:
        message, act = exchange.message, "edit"
        assert message is not None
        check(call, data, message)
        message.apply(data, call.files)
    elif kind == CHOICES:
        exchange.choices = _choices(data)
    elif kind == FORM:
        breaches = [Breach(*found) for found in modal_breaches(data)]
        if breaches:
            raise invalid(*breaches)
        exchange.modal = data
    exchange.original = exchange.message if kind in (DEFER_UPDATE, UPDATE) else message
    exchange.ephemeral = message.ephemeral if message is not None else None
    exchange.answer(kind)
    if message is not None:
        await call.standin.publish(act, message, exchange)


def _choices(data: Payload) -> list[Payload]:
    choices: list[Payload] = data.get("choices") or []
    breaches = list(choice_breaches(("data", "choices"), choices))
    if breaches:
        raise invalid(*breaches)
    return choices


def _privacy(exchange: Exchange, data: Payload) -> int:
    """The ephemeral flag in force: asked for, or forced on a guest application."""
    guild = exchange.channel.guild
    guest = guild is not None and not guild.installed
    forced = guest and not exchange.channel.app_permissions & Permission.USE_EXTERNAL_APPS
    return EPHEMERAL if forced else (data.get("flags") or 0) & EPHEMERAL


async def _new(call: Call, exchange: Exchange, data: Payload) -> StoredMessage:
    check(call, data, None)
    message = StoredMessage(exchange.channel, call.standin.bot, call.standin.base, exchange=exchange)
    message.apply(data, call.files)
    message.flags |= _privacy(exchange, data)
    message.reader = exchange.user if message.ephemeral else None
    return message


def _resource(exchange: Exchange, kind: int) -> Payload:
    message = exchange.original
    interaction: Payload = {"id": str(exchange.id), "type": exchange.kind}
    answer: Payload = {"interaction": interaction}
    if message is not None:
        interaction |= {
            "response_message_id": str(message.id),
            "response_message_loading": message.loading,
            "response_message_ephemeral": message.ephemeral,
        }
    if message is not None and kind in (SAY, UPDATE):
        answer["resource"] = {"type": kind, "message": message.payload()}
    return answer


def _open(call: Call) -> Exchange:
    exchange = call.standin.exchanges.get(call.part["token"])
    if exchange is None:
        raise Refused(404, 10015, "Unknown Webhook")
    if exchange.age > LIFE:
        raise Refused(401, 50027, "Invalid Webhook Token", wrong=True)
    if exchange.callback is None:
        raise Refused(404, 10015, "Unknown Webhook", wrong=not exchange.disturbed)
    return exchange


def _found(call: Call, exchange: Exchange) -> StoredMessage:
    if call.part["message"] == "@original":
        message = exchange.original
    else:
        message = call.standin.messages.get(call.number("message"))
        if message is not None and message.exchange is not exchange and message is not exchange.message:
            message = None
    if message is None or message.deleted:
        raise Refused(404, 10008, "Unknown Message")
    return message


@route("POST", "/webhooks/{application}/{token}")
async def follow_up(call: Call) -> Payload:
    """A further message; the first one after a deferral fills in the waiting message."""
    exchange = _open(call)
    waiting = exchange.original
    if exchange.callback == DEFER and waiting is not None and waiting.loading and not waiting.deleted:
        check(call, call.body, None)
        privacy = waiting.flags & EPHEMERAL
        waiting.apply(call.body, call.files)
        waiting.flags = waiting.flags & ~EPHEMERAL | privacy
        await call.standin.publish("edit", waiting, exchange)
        return waiting.payload()
    exchange.follow_ups += 1
    if exchange.follow_ups > 5 and "0" not in exchange.owners():
        raise Refused(400, 40094, "This interaction has reached the maximum number of follow ups", wrong=True)
    message = await _new(call, exchange, call.body)
    await call.standin.publish("create", message, exchange)
    return message.payload()


@route("GET", "/webhooks/{application}/{token}/messages/{message}")
async def get_answer(call: Call) -> Payload:
    """The answer or a follow-up."""
    return _found(call, _open(call)).payload()


@route("PATCH", "/webhooks/{application}/{token}/messages/{message}")
async def edit_answer(call: Call) -> Payload:
    """Edit the answer or a follow-up."""
    exchange = _open(call)
    message = _found(call, exchange)
    check(call, call.body, message)
    message.apply(call.body, call.files)
    await call.standin.publish("edit", message, exchange)
    return message.payload()


@route("DELETE", "/webhooks/{application}/{token}/messages/{message}")
async def delete_answer(call: Call) -> None:
    """Delete the answer or a follow-up."""
    exchange = _open(call)
    await call.standin.publish("delete", _found(call, exchange), exchange)
