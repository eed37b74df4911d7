"""The rules: who may sit down, whose turn it is, what may be added, and when somebody has won."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games import Player, Refused
from companion.games.dice import Dice
from companion.games.typed import proper_name
from tests.fakes.tally.words import COLOURS, Add, Added, Begun, Options, Seat, State


def begin(players: tuple[Player, ...], options: Options, _dice: Dice) -> tuple[Begun]:
    """A new game. Raises `Refused`."""
    known = {str(colour): colour for colour in COLOURS}
    taken = {each.colour for each in players}
    if not (2 <= len(players) == len(taken) and taken <= set(known)):
        raise Refused("seats", "TALLY-01")
    seats = tuple(Seat(known[each.colour], proper_name(each.name)) for each in players)
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
