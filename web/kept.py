"""What the web side keeps in the data folder, as it was written."""

from __future__ import annotations

from typing import TypeVar

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
