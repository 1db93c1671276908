"""What `/draugr do` suggests while a hunter types."""

from collections.abc import Sequence

from bot.session import Session
from bot.views.controls import LONGEST_OPTION
from bot.views.hunt_words import act_label, go_told, target_label
from bot.words import Say
from rules.draugr.actions import Act, Action, Cleanse, Go, Place, Slide, Travel, Ward
from rules.draugr.cards import CARDS, DRAUGR_CARDS
from rules.draugr.choices import choices
from rules.draugr.hunt import CHANCE_PHASES, Hunt
from rules.draugr.notation import write_action
from rules.draugr.town import NAMES


def suggestions(session: Session, typed: str, say: Say) -> Sequence[tuple[str, str]]:
    """The choices that hold what is typed, each as shown and as sent; none while there is nothing to choose."""
    hunt, wanted = session.hunt, typed.strip().casefold()
    if hunt.outcome is not None or hunt.phase in CHANCE_PHASES:
        return []
    told = [(_told(hunt, action, say)[:LONGEST_OPTION], write_action(action)) for action in choices(hunt)]
    return [(shown, value) for shown, value in told if wanted in shown.casefold() or value.startswith(wanted)]


def _told(hunt: Hunt, action: Action, say: Say) -> str:
    match action:
        case Go(cell):
            return f"{NAMES[cell]} · {say(f'card-{CARDS[hunt.grid[cell]].id}')} · {go_told(hunt, cell, say)}"
        case Act(index):
            return act_label(hunt.card, index, say)
        case Slide(draugr):
            return say(f"draugr-{DRAUGR_CARDS[draugr].id}")
        case Place() | Cleanse() | Ward() | Travel():
            return target_label(hunt, action, say)
        case _:
            return say("button-stay")
