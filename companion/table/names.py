"""Where names stand in entries, and which names are the same person."""

from __future__ import annotations

import unicodedata

PERSON_FIELDS = frozenset({"name", "plays"})
"""Fields of entries and of stored phones that hold a person's name."""
THING_FIELD = "names"
"""The field of a game's options with players' names for its things."""


def person_key(name: str) -> str:
    """Return a key equal for all spellings of one person's name: without case, width and extra spaces.

    person_key("  ANNA ") == person_key("anna")
    """
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())
