"""Names as people type them: short enough for every page and the display, of letters that can be shown."""

from __future__ import annotations

import unicodedata

from companion.games import Refused

LONGEST = 12
_UNPRINTABLE = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}


def proper_name(typed: str) -> str:
    """The name without blanks around it; it may be empty. Raises `Refused` for one that cannot be shown.

    Every game calls it for whatever players may name, when the game starts and when a name is corrected.
    """
    name = typed.strip()
    if len(name) > LONGEST:
        raise Refused("name-too-long", most=LONGEST)
    if any(unicodedata.category(letter) in _UNPRINTABLE for letter in name):
        raise Refused("name-unprintable")
    return name
