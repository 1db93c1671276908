"""The log: a line for each answer, readable or as JSON; never content, names or tokens."""

import json
import logging
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Literal

from bot.observing import ASKED, Trace

Format = Literal["text", "json"]

log = logging.getLogger("bot.answers")

# An interaction's token lets whoever holds it speak in the bot's name for a quarter of an hour.
_TOKEN = re.compile(r"(/(?:webhooks|interactions)/\d+/)[^/?\s'\"]+")
# What these tell below INFO is what people say, and the tokens it came with.
_TALKATIVE = ("discord", "aiosqlite", "aiohttp", "asyncio", "PIL")


def set_up(level: str, style: Format) -> None:
    """Send the log of this process to stderr, from that level on."""
    told = logging.StreamHandler()
    told.setFormatter(Json() if style == "json" else Text())
    logging.basicConfig(level=level, handlers=[told])
    for name in _TALKATIVE:
        logging.getLogger(name).setLevel(max(logging.INFO, logging.getLevelName(level)))


def tell(trace: Trace) -> None:
    """One line for an interaction that is over with; only to the curious for each letter that somebody types."""
    level = logging.DEBUG if trace.outcome == ASKED else logging.INFO
    log.log(level, "%s", trace.outcome, extra={"fields": fields(trace)})


def fields(trace: Trace) -> Mapping[str, object]:
    """What is told of an answer; latencies in milliseconds. What isn't known is left out."""
    known: dict[str, object] = {
        "interaction": trace.interaction,
        "kind": trace.kind,
        "name": trace.name or None,
        "session": trace.session,
        "ply": trace.ply,
        "user": trace.user,
        "guild": trace.guild,
        "channel": trace.channel,
        "outcome": trace.outcome,
        "acknowledged_ms": _ms(trace.acknowledged),
        "answered_ms": _ms(trace.answered),
        "db_ms": _ms(trace.total("db")),
        "draw_ms": _ms(trace.total("draw")),
    }
    return {name: value for name, value in known.items() if value is not None}


def _ms(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds * 1000, 1)


class Text(logging.Formatter):
    """Lines to read: time, level, logger, message, and the fields as `name=value`."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:
        """The first line; what is told in it can't begin another one."""
        return super().formatMessage(record).replace("\r", "\\r").replace("\n", "\\n")

    def format(self, record: logging.LogRecord) -> str:
        """The record as text, without tokens."""
        own = getattr(record, "fields", {})
        line = super().format(record) + "".join(f" {name}={value}" for name, value in own.items())
        return _TOKEN.sub(r"\1…", line)


class Json(logging.Formatter):
    """One JSON object a line, whatever is in it: `time`, `level`, `logger`, `message`, the fields, `error`."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as one line of JSON, without tokens."""
        told: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            told["error"] = self.formatException(record.exc_info)
        return _TOKEN.sub(r"\1…", json.dumps(told, ensure_ascii=False))
