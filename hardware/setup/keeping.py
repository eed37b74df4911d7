"""The configuration's file: where it is, what changes in it, and how it is written whole or not at all."""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec

from companion.config import Config
from hardware.setup.toml_text import Key, edited

SYSTEM = Path("/etc/companion/companion.toml")
"""Where the packaged companion has it."""
HERE = Path("companion.toml")
SET_UP = ("box", "oled", "buttons", "rfid")
"""The tables that setting up may change."""


def chosen(config: Path | None, system: Path = SYSTEM, here: Path = HERE) -> Path:
    """The file that was named or, where none was, the system's if there is one, else the one here.

    Where the system's may not be written, somebody has forgotten `sudo`: the box would read no other file.
    """
    if config is not None:
        return config
    try:
        return system if system.exists() else here
    except PermissionError:
        return system


def unwritable(path: Path) -> str | None:
    """Why the file could not be written in the end; None where it can. Nothing is tried out."""
    folder = path.resolve().parent
    try:
        if not folder.is_dir():
            return os.strerror(errno.ENOENT)
        there = path.exists()
    except PermissionError as error:  # a folder above it may not be entered
        return error.strerror
    may = os.access(folder, os.W_OK | os.X_OK) and (not there or os.access(path, os.W_OK))
    return None if may else os.strerror(errno.EACCES)


def template() -> str:
    """The commented configuration with every key and its default, as the documentation has it."""
    return files("companion").joinpath("companion.toml").read_text(encoding="utf-8")


def changes(before: Config, after: Config) -> Mapping[Key, str | None]:
    """The keys that setting up has changed, each with its value as TOML writes it; None for one taken out."""
    changed: dict[Key, str | None] = {}
    for section in SET_UP:
        old, new = (msgspec.structs.asdict(getattr(each, section)) for each in (before, after))
        for name, value in new.items():
            if isinstance(value, dict):
                for inner in {**old[name], **value}:
                    if old[name].get(inner) != value.get(inner):
                        changed[(section, name, inner)] = _written(name, value.get(inner))
            elif value != old[name]:
                changed[(section, name)] = _written(name, value)
    return changed


def written(words: str | None, changed: Mapping[Key, str | None]) -> str:
    """The file's new text. words: what it says now; None for a new one, which begins as the template.

    Raises `CannotEdit`.
    """
    example = template()
    return edited(example if words is None else words, changed, example.splitlines())


def keep(path: Path, words: str) -> Path | None:
    """Put this text into the file, whole or not at all; give where the earlier one is kept, if there was one.

    Raises `OSError`; the file is then as it was.
    """
    path = path.resolve()
    if not path.exists():
        _put(path, words.encode(), None)
        return None
    old = path.with_name(f"{path.name}.old")
    like = path.stat()
    _put(old, path.read_bytes(), like)
    _put(path, words.encode(), like)
    return old


def _put(path: Path, data: bytes, like: os.stat_result | None) -> None:
    """Replace a file in one step. like: what had the rights and the owner that it gets."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fchmod(handle, 0o644 if like is None else like.st_mode & 0o7777)
            if like is not None:
                with suppress(PermissionError):
                    os.fchown(handle, like.st_uid, like.st_gid)
            os.fsync(handle)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _written(name: str, value: Any) -> str | None:
    """A value as TOML writes it; addresses in hex, as on every display's back."""
    match value:
        case None:
            return None
        case bool():
            return str(value).lower()
        case str():
            return msgspec.json.encode(value).decode()
        case int() if name == "address":
            return f"0x{value:02X}"
        case _:
            return str(value)
