"""A game's numbers as groups keep them for another start: fields of the start form under a name."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import TypeAlias

from companion.language.invisible import find_invisible
from companion.storage.settings import Settings
from web.errors import Problem

LONGEST_NAME = 30
_MOST = 50
_LARGEST = 6000
_SAVED = "scenarios"
_COMPARED = "compared"
_OPTION = "options."
_Saved: TypeAlias = dict[str, dict[str, dict[str, str]]]


class Scenarios:
    """Names and their fields, for each game. settings: where they are kept. Safe for any thread."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._lock = threading.Lock()

    def of(self, system: str) -> Mapping[str, Mapping[str, str]]:
        """What was saved for a game: the fields of each name, the oldest first."""
        return self._read().get(system, {})

    def keep(self, system: str, name: str, fields: Mapping[str, str]) -> None:
        """Keep the options among the fields, in the place of what had the name. Raises `Problem` 422."""
        name = name.strip()
        options = {field: value for field, value in fields.items() if field.startswith(_OPTION)}
        if not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
            raise Problem(422, "scenario-name")
        found = find_invisible(options)
        if found is not None:
            raise Problem(422, "hidden-sign", {"field": found[0], "given": found[1]})
        with self._lock:
            saved = self._read()
            saved.setdefault(system, {})[name] = options
            if len(saved[system]) > _MOST or sum(map(len, (*options, *options.values()))) > _LARGEST:
                raise Problem(422, "scenario-too-much")
            self._settings.set(_SAVED, saved)

    def forget(self, system: str, name: str) -> None:
        """Keep it no longer. Raises `Problem` 422 for a name that there is not."""
        with self._lock:
            saved = self._read()
            if saved.get(system, {}).pop(name.strip(), None) is None:
                raise Problem(422, "scenario-unknown")
            self._settings.set(_SAVED, saved)

    def compared(self, system: str) -> bool:
        """Whether somebody has compared the game's numbers with the printed board."""
        return system in (self._settings.get(_COMPARED, list[str]) or [])

    def compare(self, system: str) -> None:
        """Remember that somebody has."""
        with self._lock:
            known = self._settings.get(_COMPARED, list[str]) or []
            self._settings.set(_COMPARED, list(dict.fromkeys([*known, system])))

    def _read(self) -> _Saved:
        return self._settings.get(_SAVED, _Saved) or {}
