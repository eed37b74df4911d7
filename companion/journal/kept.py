"""What a room keeps among a journal's settings, as JSON of a type of its own."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from companion.journal.journal import Journal

T = TypeVar("T")


def kept(settings: Journal, name: str, kind: type[T]) -> T | None:
    """The setting of this name; what nobody can read counts as nothing, for the evening must go on."""
    written = settings.setting(name)
    try:
        return None if written is None else msgspec.json.decode(written, type=kind)
    except msgspec.DecodeError:
        return None


def keep(settings: Journal, name: str, value: Any) -> None:
    """Keep it under this name, on the disk when this returns. Raises `JournalFailed`."""
    settings.set(name, msgspec.json.encode(value).decode())
