"""Which handler a pressed control goes to; any process finds it, after any restart."""

from collections.abc import Awaitable, Callable, Mapping

import discord

from bot.people import SessionId
from bot.reply import answer, traced
from bot.request import Request
from bot.views.controls import Pressed
from bot.views.layout import Screen
from rules.draugr.game import DRAUGR
from rules.tafl.match import TAFL

Handler = Callable[[Request, Pressed], Awaitable[Screen | None]]
# The kinds of control whose number is a session's (0 where there is none yet), and of which game.
_GAMES = {"t": TAFL.name, "h": DRAUGR.name}
_handlers: dict[tuple[str, str], tuple[Handler, bool]] = {}


def on(kind: str, intent: str, *, update: bool = False) -> Callable[[Handler], Handler]:
    """Register the handler of an intent; with `update` its screen replaces the message that holds the control."""

    def register(handler: Handler) -> Handler:
        assert (kind, intent) not in _handlers
        _handlers[kind, intent] = (handler, update)
        return handler

    return register


def registered() -> Mapping[tuple[str, str], tuple[Handler, bool]]:
    """Every handler by kind and intent, and whether it updates its message."""
    return _handlers


async def press(interaction: discord.Interaction, pressed: Pressed) -> None:
    """Answer a pressed control; one without a handler is left to the client's catch-all.

    A control of one game that names a session of the other is refused before anything is done.
    """
    found = _handlers.get((pressed.kind, pressed.intent))
    if found is None:
        return
    handler, update = found
    game = _GAMES.get(pressed.kind)
    trace = traced(interaction)
    trace.name = f"{pressed.kind}:{pressed.intent}"
    if game and pressed.number:
        trace.session, trace.ply = pressed.number, pressed.ply

    async def work(request: Request) -> Screen | None:
        if game and pressed.number:
            await request.house.sessions.must_be_of(SessionId(pressed.number), game)
        return await handler(request, pressed)

    await answer(interaction, work, update=update)
