"""Tally as the rest of the program knows it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import msgspec

from companion.games import Aid, Answer, Command, Event, Page, Player, Question, TableWarning, Told
from companion.games.dice import Dice
from companion.games.rulebook import Rulebook, read
from companion.games.screen import Screen
from companion.language.text import Text, text
from tests.fakes.tally import display, rules
from tests.fakes.tally.words import COLOURS, MOST, Add, Added, Begun, Options, State


class Tally:
    """The game, by the names of `companion.games.Game`."""

    system: str = "tally"
    colours: tuple[str, ...] = COLOURS
    chance: bool = False
    commands: tuple[type[Command], ...] = (Add,)
    events: tuple[type[Event], ...] = (Begun, Added)
    options: type[msgspec.Struct] = Options
    aids: Mapping[str, Aid] = {}

    @property
    def folder(self) -> Traversable:
        """Where catalogues, templates, rulebook and example are."""
        return files("tests.fakes.tally")

    @cached_property
    def rulebook(self) -> Rulebook:
        """Every rule, without its words."""
        return read(self.folder.joinpath("rulebook"))

    def begin(self, players: tuple[Player, ...], options: Options, dice: Dice) -> tuple[Event, ...]:
        """A new game. Raises `Refused`."""
        del dice  # nothing in this game is random
        return (rules.begin(players, options),)

    def decide(self, state: State, command: Add, dice: Dice) -> tuple[Event, ...]:
        """What the command does. Raises `Refused`."""
        del dice  # nothing in this game is random
        return (rules.decide(state, command),)

    def apply(self, state: State | None, event: Begun | Added) -> State:
        """The state after the event."""
        return rules.apply(state, event)

    def view(self, state: State) -> dict[str, Any]:
        """The game's own fields of the snapshot. turns: how many have been taken."""
        scores = [
            {"colour": seat.colour, "rank": 1 if seat == rules.winner(state) else 2} for seat in state.seats
        ]
        return {
            "players": [{"colour": seat.colour, "name": seat.name} for seat in state.seats],
            "options": {"goal": state.goal},
            "counter": state.counter,
            "turns": state.turns,
            "active": self.acting(state),
            "ended": {"reason": "goal", "scores": scores} if rules.over(state) else None,
        }

    def warnings(self, state: State) -> tuple[TableWarning, ...]:
        """That the next turn may win."""
        left = state.goal - state.counter
        return (TableWarning("in-reach", {"count": left}),) if 0 < left <= MOST else ()

    def ended(self, state: State) -> bool:
        """Whether the game is over."""
        return rules.over(state)

    def acting(self, state: State) -> str | None:
        """Whose turn it is."""
        return None if rules.over(state) else rules.on_turn(state).colour

    def moment(self, state: State) -> Text:
        """Whose turn it is, or who has won."""
        if rules.over(state):
            return text("moment.over", colour=rules.winner(state).colour)
        return text("moment.turn", colour=rules.on_turn(state).colour)

    def told(self, command: Add, events: tuple[Event, ...]) -> Told:
        """The command in words."""
        del events  # the command says it all
        return Told("add", {"colour": command.colour, "by": command.by})

    def pages(self, state: State) -> tuple[Page, ...]:
        """The panel's pages."""
        return display.pages(state)

    def question(self, state: State) -> Question | None:
        """Nothing has to be answered before the game can go on."""
        del state
        return None

    def press(self, state: State, page: str, button: str, held: bool) -> Answer:
        """What a button means, on whichever page and however long it is pressed."""
        del page, held
        return display.press(state, button)

    def tap(self, state: State, bag: int) -> Answer:
        """What a tapped bag means: this game has none."""
        return self.tapped(state, bag)

    def tapped(self, state: State, bag: int) -> Screen:
        """What the display says of a bag that was tapped."""
        del state, bag
        return display.no_bags()

    def outcome(self, before: State, after: State) -> Screen | None:
        """Nothing: the page shows what came of a press."""
        del before, after
        return None

    def bags(self, state: State) -> tuple[int, ...]:
        """No bag has a number in this game."""
        del state
        return ()

    def picture(self, state: State) -> dict[str, Any]:
        """steps: what may be added now."""
        return {"steps": [by for by in range(1, MOST + 1) if by <= state.goal - state.counter]}
