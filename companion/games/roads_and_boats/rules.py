"""From a command to what happens: the one door to the rules."""

from __future__ import annotations

from typing import assert_never

from companion.games import Refused
from companion.games.dice import Dice
from companion.games.roads_and_boats import (
    buildings,
    correct,
    fleets,
    mines,
    order,
    research,
    scoring,
    turns,
    wonder,
)
from companion.games.roads_and_boats.commands import (
    Advance,
    Build,
    BuildMine,
    BuyBrick,
    CallForOrder,
    ChangeFleet,
    Correct,
    CountWealth,
    Done,
    Draw,
    DrawAll,
    End,
    GameCommand,
    Pray,
    RecordDraw,
    Research,
    SinkShaft,
    TakePosition,
    VoidDraw,
)
from companion.games.roads_and_boats.events import BoardEvent, GameEnded, GameEvent
from companion.games.roads_and_boats.state import State


def decide(state: State, command: GameCommand, dice: Dice) -> tuple[GameEvent, ...]:
    """What the command does. Raises `Refused`, and nothing else."""
    _require_open(state, command)
    events: tuple[GameEvent, ...]
    match command:
        case Advance():
            events = turns.advance(state, command, dice)
        case CallForOrder() | Pray() | TakePosition() | Done():
            events = order.decide(state, command)
        case BuildMine() | SinkShaft() | Draw() | DrawAll() | RecordDraw() | VoidDraw():
            events = mines.decide(state, command, dice)
        case BuyBrick():
            events = wonder.buy(state, command)
        case Research() | ChangeFleet() | Build() | CountWealth():
            events = (_entered(state, command),)
        case End():
            events = (GameEnded("called"),)
        case Correct():
            events = correct.correct(state, command)
        case _:
            assert_never(command)
    return events


def _entered(state: State, command: Research | ChangeFleet | Build | CountWealth) -> BoardEvent:
    match command:
        case Research():
            return research.research(state, command)
        case ChangeFleet():
            return fleets.change(state, command)
        case Build():
            return buildings.build(state, command)
        case CountWealth():
            return scoring.count(state, command)
        case _:
            assert_never(command)


def _require_open(state: State, command: GameCommand) -> None:
    """Refuse what an ended game or a standing procedure does not take."""
    if state.ended and not isinstance(command, CountWealth | Correct):
        raise Refused("game-ended", "RB-END-01")
    if state.order and not isinstance(command, Pray | TakePosition | CountWealth | Correct | End):
        raise Refused("order-standing", "RB-CONF-03", colour=state.order.asks)
