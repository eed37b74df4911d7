"""The box's small values, such as join code, members and switches: a JSON file, replaced by each change."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext, suppress
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from companion.storage.files import atomic_write, read_json

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


_EPOCH = re.compile("[0-9a-f]{4}")


class _File(msgspec.Struct, frozen=True):
    """version: of the format. check: CRC-32 over the settings as compact JSON."""

    version: int
    settings: dict[str, Any]
    check: str


class Settings:
    """Values by name, as plain data; none where the file is damaged. Safe to use from any thread.

    folder: the data folder. writing: surrounds each write, one at a time; what it makes of an OSError comes
    of `set` and `update`. damaged: the file is not what was written. Raises OSError.
    """

    def __init__(
        self, folder: Path, writing: Callable[[], AbstractContextManager[object]] = nullcontext
    ) -> None:
        self._path = folder / SETTINGS
        self._writing = writing
        self._values: dict[str, Any] = {}
        self.damaged = False
        with suppress(FileNotFoundError):
            try:
                file = read_json(self._path, _File)
                self.damaged = file.check != _check(file.settings)
            except ValueError:
                self.damaged = True
            else:
                self._values = {} if self.damaged else file.settings

    def get(self, name: str, kind: type[T]) -> T | None:
        """The value of this name; None where there is none, or one of another kind."""
        value = self._values.get(name)
        try:
            return None if value is None else msgspec.convert(value, kind)
        except msgspec.ValidationError:
            return None

    @property
    def epoch(self) -> str | None:
        """The name of the state of the folder, four hex digits."""
        epoch = self.get("epoch", str)
        return epoch if epoch is not None and _EPOCH.fullmatch(epoch) else None

    def set(self, name: str, value: Any) -> None:
        """Keep a value, on the disk when this returns; None removes it."""
        self.update({name: value})

    def update(self, values: Mapping[str, Any]) -> None:
        """Keep several values at once, all or none."""
        with self._writing():
            changed = {**self._values, **msgspec.to_builtins(dict(values))}
            changed = {name: value for name, value in changed.items() if value is not None}
            file = msgspec.json.encode(_File(1, changed, _check(changed)))
            atomic_write(self._path, (msgspec.json.format(file, indent=1), b"\n"))
            self._values = changed


def _check(values: dict[str, Any]) -> str:
    return f"{zlib.crc32(msgspec.json.encode(values, order='sorted')):08x}"
