"""Having boards carved by a process of its own: carving holds the interpreter's lock for seconds."""

import asyncio
import logging
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from render import warm

log = logging.getLogger(__name__)

COMMAND = (sys.executable, "-m", "render.warm", "--attached")


@asynccontextmanager
async def carving_ahead(cache: Path, command: Sequence[str] = COMMAND) -> AsyncIterator[None]:
    """Carve what `cache` lacks beside the bot, at the lowest priority, as long as the context lasts.

    Until a theme is there, what is to be drawn in it is drawn in the plain one.
    """
    child = None if warm.complete(cache) else await _started((*command, str(cache)))
    try:
        yield
    finally:
        if child is not None and child.returncode is None:
            child.kill()
            await child.wait()


async def _started(command: Sequence[str]) -> asyncio.subprocess.Process | None:
    try:
        # It ends by itself when its stdin closes, as it does when this process is killed.
        return await asyncio.create_subprocess_exec(
            *command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.DEVNULL
        )
    except OSError as error:
        log.warning("boards are not carved ahead (%s)", error.strerror or error)
        return None
