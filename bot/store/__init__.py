"""The store: the only room that knows SQL."""

from bot.store.database import NewerDatabase, Store, Transaction, UnusableDatabase

__all__ = ["NewerDatabase", "Store", "Transaction", "UnusableDatabase"]
