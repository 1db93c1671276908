"""What every answer may use: the services, the clock and chance, passed in once."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from bot import ledger
from bot.blocks import Blocks
from bot.challenges import Challenges
from bot.collections import Collections
from bot.hunts import Hunts, settle_daily
from bot.idle import Idle
from bot.limits import ANIMATIONS, SHOWINGS, Pace
from bot.lulls import Lulls
from bot.overdue import Overdue
from bot.preferences import Preferences
from bot.sessions import Sessions
from bot.store import Store
from bot.workshop import Workshop
from rules.game import Draw


@dataclass(frozen=True, slots=True)
class House:
    """The services over one open store; `cache` is a folder for drawn pieces."""

    store: Store
    sessions: Sessions
    challenges: Challenges
    hunts: Hunts
    collections: Collections
    preferences: Preferences
    idle: Idle
    blocks: Blocks
    clock: Callable[[], datetime]
    draw: Draw
    cache: Path
    workshop: Workshop = field(default_factory=Workshop)
    animations: Pace = field(default_factory=lambda: Pace(ANIMATIONS))
    showings: Pace = field(default_factory=lambda: Pace(SHOWINGS))
    overdue: Overdue = field(default_factory=Overdue)
    lulls: Lulls = field(default_factory=Lulls)

    @classmethod
    def over(
        cls,
        store: Store,
        *,
        clock: Callable[[], datetime],
        draw: Draw,
        cache: Path,
    ) -> "House":
        """The house over an open store."""
        sessions = Sessions(store, settling=(settle_daily, ledger.settle))
        return cls(
            store,
            sessions,
            Challenges(store, sessions),
            Hunts(store, sessions),
            Collections(store),
            Preferences(store),
            Idle(store, sessions),
            Blocks(store),
            clock,
            draw,
            cache,
        )
