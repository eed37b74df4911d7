"""The games that can be played, each of which stays in its box until somebody asks for it.

Rules are long: they are brought in with the first thing that has to do with them. What the program has to
know of a game before stands on the box's cover.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import msgspec

from companion.games import Cover, Game
from companion.language.forms import make_ready


class Boxed(msgspec.Struct, frozen=True):
    """A game's cover, and the name of the module that has the whole of it."""

    system: str
    colours: tuple[str, ...]
    folder: Traversable
    module: str


def boxed(system: str, package: str, colours: tuple[str, ...]) -> Boxed:
    """A game in its box. package: its folder as Python names it, whose `game` is the whole of it."""
    return Boxed(system, colours, files(package), f"{package}.game")


class Games(Mapping[str, Game]):
    """The games by their systems, in the order in which they were given. Any thread may ask.

    To ask for a game brings it in, which takes a while the first time; to ask which there are brings in none.
    """

    def __init__(self, boxed: Iterable[Boxed]) -> None:
        self._boxed = {each.system: each for each in boxed}
        self._here: dict[str, Game] = {}
        self._one_opens = threading.Lock()

    @property
    def covers(self) -> Iterable[Cover]:
        """What is known of each without bringing it in."""
        return self._boxed.values()

    def __getitem__(self, system: str) -> Game:
        return self._here.get(system) or self._opened(self._boxed[system])

    def __contains__(self, system: object) -> bool:
        return system in self._boxed

    def __iter__(self) -> Iterator[str]:
        return iter(self._boxed)

    def __len__(self) -> int:
        return len(self._boxed)

    def _opened(self, boxed: Boxed) -> Game:
        """A game, once the forms of all that is read for it are made: by one thread, before others see it."""
        with self._one_opens:
            if boxed.system not in self._here:
                module: Any = import_module(boxed.module)
                ready(module)
                self._here[boxed.system] = module
            return self._here[boxed.system]


def ready(game: Game) -> None:
    """Have the forms made of everything that is read for a game; its aids' drawer does that for those, when
    it is opened. By one thread at a time.
    """
    make_ready(*game.commands, *(form for each in game.commands for form in each.forms), *game.events)
    make_ready(game.options)


def every_colour(games: Mapping[str, Game]) -> tuple[str, ...]:
    """The colours of all these games' players, each once."""
    return tuple(dict.fromkeys(colour for cover in covers(games) for colour in cover.colours))


def folders(games: Mapping[str, Game]) -> dict[str, Traversable]:
    """Where each of these games keeps what it brings along, by its system."""
    return {cover.system: cover.folder for cover in covers(games)}


def covers(games: Mapping[str, Game]) -> Iterable[Cover]:
    """What is known of these games without bringing one in."""
    return games.covers if isinstance(games, Games) else games.values()
