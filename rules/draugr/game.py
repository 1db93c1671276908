"""The Draugr hunt behind the protocol of both games."""

from collections.abc import Callable
from typing import Any

from rules.draugr import corruption, hunting
from rules.draugr.actions import (
    Act,
    Action,
    Cleanse,
    Deal,
    Expire,
    Go,
    Place,
    Roll,
    Slide,
    Stay,
    Travel,
    Undo,
    Ward,
)
from rules.draugr.cards import CARDS, DRAUGR_CARDS
from rules.draugr.choices import choices
from rules.draugr.hunt import CHANCE_PHASES, Hunt, Phase
from rules.draugr.notation import write_action
from rules.draugr.reading import read_action
from rules.draugr.ruleset import read_setup
from rules.game import Draw, Ending, Game, IllegalAction, Outcome, Seat

_STEPS: dict[type, Callable[[Hunt, Any], Hunt]] = {
    Deal: corruption.deal,
    Roll: corruption.roll,
    Go: hunting.go,
    Act: hunting.act,
    Stay: hunting.stay,
    Place: hunting.target,
    Cleanse: hunting.target,
    Ward: hunting.target,
    Travel: hunting.target,
    Slide: hunting.slide,
}
_FACES = tuple(Roll(face) for face in range(1, 7))
_A_DEAL = Deal(tuple(card.no for card in CARDS), tuple(draugr.no for draugr in DRAUGR_CARDS))


class DraugrGame:
    """The hunt as a game.

    `legal` lists what leads on; `play` also takes Undo, Abandon and Expire, and a Place that names at once
    who slides. Of the many deals `legal` names one, the card table's own order.
    """

    name = "draugr"

    def start(self, setup: str) -> Hunt:
        """The hunt before the deal; raises Unreadable (see `read_setup`)."""
        return Hunt(ruleset=read_setup(setup))

    def turn(self, state: Hunt) -> Seat | None:
        """Chance for the deal and the rolls (D21), else the hunter; None once the hunt is over."""
        if state.phase is Phase.OVER:
            return None
        return Seat.CHANCE if state.phase in CHANCE_PHASES else Seat.HUNTER

    def outcome(self, state: Hunt) -> Outcome | None:
        """How the hunt ended (D13, D20, D23); no seat wins where the hunter doesn't."""
        return state.outcome

    def legal(self, state: Hunt) -> tuple[Action, ...]:
        """Every action that leads on, in a fixed order; none only once the hunt is over (D23)."""
        if state.phase is Phase.DEAL:
            return (_A_DEAL,)
        return _FACES if state.phase in CHANCE_PHASES else choices(state)

    def play(self, state: Hunt, action: Action) -> Hunt:
        """The state after the action; raises IllegalAction with the rule that forbids it."""
        if state.outcome is not None:
            raise IllegalAction(rule="D13" if state.outcome.winner is None else "D20", reason="over")
        step = _STEPS.get(type(action))
        if step is not None:
            return step(state, action)
        if isinstance(action, Undo):
            if state.before is None:
                raise IllegalAction(rule="D22", reason="nothing")
            return state.before
        ending = Ending.TIME if isinstance(action, Expire) else Ending.ABANDONED
        return corruption.end(state, ending)

    def chance(self, state: Hunt, draw: Draw) -> Action:
        """The deal or the roll that `draw` decides; raises IllegalAction where chance has no turn (D21)."""
        if state.phase is Phase.DEAL:
            return corruption.draw_deal(draw)
        if state.phase not in CHANCE_PHASES:
            raise IllegalAction(rule="D21", reason="phase", text=state.phase)
        return Roll(draw(6) + 1)

    def read(self, state: Hunt, text: str) -> Action:
        """The action that a text means here (see `notation`); raises Unreadable or Ambiguous."""
        return read_action(state, text)

    def write(self, state: Hunt, action: Action) -> str:
        """The action's canonical text (see `notation`)."""
        return write_action(action)


DRAUGR: Game[Hunt, Action] = DraugrGame()
