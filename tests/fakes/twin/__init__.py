"""A game so like the toy that almost every code, command and aid of it is called the same, and means another.

It has no bags, no cover, and nobody whose go it is.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from companion.games import (
    Aid,
    Answer,
    Command,
    Event,
    Events,
    Game,
    GameView,
    LogText,
    Luck,
    Page,
    Player,
    Refused,
    derived,
    tag_of,
)
from companion.games.dice import Dice
from companion.games.screen import Screen
from companion.language.signals import Lamp, lamps_of
from companion.language.text import text

MOST = 12
COLOURS = ("black", "grey")


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
    return Rolled(tuple(1 + dice.roll(6, "roll", state.turn, n) for n in range(times)))


class View(GameView, frozen=True):
    state: State

    json = ("players", "options", "turn", "phase", "counter", "ended")
    players = derived(lambda state: state.players)
    options = derived(lambda state: {"goal": state.goal})
    turn = derived(lambda state: state.turn)
    phase = "rolling"
    counter = derived(lambda state: state.counter)
    bar = derived(lambda state: min(state.counter, MOST) / MOST)
    moment = derived(lambda state: text("moment.toy", turn=state.turn, phase="rolling"))

    @property
    def ended(self) -> dict[str, Any] | None:
        over = self.state.finished or self.state.counter >= self.state.goal
        return {"reason": "toy", "scores": []} if over else None

    @property
    def lamps(self) -> tuple[Lamp, ...]:
        row = [each.colour for each in self.players]
        return lamps_of(row, None, may_act=() if self.over else row)

    def luck(self, events: Events, /) -> tuple[Luck, ...]:
        return tuple("rolled" for event in events if isinstance(event, Rolled) for _ in event.faces)


def begin(players: tuple[Player, ...], options: Options, dice: Dice) -> tuple[Event, ...]:
    del dice  # nothing is random at the start
    if {each.colour for each in players} != set(COLOURS):
        raise Refused("toy-colours", "TWIN-01")
    return (Begun(players, options.goal),)


def decide(state: State, command: Any, dice: Dice) -> tuple[Event, ...]:
    if View(state).over:
        raise Refused("toy-over", "TWIN-01")
    if isinstance(command, Finish):
        return (Finished(),)
    return (thrown(state, command.times, dice),)


def apply(state: State | None, event: Any) -> State:
    if isinstance(event, Begun):
        return State(event.players, event.goal)
    assert state is not None
    if isinstance(event, Finished):
        return msgspec.structs.replace(state, finished=True)
    return msgspec.structs.replace(state, turn=state.turn + 1, counter=state.counter + sum(event.faces))


def log_text(command: Any, events: tuple[Any, ...]) -> LogText:
    del events  # the command says it all
    return LogText(tag_of(type(command)), {})


def pages(view: View) -> tuple[Page, ...]:
    line = text("toy.counter", counter=view.state.counter)
    return (Page("toy-table", lambda: Screen(view.moment, (line,), text("toy.hint"))),)


def press(view: View, page: str, button: str, held: bool) -> Answer:
    del view, page, held  # one button does all there is
    return Roll(2) if button == "advance" else None


def bag_screen(view: View, bag: int) -> Screen:
    del bag  # it has none
    return Screen(text("panel.no-bags"), (text("toy.counter", counter=view.counter),))


TWIN_GAME = Game(
    system="twin",
    colours=COLOURS,
    folder=Path(__file__).parent,
    commands=(Roll, Finish),
    events=(Begun, Rolled, Finished),
    options=Options,
    begin=begin,
    decide=decide,
    apply=apply,
    view=View,
    log_text=log_text,
    pages=pages,
    press=press,
    tap=bag_screen,
    bag_screen=bag_screen,
    aids={"toy-left": Aid(Asked, (Left,), left)},
    chance=True,
)
