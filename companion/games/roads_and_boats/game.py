"""Roads & Boats as the rest of the program knows it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import msgspec

from companion.games import Aid, Answer, Command, Event, Page, Player, Question, TableWarning, Told
from companion.games.dice import Dice
from companion.games.roads_and_boats import mines, setup
from companion.games.roads_and_boats.aids import AIDS
from companion.games.roads_and_boats.commands import COMMANDS, GameCommand
from companion.games.roads_and_boats.events import EVENTS, GameEvent
from companion.games.roads_and_boats.options import Options
from companion.games.roads_and_boats.pages import outcome, pages
from companion.games.roads_and_boats.presses import press, question, tap, tapped
from companion.games.roads_and_boats.rules import apply, decide
from companion.games.roads_and_boats.state import State
from companion.games.roads_and_boats.told import told
from companion.games.roads_and_boats.view import picture, view
from companion.games.roads_and_boats.warnings import warnings
from companion.games.roads_and_boats.words import COLOURS
from companion.games.rulebook import Rulebook, read
from companion.games.screen import Screen
from companion.language.text import Text, text


class RoadsAndBoats:
    """The game, by the names of `companion.games.Game`; everything is done by the rules' own modules."""

    system: str = "roads-and-boats"
    colours: tuple[str, ...] = COLOURS
    chance: bool = True
    commands: tuple[type[Command], ...] = COMMANDS
    events: tuple[type[Event], ...] = EVENTS
    options: type[msgspec.Struct] = Options
    aids: Mapping[str, Aid] = AIDS

    @property
    def folder(self) -> Traversable:
        """Where catalogues and templates are."""
        return files("companion.games.roads_and_boats")

    @cached_property
    def rulebook(self) -> Rulebook:
        """Every rule, without its words."""
        return read(self.folder.joinpath("rulebook"))

    def begin(self, players: tuple[Player, ...], options: Options, dice: Dice) -> tuple[GameEvent, ...]:
        """A new game's first event. Raises `Refused`."""
        return (setup.begin(players, options, dice),)

    def decide(self, state: State, command: GameCommand, dice: Dice) -> tuple[GameEvent, ...]:
        """What the command does. Raises `Refused`."""
        return decide(state, command, dice)

    def apply(self, state: State | None, event: GameEvent) -> State:
        """The state after the event."""
        return apply(state, event)

    def view(self, state: State) -> dict[str, Any]:
        """The game's own fields of the snapshot."""
        return view(state)

    def warnings(self, state: State) -> tuple[TableWarning, ...]:
        """What the table should not forget now."""
        return warnings(state)

    def ended(self, state: State) -> bool:
        """Whether the game is over."""
        return state.ended is not None

    def acting(self, state: State) -> str | None:
        """Whose go it is, once the order of play has been determined in this phase."""
        return state.acting

    def moment(self, state: State) -> Text:
        """Turn and phase, or how the game ended."""
        if state.ended:
            return text("moment.ended", reason=state.ended)
        return text("moment.turn", turn=state.turn, phase=state.phase)

    def told(self, command: GameCommand, events: tuple[GameEvent, ...]) -> Told:
        """The command and what came of it."""
        return told(command, events)

    def pages(self, state: State) -> tuple[Page, ...]:
        """The panel's pages."""
        return pages(state)

    def question(self, state: State) -> Question | None:
        """What the game asks now."""
        return question(state)

    def press(self, state: State, page: str, button: str, held: bool) -> Answer:
        """What a button means on a page."""
        return press(state, page, button, held)

    def tap(self, state: State, bag: int) -> Answer:
        """What a tapped bag means now."""
        return tap(state, bag)

    def tapped(self, state: State, bag: int) -> Screen:
        """What the display shows of a bag after it was tapped."""
        return tapped(state, bag)

    def outcome(self, before: State, after: State) -> Screen | None:
        """The ore of several mines that were drawn at once."""
        return outcome(before, after)

    def bags(self, state: State) -> tuple[int, ...]:
        """The numbers on this game's bags, those of built mines first."""
        return mines.bags(state)

    def picture(self, state: State) -> dict[str, Any]:
        """What the templates draw beyond the snapshot."""
        return picture(state)
