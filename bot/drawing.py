"""Where pictures are drawn: never on the event loop, one after the other, and the time counted."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

from bot.observing import timed

P = ParamSpec("P")
T = TypeVar("T")

# More at once would only take turns with each other, and with the event loop.
_PENCIL = ThreadPoolExecutor(1, thread_name_prefix="drawing")


async def off_the_loop(draw: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What `draw` returns or raises, off the event loop."""
    async with timed("draw"):
        return await asyncio.get_running_loop().run_in_executor(_PENCIL, partial(draw, *args, **kwargs))
