"""Every sentence that the source asks for is in the catalogue, and none is there that nobody asks for."""

import ast
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

import bot.refusals
from bot.access import NEEDED, NEEDED_IN_THREADS
from bot.challenges import SIDES
from bot.playing_sets import materials
from bot.refusals import Refusal
from bot.session import OFFER_KINDS
from bot.words import keys
from rules.game import Ending, Seat
from rules.tafl.pieces import Piece
from rules.tafl.ruleset import PRESETS

ROOT = Path(__file__).parents[2]
SPEAKING = [path for room in ("bot", "render") for path in sorted((ROOT / room).rglob("*.py"))]

# The first argument of these names a sentence; of `say(locale, key)` it is the second.
SPEAKERS = {"say", "word", "choice", "speak"}


def pattern(node: ast.expr) -> str | None:
    """What the expression may spell, as a regular expression; None where it is no text in the source."""
    match node:
        case ast.Constant(value=str() as text):
            return re.escape(text)
        case ast.JoinedStr(values=parts):
            return "".join(pattern(part) or ".+" for part in parts)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            first, second = pattern(left), pattern(right)
            return f"{first or '.+'}{second or '.+'}" if first or second else None
        case ast.IfExp(body=body, orelse=other):
            first, second = pattern(body), pattern(other)
            return f"(?:{first}|{second})" if first and second else None
    return None


def texts(source: str) -> set[str]:
    """Every text in the source that could be a key or a family of keys."""
    found = {pattern(node) for node in ast.walk(ast.parse(source)) if isinstance(node, ast.expr)}
    return {text for text in found if text and re.search(r"[a-z]\\?-|-[a-z]|^[a-z]+$", text)}


def asked(source: str) -> Iterator[str]:
    """What the source asks to be said, as patterns."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and node.args:
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in SPEAKERS:
                for argument in node.args[:2] if name == "say" else node.args[:1]:
                    wanted = pattern(argument)
                    if wanted and wanted not in ("en", "ru", "ko"):
                        yield wanted


def matching(wanted: str, known: Sequence[str]) -> list[str]:
    """The keys that the pattern may mean."""
    return [key for key in known if re.fullmatch(wanted, key)]


@pytest.mark.parametrize("path", SPEAKING, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_sentence_asked_for_exists(path: Path) -> None:
    known = sorted(keys())
    missing = {wanted for wanted in asked(path.read_text(encoding="utf-8")) if not matching(wanted, known)}
    assert missing == set()


def test_every_sentence_is_asked_for() -> None:
    used = set().union(*(texts(path.read_text(encoding="utf-8")) for path in SPEAKING))
    # What spells one key alone is found as it stands; only families are searched.
    families = [re.compile(text) for text in used if ".+" in text or "(?:" in text]
    refusals = {refusal.key() for refusal in REFUSALS}
    unused = {
        key
        for key in keys() - refusals
        if re.escape(key) not in used and not any(text.fullmatch(key) for text in families)
    }
    assert unused == set()


def test_the_search_finds_every_way_of_asking() -> None:
    source = """
say("a-b", x=1); say("en", "c-d"); speaker(locale)(f"e-{f}"); word("g-h"); house.say(f"i-{j or 'k'}-l")
say(key + "-m"); say("n-o" if p else "q-r"); say(variable); print("s-t")
"""
    assert set(asked(source)) == {
        r"a\-b", r"c\-d", r"g\-h", r"i\-.+\-l", r".+\-m", r"(?:n\-o|q\-r)"
    }  # fmt: skip
    assert r"e\-.+" in texts(source)
    assert matching(r"i\-.+\-l", ["i-j-l", "i-l"]) == ["i-j-l"]


# Families whose members the source puts together


def leaves(cls: type[Refusal]) -> Iterator[type[Refusal]]:
    """The refusals that can be raised: those that no others are derived from."""
    for kind in cls.__subclasses__():
        if not kind.__subclasses__():
            yield kind
        yield from leaves(kind)


REFUSALS = sorted(set(leaves(Refusal)), key=lambda refusal: refusal.__name__)


@pytest.mark.parametrize("refusal", REFUSALS, ids=lambda refusal: refusal.__name__)
def test_every_refusal_has_its_sentence(refusal: type[Refusal]) -> None:
    assert refusal.__module__ == bot.refusals.__name__
    assert refusal.key() in keys()


def wrong_actions(source: str) -> Iterator[tuple[str, str]]:
    """The kind and the reason of every wrong action that the source names."""
    kinds = {"Unreadable": "unreadable", "IllegalAction": "illegal", "Ambiguous": "ambiguous"}
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in kinds:
            for argument in node.keywords:
                if argument.arg == "reason" and isinstance(argument.value, ast.Constant):
                    yield kinds[node.func.id], str(argument.value.value)  # type: ignore[attr-defined]


def reasons_of_the_board(source: str) -> Iterator[tuple[str, str]]:
    """The reasons that `Position._refusal` gives: the second of each triple that it returns."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.name == "_refusal":
            for given in ast.walk(node):
                if isinstance(given, ast.Return) and isinstance(given.value, ast.Tuple):
                    for text in ast.walk(given.value.elts[1]):
                        if isinstance(text, ast.Constant) and isinstance(text.value, str):
                            yield "illegal", text.value


TAFL = ROOT / "rules" / "tafl"
TYPED = ("notation", "squares", "action", "match")  # what a typed move goes through
GENERAL = {
    ("unreadable", "seat"),  # "undo nobody": nothing that a player would type
    ("illegal", "undo"),  # told as NothingToUndo
    ("illegal", "chance"),  # nobody can ask for it
}
WRONG = {
    found
    for name in TYPED
    for found in wrong_actions((TAFL / f"{name}.py").read_text(encoding="utf-8"))
} | {
    found
    for read in (wrong_actions, reasons_of_the_board)
    for found in read((TAFL / "position.py").read_text(encoding="utf-8"))
    if found[0] == "illegal"
}  # fmt: skip


def test_the_reasons_are_found_in_the_rules() -> None:
    assert {
        ("illegal", "blocked"),
        ("illegal", "same"),
        ("illegal", "placement"),
        ("illegal", "over"),
    } <= WRONG
    assert {("unreadable", "notation"), ("ambiguous", "square"), ("illegal", "placing")} <= WRONG
    assert WRONG >= GENERAL


@pytest.mark.parametrize(("kind", "reason"), sorted(WRONG - GENERAL))
def test_every_wrong_action_has_its_sentence(kind: str, reason: str) -> None:
    assert f"wrong-{kind}-{reason}" in keys()


@pytest.mark.parametrize("kind", ["unreadable", "illegal", "ambiguous"])
def test_every_kind_of_wrong_action_has_a_general_sentence(kind: str) -> None:
    assert f"wrong-{kind}" in keys()


def results() -> Iterator[tuple[Seat | None, Ending]]:
    """Every result that a match can have (T15-T19)."""
    sides = (Seat.ATTACKERS, Seat.DEFENDERS)
    for ending in (Ending.CAPTURE, Ending.IMMOBILITY, Ending.RESIGNATION, Ending.TIME):
        yield from ((winner, ending) for winner in sides)
    yield Seat.DEFENDERS, Ending.ESCAPE
    for ending in (Ending.IMMOBILITY, Ending.REPETITION, Ending.AGREEMENT, Ending.ANNULMENT):
        yield None, ending


def test_every_deed_has_its_words() -> None:
    assert {f"deed-{deed.replace('_', '-')}" for deed in materials().deeds} <= keys()


@pytest.mark.parametrize(("winner", "ending"), list(results()))
def test_every_result_has_its_sentence(winner: Seat | None, ending: Ending) -> None:
    assert f"result-{winner or 'nobody'}-{ending}" in keys()


def test_every_member_of_every_family_has_its_sentence() -> None:
    states = ("open", "accepted", "declined", "withdrawn", "expired")
    wanted = {
        *(f"challenge-{state}" for state in states),
        *(f"challenge-state-{state}" for state in states),
        *(f"challenge-side-{side}" for side in SIDES),
        *(f"choice-side-{side}" for side in SIDES),
        *(f"choice-rules-{preset}" for preset in PRESETS),
        *(f"preset-{preset}" for preset in (*PRESETS, "custom")),
        *(f"offer-{kind}" for kind in OFFER_KINDS),
        *(f"offer-{kind}-{step}" for kind in OFFER_KINDS for step in ("made", "accepted", "declined")),
        *(f"piece-{piece.name.lower().replace('_', '-')}" for piece in Piece),
        *(f"side-{seat}" for seat in (Seat.ATTACKERS, Seat.DEFENDERS)),
        *(f"alt-{seat}-to-move" for seat in (Seat.ATTACKERS, Seat.DEFENDERS)),
    }
    assert wanted - keys() == set()


def test_every_permission_that_can_be_missing_has_its_name() -> None:
    wanted = {f"permission-{name}" for name in (*NEEDED, *NEEDED_IN_THREADS, "use_external_apps")}
    assert wanted - keys() == set()
