"""The store: the only room that knows SQL."""

from bot.store.database import (
    DatabaseBusy,
    DatabaseFailing,
    NewerDatabase,
    Store,
    Transaction,
    UnusableDatabase,
)

__all__ = ["DatabaseBusy", "DatabaseFailing", "NewerDatabase", "Store", "Transaction", "UnusableDatabase"]
