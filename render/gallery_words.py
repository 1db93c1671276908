"""Sentences for sample pictures, read from a folder of gettext catalogues."""

import gettext
import io
import string
from collections.abc import Callable, Mapping
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

Say = Callable[..., str]
"""`say(key, **values)` gives the sentence in the reader's language."""


def speakers(folder: Path) -> Mapping[str, Say]:
    """For each language that has a catalogue in the folder, how it says things; English first.

    Raises FileNotFoundError where there is none.
    """
    files = sorted(folder.glob("*.po"), key=lambda file: (file.stem != "en", file.stem != "ru", file.stem))
    if not files:
        raise FileNotFoundError(2, "no catalogues", str(folder))
    return {file.stem: _speaker(file) for file in files}


def _speaker(file: Path) -> Say:
    compiled, catalogue = io.BytesIO(), read_po(io.BytesIO(file.read_bytes()), locale=file.stem)
    counted = {message.id[0] for message in catalogue if message.pluralizable}
    write_mo(compiled, catalogue)
    compiled.seek(0)
    spoken, formatter = gettext.GNUTranslations(compiled), _Sentence()

    def say(key: str, /, **values: object) -> str:
        count = values.get("count")
        if key in counted and isinstance(count, int):
            return formatter.vformat(spoken.ngettext(key, key, count), (), values)
        return formatter.vformat(spoken.gettext(key), (), values)

    return say


class _Sentence(string.Formatter):
    """Values by name; a word's particle, as in `{name:이/가}`, stands as it is written: samples need no grammar."""

    def format_field(self, value: object, format_spec: str) -> str:
        if "/" in format_spec:
            return f"{value}{format_spec}"
        return str(super().format_field(value, format_spec))
