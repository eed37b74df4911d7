"""Values that were made up for any table, made to fit the one that plays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def with_playing_colours(value: Any, row: Sequence[str], colours: Sequence[str]) -> Any:
    """The value with colours of players in the place of all colours; lists hold each player once then."""
    if isinstance(value, dict):
        return {
            with_playing_colours(key, row, colours): with_playing_colours(each, row, colours)
            for key, each in value.items()
        }
    if isinstance(value, list):
        made = [with_playing_colours(each, row, colours) for each in value]
        return [each for at, each in enumerate(made) if each not in row or each not in made[:at]]
    return row[colours.index(value) % len(row)] if value in colours else value
