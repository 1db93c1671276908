"""`python -m bot.backup DATABASE TARGET`: a checked copy of the database, beside the running bot."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from bot.store import UnusableDatabase
from bot.store.backup import DamagedCopy, TargetTaken, copy

NOT_COPIED = 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Print one line; 0 with a whole copy at the target, 2 with none there (or with what was there before)."""
    parser = argparse.ArgumentParser(prog="python -m bot.backup", description=__doc__)
    parser.add_argument("database", type=Path)
    parser.add_argument("target", type=Path, help="where the copy goes; nothing may be there yet")
    told = parser.parse_args(arguments)
    try:
        copied = copy(told.database, told.target)
    except TargetTaken as error:
        return _not_copied(f"{error.path} is there already; nothing was copied.")
    except DamagedCopy as error:
        return _not_copied(f"{told.database} is damaged ({error.found[0]}); nothing was copied.")
    except UnusableDatabase as error:
        return _not_copied(f"{error.path} can't be copied: {error.reason}.")
    except OSError as error:
        return _not_copied(f"{told.target} can't be written: {error.strerror or error}.")
    print(f"{told.target}: {copied.sessions} sessions, {copied.size} bytes, whole")
    return 0


def _not_copied(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return NOT_COPIED


if __name__ == "__main__":
    sys.exit(main())
