"""What the tests' games say: the catalogues of each set of games are read once in a process."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources.abc import Traversable

from companion.games import Game
from companion.games.registry import folders
from companion.language.messages import Messages, catalogues


def messages(games: Mapping[str, Game]) -> Messages:
    """The words of these games beside the common ones."""
    return _read(tuple(folders(games).items()))


@cache
def _read(each: tuple[tuple[str, Traversable], ...]) -> Messages:
    return Messages(catalogues(dict(each)))
