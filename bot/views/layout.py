"""The few parts that every screen is built of."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import discord
from discord import ui

MOST_TEXT = 4_000
ACCENT = 0xB08D57  # old bronze
GILT = 0xE3B23C  # a staked match
DANGER = 0x8C2F2B  # dried blood
MOST_OPTIONS = 25

Part = ui.Item[Any]


class Upload(BytesIO):
    """Bytes that stay open for as long as anybody has them, since a request may be tried again.

    The library would see to that by tying a knot into them which only the garbage collector can undo.
    """

    def close(self) -> None:
        """They take care of themselves."""

    def __setattr__(self, name: str, value: object) -> None:
        """Nothing of it can be replaced."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG, a GIF or a WebP with the words that stand for it (at most 1,024 characters)."""

    name: str
    data: bytes
    words: str

    def file(self) -> discord.File:
        """A fresh upload of it; an upload can be read only once."""
        return discord.File(Upload(self.data), filename=self.name, description=self.words)


@dataclass(frozen=True, slots=True)
class Moving:
    """An animation, if there is one, and what is to be told of it: what it leaves out, or why there is none."""

    picture: Picture | None = None
    told: str = ""


NOTHING = Moving()


@dataclass(frozen=True, slots=True)
class Document:
    """A text file to hand over."""

    name: str
    text: str

    def file(self) -> discord.File:
        """A fresh upload of it."""
        return discord.File(Upload(self.text.encode()), filename=self.name)


@dataclass(frozen=True, slots=True)
class Screen:
    """A whole message: its layout, what is attached, and whom it may ping."""

    layout: ui.LayoutView
    attached: Sequence[Picture | Document] = ()
    pings: Sequence[int] = ()

    def files(self) -> list[discord.File]:
        """Fresh uploads of all that is attached."""
        return [part.file() for part in self.attached]

    def mentions(self) -> discord.AllowedMentions:
        """Pings for exactly the people named, whatever the text says."""
        return discord.AllowedMentions(
            everyone=False,
            roles=False,
            replied_user=False,
            users=[discord.Object(user) for user in self.pings],
        )

    def let_go(self) -> None:
        """It is sent, and not again: its parts let go of each other, so that no collector must look for them."""
        parts = list(self.layout.walk_children())
        self.layout.clear_items()
        for part in parts:
            if isinstance(part, ui.Container | ui.ActionRow):
                part.clear_items()


def page(*parts: Part | None, accent: int = ACCENT) -> ui.LayoutView:
    """A framed layout of the parts, in order; it never expires."""
    layout = ui.LayoutView(timeout=None)
    frame: ui.Container[ui.LayoutView] = ui.Container(accent_colour=accent)
    for part in parts:
        if part is not None:
            frame.add_item(part)
    layout.add_item(frame)
    return layout


def text(words: str) -> Part:
    """A paragraph."""
    return ui.TextDisplay(words[:MOST_TEXT])


def gallery(picture: Picture) -> Part:
    """The picture, full width, with its words as alt text."""
    return ui.MediaGallery(
        discord.MediaGalleryItem(f"attachment://{picture.name}", description=picture.words)
    )


def board(shown: Picture | str) -> Part:
    """The picture, or the words in its place."""
    return gallery(shown) if isinstance(shown, Picture) else text(shown)


def attachment(document: Document) -> Part:
    """The text file."""
    return ui.File(f"attachment://{document.name}")


def row(*controls: Part | None) -> Part | None:
    """Controls side by side; None where there are none."""
    shown = [control for control in controls if control is not None]
    return ui.ActionRow(*shown) if shown else None


def beside(words: str, control: Part) -> Part:
    """A paragraph with a control to its right."""
    return ui.Section(ui.TextDisplay(words), accessory=control)


def rule() -> Part:
    """A line between what is above and what is below."""
    return ui.Separator()


def link(label: str, url: str) -> Part:
    """A button that opens an address."""
    return ui.Button(label=label, url=url)


def sentence(words: str, *controls: Part | None, accent: int = ACCENT) -> Screen:
    """A message of one paragraph and at most one row of controls."""
    return Screen(page(text(words), row(*controls), accent=accent))


def small(words: str) -> str:
    """A paragraph in small print; nothing for no words."""
    return f"-# {words}" if words else ""


def lines(parts: Iterable[str]) -> str:
    """The non-empty parts, one a line."""
    return "\n".join(part for part in parts if part)


def whole_lines(parts: Iterable[str]) -> str:
    """The non-empty parts, one a line, from the top as many as a paragraph holds; none is cut."""
    kept: list[str] = []
    left = MOST_TEXT
    for part in parts:
        left -= len(part) + 1
        if left < 0:
            break
        kept.append(part)
    return lines(kept)
