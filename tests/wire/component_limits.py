"""What Discord refuses in components: counts, lengths, nesting, ids, and which kind may stand where."""

from collections.abc import Iterator
from typing import Any

from tests.wire.world import Payload

Step = str | int
Path = tuple[Step, ...]
Found = tuple[Path, str, str]

ROW, BUTTON, STRING_SELECT, TEXT_INPUT, USER_SELECT = 1, 2, 3, 4, 5
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR = 9, 10, 11, 12, 13, 14
CONTAINER, LABEL, UPLOAD, RADIO, CHECKBOXES, CHECKBOX = 17, 18, 19, 21, 22, 23
SELECTS = frozenset({STRING_SELECT, 5, 6, 7, 8})
IN_CONTAINER = frozenset({ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR})
TOP_V2 = IN_CONTAINER | {CONTAINER}
IN_LABEL = SELECTS | {TEXT_INPUT, UPLOAD, RADIO, CHECKBOXES, CHECKBOX}
LINK, PREMIUM = 5, 6


def children(component: Payload) -> Iterator[tuple[Path, Payload]]:
    """The components that one holds directly."""
    for index, child in enumerate(component.get("components") or []):
        yield ("components", index), child
    for name in ("accessory", "component"):
        if isinstance(component.get(name), dict):
            yield (name,), component[name]


def walk(components: list[Payload], path: Path = ("components",)) -> Iterator[tuple[Path, Payload]]:
    """Every component, nested ones included, in the order in which they are shown."""
    for index, component in enumerate(components):
        yield from _walk(component, (*path, index))


def _walk(component: Payload, path: Path) -> Iterator[tuple[Path, Payload]]:
    yield path, component
    for step, child in children(component):
        yield from _walk(child, (*path, *step))


def media(component: Payload) -> Iterator[Payload]:
    """The media items of a gallery, thumbnail or file."""
    kind = component.get("type")
    if kind == GALLERY:
        yield from (item["media"] for item in component.get("items") or [])
    elif kind == THUMBNAIL:
        yield component["media"]
    elif kind == FILE:
        yield component["file"]


def file_references(components: list[Payload]) -> Iterator[str]:
    """The names after `attachment://` that components ask for."""
    for _, component in walk(components):
        for item in media(component):
            if str(item.get("url", "")).startswith("attachment://"):
                yield str(item["url"]).removeprefix("attachment://")


def component_breaches(components: list[Payload], *, v2: bool) -> Iterator[Found]:
    """Every limit that a message's components break."""
    top = TOP_V2 if v2 else frozenset({ROW})
    for index, component in enumerate(components):
        if component.get("type") not in top:
            yield (
                ("components", index),
                "UNION_TYPE_CHOICES",
                f"Type {component.get('type')} may not stand here.",
            )
    if not v2 and len(components) > 5:
        yield ("components",), "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 rows."
    everything = list(walk(components))
    if v2 and len(everything) > 40:
        yield (
            ("components",),
            "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
            f"{len(everything)} of 40 components.",
        )
    texts = sum(len(item.get("content") or "") for _, item in everything if item.get("type") == TEXT)
    if texts > 4000:
        yield ("components",), "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", f"{texts} of 4000 characters."
    yield from _duplicates(everything)
    for path, component in everything:
        yield from _one(path, component)


def _duplicates(everything: list[tuple[Path, Payload]]) -> Iterator[Found]:
    for name, code in (("custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED"), ("id", "COMPONENT_ID_DUPLICATED")):
        seen: set[Any] = set()
        for path, component in everything:
            value = component.get(name)
            if value and value in seen:
                yield (*path, name), code, f"{value!r} twice."
            seen.add(value)


def length(path: Path, text: Any, least: int, most: int) -> Iterator[Found]:
    """A breach where a text's length is out of bounds."""
    if not least <= len(str(text or "")) <= most:
        yield path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length."


def _one(path: Path, item: Payload) -> Iterator[Found]:
    kind = item.get("type")
    if kind == ROW:
        yield from _row(path, item)
    elif kind == BUTTON:
        yield from _button(path, item)
    elif kind in SELECTS:
        yield from select_breaches(path, item)
    elif kind == SECTION:
        yield from _section(path, item)
    elif kind == TEXT:
        yield from length((*path, "content"), item.get("content"), 1, 4000)
    elif kind == GALLERY:
        yield from _gallery(path, item)
    elif kind == CONTAINER:
        inner = item.get("components") or []
        if not inner or any(child.get("type") not in IN_CONTAINER for child in inner):
            yield (
                (*path, "components"),
                "UNION_TYPE_CHOICES",
                "A container holds rows, texts, media, sections.",
            )
    elif kind == FILE and not str(item["file"].get("url", "")).startswith("attachment://"):
        yield (*path, "file"), "FILE_REFERENCE", "A file component needs attachment://."


def _row(path: Path, row: Payload) -> Iterator[Found]:
    kinds = [child.get("type") for child in row.get("components") or []]
    fits = kinds and (
        (len(kinds) <= 5 and set(kinds) == {BUTTON})
        or (len(kinds) == 1 and kinds[0] in SELECTS | {TEXT_INPUT})
    )
    if not fits:
        yield (*path, "components"), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", f"A row can't hold {kinds}."


def _button(path: Path, button: Payload) -> Iterator[Found]:
    style = button.get("style")
    label = button.get("label")
    if style not in range(1, 7):
        yield (*path, "style"), "BASE_TYPE_CHOICES", "Must be 1 to 6."
    if label is not None:
        yield from length((*path, "label"), label, 1 if not button.get("emoji") else 0, 80)
    elif not button.get("emoji") and style != PREMIUM:
        yield path, "BUTTON_COMPONENT_NEEDS_LABEL_OR_EMOJI", "A button needs a label or an emoji."
    if style == LINK:
        yield from length((*path, "url"), button.get("url"), 1, 512)
        if button.get("custom_id"):
            yield (*path, "custom_id"), "BUTTON_COMPONENT_CUSTOM_ID_AND_URL", "A link has no custom id."
    elif style != PREMIUM:
        yield from length((*path, "custom_id"), button.get("custom_id"), 1, 100)


def select_breaches(path: Path, select: Payload) -> Iterator[Found]:
    """Every limit that a select breaks."""
    yield from length((*path, "custom_id"), select.get("custom_id"), 1, 100)
    if select.get("placeholder") is not None:
        yield from length((*path, "placeholder"), select["placeholder"], 0, 150)
    least, most = select.get("min_values", 1), select.get("max_values", 1)
    if not (0 <= least <= most and 1 <= most <= 25):
        yield (*path, "max_values"), "NUMBER_TYPE_BOUNDS", f"{least} to {most} values."
    if select.get("type") != STRING_SELECT:
        return
    options = select.get("options") or []
    if not 1 <= len(options) <= 25:
        yield (*path, "options"), "BASE_TYPE_BAD_LENGTH", f"Must be between 1 and 25; {len(options)} given."
    if most > len(options):
        yield (*path, "max_values"), "NUMBER_TYPE_MAX", "More values than options."
    values = [option.get("value") for option in options]
    if len(set(values)) != len(values):
        yield (*path, "options"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "A value twice."
    if sum(bool(option.get("default")) for option in options) > most:
        yield (*path, "options"), "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", "Too many defaults."
    for index, option in enumerate(options):
        where = (*path, "options", index)
        yield from length((*where, "label"), option.get("label"), 1, 100)
        yield from length((*where, "value"), option.get("value"), 1, 100)
        yield from length((*where, "description"), option.get("description"), 0, 100)


def _section(path: Path, section: Payload) -> Iterator[Found]:
    inner = [child.get("type") for child in section.get("components") or []]
    if not 1 <= len(inner) <= 3 or set(inner) != {TEXT}:
        yield (*path, "components"), "BASE_TYPE_BAD_LENGTH", "A section holds one to three texts."
    if (section.get("accessory") or {}).get("type") not in (BUTTON, THUMBNAIL):
        yield (*path, "accessory"), "BASE_TYPE_REQUIRED", "A section needs a button or a thumbnail."


def _gallery(path: Path, gallery: Payload) -> Iterator[Found]:
    items = gallery.get("items") or []
    if not 1 <= len(items) <= 10:
        yield (*path, "items"), "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 10 in length."
    for index, item in enumerate(items):
        yield from length((*path, "items", index, "description"), item.get("description"), 0, 1024)


def modal_breaches(modal: Payload) -> Iterator[Found]:
    """Every limit that a modal breaks."""
    yield from length(("data", "title"), modal.get("title"), 1, 45)
    yield from length(("data", "custom_id"), modal.get("custom_id"), 1, 100)
    items = modal.get("components") or []
    if not 1 <= len(items) <= 5:
        yield ("data", "components"), "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length."
    everything = list(walk(items, ("data", "components")))
    yield from _duplicates(everything)
    for index, item in enumerate(items):
        inner = item.get("component") or {}
        if item.get("type") not in (ROW, TEXT, LABEL) or (
            item["type"] == LABEL and inner.get("type") not in IN_LABEL
        ):
            yield ("data", "components", index), "UNION_TYPE_CHOICES", "A modal holds labels and texts."
    for path, item in everything:
        if item.get("type") == LABEL:
            yield from length((*path, "label"), item.get("label"), 1, 45)
            yield from length((*path, "description"), item.get("description"), 0, 100)
        elif item.get("type") == TEXT_INPUT:
            yield from _text_input(path, item)
        elif item.get("type") in SELECTS:
            yield from select_breaches(path, item)


def _text_input(path: Path, item: Payload) -> Iterator[Found]:
    yield from length((*path, "custom_id"), item.get("custom_id"), 1, 100)
    yield from length((*path, "value"), item.get("value"), 0, 4000)
    yield from length((*path, "placeholder"), item.get("placeholder"), 0, 100)
    if item.get("label") is not None:
        yield from length((*path, "label"), item["label"], 1, 45)
    if not (item.get("min_length") or 0) <= (item.get("max_length") or 4000) <= 4000:
        yield (*path, "max_length"), "NUMBER_TYPE_MAX", "Must be 4000 or less."
