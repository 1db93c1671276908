"""Interactions as raw as the gateway brings them: genuine ones, forged ones, and what no Discord would send."""

import json
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st
from simcord import interactions
from simcord.backend import serializers
from simcord.backend.models import Interaction
from simcord.builders import ChannelHandle

from bot.commands.draugr import Draugr
from bot.commands.help import help_command
from bot.commands.matches import matches
from bot.commands.ranking import ranking_command
from bot.commands.rules import Rules
from bot.commands.sets import Sets
from bot.commands.tafl import Tafl
from bot.intents import registered
from tests.world.page import Page
from tests.world.stage import Stage

PING, COMMAND, CONTROL, SUGGESTIONS, FORM = 1, 2, 3, 4, 5
SUBCOMMAND, TEXT, WHOLE, TRUTH, PERSON = 1, 3, 4, 5, 6
BUTTON, SELECT, PEOPLE = 2, 3, 5
# What tells which interaction it is: without these Discord itself would not know what is answered.
_IDENTITY = {"id", "token", "application_id"}

ODD: Sequence[Any] = (
    *(None, True, False, -1, 0, 25, 2**31, 2**63 - 1, 2**63, 2**64, 10**30, -(2**63), 0.5, 1e308),
    *(
        "",
        "0",
        "-1",
        "9" * 40,
        "x" * 5_000,
        "\x00",
        "\ud800",
        "١٢",
        "１２",
        "e5",
        "d1-c1",
        "resign attackers",
    ),
    *("@everyone", "<@1>", "\u202e", "\n", "hunt", "e9", "norn-59"),
    *([], {}, [[]], [None], {"a": {}}, ["e5"], ["c1-c2", "c1-c3"]),
)
odd = st.sampled_from(ODD) | st.text(max_size=8)


@dataclass(frozen=True, slots=True)
class Recipe:
    """Who sends what from where; `on` names the message whose control it is; `harm` is done to it on its way."""

    person: str
    where: str
    kind: int
    data: dict[str, Any]
    on: str
    harm: Sequence[tuple[int, Any]]


def _leaves() -> Iterator[tuple[tuple[str, ...], tuple[tuple[str, int], ...]]]:
    for group in (Tafl(), Draugr(), Sets(), Rules()):
        for command in group.walk_commands():
            options = [(option.display_name, option.type.value) for option in command.parameters]  # type: ignore[union-attr]
            yield tuple(command.qualified_name.split()), tuple(options)
    for command in (matches, ranking_command, help_command):
        yield (command.name,), tuple((one.display_name, one.type.value) for one in command.parameters)


LEAVES = sorted(_leaves())
CONTROLS = sorted(registered())

_ids = st.sampled_from(["{astrid}", "{bjorn}", "{ketil}", "1", "{hall}", "9" * 25])
_right = {
    TEXT: st.sampled_from(["e9", "d1-c1", "e7-d7", "attack", "standard", "hard", "oak", "aim", "Ormr", "x y"])
    | st.text(max_size=40),
    WHOLE: st.integers(-3, 12) | st.sampled_from([2**53, -(2**53)]),
    TRUTH: st.booleans(),
    PERSON: _ids,
}


@st.composite
def _options(draw: st.DrawFn, known: Sequence[tuple[str, int]], focused: bool) -> list[Any]:
    made: list[Any] = []
    for name, kind in known:
        if draw(st.integers(0, 3)):
            wrong = not draw(st.integers(0, 5))
            value = draw(odd if wrong else _right.get(kind, odd))
            made.append({"name": name, "type": draw(st.sampled_from([kind] * 5 + [3, 4, 6])), "value": value})
    if not draw(st.integers(0, 9)):
        made.append({"name": draw(st.text(max_size=5)), "type": draw(st.integers(0, 12)), "value": draw(odd)})
    if focused and made:
        made[draw(st.integers(0, len(made) - 1))]["focused"] = True
    return made


@st.composite
def _command(draw: st.DrawFn, kind: int) -> dict[str, Any]:
    path, known = draw(st.sampled_from(LEAVES))
    options = draw(_options(known, kind == SUGGESTIONS))
    for name in reversed(path[1:]):
        options = [{"name": name, "type": SUBCOMMAND, "options": options}]
    data: dict[str, Any] = {"id": "1", "name": path[0], "type": 1, "options": options}
    if not draw(st.integers(0, 9)):
        data |= {"name": "Challenge to tafl", "type": 2, "options": [], "target_id": draw(_ids)}
    if not draw(st.integers(0, 9)):
        data["name"] = draw(st.text(max_size=8))
    return data | {"resolved": {}}


_arguments = (
    st.sampled_from(["", "e9", "d1", "draw", "undo", "annul", "1", "9", "2", "attack.standard."]) | odd
)


@st.composite
def custom_ids(draw: st.DrawFn) -> str:
    """A custom id as the bot makes them, now and then bent."""
    kind, intent = draw(st.sampled_from(CONTROLS))
    number = draw(st.sampled_from([1, 1, 1, 2, 2, 3, 0, 2**63, "{ketil}", "١", "-1", "9" * 30]))
    ply = draw(st.sampled_from([*range(8), 999_999_999, "٣", "１"]))
    argument = str(draw(_arguments))
    made = draw(st.sampled_from(["", "+", "@"])) + f"{kind}:{number}:{ply}:{intent}"
    made += f":{argument}" if argument else ""
    bend = draw(st.integers(0, 19))
    if bend == 0:
        made = made[: draw(st.integers(0, 8))]
    elif bend == 1:
        made += draw(st.text(max_size=120))
    return made


@st.composite
def _control(draw: st.DrawFn) -> dict[str, Any]:
    custom_id = draw(custom_ids())
    fitting = {"+": SELECT, "@": PEOPLE}.get(custom_id[:1], BUTTON)
    kind = draw(st.sampled_from([fitting] * 9 + [BUTTON, SELECT, PEOPLE, 6, 7, 8, 42]))
    data: dict[str, Any] = {"custom_id": custom_id, "component_type": kind}
    if kind != BUTTON or not draw(st.integers(0, 9)):
        chosen = st.sampled_from(["c1", "c1-c2", "e9", "1", "2", "go a1", "b2", "tafl.aim", "{ketil}"])
        data["values"] = draw(st.lists(chosen | st.text(max_size=8), max_size=3))
        data["resolved"] = {}
    return data


_form: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {
        "custom_id": custom_ids(),
        "components": st.sampled_from([[], [{"type": 1, "components": []}], [{"type": 18}], {}, None]),
    }
)


@st.composite
def recipes(draw: st.DrawFn) -> Recipe:
    """Any interaction: most of them could be sent by a forger, some by nobody."""
    kind = draw(st.sampled_from([COMMAND, COMMAND, CONTROL, CONTROL, CONTROL, SUGGESTIONS, FORM, PING, 9]))
    data: Any = {}
    if kind in (COMMAND, SUGGESTIONS):
        data = draw(_command(kind))
    elif kind == CONTROL:
        data = draw(_control())
    elif kind == FORM:
        data = draw(_form)
    harm: Sequence[tuple[int, Any]] = ()
    if not draw(st.integers(0, 3)):
        harm = draw(st.lists(st.tuples(st.integers(0, 500), st.just(...) | odd), min_size=1, max_size=3))
    return Recipe(
        draw(st.sampled_from(["astrid", "bjorn", "ketil"])),
        draw(st.sampled_from(["hall", "hall", "yard", "camp", "dm"])),
        kind,
        data,
        draw(st.sampled_from(["table", "hunt", "challenge", "newest", "nothing"])),
        harm,
    )


def cook(stage: Stage, recipe: Recipe, pages: dict[str, Page]) -> tuple[Interaction, dict[str, Any]]:
    """The payload as it arrives, and the interaction that Discord would know of."""
    person = getattr(stage, recipe.person)
    place: ChannelHandle = stage.dm(person) if recipe.where == "dm" else getattr(stage, recipe.where)
    data = json.loads(
        json.dumps(recipe.data)
        .replace("{astrid}", str(stage.astrid.id))
        .replace("{bjorn}", str(stage.bjorn.id))
        .replace("{ketil}", str(stage.ketil.id))
        .replace("{hall}", str(stage.hall.id))
    )
    backend = stage.env.backend
    _resolve(stage, data)
    record, payload = interactions.base_payload(
        backend,
        type=recipe.kind,
        channel_id=place.id,
        guild_id=stage.guild.id if place.guild else None,
        user_id=person.id,
        data=data if isinstance(data, dict) else {},
    )
    page = pages.get(recipe.on)
    if recipe.kind in (CONTROL, FORM) and page is not None:
        held = deepcopy(page.message)
        held.components = [*held.components, {"type": 1, "components": [_hung(data)]}]
        payload["message"] = dict(serializers.message_payload(backend, held))
        record.source_message_id = page.id
    stage._complete(payload)
    for where, value in recipe.harm:
        _bend(payload, where, value)
    return record, payload


def _resolve(stage: Stage, data: dict[str, Any]) -> None:
    """Whoever is named comes with the interaction, as Discord sees to it."""
    wrote = json.dumps(data)
    users = {str(one.id): one for one in (stage.astrid, stage.bjorn, stage.ketil) if str(one.id) in wrote}
    if "resolved" in data and users:
        backend = stage.env.backend
        told = {
            number: dict(serializers.user_payload(backend.get_user(one.id))) for number, one in users.items()
        }
        guild = backend.get_guild(stage.guild.id)
        members = {
            number: {
                key: value
                for key, value in dict(
                    serializers.member_payload(backend, guild, guild.members[one.id])
                ).items()
                if key != "user"
            }
            for number, one in users.items()
        }
        data["resolved"] = {"users": told, "members": members}


def _hung(data: dict[str, Any]) -> dict[str, Any]:
    """The control as it would hang in its message."""
    kind = data.get("component_type", BUTTON)
    control: dict[str, Any] = {"type": kind, "custom_id": data.get("custom_id", "")}
    if kind == BUTTON:
        control |= {"style": 2, "label": "?"}
    if kind == SELECT:
        control |= {"options": [{"label": "?", "value": "?"}]}
    return control


def _places(tree: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    inner = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for key, value in inner:
        if path or key not in _IDENTITY:
            yield (*path, key)
            yield from _places(value, (*path, key))


def _bend(payload: dict[str, Any], where: int, value: Any) -> None:
    """Take something out of the payload, or put something odd in its place; the outermost things most often."""
    places = sorted(_places(payload), key=len)
    if not places:
        return
    *path, last = places[(where * where) % len(places) if where % 3 else where % min(len(places), 20)]
    inner: Any = payload
    for key in path:
        inner = inner[key]
    if value is ...:
        del inner[last]
    else:
        inner[last] = value
