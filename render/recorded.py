"""A recorded match as scenes, for drawing it on the command line."""

from render.scene import Plate, Scene
from rules.game import Outcome, Seat
from rules.tafl.match import Match
from rules.tafl.record import read_record, steps


def recorded_scenes(text: str, *, theme: str = "wood", view: Seat = Seat.DEFENDERS) -> list[Scene]:
    """The scene before the first move of a game record and the one after each move; the last one has the result.

    Raises WrongAction where the text is no record or holds a wrong move.
    """
    record = read_record(text)
    # An ending off the board changes no position: its step takes the place of the last move's.
    states = list({state.number: state for state in steps(record)}.values())
    plates = {
        seat: Plate(record.tags.get(tag, ""), seat.value.title())
        for seat, tag in ((Seat.ATTACKERS, "Attacker"), (Seat.DEFENDERS, "Defender"))
    }
    return [
        Scene(
            state.position,
            view,
            theme,
            last=state.last.move if state.last else None,
            trail=True,
            captures=state.last.captures if state.last else (),
            captured=state.captured,
            top=plates[view.opponent],
            bottom=plates[view],
            result=_result(state),
        )
        for state in states
    ]


def _result(state: Match) -> str:
    match state.outcome:
        case None:
            return ""
        case Outcome(None, ending):
            return ending.value.capitalize()
        case Outcome(winner, ending):
            return f"{ending.value.capitalize()}: {winner} win"
