"""Where names stand, and who is the same person: in the book of evenings, in what is given on, at a broker,
and when a name is forgotten.
"""

from __future__ import annotations

import unicodedata

PERSON_FIELDS = frozenset({"name", "plays"})
"""The fields in which entries, and what is kept of phones, have what somebody is called."""
THING_FIELD = "names"
"""The field in which a game's options have what the players call its things."""


def person_key(name: str) -> str:
    """What is the same for everybody who is the same person; empty for nobody. Letters large or small, of
    full width or not, and blanks make no other person of one.
    """
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())
