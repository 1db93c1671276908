"""What is slow to make, kept in files: whole or not at all, known by what it was made from."""

import hashlib
import os
import tempfile
import zlib
from collections.abc import Callable, Iterable
from contextlib import suppress
from importlib.resources import files
from pathlib import Path

import PIL
import resvg_py


def origin(modules: Iterable[str], drawings: Iterable[str]) -> str:
    """A digest of drawings, of the code that carves them, and of the libraries' versions."""
    here = files("render")
    digest = hashlib.sha256()
    for entry in [here / "art" / f"{name}.svg" for name in drawings]:
        digest.update(entry.read_bytes())
    for module in modules:
        digest.update((here / f"{module}.py").read_bytes())
    digest.update(f"{PIL.__version__} {resvg_py.__version__}".encode())
    return digest.hexdigest()[:16]


def store(path: Path, raw: bytes, stem: str) -> None:
    """Write so that a reader finds either the whole file or none; other files of the stem are removed."""
    body = zlib.compress(raw, 1)
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(hashlib.sha256(body).digest() + body)
        os.replace(name, path)
    except OSError:
        os.unlink(name)
        raise
    for old in path.parent.glob(f"{stem}*.bin"):
        if old != path:
            old.unlink(missing_ok=True)


def stored(path: Path) -> bytes | None:
    """What was stored, or None where there is nothing or it is damaged."""
    try:
        data = path.read_bytes()
    except OSError:
        return None
    return zlib.decompress(data[32:]) if hashlib.sha256(data[32:]).digest() == data[:32] else None


def kept(folder: Path | None, stem: str, made_from: str, make: Callable[[], bytes]) -> bytes:
    """What is stored under the stem and the digest, or freshly made and then stored.

    Without a folder, or where it can't be written to, nothing is stored.
    """
    if folder is None:
        return make()
    path = folder / f"{stem}{made_from}.bin"
    raw = stored(path)
    if raw is None:
        raw = make()
        with suppress(OSError):  # a folder that can't be written to costs time at the next start, no picture
            store(path, raw, stem)
    return raw
