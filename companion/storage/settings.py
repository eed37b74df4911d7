"""The box's small values, such as join code, members and switches: a JSON file, replaced by each change."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from companion.storage.files import atomic_write

T = TypeVar("T")

SETTINGS = "box.json"
OWN_WIFI = "own-wifi"
"""Name and password of the box's own Wi-Fi."""
JOIN_CODE = "join-code"
"""The code that lets a phone in."""
MEMBERS = "members"
"""Who has joined, and which of them are admins."""
HANDS = "hands"
"""Whether a button of the box has ever been pressed."""
RENEWED = "renewed"
"""The commitments of the secrets with which each game has gone on here, where a backup had left its own
out."""
FORGOTTEN = "forgotten"
"""The epochs of games in which something was redacted: their backups are known by them."""


class _File(msgspec.Struct, frozen=True):
    """version: of the format. check: CRC-32 over the settings as compact JSON."""

    version: int
    settings: dict[str, Any]
    check: str


class SettingsDamaged(Exception):
    """The file is not what was written. It never leaves this room."""


class Settings:
    """Values by name, as plain data. Safe to use from any thread.

    path: of the file. values: what is in it, as `read_settings` gives it. writing: surrounds each write, one
    at a time; what it makes of an OSError comes of `set` and `update`.
    """

    def __init__(
        self,
        path: Path,
        values: dict[str, Any],
        writing: Callable[[], AbstractContextManager[object]] = nullcontext,
    ) -> None:
        self._path = path
        self._values = values
        self._writing = writing

    def get(self, name: str, kind: type[T]) -> T | None:
        """The value of this name; None where there is none, or one of another kind."""
        value = self._values.get(name)
        try:
            return None if value is None else msgspec.convert(value, kind)
        except msgspec.ValidationError:
            return None

    def set(self, name: str, value: Any) -> None:
        """Keep a value, on the disk when this returns; None removes it."""
        self.update({name: value})

    def update(self, values: Mapping[str, Any]) -> None:
        """Keep several values at once, all or none."""
        with self._writing():
            changed = {**self._values, **msgspec.to_builtins(dict(values))}
            changed = {name: value for name, value in changed.items() if value is not None}
            compact = msgspec.json.encode(changed, order="sorted")
            file = msgspec.json.encode(_File(1, changed, f"{zlib.crc32(compact):08x}"))
            atomic_write(self._path, (msgspec.json.format(file, indent=1), b"\n"))
            self._values = changed


def read_settings(path: Path) -> dict[str, Any]:
    """The values of a file, none where there is no file. Raises `SettingsDamaged` and OSError."""
    if path.exists() and not path.is_file():  # one that never begins or never ends
        raise SettingsDamaged
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return {}
    try:
        file = msgspec.json.decode(data, type=_File)
    except ValueError as fault:
        raise SettingsDamaged from fault
    if file.check != f"{zlib.crc32(msgspec.json.encode(file.settings, order='sorted')):08x}":
        raise SettingsDamaged
    return file.settings
