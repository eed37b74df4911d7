"""The damage that a start found, shown on every page until it is acknowledged."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.language.messages import Language
from companion.storage.damage import Damage
from companion.storage.entry import stamp
from companion.table import damage_text


def in_words(language: Language, found: Damage) -> Mapping[str, Any]:
    """Its `lines`; the `offer` of a copy and the `file` of this, None where there is none; `at`, by
    which it is acknowledged. No key is a method of a mapping: a template would find that in its place."""
    lines = (
        damage_text.found_text(found),
        damage_text.lost_text(found),
        damage_text.advice_text(found),
        damage_text.aside_text(found),
    )
    offer = damage_text.backup_text(found)
    return {
        "at": stamp(found.at),
        "lines": [language.say(each) for each in lines if each is not None],
        "offer": None if offer is None else language.say(offer),
        "file": found.backup,
    }
