"""Norrøngard, a small Discord around the real client: its people, its places, its clock and its troubles."""

from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta
from fnmatch import fnmatch
from typing import Any, cast

import discord
import simcord
from simcord.actors import MemberActor, _component_interaction
from simcord.backend.errors import BackendError
from simcord.backend.models import Channel, Message, Overwrite
from simcord.builders import ChannelHandle, GuildHandle, UserHandle
from simcord.enums import ChannelType, OverwriteType
from simcord.http import router
from simcord.results import InteractionResult, ResponseMessage

from tests.world.page import Page

Person = MemberActor | UserHandle
Shown = ResponseMessage | discord.Message

# What Discord grants an app in every DM.
DM_PERMISSIONS = discord.Permissions(attach_files=True, embed_links=True, mention_everyone=True)


class World:
    """A guild with a hall, two players and a bystander, and one bot that all of them share.

    Whoever acts is answered: every act fails the test where the bot stays silent, unless `silence_allowed`.
    """

    def __init__(self, env: simcord.Env):
        self.env = env
        self.guild: GuildHandle = env.create_guild("Norrøngard")
        self.hall: ChannelHandle = self.guild.create_text_channel("hall")
        self.astrid = self.join("Astrid")
        self.bjorn = self.join("Bjorn")
        self.ketil = self.join("Ketil")
        self.silence_allowed = False
        self.pinged: list[tuple[int, ...]] = []  # whom each new public message notified, oldest first
        self._locales: dict[int, str] = {}
        self._invited = True
        self._held = False
        self._deliver = env.backend.emit
        self._remove = env.backend.delete_message
        cast(Any, env.backend).emit = self._emit
        cast(Any, env.backend).delete_message = self._delete

    # People and places

    def join(self, name: str, **member: Any) -> MemberActor:
        """A new member of the guild."""
        return self.guild.add_member(self.env.create_user(name.lower(), global_name=name), **member)

    def speaks(self, person: Person, locale: str) -> None:
        """From now on that person's Discord is set to `locale` ("ru", "ko", "en-US")."""
        self._locales[person.id] = locale

    def guild_speaks(self, locale: str) -> None:
        """From now on the guild's language is `locale`."""
        self.guild._guild.preferred_locale = locale

    def private_chat(self, *people: Person) -> ChannelHandle:
        """A DM (or with three and more a group DM) of people who brought the bot along; it is no member there."""
        backend = self.env.backend
        kind = ChannelType.DM if len(people) == 2 else 3
        channel = Channel(id=backend.snowflake(), type=kind, recipient_ids=[person.id for person in people])
        backend.channels[channel.id] = channel
        backend.messages[channel.id] = {}
        for person in people:
            backend.dm_channels[person.id] = channel.id
        self.env.inject_error("*", f"/channels/{channel.id}*", status=403, code=50001, times=None)
        return ChannelHandle(self.env, None, channel)

    def place(self, name: str, **rights: bool) -> ChannelHandle:
        """A channel in which everybody, the bot too, is granted or denied rights (`attach_files=False`)."""
        made = self.guild.create_text_channel(name)
        self.grant(made, **rights)
        return made

    def grant(self, place: ChannelHandle, *, to: int | None = None, **rights: bool) -> None:
        """From now on everybody there (or only `to`) is granted or denied these rights and no others."""
        allow, deny = (some.value for some in discord.PermissionOverwrite(**rights).pair())
        kind = OverwriteType.MEMBER if to else OverwriteType.ROLE
        granted = Overwrite(to or self.guild.default_role.id, kind, allow, deny)
        self.env.backend.get_channel(place.id).overwrites = [granted]

    def dm(self, person: Person) -> ChannelHandle:
        """That person's DM with the bot."""
        return _user(person).dm_channel

    def bring_along(self) -> None:
        """The bot was never invited to the guild: its people have installed it for themselves."""
        self._invited = False
        self.env.inject_error("*", "/channels/*", status=403, code=50001, times=None)

    def thread(self, name: str, parent: ChannelHandle | None = None) -> ChannelHandle:
        """An open thread of the hall."""
        made = self.env.backend.create_thread((parent or self.hall).id, name, self.astrid.id)
        return ChannelHandle(self.env, self.guild, made)

    def _emit(self, event: str, payload: Mapping[str, Any]) -> None:
        if event == "INTERACTION_CREATE":
            self._complete(cast(dict[str, Any], payload))
        if event == "MESSAGE_CREATE":
            message = self.env.backend.get_message(int(payload["channel_id"]), int(payload["id"]))
            self.pinged.append(tuple(message.ping_user_ids))
        self._deliver(event, payload)

    def _complete(self, payload: dict[str, Any]) -> None:
        """Fill in what SimCord leaves at a fixed value: languages, rights in a DM, private chats."""
        user = int((payload.get("member") or payload)["user"]["id"])
        payload["locale"] = self._locales.get(user, "en-US")
        guild, private = payload.get("guild_id"), False
        if guild:
            self._resolve(payload, int(guild))
            payload["guild_locale"] = self.guild._guild.preferred_locale or "en-US"
        else:
            payload["app_permissions"] = str(DM_PERMISSIONS.value)
            private = len(self.env.backend.get_channel(int(payload["channel_id"])).recipient_ids) > 1
            payload["context"] = 2 if private else 1
        itself = {"0": guild or "0"} if self._invited and not private else {"1": str(user)}
        payload["authorizing_integration_owners"] = itself

    def _resolve(self, payload: dict[str, Any], guild: int) -> None:
        """Members that an interaction names come with what they may do in its channel."""
        for member, told in payload.get("data", {}).get("resolved", {}).get("members", {}).items():
            rights = self.env.backend.compute_permissions(guild, int(member), int(payload["channel_id"]))
            told["permissions"] = str(int(rights))

    def _delete(self, channel: int, message: int) -> None:
        """On Discord a waiting answer that is deleted waits no more; SimCord would refuse every follow-up."""
        self._remove(channel, message)
        for interaction in self.env.backend.interactions.values():
            if interaction.message_id == message and interaction.loading:
                interaction.complete_deferred()

    # Acting

    async def slash(
        self, person: Person, command: str, *, where: ChannelHandle | None = None, **options: Any
    ) -> InteractionResult:
        """Run a slash command; in a DM or private chat, say where."""
        place = where or self.hall
        if place.guild is None:
            return self._answered(await _user(person).slash(command, **options))
        return self._answered(await cast(MemberActor, person).slash(place, command, **options))

    async def menu(self, person: MemberActor, command: str, on: MemberActor) -> InteractionResult:
        """Use a command from the menu of a person, in the hall."""
        return self._answered(await person.context_menu(self.hall, command, on))

    async def suggestions(
        self, person: Person, command: str, option: str, typed: str, *, where: ChannelHandle | None = None
    ) -> list[str]:
        """The values that autocomplete offers for what was typed."""
        place = where or self.hall
        if place.guild is None:
            offered = await _user(person).autocomplete(command, option, typed)
        else:
            offered = await cast(MemberActor, person).autocomplete(place, command, option, typed)
        return [choice["value"] for choice in offered]

    async def press(self, person: Person, page: Page, wanted: str) -> InteractionResult:
        """Press a button as it stands on `page`, even if the message has changed since (a late finger)."""
        data = {"custom_id": page.control(wanted), "component_type": 2}
        return await self._touch(person, page, data)

    async def choose(self, person: Person, page: Page, value: str) -> InteractionResult:
        """Choose `value` in the select of `page` that offers it, even if the message has changed since."""
        for part in page._parts:
            if part["type"] == 3 and any(option["value"] == value for option in part["options"]):
                data = {"custom_id": part["custom_id"], "component_type": 3, "values": [value]}
                return await self._touch(person, page, data)
        raise LookupError(f"{value!r} is not among {dict(page.options)}")

    async def choose_person(
        self, person: Person, shown: InteractionResult, chosen: Person
    ) -> InteractionResult:
        """Choose somebody in the select of people that an answer shows."""
        found = shown.response
        assert found is not None, shown
        return self._answered(await person.select(found.message, [chosen]))

    async def forge(
        self, person: Person, page: Page, custom_id: str, *values: str, kind: int = 2
    ) -> InteractionResult:
        """Touch a control that `page` does not have, as one from a lost database; `kind` 3 for a select."""
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": kind}
        control: dict[str, Any] = {"type": kind, "custom_id": custom_id}
        control |= {"style": 2, "label": "?"} if kind == 2 else {}
        control |= {"options": [{"label": "?", "value": "?"}]} if kind == 3 else {}
        held = Page(page.message)
        held.message.components = [*held.message.components, {"type": 1, "components": [control]}]
        return await self._touch(person, held, data | ({"values": list(values)} if kind != 2 else {}))

    async def _touch(self, person: Person, page: Page, data: dict[str, Any]) -> InteractionResult:
        if not page.message.visible_to(person.id):
            raise LookupError("that page is another's")
        actor = _user(person) if self.env.backend.get_channel(page.channel).guild_id is None else person
        return self._answered(await _component_interaction(actor, page.message, data))

    def _answered(self, result: InteractionResult) -> InteractionResult:
        answered = result.acknowledged or self.silence_allowed or self._held
        assert answered, f"This interaction failed: {self.env.transcript()}"
        return result

    async def at_once(self, *acts: Callable[[], Awaitable[InteractionResult]]) -> list[InteractionResult]:
        """Several people act before the bot has done anything about the first."""
        env = cast(Any, self.env)
        settle = env._settle_internal

        async def not_yet(**_: Any) -> None:
            return None

        env._settle_internal, self._held = not_yet, True
        try:
            results = [await act() for act in acts]
        finally:
            env._settle_internal, self._held = settle, False
        await self.env.settle()
        return [self._answered(result) for result in results]

    # Seeing

    def read(self, shown: InteractionResult | Shown | Message) -> Page:
        """What an answer or a message shows now; LookupError where there is nothing (left)."""
        if isinstance(shown, InteractionResult):
            found = shown.response
            if found is None:
                raise LookupError(f"no answer: {shown!r}")
            shown = found
        if isinstance(shown, ResponseMessage):
            return Page(shown._message)
        if isinstance(shown, Message):
            return Page(shown)
        return Page(self.env.backend.get_message(shown.channel.id, shown.id))

    def pages(self, where: ChannelHandle | None = None, *, seen_by: Person | None = None) -> list[Page]:
        """The messages of a place, oldest first: the public ones, and the reader's own private ones."""
        found = self.env.backend.messages[(where or self.hall).id].values()
        reader = seen_by.id if seen_by else None
        return [
            Page(m) for m in sorted(found, key=lambda m: m.id) if not m.is_ephemeral or m.visible_to(reader)
        ]

    def last(self, where: ChannelHandle | None = None) -> Page:
        """The newest public message of a place."""
        return self.pages(where)[-1]

    def uploaded(self, page: Page) -> bytes:
        """What the first file attached to a message holds."""
        content = self.env.backend.cdn.get(page.attachments[0]["url"])
        assert content is not None
        return content

    def requests(self, method: str = "*", path: str = "*") -> list[str]:
        """The requests that the bot has made, as "METHOD /path"."""
        made = [f"{request.method} {request.path}" for request in self.env.http_requests]
        return [line for line in made if fnmatch(line, f"{method} {path}")]

    # Time and trouble

    @property
    def now(self) -> datetime:
        """The instant of this world; it moves by `later` alone."""
        return self.env.now()

    async def later(self, **time: float) -> None:
        """Time passes in one leap (`hours=3`): what fell due in between happens once, at its end."""
        self.env.backend.advance_clock(timedelta(**time).total_seconds())
        await self.env.settle()

    def refuse(self, method: str, path: str, *, status: int, code: int = 0, times: int | None = 1) -> None:
        """Discord answers the next matching requests with an error, and does nothing."""
        self.env.inject_error(method, path, status=status, code=code, times=times)

    def refuse_no_more(self) -> None:
        """Discord is well again."""
        self.env.backend.faults.clear()

    @contextmanager
    def lose_answers(self, method: str, path: str, *, status: int = 502, code: int = 0) -> Iterator[None]:
        """Discord does what matching requests ask, and then answers with an error."""
        whole = router.dispatch

        def dispatch(backend: Any, sent: str, to: str, **rest: Any) -> Any:
            result = whole(backend, sent, to, **rest)
            if method in (sent, "*") and fnmatch(to, path):
                raise BackendError(status, code, "the answer was lost")
            return result

        cast(Any, router).dispatch = dispatch
        try:
            yield
        finally:
            cast(Any, router).dispatch = whole


def _user(person: Person) -> UserHandle:
    return person.user if isinstance(person, MemberActor) else person
