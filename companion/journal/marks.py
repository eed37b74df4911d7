"""What tells a journal, and its copies, from all others that stood in its place."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

import msgspec

from companion.journal.names import EARLIER_MARKS

EPOCH = 2
"""Random bytes of an epoch."""
MOST = 64
"""How many marks a setting keeps: the last ones."""
_list = msgspec.json.Decoder(list[str]).decode


def mark(settings: Mapping[str, str]) -> str:
    """The mark of the journal with these settings, and of each of its copies."""
    return f"{settings.get('epoch')} {settings.get('made_at')}"


def marks_in(written: str | None) -> tuple[str, ...]:
    """The marks in a setting; of one that is none, none."""
    with suppress(msgspec.DecodeError):
        return tuple(_list(written or "[]"))
    return ()


def marks_of(settings: Mapping[str, str]) -> tuple[str, ...]:
    """Every mark that the journal with these settings has had, the present one last."""
    return *marks_in(settings.get(EARLIER_MARKS)), mark(settings)


def written(marks: tuple[str, ...]) -> str:
    """Marks as a setting keeps them."""
    return msgspec.json.encode(list(dict.fromkeys(marks))[-MOST:]).decode()


def new_epoch(settings: Mapping[str, str], epoch: str) -> dict[str, str]:
    """The settings that change where the journal with these gets another epoch in its place."""
    return {"epoch": epoch, EARLIER_MARKS: written(marks_of(settings))}
