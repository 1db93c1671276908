"""What is told where something went wrong that is nobody's mistake: as much as is certain, and what to do now."""

import logging
import secrets

from bot.network import NOT_TAKEN, short
from bot.refusals import NotPosted
from bot.store import DatabaseBusy, DatabaseFailing
from bot.views.layout import DANGER, Screen, sentence
from bot.words import Say

log = logging.getLogger(__name__)


def apology(say: Say, error: BaseException, *, kept: bool, interaction: int, user: int) -> tuple[Screen, str]:
    """The sentence for an error, and the outcome to note; the operator finds the error in the log.

    That nothing was changed is said only where that is so: where nothing has been `kept`.
    """
    where = (interaction, user)
    if not kept and isinstance(error, DatabaseBusy):
        log.warning("the database is busy (interaction %s, user %s)", *where)
        return sentence(say("error-busy"), accent=DANGER), "error:busy"
    if not kept and isinstance(error, DatabaseFailing):
        log.error("the database fails: %s (interaction %s, user %s)", error, *where)
        return sentence(say("error-failing"), accent=DANGER), "error:failing"
    if isinstance(error, NOT_TAKEN):
        assert isinstance(error, Exception)
        log.warning("Discord did not do its part: %s (interaction %s, user %s)", short(error), *where)
        return sentence(
            say("error-not-delivered" if kept else NotPosted.key()), accent=DANGER
        ), "error:network"
    mark = secrets.token_hex(4)
    log.error("unexpected error %s (interaction %s, user %s)", mark, *where, exc_info=error)
    return sentence(say("error-unexpected", id=mark), accent=DANGER), f"error:{mark}"


def undelivered(say: Say, *, shown: bool, kept: bool, waits: bool) -> Screen | None:
    """What stands in for an answer that could not be delivered; None where there is nothing left to say.

    `shown`: what was asked for is on screen; `waits`: the asker is shown that they wait for an answer.
    """
    if shown:
        return sentence(say("error-shown-elsewhere")) if waits else None
    if kept:
        return sentence(say("error-not-delivered"), accent=DANGER)
    return sentence(say("error-not-answered"), accent=DANGER)
