"""What the state machines of the services share: a house that fails in any statement, at any await, and restarts."""

import asyncio
import shutil
import sqlite3
import tempfile
from collections.abc import Coroutine
from contextlib import closing
from pathlib import Path
from typing import Any

from hypothesis.stateful import RuleBasedStateMachine

from bot.refusals import Refusal
from rules.game import WrongAction
from tests.bot.folk import Clock, cancelled_at

FULL = "no space left"


class Troubled(RuleBasedStateMachine):
    """`wait` cancels the next deed at that await; `trap` makes SQLite refuse that kind of statement in it."""

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.folder = Path(tempfile.mkdtemp())
        self.path = self.folder / "haugbui.sqlite3"
        self.clock = Clock()
        self.wait: int | None = None
        self.trap = ""
        self.open()

    def open(self) -> None:
        """Start the services over the database at `path`."""
        raise NotImplementedError

    def stop(self) -> None:
        """Stop them."""
        raise NotImplementedError

    def teardown(self) -> None:
        """Leave nothing behind."""
        self.stop()
        self.runner.close()
        shutil.rmtree(self.folder)

    def run(self, deed: Coroutine[Any, Any, Any]) -> Any:
        """What comes of the deed; None where it was refused, where it failed and where it was cancelled."""
        wait, self.wait = self.wait, None
        try:
            if wait is not None:
                return self.runner.run(cancelled_at(wait, deed))[1]
            return self.runner.run(deed)
        except (Refusal, WrongAction):
            return None
        except sqlite3.IntegrityError as error:
            assert FULL in str(error), "a law that only the schema kept"
            return None
        finally:
            self.set_trap("")

    def set_trap(self, trap: str) -> None:
        """Refuse statements of that kind ("insert on action") from now on; "" none."""
        if trap != self.trap:
            script = "drop trigger if exists trap;"
            if trap:
                script += f"create trigger trap before {trap} begin select raise(abort, '{FULL}'); end;"
            with closing(sqlite3.connect(self.path)) as connection:
                connection.executescript(script)
        self.trap = trap
