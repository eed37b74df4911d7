"""Tally as the rest of the program knows it, by the names of `companion.games.Game`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial
from importlib.resources import files
from importlib.resources.abc import Traversable

from companion.games import Aid, Command, Event, Events, Luck, ToDo, Told
from companion.games.rulebook import read
from tests.fakes.tally.display import outcome, pages, press, question, tap, tapped
from tests.fakes.tally.rules import apply, begin, decide
from tests.fakes.tally.view import View
from tests.fakes.tally.words import COLOURS, Add, Added, Begun, Options, State

__all__ = [
    "aids", "apply", "begin", "chance", "checklist", "colours", "commands", "decide", "events", "folder",
    "giving", "luck", "options", "outcome", "pages", "press", "question", "reporting", "rulebook", "system",
    "tap", "tapped", "telling", "told", "view",
]  # fmt: skip

system = "tally"
colours = COLOURS
chance = False
reporting: None = None
commands: tuple[type[Command], ...] = (Add,)
events: tuple[type[Event], ...] = (Begun, Added)
options: type[Options] = Options
aids: Mapping[str, Aid] = {}
giving: None = None
telling: None = None
folder: Traversable = files("tests.fakes.tally")
rulebook = cache(partial(read, folder.joinpath("rulebook")))
view: type[View] = View


def checklist(_state: State | None, _players: int, _options: Options) -> tuple[ToDo, ...]:
    """Nothing: a counter is laid out by itself."""
    return ()


def told(command: Add, _events: Events) -> Told:
    """The command in words, which says it all."""
    return Told("add", {"colour": command.colour, "by": command.by})


def luck(_state: State, _events: Events) -> tuple[Luck, ...]:
    """Nothing: this game has no chance."""
    return ()
