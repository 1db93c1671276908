"""The store: the only room that knows SQL."""

from bot.store.database import Store, Transaction
from bot.store.errors import DatabaseBusy, DatabaseFailing, NewerDatabase, UnusableDatabase

__all__ = ["DatabaseBusy", "DatabaseFailing", "NewerDatabase", "Store", "Transaction", "UnusableDatabase"]
