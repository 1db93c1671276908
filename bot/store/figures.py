"""What there is to count, for those who run the bot."""

from bot.store.database import Transaction


async def live_sessions(tx: Transaction) -> int:
    """How many sessions go on."""
    row = await tx.one("select count(*) as number from session where state = 'live'")
    return int(row["number"]) if row else 0


async def open_challenges(tx: Transaction) -> int:
    """How many challenges wait for an answer."""
    row = await tx.one("select count(*) as number from challenge where state = 'open'")
    return int(row["number"]) if row else 0
