"""A toy game of turns and a counter, for tests of everything that must not know which game is played.

Players roll a die or add to a common counter; who reaches the target has ended the game. Each turn has
two phases, `rolling` and `resting`.
"""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Self

import msgspec
from msgspec import Meta

from companion.games import (
    Aid,
    Answer,
    Choice,
    Event,
    Events,
    Game,
    GameView,
    LogText,
    Luck,
    Page,
    Player,
    Question,
    Refused,
    SetupTask,
    TableWarning,
    derived,
    tag_of,
)
from companion.games.dice import Dice
from companion.games.screen import Screen
from companion.language.signals import Sound
from companion.language.text import text
from tests.fakes.toy.words import (
    Add,
    Added,
    Advance,
    Advanced,
    Begun,
    Finish,
    Finished,
    Mend,
    Mended,
    Options,
    Roll,
    Rolled,
    State,
    Void,
    Voided,
)

COLOURS = ("red", "blue", "green")
LUCK: dict[type[Event], Luck] = {Begun: "rolled", Rolled: "rolled", Voided: "voided", Mended: "corrected"}


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """counter: left out, the game's."""

    counter: Annotated[int, Meta(ge=0, le=999)] | None = None


class Left(msgspec.Struct, frozen=True):
    left: int


def left(state: State | None, asked: Asked) -> Left:
    """How much is left to the target."""
    target = (state.options if state else Options()).target
    counter = asked.counter
    if counter is None:
        counter = state.counter if state else 0
    if counter > target:
        raise Refused("toy-over", "TOY-03")
    return Left(target - counter)


class View(GameView, frozen=True):
    state: State

    json = ("players", "options", "turn", "phase", "counter", "first", "rolls", "ended")
    players = derived(lambda state: state.players)
    options = derived(lambda state: state.options)
    turn = derived(lambda state: state.turn)
    phase = derived(lambda state: state.phase)
    counter = derived(lambda state: state.counter)
    first = derived(lambda state: state.first)
    rolls = derived(lambda state: state.rolls)
    moment = derived(lambda state: text("moment.toy", turn=state.turn, phase=state.phase))
    bags = derived(lambda state: (state.turn, *(bag for bag in (1, 2, 3) if bag != state.turn)))

    @property
    def ended(self) -> dict[str, Any] | None:
        over = self.state.finished or self.state.counter >= self.state.options.target
        return {"reason": "toy", "scores": []} if over else None

    @property
    def bar(self) -> float:
        return self.state.counter / self.state.options.target

    @property
    def on_turn(self) -> str | None:
        return None if self.over else self.players[(self.state.turn - 1) % len(self.players)].colour

    @property
    def upcoming(self) -> str | None:
        return None if self.over else self.players[self.state.turn % len(self.players)].colour

    @cached_property
    def warnings(self) -> tuple[TableWarning, ...]:
        near = self.state.options.target - self.state.counter
        return (TableWarning("toy-near", {"near": near}),) if 0 < near <= 5 else ()

    def sounds_since(self, before: Self, /) -> tuple[Sound, ...]:
        """What was rolled: a six is rare."""
        old, rolls = before.state.rolls, self.state.rolls
        new = rolls[len(old) :] if rolls[: len(old)] == old else ()
        return tuple("rare" if face == 6 else "common" for face in new)

    def luck(self, events: Events, /) -> tuple[Luck, ...]:
        return tuple(LUCK[type(event)] for event in events if type(event) in LUCK)


def begin(players: tuple[Player, ...], options: Options, dice: Dice) -> tuple[Event, ...]:
    colours = tuple(each.colour for each in players)
    if not set(colours) <= set(COLOURS) or len(set(colours)) < len(colours):
        raise Refused("toy-colours")
    return (Begun(players, options, dice.shuffle(colours, "first")[0]),)


def decide(state: State, command: Any, dice: Dice) -> tuple[Event, ...]:
    if View(state).over and not isinstance(command, Mend):
        raise Refused("toy-over")
    match command:
        case Add(by=by):
            return (Added(by),)
        case Roll() if state.phase == "rolling":
            return (Rolled(1 + dice.roll(state.options.faces, "roll", len(state.rolls))),)
        case Roll():
            raise Refused("toy-resting", "TOY-01", phase=state.phase)
        case Void() if state.rolls:
            return (Voided(state.rolls[-1]),)
        case Void():
            raise Refused("toy-no-roll", "TOY-02")
        case Advance():
            return (Advanced("resting" if state.phase == "rolling" else "rolling"),)
        case Finish():
            return (Finished(),)
        case Mend(counter=counter):
            return (Mended(counter),)
    raise AssertionError(command)


def apply(state: State | None, event: Any) -> State:
    if isinstance(event, Begun):
        return State(event.players, event.options, event.first)
    assert state is not None
    match event:
        case Added(by=by):
            change: dict[str, Any] = {"counter": state.counter + by}
        case Rolled(face=face):
            change = {"counter": state.counter + face, "rolls": (*state.rolls, face)}
        case Voided(face=face):
            change = {"counter": state.counter - face, "rolls": state.rolls[:-1]}
        case Advanced(phase=phase):
            change = {"phase": phase, "turn": state.turn + (phase == "rolling")}
        case Finished():
            change = {"finished": True}
        case Mended(counter=counter):
            change = {"counter": counter, "finished": False}
        case _:
            raise AssertionError(event)
    return msgspec.structs.replace(state, **change)


def log_text(command: Any, events: tuple[Any, ...]) -> LogText:
    kind = tag_of(type(command))
    match command, events:
        case Add(by=by), _:
            return LogText(kind, {"by": by})
        case Roll(), (Rolled(face=face),):
            return LogText(kind, {"face": face})
    return LogText(kind, {})


def checklist(state: State | None, players: int, options: Options) -> tuple[SetupTask, ...]:
    del state, players, options  # two things and a die lie there in any case
    return (SetupTask("die", "toy-die"), SetupTask("cup", "toy-cup", rule="TOY-01"))


def pages(view: View) -> tuple[Page, ...]:
    state = view.state
    line = text("toy.counter", counter=state.counter)
    hint = text("toy.hint")
    rolls = text("toy.count", count=len(state.rolls))
    return (
        Page("toy-table", lambda: Screen(view.moment, (line,), hint)),
        Page("toy-rolls", lambda: Screen(text("toy.rolls"), (rolls,), hint)),
    )


def press(view: View, page: str, button: str, held: bool) -> Answer:
    if button == "advance":
        return Advance()
    if button == "select" and held and page == "toy-rolls":
        return Void() if view.rolls else None
    if button == "select":
        three = (Choice(Screen(text("toy.add", by=by)), Add("red", by)) for by in (1, 2, 3))
        return Question("toy-add", tuple(three))
    return Add("red", 9) if button == "red" else None


def tap(view: View, bag: int) -> Answer:
    return Roll() if view.phase == "rolling" else bag_screen(view, bag)


def bag_screen(view: View, bag: int) -> Screen:
    return Screen(text("toy.bag", bag=bag), (text("toy.counter", counter=view.counter),))


def result_screen(before: View, after: View) -> Screen | None:
    passed_ten = before.counter < 10 <= after.counter
    return Screen(text("toy.counter", counter=after.counter)) if passed_ten else None


TOY_GAME = Game(
    system="toy",
    colours=COLOURS,
    folder=Path(__file__).parent,
    commands=(Add, Roll, Void, Advance, Finish, Mend),
    events=(Begun, Added, Rolled, Voided, Advanced, Finished, Mended),
    options=Options,
    begin=begin,
    decide=decide,
    apply=apply,
    view=View,
    log_text=log_text,
    pages=pages,
    press=press,
    tap=tap,
    bag_screen=bag_screen,
    result_screen=result_screen,
    checklist=checklist,
    aids={"toy-left": Aid(Asked, (Left,), left)},
    chance=True,
)
