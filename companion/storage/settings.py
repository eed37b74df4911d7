"""The box's settings, such as join code, members and switches: a JSON file, replaced at each change."""

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
"""The access point's name and password."""
JOIN_CODE = "join-code"
"""The code that lets a phone in."""
MEMBERS = "members"
"""The members, and which of them are admins."""
ADMIN_CLAIMED = "hands"
"""Whether the box was set up or a button of it was ever pressed."""
RENEWED = "renewed"
"""Commitments of secrets renewed here, of games restored without their own."""
FORGOTTEN = "forgotten"
"""Epochs of games before a redaction, by which their backups are recognised."""


_EPOCH = re.compile("[0-9a-f]{4}")


class _File(msgspec.Struct, frozen=True):
    """version: of the format. check: CRC-32 over the settings as compact JSON."""

    version: int
    settings: dict[str, Any]
    check: str


class Settings:
    """Values by name, as plain data; empty if the file is damaged. Safe to use from any thread.

    folder: the data folder. writing: a context for each write, one at a time, which translates `OSError`.
    damaged: whether the file was changed. Raises `OSError`.
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
        """A value; None if missing, or of another type."""
        value = self._values.get(name)
        try:
            return None if value is None else msgspec.convert(value, kind)
        except msgspec.ValidationError:
            return None

    @property
    def epoch(self) -> str | None:
        """The folder's epoch, four hex digits."""
        epoch = self.get("epoch", str)
        return epoch if epoch is not None and _EPOCH.fullmatch(epoch) else None

    def set(self, name: str, value: Any) -> None:
        """Store a value, synced; None removes it."""
        self.update({name: value})

    def update(self, values: Mapping[str, Any]) -> None:
        """Store several values at once, all or none."""
        with self._writing():
            changed = {**self._values, **msgspec.to_builtins(dict(values))}
            changed = {name: value for name, value in changed.items() if value is not None}
            file = msgspec.json.encode(_File(1, changed, _check(changed)))
            atomic_write(self._path, (msgspec.json.format(file, indent=1), b"\n"))
            self._values = changed


def _check(values: dict[str, Any]) -> str:
    return f"{zlib.crc32(msgspec.json.encode(values, order='sorted')):08x}"
