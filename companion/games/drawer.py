"""Aids and rules of a game, which stay in their drawer until somebody asks: many a game goes by without."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING

from companion.games import Aid
from companion.language.forms import make_ready

if TYPE_CHECKING:
    from companion.games.rulebook import Rulebook


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


def rules_in(folder: Traversable) -> Callable[[], Rulebook]:
    """What opens the rulebook in a game's folder, and has it open from then on. For any thread."""

    @cache
    def rulebook() -> Rulebook:
        from companion.games.rulebook import read  # most evenings open no rulebook

        return read(folder.joinpath("rulebook"))

    return rulebook
