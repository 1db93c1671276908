"""Words for the closing cards: all that each shows, for those who hear it."""

from collections.abc import Iterable

from render import alt
from render.alt import LIMIT, Say
from render.daily_card import DailyScene
from render.end_match import EndScene
from render.hunt_end import HuntEndScene
from render.town_words import town_lines
from rules.draugr.cards import DRAUGR_CARDS, TOWNSFOLK
from rules.game import Seat


def end_words(scene: EndScene, say: Say) -> str:
    """A match's closing card in words: the result and the last position in full, then what there is room for."""
    board, people = scene.board, {}
    for seat, plate in ((board.view.opponent, board.top), (board.view, board.bottom)):
        people[seat] = plate.name if plate else ""
    extra = [_winner(scene, people, say), *scene.facts, scene.kept]
    if scene.prize is not None:
        extra.append(f"{scene.prize_word}: {scene.prize.name}" if scene.prize_word else scene.prize.name)
    return with_more(alt.board(board, say), extra)


def _winner(scene: EndScene, people: dict[Seat, str], say: Say) -> str:
    if scene.winner is None or not people.get(scene.winner):
        return ""
    return say("alt-winner", name=people[scene.winner])


def with_more(told: str, extra: Iterable[str]) -> str:
    """The text and, each as a sentence of its own, what still fits into `LIMIT` characters."""
    for part in extra:
        sentence = part if part[-1:] in ".!?…;:" else part + "."
        if part and len(told) + 1 + len(sentence) <= LIMIT:
            told = f"{told} {sentence}" if told else sentence
    return told


def hunt_end_words(scene: HuntEndScene, say: Say) -> str:
    """A hunt's closing card in words: how it ended and who was slain, kept and lost; then the town as it lies."""
    hunt, labels = scene.town.hunt, scene.town.labels
    told = [scene.title, scene.told, *scene.facts]
    if hunt.grid:
        slain = [labels.draugr[draugr.no] for draugr in DRAUGR_CARDS if not hunt.rows[draugr.no]]
        kept = [labels.cards[card] for card in TOWNSFOLK if not hunt.turned(card)]
        lost = [labels.cards[card] for card in TOWNSFOLK if hunt.turned(card)]
        for key, names in (("alt-slain", slain), ("alt-kept", kept), ("alt-lost", lost)):
            told.append(say(key, names=", ".join(names)) if names else "")
    return with_more("", [*told, *town_lines(scene.town, say)])


def daily_words(scene: DailyScene) -> str:
    """A hunt's result to share in words: all that the picture shows."""
    return with_more("", (scene.title, scene.hunter, scene.result, scene.slain.word, scene.kept.word))
