"""The words of a hunt: what a choice does, and what happened."""

from collections.abc import Iterable, Mapping, Sequence

from bot.views.controls import LONGEST_LABEL, LONGEST_OPTION
from bot.words import Say
from rules.draugr.actions import Act, Action, Cleanse, Place, Slide, Stay, Target, Travel, Ward
from rules.draugr.cards import CARDS, DRAUGR_CARDS, Card
from rules.draugr.choices import offered_at
from rules.draugr.chronicle import Event, Happening, chronicle
from rules.draugr.game import DRAUGR
from rules.draugr.hints import Hint
from rules.draugr.hunt import Hunt
from rules.draugr.town import NAMES, Cell


def act_label(card: Card, index: int, say: Say) -> str:
    """What a special action does, in a few words."""
    return _cut(say(f"act-{card.id}-{index + 1}"), LONGEST_LABEL)


def go_told(hunt: Hunt, cell: Cell, say: Say) -> str:
    """What the card on a cell offers a hunter who goes there."""
    card = CARDS[hunt.grid[cell]]
    if hunt.turned(card.no):
        return say("hunt-go-turned")
    offered = [say(f"act-{card.id}-{index + 1}") for index in offered_at(hunt, cell)]
    return _cut(" / ".join(offered) or say("hunt-go-nothing"), LONGEST_OPTION)


def target_label(hunt: Hunt, target: Target, say: Say) -> str:
    """What a target is called."""
    match target:
        case Place(marker, draugr):
            return say(
                "hunt-place", marker=say(f"marker-{marker}"), draugr=say(f"draugr-{DRAUGR_CARDS[draugr].id}")
            )
        case Cleanse(cell) | Ward(cell) | Travel(cell):
            return f"{NAMES[cell]} · {say(f'card-{CARDS[hunt.grid[cell]].id}')}"


def target_told(hunt: Hunt, target: Target, say: Say) -> str:
    """What one should know of a target before choosing it."""
    match target:
        case Place(_, draugr):
            (holy, iron), need = hunt.wounds(draugr), DRAUGR_CARDS[draugr].need
            rows = ", ".join(str(number) for number in hunt.held(draugr))
            return say("hunt-wounds", holy=holy, iron=iron, need_holy=need[0], need_iron=need[1], rows=rows)
        case Travel(cell):
            return go_told(hunt, cell, say)
        case Cleanse(cell) | Ward(cell):
            return say("hunt-marks", count=hunt.marks[hunt.grid[cell]])


def hint_told(hunt: Hunt, hint: Hint, say: Say) -> str:
    """The greedy player's advice and why, in two sentences."""
    data = hint.data
    words = {
        "cell": data["cell"],
        "card": say(f"card-{data['card']}"),
        "target": say(f"card-{data['target']}") if "target" in data else "",
        "draugr": say(f"draugr-{data['draugr']}") if "draugr" in data else "",
        "marker": say(f"marker-{data['marker']}") if "marker" in data else "",
        "holy": data.get("holy", 0),
        "iron": data.get("iron", 0),
        "count": data.get("marks", 0),
    }
    return f"{_advised(hunt, hint.action, say, words)} {say(f'hint-{hint.reason}', **words)}"


def _advised(hunt: Hunt, action: Action, say: Say, words: Mapping[str, object]) -> str:
    """What to do next, by the words on its control."""
    match action:
        case Act(index):
            return f"**{act_label(hunt.card, index, say)}.**"
        case Stay():
            return f"**{say('button-stay')}.**"
        case Place() | Cleanse() | Ward() | Travel():
            return f"**{target_label(hunt, action, say)}.**"
        case Slide(draugr):
            return f"**{say(f'draugr-{DRAUGR_CARDS[draugr].id}')}.**"
        case _:
            return say("hint-where", **words)


def happened(setup: str, texts: Iterable[str]) -> Sequence[Event]:
    """All that happened in a stored hunt, in order."""
    hunt, actions = DRAUGR.start(setup), list[Action]()
    for written in texts:
        actions.append(DRAUGR.read(hunt, written))
        hunt = DRAUGR.play(hunt, actions[-1])
    return chronicle(setup, actions)


def told(event: Event, say: Say) -> str:
    """One event in a sentence."""
    return say(
        f"event-{event.what}",
        card=say(f"card-{CARDS[event.card].id}") if event.card is not None else "",
        cell=NAMES[event.cell] if event.cell is not None else "",
        draugr=say(f"draugr-{DRAUGR_CARDS[event.draugr].id}") if event.draugr is not None else "",
        marker=say(f"marker-{event.marker}") if event.marker is not None else "",
        rows=", ".join(str(number) for number in event.rows),
        # Of rows the number of rows is what the sentence agrees with.
        count=len(event.rows) if event.what in (Happening.SWAY, Happening.SLID) else event.count or 0,
        ending=say(f"hunt-over-{event.ending}") if event.ending is not None else "",
    )


def round_told(events: Sequence[Event], number: int, say: Say) -> list[str]:
    """What happened in a round, a line for the rolls and one for the hunter; short cards lists joined."""
    lines: list[str] = []
    struck = [event for event in events if event.round == number and event.what is Happening.STRUCK]
    for event in events:
        if event.round != number or event.what in (Happening.DEALT, Happening.ENDED):
            continue
        if event.what is not Happening.STRUCK:
            lines.append(told(event, say))
        elif event is struck[0]:
            cards = ", ".join(f"{say(f'card-{CARDS[one.card or 0].id}')} {one.count}" for one in struck)
            lines.append(say("event-struck-all", cards=cards))
    return lines


def _cut(words: str, most: int) -> str:
    return words if len(words) <= most else words[: most - 1] + "…"
