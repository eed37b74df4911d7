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
            on(commands.CallForOrder, order.call_for_order),
            on(commands.Pray, order.pray),
            on(commands.TakePosition, order.take_position),
            on(commands.Done, order.end_go),
            on(commands.Ready, order.set_ready),
            on(commands.BuildMine, mines.build_mine),
            on(commands.SinkShaft, mines.sink_shaft),
            on(commands.Draw, mines.draw),
            on(commands.DrawAll, mines.draw_all),
            on(commands.RecordDraw, mines.record_draw),
            on(commands.VoidDraw, mines.void_draw),
            on(commands.BuyBrick, wonder.buy),
            on(commands.Research, research.research),
            on(commands.ChangeFleet, fleets.change_fleet),
            on(commands.MakeWagon, fleets.make_wagon),
            on(commands.Build, buildings.change_buildings),
            on(commands.CountWealth, scoring.count_wealth),
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
            on(events.OrderCalled, order.apply_order_called),
            on(events.TempleAnswered, order.apply_temple_answered),
            on(events.TempleSettled, order.apply_temple_settled),
            on(events.PositionTaken, order.apply_position_taken),
            on(events.SequenceSettled, order.apply_sequence_settled),
            on(events.GoPassed, order.apply_go_passed),
            on(events.Readied, order.apply_readied),
            on(events.MineBuilt, mines.apply_mine_built),
            on(events.ShaftSunk, mines.apply_shaft_sunk),
            on(events.OreDrawn, mines.apply_ore_drawn),
            on(events.OreRecorded, mines.apply_ore_recorded),
            on(events.DrawVoided, mines.apply_draw_voided),
            on(events.BrickBought, wonder.apply_brick_bought),
            on(events.NeutralBrickLaid, lambda state, _: replace(state, bricks=(*state.bricks, None))),
            on(events.DesertsIrrigated, lambda state, _: state),
            on(events.WonderCompleted, lambda state, _: replace(state, complete=True)),
            on(events.Researched, research.apply_researched),
            on(events.FleetChanged, fleets.apply_fleet_changed),
            on(events.BuildingsChanged, buildings.apply_buildings_changed),
            on(events.WealthCounted, scoring.apply_wealth_counted),
            on(events.PhaseBegun, turns.apply_phase_begun),
            on(events.PlayerLeft, leaving.apply_player_left),
            on(events.PlayerJoined, leaving.apply_player_joined),
            on(events.GameEnded, turns.apply_game_ended),
            on(events.GameReopened, turns.apply_game_reopened),
            on(events.Corrected, corrections.apply_corrected),
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
        return setup.apply_game_begun(event)
    if state is None:
        raise ValueError(f"a game starts with GameBegun, not with {event!r}")
    return EFFECTS[type(event)](state, event)
