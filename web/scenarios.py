"""Scenarios: options of the start form, saved under a name."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import TypeAlias

from companion.language.invisible import find_invisible
from companion.storage.settings import Settings
from web.errors import Problem

MAX_NAME = 30
_MOST = 50
_LARGEST = 6000
_SAVED = "scenarios"
_COMPARED = "compared"
_OPTION = "options."
_Saved: TypeAlias = dict[str, dict[str, dict[str, str]]]


class Scenarios:
    """Saved scenarios of each game. Safe to use from any thread."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._lock = threading.Lock()

    def of(self, system: str) -> Mapping[str, Mapping[str, str]]:
        """A game's scenarios: fields by name, oldest first."""
        return self._read().get(system, {})

    def keep(self, system: str, name: str, fields: Mapping[str, str]) -> None:
        """Save the options among the fields, replacing a scenario of this name. Raises `Problem` 422."""
        name = name.strip()
        options = {field: value for field, value in fields.items() if field.startswith(_OPTION)}
        if not 0 < len(name) <= MAX_NAME or not name.isprintable():
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
        """Delete a scenario. Raises `Problem` 422 for an unknown name."""
        with self._lock:
            saved = self._read()
            if saved.get(system, {}).pop(name.strip(), None) is None:
                raise Problem(422, "scenario-unknown")
            self._settings.set(_SAVED, saved)

    def compared(self, system: str) -> bool:
        """Whether the game's numbers were compared with the printed board."""
        return system in (self._settings.get(_COMPARED, list[str]) or [])

    def compare(self, system: str) -> None:
        """Remember that they were."""
        with self._lock:
            known = self._settings.get(_COMPARED, list[str]) or []
            self._settings.set(_COMPARED, list(dict.fromkeys([*known, system])))

    def _read(self) -> _Saved:
        return self._settings.get(_SAVED, _Saved) or {}
