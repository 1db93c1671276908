"""Faults at single requests: which requests an act makes, what befalls one of them, and what must hold after it."""

import re
import sqlite3
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass, field
from fnmatch import fnmatch
from typing import Any, Literal, Protocol, cast

import aiohttp
from simcord.actors import MemberActor
from simcord.backend.errors import BackendError
from simcord.builders import ChannelHandle
from simcord.http import router
from simcord.results import InteractionResult

from bot.words import speaker
from tests.world.page import Page
from tests.world.stage import Stage

en = speaker("en")
LOADING = 1 << 7
# What is said of what happened; whatever else is told says neither.
UNSHOWN, UNPOSTED = en("error-not-delivered"), en("error-table-not-shown")
KEPT = {UNSHOWN, UNPOSTED, en("error-shown-elsewhere")}
NOTHING = {en("refusal-not-posted"), en("error-busy"), en("error-failing"), en("error-closing")}
_NUMBERS = re.compile(r"\d{6,}|simcord_interaction_\d+")
_PLAYABLE = {"move", "place", "rematch", "go", "act", "stay", "target", "slide", "again"}

Span = Literal["once", "route", "all"]
Effect = Literal["none", "done", "twice"]
Deed = Callable[[], Awaitable[InteractionResult]]


@dataclass(frozen=True, slots=True)
class Fault:
    """What befalls a request: an error of Discord's, or (without a status) a broken connection.

    Before that the request takes no effect, is "done", or is done "twice", as when the library tries again
    after a lost answer: then the second answer is what the bot gets. With `gone` the message it is about
    has been deleted; with `files` only requests that bring files are met.
    """

    name: str
    status: int | None = None
    code: int = 0
    effect: Effect = "none"
    gone: bool = False
    files: bool = False

    def strike(self) -> Exception:
        """What the bot gets in place of an answer."""
        if self.status is None:
            return aiohttp.ServerDisconnectedError()
        return BackendError(self.status, self.code, self.name)


class Trouble(Protocol):
    """Something that goes wrong while it is on; `struck` tells what it met."""

    struck: list[str]

    @property
    def unheard(self) -> bool:
        """Whether what was posted may hang although no answer ever told so; such controls are refused when late."""
        ...

    @property
    def deaf(self) -> bool:
        """Whether nothing more could be told to the actor."""
        ...

    def on(self) -> AbstractContextManager[object]:
        """While this lasts."""
        ...


@dataclass
class Injection:
    """Watches the requests of an act, and lets a fault befall the one numbered `at`.

    `span`: that one only, it and all later ones of its kind, or it and all that come after.
    """

    fault: Fault | None = None
    at: int = 0
    span: Span = "once"
    calls: list[str] = field(default_factory=list)
    struck: list[str] = field(default_factory=list)
    _posted: dict[tuple[str, str], Any] = field(default_factory=dict)

    @contextmanager
    def on(self) -> Iterator["Injection"]:
        """While this lasts."""
        whole = router.dispatch

        def dispatch(backend: Any, method: str, path: str, **rest: Any) -> Any:
            self.calls.append(f"{method} {_NUMBERS.sub('*', path)}")
            fault = self.fault if self._meets(bool(rest.get("files"))) else None
            if fault is None:
                return self._once(whole, backend, method, path, **rest)
            self.struck.append(self.calls[-1])
            if fault.gone:
                _delete(backend, path)
            if fault.effect != "none":
                self._once(whole, backend, method, path, **rest)
            if fault.effect == "twice":
                for file in rest.get("files") or ():
                    file.reset()
                return self._once(whole, backend, method, path, **rest)
            raise fault.strike()

        cast(Any, router).dispatch = dispatch
        try:
            yield self
        finally:
            cast(Any, router).dispatch = whole

    @property
    def deaf(self) -> bool:
        """Whether nothing more could be told to the actor."""
        return self.span != "once" and any(fnmatch(call, "* /webhooks/*") for call in self.struck)

    @property
    def unheard(self) -> bool:
        """Whether a message may hang that the bot can't know of."""
        return self.fault is not None and self.fault.effect == "done" and self.span != "once"

    def __str__(self) -> str:
        fault = self.fault.name if self.fault else "nothing"
        return f"{fault} at {self.struck[0]} ({self.span})"

    def _once(self, whole: Any, backend: Any, method: str, path: str, **rest: Any) -> Any:
        """Discord knows a message by its nonce; SimCord does not."""
        body = rest.get("json")
        nonce = body.get("nonce") if isinstance(body, dict) else None
        if method != "POST" or nonce is None:
            return whole(backend, method, path, **rest)
        if (path, nonce) not in self._posted:
            self._posted[path, nonce] = whole(backend, method, path, **rest)
        return self._posted[path, nonce]

    def _meets(self, files: bool) -> bool:
        number = len(self.calls) - 1
        if self.fault is None or number < self.at or (self.fault.files and not files):
            return False
        if self.span == "once":
            return number == self.at
        return self.span == "all" or self.calls[number] == self.calls[self.at]


def _delete(backend: Any, path: str) -> None:
    """Somebody has deleted the message that the request is about."""
    if found := re.fullmatch(r"/channels/(\d+)/messages/(\d+)", path):
        backend.delete_message(int(found[1]), int(found[2]))
    elif found := re.fullmatch(r"/webhooks/\d+/(\w+)/messages/@original", path):
        record = backend.interaction_by_token(found[1])
        backend.delete_message(record.channel_id, record.message_id or record.source_message_id)


@dataclass
class Scene:
    """Two people in a channel of their own, so that no scene of a world meets another."""

    stage: Stage
    where: ChannelHandle
    astrid: MemberActor
    bjorn: MemberActor
    actor: MemberActor
    game: str = "tafl"

    @classmethod
    def of(cls, stage: Stage) -> "Scene":
        """A new one."""
        astrid, bjorn = stage.join("Astrid"), stage.join("Bjorn")
        return cls(stage, stage.place(f"hall-{astrid.id}"), astrid, bjorn, astrid)

    def standing(self) -> Sequence[Sequence[object]]:
        """What is kept of these people's doings, without the numbers that differ from scene to scene.

        Challenges that were withdrawn are left out: nobody is bound by them.
        """
        names = {self.astrid.id: "astrid", self.bjorn.id: "bjorn"}
        of_here = "join session on session.id = session where session.channel = ?"
        people = (self.astrid.id, self.bjorn.id)
        with closing(sqlite3.connect(self.stage.house.store.path)) as database:

            def rows(sql: str, *values: int) -> Sequence[object]:
                found = database.execute(sql, values or (self.where.id,))
                return [tuple(names.get(value, value) for value in row) for row in found]

            return (
                rows("select state, winner, ending from session where channel = ? order by id"),
                rows(f"select ply, seat, text from action {of_here} order by session, ply"),
                rows(f"select ply, kind, seat, offer.state from offer {of_here} order by session, 1, 2, 3"),
                rows(f"select stake.seat, stake.state from stake {of_here} order by session, 1"),
                rows("select side, state from challenge where channel = ? and state <> 'withdrawn'"),
                rows("select owner, maker, name from playing_set where maker in (?, ?) order by id", *people),
            )

    def live(self) -> list[Page]:
        """The public messages that a session can be played on from."""
        return [page for page in self.stage.pages(self.where) if any(map(page.offers, _PLAYABLE))]

    def public(self) -> dict[int, object]:
        """Every public message as it stands."""
        return {page.id: page.message for page in self.stage.pages(self.where)}

    def private(self) -> dict[int, Page]:
        """What the actor alone can see."""
        return {page.id: page for page in self.stage.pages(self.where, seen_by=self.actor) if page.private}

    async def show(self) -> None:
        """The session again, by the command that brings it back."""
        await self.stage.slash(self.actor, f"{self.game} show", where=self.where)


@dataclass(frozen=True, slots=True)
class Act:
    """Something people do: how it comes to the point of being done, and what can be played after it."""

    name: str
    prepare: Callable[[Scene], Awaitable[Deed]]
    after: Callable[[Scene], Awaitable[object]] | None = None


@dataclass(frozen=True, slots=True)
class Course:
    """How an act goes when nothing befalls it: its requests, and what is kept in the end."""

    calls: Sequence[str]
    standing: object


async def unharmed(stage: Stage, act: Act) -> Course:
    """The act as it ought to go."""
    scene = Scene.of(stage)
    deed = await act.prepare(scene)
    before = scene.standing()
    with Injection().on() as watched:
        await deed()
    assert scene.standing() != before, f"{act.name} does nothing"
    return Course(watched.calls, scene.standing())


async def befallen(stage: Stage, act: Act, course: Course, trouble: Trouble) -> list[str]:
    """What is wrong after the act has been done with that trouble; nothing, if all is well."""
    scene = Scene.of(stage)
    deed = await act.prepare(scene)
    before, public, private = scene.standing(), scene.public(), scene.private()
    stage.silence_allowed = True
    with trouble.on():
        result = await deed()
    stage.silence_allowed = False
    if not trouble.struck:
        return []
    kept = scene.standing()
    told = [page for page in scene.private().values() if _news(page, private)]
    shown = [number for number, page in scene.public().items() if public.get(number) != page]
    wrong = [] if kept in (before, course.standing) else [f"something else is kept: {kept}"]
    done = kept == course.standing
    wrong += _untrue(told, done=done, shown=bool(shown) and not trouble.unheard)
    if set(shown) - set(public) and not trouble.unheard:
        wrong += [f"it is posted, and told was {page.text!r}" for page in told if page.text == UNPOSTED]
    wrong += _untold(told, trouble, acknowledged=result.acknowledged, shown=bool(shown))
    wrong += await _stuck(scene, act, course, deed, done=done, unheard=trouble.unheard)
    return [f"{trouble}: {line}" for line in wrong]


def _news(page: Page, before: dict[int, Page]) -> bool:
    return page.id not in before or page.text != before[page.id].text


def _waits(page: Page) -> bool:
    return bool(page.message.flags & LOADING)


def _untrue(told: Sequence[Page], *, done: bool, shown: bool) -> Iterator[str]:
    """What the actor was told or shown that is not so."""
    for page in told:
        if page.text in (NOTHING if done else KEPT):
            yield f"{'all' if done else 'nothing'} is kept, and told was {page.text!r}"
        if shown and page.text == UNSHOWN:
            yield f"it is shown, and told was {page.text!r}"
    if shown and not done:
        yield "nothing is kept, and something is shown"


def _untold(told: Sequence[Page], trouble: Trouble, *, acknowledged: bool, shown: bool) -> Iterator[str]:
    """Whether the actor is left without an answer, although one could get through."""
    if trouble.deaf:
        return
    if any(map(_waits, told)):
        yield "it is left thinking"
    if acknowledged and not shown and all(map(_waits, told)):
        yield "nothing was shown or told"


async def _stuck(
    scene: Scene, act: Act, course: Course, deed: Deed, *, done: bool, unheard: bool
) -> list[str]:
    """Whether what was not done can be done now, one table hangs in the end, and play goes on at it."""
    wrong = []
    if not done:
        await deed()
        if scene.standing() != course.standing:
            wrong.append(f"it can't be done any more: {scene.standing()}")
    if act.after is not None:
        await scene.show()
        if len(scene.live()) != 1 and not unheard:
            wrong.append(f"{len(scene.live())} tables hang")
        await act.after(scene)
    return wrong
