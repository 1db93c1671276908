"""Refusals and wrong actions as sentences that the reader can act on."""

from collections.abc import Mapping

from bot import refusals
from bot.people import PlayerId
from bot.session import Session
from bot.views.controls import button
from bot.views.layout import Part, Screen, lines, link, sentence
from bot.words import Say, keys, shown_name
from rules.game import Ambiguous, IllegalAction, Seat, Unreadable, WrongAction

MOST_SQUARES_TOLD = 40
EXAMPLE = "d9-d6"  # the attackers may begin so, wherever the Black Draug is
_LISTED = {"T3": "wrong-squares-placing", "D": "wrong-squares-hunt"}  # by the rule, or its letter


# T5-T8: what stands in a piece's way.
_OF_MOVING = frozenset(("T5", "T6", "T7", "T8"))


def refused(
    say: Say, error: refusals.Refusal | WrongAction, *, reader: PlayerId | None = None, threads: bool = False
) -> Screen:
    """Why it was refused and what can be done instead, with a link to the table it is about.

    `reader`: who asked, whose own offers are told apart. `threads`: the bot may open a thread here, and offers
    to where the channel is taken.
    """
    if isinstance(error, WrongAction):
        return sentence(wrong(say, error))
    controls: list[Part] = []
    if isinstance(error, refusals.AboutSession) and error.session.shown:
        label = "button-to-the-hunt" if _of_a_hunt(error) else "button-to-the-table"
        controls.append(link(say(label), error.session.link))
    if isinstance(error, refusals.AlreadyChallenged) and error.challenge.message:
        controls.append(link(say("button-to-the-challenge"), error.challenge.link))
    if isinstance(error, refusals.ChannelBusy) and error.opening and threads:
        controls.append(open_thread_button(say, error.opening))
    told = _waiting(say, error, reader) if isinstance(error, refusals.OfferStands) else ""
    return sentence(told or say(_key(error), **_fields(say, error)), *controls)


def open_thread_button(say: Say, opening: refusals.Opening) -> Part:
    """The button that opens a thread for the challenge that found its channel taken."""
    terms = f"{opening.side}.{opening.preset}.{opening.stake or ''}"
    return button(say("button-open-thread"), "c", opening.opponent, 0, "thread", terms)


def wrong(say: Say, error: WrongAction) -> str:
    """What is wrong with an action, the rule that says so, and what the same piece may do.

    The squares of a move that can't be read begin with one that could be played.
    """
    kind = {Unreadable: "unreadable", IllegalAction: "illegal", Ambiguous: "ambiguous"}.get(
        type(error), "illegal"
    )
    key = f"wrong-{kind}-{error.reason}"
    if key not in keys():
        key = f"wrong-{kind}"
    squares = ", ".join(error.squares[:MOST_SQUARES_TOLD])
    listed = _LISTED.get(error.rule) or _LISTED.get(error.rule[:1], "wrong-squares")
    example = error.squares[0] if kind == "unreadable" and error.squares else EXAMPLE
    return lines(
        (
            say(key, text=shown_name(error.text), squares=squares, example=example),
            say("wrong-rule", rule=error.rule) if error.rule else "",
            say(listed, squares=squares) if squares and kind == "illegal" else "",
            say("wrong-no-squares") if not squares and error.rule in _OF_MOVING else "",
        )
    )


def _waiting(say: Say, error: refusals.OfferStands, reader: PlayerId | None) -> str:
    """Whose answer the reader's offer of that kind waits for; empty where it was answered."""
    seats = error.session.seats
    for kind, seat in error.session.offers:
        if kind == error.kind and seats[seat].id == reader:
            name = shown_name(seats[seat.opponent].name)
            return say("refusal-offer-waits", offer=say(f"offer-{kind}"), name=name)
    return ""


def _key(error: refusals.Refusal) -> str:
    """The refusal's sentence; some are put differently for a hunt."""
    hunted = f"{error.key()}-hunt"
    return hunted if _of_a_hunt(error) and hunted in keys() else error.key()


def _of_a_hunt(error: refusals.Refusal) -> bool:
    return isinstance(error, refusals.AboutSession) and Seat.HUNTER in error.session.seats


def _fields(say: Say, error: refusals.Refusal) -> Mapping[str, object]:
    """What the sentence of a refusal may name."""
    match error:
        case refusals.NotYourTurn() | refusals.ChannelBusy() | refusals.NotAPlayer():
            return _people(error.session)
        case refusals.OfferOver() | refusals.OfferStands() | refusals.OwnOffer():
            return {"offer": say(f"offer-{error.kind}")}
        case refusals.ChallengeOver():
            return {"state": say(f"challenge-state-{error.challenge.state}")}
        case refusals.NotTheChallenged():
            return {"name": shown_name(error.challenge.opponent.name)}
        case refusals.NotTheChallenger():
            return {"name": shown_name(error.challenge.challenger.name)}
        case (
            refusals.TooManyChallenges()
            | refusals.TooManyToOne()
            | refusals.TooManyMatches()
            | refusals.TooManyHunts()
            | refusals.TooManyBlocked()
            | refusals.TooManySets()
            | refusals.TooManyChannels()
        ):
            return {"count": error.limit}
        case (
            refusals.CarvedLately()
            | refusals.ChallengedLately()
            | refusals.DeclinedLately()
            | refusals.HuntedLately()
            | refusals.RenamedLately()
            | refusals.TooFast()
        ):
            return {"when": f"<t:{int(error.again.timestamp())}:R>"}
        case refusals.ChannelClosed():
            return {"channels": ", ".join(f"<#{channel}>" for channel in error.channels)}
        case refusals.MissingPermissions():
            return {"permissions": ", ".join(say(f"permission-{name}") for name in error.permissions)}
        case _:
            return {}


def _people(session: Session) -> Mapping[str, object]:
    players = list(session.seats.values())
    mover = session.to_move or players[0]
    return {
        "first": shown_name(players[0].name),
        "second": shown_name(players[-1].name),
        "name": shown_name(mover.name),
    }
