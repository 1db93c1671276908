"""Where pictures are drawn: never on the event loop, and the time counted."""

import asyncio
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from bot.observing import timed

P = ParamSpec("P")
T = TypeVar("T")


async def off_the_loop(draw: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What `draw` returns or raises, off the event loop."""
    async with timed("draw"):
        return await asyncio.to_thread(draw, *args, **kwargs)
