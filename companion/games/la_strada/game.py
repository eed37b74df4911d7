"""La Strada as the rest of the program knows it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import msgspec

from companion.games import Aid, Answer, Command, Event, Page, Player, Question, TableWarning, Told
from companion.games.dice import Dice
from companion.games.la_strada import presses, setup, turns
from companion.games.la_strada.aids import AIDS
from companion.games.la_strada.commands import COMMANDS, GameCommand
from companion.games.la_strada.events import EVENTS, GameEvent
from companion.games.la_strada.options import Options
from companion.games.la_strada.pages import pages
from companion.games.la_strada.presses import question
from companion.games.la_strada.rules import apply, decide
from companion.games.la_strada.state import State
from companion.games.la_strada.told import told
from companion.games.la_strada.view import picture, view
from companion.games.la_strada.warnings import warnings
from companion.games.la_strada.words import COLOURS
from companion.games.rulebook import Rulebook, read
from companion.games.screen import Screen
from companion.language.text import Text, text


class LaStrada:
    """The game, by the names of `companion.games.Game`; everything is done by the rules' own modules."""

    system: str = "la-strada"
    colours: tuple[str, ...] = COLOURS
    chance: bool = False
    commands: tuple[type[Command], ...] = COMMANDS
    events: tuple[type[Event], ...] = EVENTS
    options: type[msgspec.Struct] = Options
    aids: Mapping[str, Aid] = AIDS

    @property
    def folder(self) -> Traversable:
        """Where catalogues and templates are."""
        return files("companion.games.la_strada")

    @cached_property
    def rulebook(self) -> Rulebook:
        """Every rule, without its words."""
        return read(self.folder.joinpath("rulebook"))

    def begin(self, players: tuple[Player, ...], options: Options, dice: Dice) -> tuple[GameEvent, ...]:
        """A new game's first events. Raises `Refused`."""
        del dice  # nothing in this game is random
        begins = setup.begin(players, options)
        return (begins, *turns.opening(setup.begun(begins)))

    def decide(self, state: State, command: GameCommand, dice: Dice) -> tuple[GameEvent, ...]:
        """What the command does. Raises `Refused`."""
        del dice  # nothing in this game is random
        return decide(state, command)

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
        """Whose turn it is."""
        return None if state.ended else state.active

    def moment(self, state: State) -> Text:
        """How often everybody has been on turn and who is now, or how the game ended."""
        if state.ended:
            return text("moment.ended", reason=state.ended)
        return text("moment.turn", turn=state.turn, colour=state.active)

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
        return presses.press(state, page, button, held)

    def tap(self, state: State, bag: int) -> Answer:
        """What a tapped bag means: this game has none."""
        return presses.tap(state, bag)

    def tapped(self, state: State, bag: int) -> Screen:
        """What the display says of a bag that was tapped."""
        return presses.tapped(state, bag)

    def outcome(self, before: State, after: State) -> Screen | None:
        """What came of the panel's last command, where no page shows it at a glance."""
        return presses.outcome(before, after)

    def bags(self, state: State) -> tuple[int, ...]:
        """No bag has a number in this game."""
        return presses.bags(state)

    def picture(self, state: State) -> dict[str, Any]:
        """What the templates draw beyond the snapshot."""
        return picture(state)
