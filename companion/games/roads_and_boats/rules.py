"""The whole game at a glance: its beginning, what every command does, and what every event changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from companion.games import Command, Event, Events, Player, Refused, on
from companion.games.dice import Dice
from companion.games.roads_and_boats import (
    buildings,
    commands,
    corrections,
    events,
    fleets,
    leaving,
    mines,
    order,
    research,
    scoring,
    setup,
    turns,
    wonder,
)
from companion.games.roads_and_boats.commands import Correct, CountWealth, End, Leave, Pray, TakePosition
from companion.games.roads_and_boats.options import Options
from companion.games.roads_and_boats.state import State

DECISIONS: Mapping[type[Command], Callable[[State, Any, Dice], Events]] = MappingProxyType(
    dict(
        (
            on(commands.Advance, turns.advance),
            on(commands.CallForOrder, order.call),
            on(commands.Pray, order.pray),
            on(commands.TakePosition, order.take),
            on(commands.Done, order.pass_on),
            on(commands.Ready, order.say_ready),
            on(commands.BuildMine, mines.build),
            on(commands.SinkShaft, mines.sink),
            on(commands.Draw, mines.draw),
            on(commands.DrawAll, mines.draw_all),
            on(commands.RecordDraw, mines.record),
            on(commands.VoidDraw, mines.void),
            on(commands.BuyBrick, wonder.buy),
            on(commands.Research, research.research),
            on(commands.ChangeFleet, fleets.change),
            on(commands.Build, buildings.build),
            on(commands.CountWealth, scoring.count),
            on(commands.Leave, leaving.leave),
            on(commands.Join, leaving.join),
            on(commands.End, lambda _state, _command, _dice: (events.GameEnded("called"),)),
            on(commands.Correct, corrections.correct),
        )
    )
)
EFFECTS: Mapping[type[Event], Callable[[State, Any], State]] = MappingProxyType(
    dict(
        (
            on(events.OrderCalled, order.called),
            on(events.TempleAnswered, order.answered),
            on(events.TempleSettled, order.temple_settled),
            on(events.PositionTaken, order.taken),
            on(events.SequenceSettled, order.sequence_settled),
            on(events.GoPassed, order.passed_on),
            on(events.Readied, order.readied),
            on(events.MineBuilt, mines.built),
            on(events.ShaftSunk, mines.sunk),
            on(events.OreDrawn, mines.drawn),
            on(events.OreRecorded, mines.recorded),
            on(events.DrawVoided, mines.voided),
            on(events.BrickBought, wonder.bought),
            on(events.NeutralBrickLaid, lambda state, _: replace(state, bricks=(*state.bricks, None))),
            on(events.DesertsIrrigated, lambda state, _: state),
            on(events.WonderCompleted, lambda state, _: replace(state, complete=True)),
            on(events.Researched, research.researched),
            on(events.FleetChanged, fleets.changed),
            on(events.BuildingsChanged, buildings.changed),
            on(events.WealthCounted, scoring.counted),
            on(events.PhaseBegun, turns.begun),
            on(events.PlayerLeft, leaving.left),
            on(events.PlayerJoined, leaving.joined),
            on(events.GameEnded, turns.ended),
            on(events.GameReopened, turns.reopened),
            on(events.Corrected, corrections.corrected),
        )
    )
)

COMMANDS: tuple[type[Command], ...] = tuple(DECISIONS)
EVENTS: tuple[type[Event], ...] = (events.GameBegun, *EFFECTS)


def begin(players: tuple[Player, ...], options: Options, dice: Dice) -> Events:
    """A new game's first event. Raises `Refused`."""
    return (setup.begin(players, options, dice),)


def decide(state: State, command: Command, dice: Dice) -> Events:
    """What the command does. Raises `Refused`, and nothing else."""
    if state.ended and not isinstance(command, CountWealth | Correct):
        raise Refused("game-ended", "RB-END-01")
    waits = order.pending_refusal(state)
    if waits and not isinstance(command, Pray | TakePosition | CountWealth | Correct | End | Leave):
        raise waits
    return DECISIONS[type(command)](state, command, dice)


def apply(state: State | None, event: Event) -> State:
    """The state after the event; only a game's beginning needs none before it."""
    if isinstance(event, events.GameBegun):
        return setup.begun(event)
    if state is None:
        raise ValueError(f"a game starts with GameBegun, not with {event!r}")
    return EFFECTS[type(event)](state, event)
