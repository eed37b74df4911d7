"""Roads & Boats as the rest of the program knows it, by the names of `companion.games.Game`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial
from importlib.resources import files
from importlib.resources.abc import Traversable

from companion.games import Aid
from companion.games.roads_and_boats import giving, telling
from companion.games.roads_and_boats import report as reporting
from companion.games.roads_and_boats.aids import AIDS
from companion.games.roads_and_boats.checklist import checklist
from companion.games.roads_and_boats.display import outcome, pages, tapped
from companion.games.roads_and_boats.options import Options
from companion.games.roads_and_boats.presses import press, question, tap
from companion.games.roads_and_boats.rules import COMMANDS, EVENTS, apply, begin, decide
from companion.games.roads_and_boats.told import luck, told
from companion.games.roads_and_boats.view import View
from companion.games.roads_and_boats.words import COLOURS
from companion.games.rulebook import read

__all__ = [
    "aids", "apply", "begin", "chance", "checklist", "colours", "commands", "decide", "events", "folder",
    "giving", "luck", "options", "outcome", "pages", "press", "question", "reporting", "rulebook", "system",
    "tap", "tapped", "telling", "told", "view",
]  # fmt: skip

system = "roads-and-boats"
colours = COLOURS
chance = True
commands = COMMANDS
events = EVENTS
options: type[Options] = Options
view: type[View] = View
aids: Mapping[str, Aid] = AIDS
folder: Traversable = files("companion.games.roads_and_boats")
rulebook = cache(partial(read, folder.joinpath("rulebook")))
