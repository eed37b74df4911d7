"""La Strada as the rest of the program knows it, by the names of `companion.games.Game`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial
from importlib.resources import files
from importlib.resources.abc import Traversable

from companion.games import Aid
from companion.games.la_strada import giving, telling
from companion.games.la_strada import report as reporting
from companion.games.la_strada.aids import AIDS
from companion.games.la_strada.checklist import checklist
from companion.games.la_strada.display import pages
from companion.games.la_strada.options import Options
from companion.games.la_strada.presses import outcome, press, question, tap, tapped
from companion.games.la_strada.rules import COMMANDS, EVENTS, apply, begin, decide
from companion.games.la_strada.told import luck, told
from companion.games.la_strada.view import View
from companion.games.la_strada.words import COLOURS
from companion.games.rulebook import read

__all__ = [
    "aids", "apply", "begin", "chance", "checklist", "colours", "commands", "decide", "events", "folder",
    "giving", "luck", "options", "outcome", "pages", "press", "question", "reporting", "rulebook", "system",
    "tap", "tapped", "telling", "told", "view",
]  # fmt: skip

system = "la-strada"
colours = COLOURS
chance = False
commands = COMMANDS
events = EVENTS
options: type[Options] = Options
view: type[View] = View
aids: Mapping[str, Aid] = AIDS
folder: Traversable = files("companion.games.la_strada")
rulebook = cache(partial(read, folder.joinpath("rulebook")))
