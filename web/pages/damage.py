"""What a start found wrong with the games, as every page says it until somebody has seen it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.language.messages import Language
from companion.storage.damage import Damage
from companion.storage.entry import stamp
from companion.table import notice


def in_words(language: Language, found: Damage) -> Mapping[str, Any]:
    """Its `lines`; the `offer` of a copy and the `file` of this, None where there is none; `at`, by
    which it is acknowledged. No key is a method of a mapping: a template would find that in its place."""
    lines = (notice.wrong(found), notice.lost(found), notice.compare(found), notice.aside(found))
    offer = notice.backup(found)
    return {
        "at": stamp(found.at),
        "lines": [language.say(each) for each in lines if each is not None],
        "offer": None if offer is None else language.say(offer),
        "file": found.backup,
    }
