"""A hunt on screen: one message, its picture, what happened this round, and what can be done next."""

from collections.abc import Sequence

import discord

from bot.session import Session
from bot.views.controls import Pick, button, option, select
from bot.views.hunt_words import act_label, go_told, target_label, target_told
from bot.views.layout import ACCENT, DANGER, Part, Picture, Screen, gallery, lines, page, row, text
from bot.views.table import earned
from bot.words import Say
from rules.draugr.cards import CARDS, DRAUGR_CARDS
from rules.draugr.choices import neighbours, offered_at, targets
from rules.draugr.hunt import SLAIN_TO_WIN, Hunt, Phase
from rules.draugr.notation import write_action
from rules.draugr.town import NAMES
from rules.game import Ending

PRIMARY = discord.ButtonStyle.primary
RED = discord.ButtonStyle.danger
_NUMBERED = 1_000  # Discord numbers the parts of a message from 1; it has at most 40


def hunt_screen(
    session: Session,
    say: Say,
    town: Picture | str,
    told: Sequence[str],
    *,
    day: str | None = None,
    upload: bool = True,
    controls: bool = True,
    note: str = "",
) -> Screen:
    """The hunt with a picture of the town, or with words for it; `told` is what happened this round, by lines.

    `day` names a daily hunt. Without `upload` the picture is the one already attached; without `controls` it
    is a look at a moment that has passed. `note` stands in small print.
    """
    shown = gallery(town) if isinstance(town, Picture) else text(town)
    rows = _controls(session, say, day) if controls else []
    accent = DANGER if session.outcome and session.outcome.winner is None else ACCENT
    small = text(f"-# {note}") if note else None
    layout = page(text(_heading(session, say, told, day)), shown, small, *rows, accent=accent)
    return Screen(layout, (town,) if isinstance(town, Picture) and upload else ())


def lit(hunt: Hunt) -> tuple[int, ...]:
    """The cells that can be chosen now."""
    if hunt.phase is Phase.GO:
        return hunt.reachable
    return tuple(target.cell for target in targets(hunt) if hasattr(target, "cell"))


def _heading(session: Session, say: Say, told: Sequence[str], day: str | None) -> str:
    hunt = session.hunt
    difficulty = say(f"difficulty-{hunt.ruleset.difficulty}")
    title = say("hunt-daily-title", day=day) if day else say("hunt-title", difficulty=difficulty)
    standing = say(
        "hunt-standing",
        round=hunt.round,
        slain=hunt.slain,
        needed=SLAIN_TO_WIN,
        folk=hunt.townsfolk_lost,
        lost=hunt.cards_lost,
        cards=hunt.ruleset.cards_lost,
    )
    return lines((f"### {title}", standing, *told, _prompt(session, say), earned(session, say)))


def _prompt(session: Session, say: Say) -> str:
    hunt = session.hunt
    if session.outcome:
        return f"**{say(f'hunt-over-{session.outcome.ending}')}**"
    card = say(f"card-{hunt.card.id}")
    if hunt.phase is Phase.ACT:
        return f"**{say('hunt-act', card=card)}**"
    if hunt.phase is Phase.TARGET and hunt.pending:
        return f"**{say(f'hunt-target-{hunt.pending.verb}')}**"
    if hunt.phase is Phase.SLIDE:
        return f"**{say('hunt-slide')}**"
    return f"**{say('hunt-go')}**"


def _controls(session: Session, say: Say, day: str | None) -> list[Part | None]:
    if session.outcome:
        return [_ended(session, say, day)]
    return [_choice(session, say), _always(session, say)]


def _choice(session: Session, say: Say) -> Part | None:
    hunt, ids = session.hunt, ("h", session.id, session.ply)
    if hunt.phase is Phase.GO:
        options = [
            option(
                f"{NAMES[cell]} · {say(f'card-{CARDS[hunt.grid[cell]].id}')}",
                NAMES[cell],
                go_told(hunt, cell, say),
            )
            for cell in hunt.reachable
        ]
        return row(_anew(select(say("hunt-go-placeholder"), options, *ids, "go"), session.ply))
    if hunt.phase is Phase.ACT:
        offered = offered_at(hunt, hunt.hunter)
        acts = [
            button(act_label(hunt.card, index, say), *ids, "act", str(index + 1), style=PRIMARY)
            for index in offered
        ]
        return row(*acts, button(say("button-stay"), *ids, "stay"))
    if hunt.phase is Phase.TARGET:
        options = [
            option(target_label(hunt, target, say), write_action(target), target_told(hunt, target, say))
            for target in targets(hunt)
        ]
        return row(_anew(select(say("hunt-target-placeholder"), options, *ids, "target"), session.ply))
    assert hunt.fallen is not None
    return row(
        *(
            button(
                say(f"draugr-{DRAUGR_CARDS[draugr].id}"),
                *ids,
                "slide",
                DRAUGR_CARDS[draugr].id,
                style=PRIMARY,
            )
            for draugr in neighbours(hunt, hunt.fallen)
        )
    )


def _anew(select: Pick, ply: int) -> Pick:
    """The select as another part of the message at each ply, so that nothing is chosen in it yet.

    Clients remember what was chosen by the part's number, whatever its custom id; who chooses the same again, as
    after an undo, would send nothing.
    """
    select.item.id = _NUMBERED + ply
    return select


def _always(session: Session, say: Say) -> Part | None:
    ids = ("h", session.id, session.ply)
    return row(
        button(say("button-hunt-undo"), *ids, "undo") if session.hunt.undoable else None,
        button(say("button-hint"), *ids, "hint"),
        button(say("button-log"), *ids, "log"),
        button(say("button-abandon"), *ids, "abandon", style=RED),
    )


def _ended(session: Session, say: Say, day: str | None) -> Part | None:
    ids = ("h", session.id, session.ply)
    ranked = day is not None and session.place.guild is not None
    annulled = session.outcome is not None and session.outcome.ending is Ending.ANNULMENT
    return row(
        button(say("button-hunt-again"), *ids, "again", style=PRIMARY),
        button(say("button-log"), *ids, "log"),
        button(say("button-share"), *ids, "share") if not annulled else None,
        button(say("button-ranking"), *ids, "ranking") if ranked else None,
    )
