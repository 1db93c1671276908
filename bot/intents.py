"""Which handler a pressed control goes to; any process finds it, after any restart."""

from collections.abc import Awaitable, Callable, Mapping

import discord

from bot.reply import Request, answer
from bot.views.controls import Pressed
from bot.views.layout import Screen

Handler = Callable[[Request, Pressed], Awaitable[Screen | None]]
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
    """Answer a pressed control; one without a handler is left to the client's catch-all."""
    found = _handlers.get((pressed.kind, pressed.intent))
    if found is None:
        return
    handler, update = found

    async def work(request: Request) -> Screen | None:
        return await handler(request, pressed)

    await answer(interaction, work, update=update)
