"""Corrections: what a wrong entry should have been, and what follows from setting it right.

The turn's number stands alone: neutral bricks are corrected with the bricks. A phase that is corrected
begins anew for the order of play; what was drawn and bought in this turn stays, but going back to
production starts the count of bricks afresh. Temple or players corrected in the middle of the procedure
close it, and it may be demanded again.

House rules and limits hold from the moment they are corrected. Those that speak of the start set it right
as long as nothing came of it: the row and the first sequence in the first turn, the fleet until somebody
has entered another one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import msgspec

from companion.games import Player, Refused
from companion.games.roads_and_boats import mines, setup, temple, wonder
from companion.games.roads_and_boats.commands import Correct
from companion.games.roads_and_boats.corrected import apply
from companion.games.roads_and_boats.corrected_events import (
    BagCorrected,
    BricksCorrected,
    CorrectedBoard,
    CorrectedOrder,
    FleetCorrected,
    OptionsCorrected,
    PhaseCorrected,
    PlayersCorrected,
    ResearchCorrected,
    SequenceCorrected,
    StartFleetCorrected,
    TempleCorrected,
    TurnCorrected,
)
from companion.games.roads_and_boats.corrections import Bag, Field, read
from companion.games.roads_and_boats.events import GameEnded, GameEvent, GameReopened, WonderCompleted
from companion.games.roads_and_boats.options import Options, plain
from companion.games.roads_and_boats.seats import colours, require_permutation, seat_of
from companion.games.roads_and_boats.state import State
from companion.games.roads_and_boats.words import (
    STANDARD_COLOURS,
    Colour,
    EndReason,
    Phase,
    Subject,
    Transporter,
)

Corrected = tuple[CorrectedOrder | CorrectedBoard, ...]


def correct(state: State, command: Correct) -> tuple[GameEvent, ...]:
    """The correction, and the end of the game worked out again. Raises `Refused`."""
    events = _FIELDS[command.field](state, read(command.field, command.value))
    after = state
    for event in events:
        after = apply(after, event)
    return (*events, *_end_worked_out(after))


def _end_worked_out(state: State) -> tuple[GameEvent, ...]:
    """What the bricks now say about the end; a game that the group ended stays ended."""
    covered = len(state.bricks) >= wonder.ends_at(state)
    if state.ended == "called":
        return ()
    if covered and state.options.amb_09 and state.phase == "wonder" and not state.ended:
        return () if state.complete else (WonderCompleted(),)
    reason: EndReason | None = None
    if covered:
        reason = "wonder-complete"
    elif state.neutral_left == 0:
        reason = "last-neutral-brick"
    if reason == state.ended:
        return ()
    return (GameEnded(reason) if reason else GameReopened(),)


def _turn(_state: State, value: int) -> Corrected:
    return (TurnCorrected(value),)


def _phase(_state: State, value: Phase) -> Corrected:
    return (PhaseCorrected(value),)


def _temple(state: State, value: tuple[Colour, ...]) -> Corrected:
    require_permutation(state, value, "temple")
    return (TempleCorrected(value),)


def _sequence(state: State, value: tuple[Colour, ...]) -> Corrected:
    require_permutation(state, value, "sequence")
    return (SequenceCorrected(value),)


def _bricks(state: State, value: tuple[Colour | None, ...]) -> Corrected:
    for colour in value:
        if colour not in (None, state.filler, *colours(state)):
            raise Refused("not-playing", "RB-SETUP-01", colour=colour)
    spaces = wonder.spaces(state.options)
    if len(value) > spaces:
        raise Refused("more-bricks-than-spaces", "RB-WON-04", spaces=spaces)
    if value.count(None) > state.options.neutral:
        raise Refused("more-neutral-than-bricks", "RB-GEN-06", neutral=state.options.neutral)
    return (BricksCorrected(value),)


def _bag(state: State, value: Bag) -> Corrected:
    mines.mine_of(state, value.number)
    return (BagCorrected(value.number, value.gold, value.iron),)


def _fleet(state: State, value: dict[Colour, dict[Transporter, int]]) -> Corrected:
    return tuple(FleetCorrected(seat_of(state, colour).colour, fleet) for colour, fleet in value.items())


def _research(state: State, value: dict[Colour, tuple[Subject, ...]]) -> Corrected:
    return tuple(
        ResearchCorrected(seat_of(state, colour).colour, tuple(dict.fromkeys(subjects)))
        for colour, subjects in value.items()
    )


def _players(state: State, value: tuple[Player, ...]) -> Corrected:
    if len(value) != len(state.seats):
        raise Refused("players-number-fixed", "RB-GEN-04", number=len(state.seats))
    return (PlayersCorrected(setup.seated(value, state.options)),)


def _option(state: State, value: dict[str, Any]) -> Corrected:
    values = plain(state.options) | value
    options = msgspec.convert(values, Options)
    setup.require_consistent(options, len(state.seats))
    for option, broken in (
        ("more_players", not options.more_players and not set(colours(state)) <= set(STANDARD_COLOURS)),
        ("mines", any(mine.number > options.mines for mine in state.mines)),
        ("rows", len(state.bricks) > wonder.spaces(options)),
        ("neutral", state.bricks.count(None) > options.neutral),
        ("temple", options.temple is not None and sorted(options.temple) != sorted(colours(state))),
    ):
        if broken:
            raise Refused("options-inconsistent", option=option)
    settled = plain(options)
    changes = OptionsCorrected({name: settled[name] for name in value})
    return (changes, *_first_row(state, options), *_first_fleet(state, options))


def _first_row(state: State, options: Options) -> Corrected:
    """The row and the sequence laid out anew, while those of the start still stand (RB-SETUP-12)."""
    row = options.temple or state.temple
    retyped = options.temple is not None and options.temple != state.options.temple
    if not retyped and options.amb_01 == state.options.amb_01:
        return ()
    first = temple.first_sequence(state.temple, draw_order=state.options.amb_01)
    if state.turn == 1 and state.sequence == first:
        again = temple.first_sequence(row, draw_order=options.amb_01)
        return (TempleCorrected(row), SequenceCorrected(again))
    if retyped:
        raise Refused("options-inconsistent", "RB-SETUP-11", option="temple")
    return ()


def _first_fleet(state: State, options: Options) -> Corrected:
    """What everybody starts with, while nobody has entered another fleet (RB-SETUP-15)."""
    if options.fleet == state.options.fleet:
        return ()
    if state.fleets_entered:
        raise Refused("options-inconsistent", "RB-SETUP-15", option="fleet")
    return (StartFleetCorrected(options.fleet),)


_FIELDS: Mapping[Field, Callable[[State, Any], Corrected]] = MappingProxyType(
    {
        "turn": _turn,
        "phase": _phase,
        "temple": _temple,
        "sequence": _sequence,
        "bricks": _bricks,
        "bag": _bag,
        "fleet": _fleet,
        "research": _research,
        "players": _players,
        "option": _option,
    }
)
