"""A game so like the toy that almost every code, command and aid of it is called the same, and means another.

It has no bags, no cover, and nobody whose go it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from companion.games import (
    Aid,
    Answer,
    Command,
    Event,
    GameView,
    Luck,
    Page,
    Player,
    Question,
    Refused,
    ToDo,
    Told,
)
from companion.games.dice import Dice
from companion.games.lamps import lamps_of
from companion.games.rulebook import Rulebook, read
from companion.games.screen import Screen
from companion.language.signals import Lamp
from companion.language.text import Text, text

MOST = 12


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    goal: Annotated[int, Meta(ge=1, le=999)] = 30


class Roll(Command, frozen=True):
    times: Annotated[int, Meta(ge=1, le=9)]


class Finish(Command, frozen=True):
    reason: str = ""


class Begun(Event, frozen=True):
    players: tuple[Player, ...]
    goal: int


class Rolled(Event, frozen=True):
    faces: tuple[int, ...]


class Finished(Event, frozen=True):
    pass


class State(msgspec.Struct, frozen=True):
    players: tuple[Player, ...]
    goal: int
    turn: int = 1
    counter: int = 0
    finished: bool = False


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    goal: Annotated[int, Meta(ge=0, le=999)] = 30


class Left(msgspec.Struct, frozen=True):
    left: int


def left(state: State | None, asked: Asked) -> Left:
    """How much is left to the goal."""
    counter = state.counter if state else 0
    if counter > asked.goal:
        raise Refused("toy-over", "TWIN-01")
    return Left(asked.goal - counter)


def thrown(state: State, times: int, dice: Dice) -> Rolled:
    return Rolled(tuple(1 + dice.below(6, "roll", state.turn, n) for n in range(times)))


class View(GameView, frozen=True):
    state: State

    @property
    def players(self) -> tuple[Player, ...]:
        return self.state.players

    @property
    def over(self) -> bool:
        return self.state.finished or self.state.counter >= self.state.goal

    @cached_property
    def fields(self) -> dict[str, Any]:
        return {
            "players": list(msgspec.to_builtins(self.state.players)),
            "options": {"goal": self.state.goal},
            "turn": self.state.turn,
            "phase": "rolling",
            "counter": self.state.counter,
            "ended": {"reason": "toy", "scores": []} if self.over else None,
        }

    @cached_property
    def moment(self) -> Text:
        return text("moment.toy", turn=self.state.turn, phase="rolling")

    @cached_property
    def picture(self) -> dict[str, Any]:
        return {"bar": min(self.state.counter, MOST) / MOST}

    @cached_property
    def lamps(self) -> tuple[Lamp, ...]:
        row = [each.colour for each in self.players]
        return lamps_of(row, None, may_act=() if self.over else row)


class Twin:
    system = "twin"
    reporting: None = None
    colours: tuple[str, ...] = ("black", "grey")
    chance = True
    commands: tuple[type[Command], ...] = (Roll, Finish)
    events: tuple[type[Event], ...] = (Begun, Rolled, Finished)
    options = Options
    aids: Mapping[str, Aid] = {"toy-left": Aid(Asked, (Left,), left)}
    giving: None = None
    telling: None = None
    folder = Path(__file__).parent

    def rulebook(self) -> Rulebook:
        return read(self.folder / "rulebook")

    def begin(self, players: tuple[Player, ...], options: Options, dice: Dice) -> tuple[Event, ...]:
        del dice  # nothing is random at the start
        if {each.colour for each in players} != set(self.colours):
            raise Refused("toy-colours", "TWIN-01")
        return (Begun(players, options.goal),)

    def decide(self, state: State, command: Any, dice: Dice) -> tuple[Event, ...]:
        if self.view(state).over:
            raise Refused("toy-over", "TWIN-01")
        if isinstance(command, Finish):
            return (Finished(),)
        return (thrown(state, command.times, dice),)

    def apply(self, state: State | None, event: Any) -> State:
        if isinstance(event, Begun):
            return State(event.players, event.goal)
        assert state is not None
        if isinstance(event, Finished):
            return msgspec.structs.replace(state, finished=True)
        return msgspec.structs.replace(state, turn=state.turn + 1, counter=state.counter + sum(event.faces))

    def view(self, state: State) -> View:
        return View(state)

    def told(self, command: Any, events: tuple[Any, ...]) -> Told:
        del events  # the command says it all
        return Told(str(command.__struct_config__.tag), {})

    def luck(self, state: State, events: tuple[Any, ...]) -> tuple[Luck, ...]:
        del state  # whoever plays
        return tuple("rolled" for event in events if isinstance(event, Rolled) for _ in event.faces)

    def checklist(self, state: State | None, players: int, options: Options) -> tuple[ToDo, ...]:
        del state, players, options  # needs no help
        return ()

    def pages(self, view: View) -> tuple[Page, ...]:
        line = text("toy.counter", counter=view.state.counter)
        return (Page("toy-table", lambda: Screen(view.moment, (line,), text("toy.hint"))),)

    def question(self, state: State) -> Question | None:
        del state  # it never asks
        return None

    def press(self, state: State, page: str, button: str, held: bool) -> Answer:
        del state, page, held  # one button does all there is
        return Roll(2) if button == "advance" else None

    def tap(self, state: State, bag: int) -> Answer:
        return self.tapped(state, bag)

    def tapped(self, state: State, bag: int) -> Screen:
        del bag  # it has none
        return Screen(text("panel.no-bags"), (text("toy.counter", counter=state.counter),))

    def outcome(self, before: State, after: State) -> Screen | None:
        del before, after  # the page shows it
        return None
