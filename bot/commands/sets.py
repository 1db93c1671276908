"""`/sets`: what one owns, carves, names and plays with."""

from collections.abc import Sequence

import discord
from discord import app_commands
from discord.app_commands import Choice, Range

from bot import finding
from bot.commands.naming import choice, word
from bot.intents import on
from bot.people import Player, PlayerId
from bot.playing_sets import LONGEST_SET_NAME, PlayingSet, SetId, materials
from bot.refusals import SetIsStaked, SetKeepsItsName
from bot.reply import answer
from bot.request import Request
from bot.views import sets as view
from bot.views.controls import Pressed
from bot.views.layout import Screen, sentence
from bot.views.set_title import set_title
from bot.words import locale_for, plain_name, shown_name, speaker

MOST_CHOICES = 25


async def suggest(interaction: discord.Interaction, current: str, *, free: bool) -> list[Choice[int]]:
    """The asker's sets whose names hold what is typed; with `free` only those that can be staked."""
    house = interaction.client.house  # type: ignore[attr-defined]  # our client always has one
    player = Player(PlayerId(interaction.user.id), plain_name(interaction.user.display_name))
    own = await house.preferences.of(player.id)
    say = speaker(locale_for(own.locale, interaction.locale))
    owned: Sequence[PlayingSet] = await house.collections.of(player, now=house.clock(), own=True)
    titles = [
        (set_title(say, one.material, one.name, one.id), int(one.id))
        for one in owned
        if not free or one.staked_in is None
    ]
    wanted = current.casefold()
    return [Choice(name=title, value=number) for title, number in titles if wanted in title.casefold()][
        :MOST_CHOICES
    ]


class Sets(app_commands.Group):
    """The commands of a collection."""

    def __init__(self) -> None:
        super().__init__(name=word("command-sets"), description=word("command-sets-about"))

    @app_commands.command(name=word("command-show"), description=word("command-sets-show-about"))
    @app_commands.rename(user=word("option-user"))
    @app_commands.describe(user=word("option-sets-user-about"))
    async def show(self, interaction: discord.Interaction, user: discord.User | None = None) -> None:
        """A collection, six sets a page."""
        person = user or interaction.user
        owner = Player(PlayerId(person.id), plain_name(person.display_name))
        await answer(interaction, lambda request: _page(request, owner, 0))

    @app_commands.command(name=word("command-carve"), description=word("command-carve-about"))
    @app_commands.rename(material=word("option-material"), style=word("option-style"))
    @app_commands.describe(material=word("option-material-about"), style=word("option-style-about"))
    @app_commands.choices(
        material=[choice(f"material-{one}", one) for one in materials().plain],
        style=[choice(f"style-{one}", one) for one in materials().styles],
    )
    async def carve(
        self,
        interaction: discord.Interaction,
        material: Choice[str] | None = None,
        style: Choice[str] | None = None,
    ) -> None:
        """A new plain set."""
        known = materials()

        async def work(request: Request) -> Screen:
            wood = material.value if material else known.plain[request.house.draw(len(known.plain))]
            art = style.value if style else known.styles[request.house.draw(len(known.styles))]
            made = await request.house.collections.carve(
                request.player, material=wood, style=art, now=request.now
            )
            return await _told(request, "sets-carved", made)

        await answer(interaction, work)

    @app_commands.command(name=word("command-use"), description=word("command-use-about"))
    @app_commands.rename(playing_set=word("option-set"))
    @app_commands.describe(playing_set=word("option-set-about"))
    async def use(self, interaction: discord.Interaction, playing_set: int) -> None:
        """Play with this set from the next match on."""

        async def work(request: Request) -> Screen:
            return await _told(
                request,
                "sets-used",
                await request.house.collections.use(request.player.id, SetId(playing_set)),
            )

        await answer(interaction, work)

    @app_commands.command(name=word("command-rename"), description=word("command-rename-about"))
    @app_commands.rename(playing_set=word("option-set"), name=word("option-set-name"))
    @app_commands.describe(playing_set=word("option-set-about"), name=word("option-set-name-about"))
    async def rename(
        self, interaction: discord.Interaction, playing_set: int, name: Range[str, 1, LONGEST_SET_NAME]
    ) -> None:
        """Give a set its name."""

        async def work(request: Request) -> Screen:
            try:
                named = await request.house.collections.rename(
                    request.player.id, SetId(playing_set), name, now=request.now
                )
            except SetIsStaked as error:
                raise SetKeepsItsName(error.playing_set) from error
            return await _told(request, "sets-renamed", named)

        await answer(interaction, work)

    @app_commands.command(name=word("command-story"), description=word("command-story-about"))
    @app_commands.rename(playing_set=word("option-set"))
    @app_commands.describe(playing_set=word("option-any-set-about"))
    async def story(self, interaction: discord.Interaction, playing_set: int) -> None:
        """Who made a set, and every owner since."""
        await answer(interaction, lambda request: _story(request, SetId(playing_set)))

    @use.autocomplete("playing_set")
    @rename.autocomplete("playing_set")
    @story.autocomplete("playing_set")
    async def _own(self, interaction: discord.Interaction, current: str) -> list[Choice[int]]:
        return await suggest(interaction, current, free=False)


@on("s", "story")
async def open_story(request: Request, pressed: Pressed) -> Screen:
    """A set chosen from a collection."""
    return await _story(request, SetId(pressed.chosen_number))


@on("s", "page", update=True)
async def turn_page(request: Request, pressed: Pressed) -> Screen:
    """Another page of a collection."""
    number = PlayerId(pressed.number)
    if number == request.player.id:
        return await _page(request, request.player, pressed.ply)
    person = await finding.person(request.interaction.client, number)
    return await _page(request, Player(number, plain_name(person.display_name)), pressed.ply)


async def _page(request: Request, owner: Player, first: int) -> Screen:
    own = owner.id == request.player.id
    sets = view.in_use_marked(await request.house.collections.of(owner, now=request.now, own=own))
    if not sets:
        return view.no_sets(owner.name, request.say)
    first = first if 0 <= first < len(sets) else 0
    shown = await view.pictured(sets[first : first + view.PAGE], request.say, request.house.cache)
    return view.collection(owner.name, sets, shown, request.say, player=owner.id, first=first)


async def _told(request: Request, key: str, one: PlayingSet) -> Screen:
    title = shown_name(set_title(request.say, one.material, one.name, one.id))
    return sentence(request.say(key, set=title))


async def _story(request: Request, number: SetId) -> Screen:
    one, chapters = await request.house.collections.story(number)
    sessions = [chapter.session for chapter in chapters if chapter.session is not None]
    found = {number: await request.house.sessions.get(number) for number in sessions}
    shown = await view.pictured([one], request.say, request.house.cache)
    return view.story(one, chapters, found, shown, request.say)
