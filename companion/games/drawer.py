"""Table aids, which stay in their drawer until somebody asks for one: many an evening goes by without."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from importlib import import_module

from companion.games import Aid
from companion.language.forms import make_ready


class Drawer(Mapping[str, Aid]):
    """The aids of a game by their names. Any thread may ask; to ask the first time brings them in.

    module: its name; the aids are its `AIDS`.
    """

    def __init__(self, module: str) -> None:
        self._module = module
        self._open: Mapping[str, Aid] = {}
        self._one_opens = threading.Lock()

    def __getitem__(self, name: str) -> Aid:
        return self._aids[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._aids)

    def __len__(self) -> int:
        return len(self._aids)

    @property
    def _aids(self) -> Mapping[str, Aid]:
        if not self._open:
            with self._one_opens:
                self._open = self._open or opened(self._module)
        return self._open


def opened(module: str) -> Mapping[str, Aid]:
    """The aids of a module, once the forms of their questions are made. By one thread at a time."""
    aids: Mapping[str, Aid] = import_module(module).AIDS
    make_ready(*(each.asks for each in aids.values()))
    return aids
