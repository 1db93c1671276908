"""What the gateway brings: an event that the library can't read is logged and passed over."""

import logging
from collections.abc import Callable, MutableMapping
from typing import Any

log = logging.getLogger(__name__)

Parser = Callable[[Any], None]

# Without these there is no session, so the library shall see that they failed.
_NEEDED = frozenset({"READY", "RESUMED"})


def guard(parsers: MutableMapping[str, Parser]) -> None:
    """Let no event end the connection: what a parser raises would close it, and the process with it."""
    for event, parser in parsers.items():
        if event not in _NEEDED:
            parsers[event] = _guarded(event, parser)


def _guarded(event: str, parser: Parser) -> Parser:
    def parse(data: Any) -> None:
        try:
            if event == "INTERACTION_CREATE":
                _must_be_whole(data)
            parser(data)
        except Exception:
            log.exception("%s could not be read", event)

    return parse


def _must_be_whole(data: Any) -> None:
    """Raise where an interaction names no kind, or nobody who asks; the library would go on without."""
    int(data["type"])
    asker = data["member"]["user"] if data.get("guild_id") else data["user"]
    int(asker["id"])
