"""From a command to what happens: the one door to the rules."""

from __future__ import annotations

from typing import assert_never

from companion.games import Refused
from companion.games.dice import Dice
from companion.games.roads_and_boats import (
    buildings,
    correct,
    events,
    fleets,
    mines,
    order,
    research,
    scoring,
    setup,
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
from companion.games.roads_and_boats.events import (
    BoardEvent,
    CorrectedBoard,
    CorrectedOrder,
    GameEnded,
    GameEvent,
)
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


def apply(state: State | None, event: events.GameEvent) -> State:
    """The state after the event; only a game's beginning needs none before it."""
    if isinstance(event, events.GameBegun):
        return setup.begun(event)
    if state is None:
        raise ValueError(f"a game starts with GameBegun, not with {event!r}")
    return _after(state, event)


def _after(state: State, event: events.GameEvent) -> State:
    if isinstance(event, events.OrderEvent):
        state = order.apply(state, event)
    elif isinstance(event, events.MineEvent):
        state = mines.apply(state, event)
    elif isinstance(event, events.WonderEvent):
        state = wonder.apply(state, event)
    elif isinstance(event, events.BoardEvent):
        state = _noted(state, event)
    elif isinstance(event, events.TurnEvent):
        state = turns.apply(state, event)
    elif isinstance(event, CorrectedOrder | CorrectedBoard):
        state = correct.apply(state, event)
    elif isinstance(event, events.GameBegun):
        state = setup.begun(event)
    else:
        assert_never(event)
    return state


def _noted(state: State, event: events.BoardEvent) -> State:
    match event:
        case events.Researched():
            return research.researched(state, event)
        case events.FleetChanged():
            return fleets.changed(state, event)
        case events.BuildingsChanged():
            return buildings.changed(state, event)
        case events.WealthCounted():
            return scoring.counted(state, event)
        case _:
            assert_never(event)
