"""The rules: what may be said and done, whose turn it is, and when a player has won."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from companion.games import Command, Event, Player, Refused
from companion.games.dice import Dice
from companion.games.typed import validate_name

Colour = Literal["red", "yellow", "green", "blue"]
COLOURS: tuple[Colour, ...] = get_args(Colour)
MOST = 3
"""What a player adds in a turn, at most (TALLY-01)."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """goal: the number that wins (TALLY-02)."""

    goal: Annotated[int, Meta(ge=5, le=99)] = 21


class Add(Command, frozen=True):
    """A player adds to the counter."""

    colour: Colour
    by: Annotated[int, Meta(ge=1, le=MOST)]


class Seat(msgspec.Struct, frozen=True):
    """Who plays a colour. name: empty when the colour is the name."""

    colour: Colour
    name: str = ""


class Begun(Event, frozen=True):
    """seats: in the order of their turns."""

    seats: tuple[Seat, ...]
    goal: int


class Added(Event, frozen=True):
    """The player whose turn it was has added to the counter."""

    by: int


class State(msgspec.Struct, frozen=True):
    """turns: how many have been taken."""

    seats: tuple[Seat, ...]
    goal: int
    counter: int = 0
    turns: int = 0


def begin(players: tuple[Player, ...], options: Options, _dice: Dice) -> tuple[Begun]:
    """A new game. Raises `Refused`."""
    known = {str(colour): colour for colour in COLOURS}
    taken = {each.colour for each in players}
    if not (2 <= len(players) == len(taken) and taken <= set(known)):
        raise Refused("seats", "TALLY-01")
    seats = tuple(Seat(known[each.colour], validate_name(each.name)) for each in players)
    return (Begun(seats, options.goal),)


def decide(state: State, command: Add, _dice: Dice) -> tuple[Added]:
    """What the command does. Raises `Refused`."""
    if over(state):
        raise Refused("over", "TALLY-02")
    if command.colour != on_turn(state).colour:
        raise Refused("not-your-turn", "TALLY-01", colour=on_turn(state).colour)
    if command.by > state.goal - state.counter:
        raise Refused("too-far", "TALLY-02", count=state.goal - state.counter)
    return (Added(command.by),)


def apply(state: State | None, event: Begun | Added) -> State:
    """The state after the event. No refusals: what is recorded has happened."""
    if isinstance(event, Begun):
        return State(event.seats, event.goal)
    if state is None:
        raise ValueError(f"a game starts with Begun, not with {event!r}")
    return replace(state, counter=state.counter + event.by, turns=state.turns + 1)


def on_turn(state: State) -> Seat:
    """Whose turn it is; once the game is over, whose it would have been."""
    return state.seats[state.turns % len(state.seats)]


def over(state: State) -> bool:
    """Whether somebody has reached the goal."""
    return state.counter == state.goal


def winner(state: State) -> Seat:
    """Who had the last turn: when the game is over, who has won it."""
    return state.seats[(state.turns - 1) % len(state.seats)]
