"""The state after a correction."""

from __future__ import annotations

from typing import assert_never

import msgspec
from msgspec.structs import replace

from companion.games.roads_and_boats import mines, solo, turns, wonder
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
from companion.games.roads_and_boats.options import RecordedOptions, plain
from companion.games.roads_and_boats.seats import counted, with_seat
from companion.games.roads_and_boats.state import State
from companion.games.roads_and_boats.words import Colour, Phase


def apply(state: State, event: CorrectedOrder | CorrectedBoard) -> State:
    """The state with the correction made. Whether the game has ended is said by events of its own."""
    match event:
        case TurnCorrected() | PhaseCorrected() | TempleCorrected() | SequenceCorrected():
            return _order(state, event)
        case _:
            after = _board(state, event)
            covered = len(after.bricks) >= wonder.ends_at(after)
            return replace(after, complete=after.complete and covered)


def _order(state: State, event: CorrectedOrder) -> State:
    match event:
        case TurnCorrected():
            return replace(state, turn=event.turn)
        case PhaseCorrected():
            return _phase(state, event.phase)
        case TempleCorrected():
            return replace(_closed(state), temple=event.temple)
        case SequenceCorrected():
            return replace(state, sequence=event.sequence)
        case _:
            assert_never(event)


def _board(state: State, event: CorrectedBoard) -> State:
    match event:
        case BricksCorrected():
            return _bricks(state, event.bricks)
        case BagCorrected():
            mine = replace(mines.mine_of(state, event.number), gold=event.gold, iron=event.iron)
            return mines.with_mine(state, mines.refilled(state, mine))
        case FleetCorrected() | StartFleetCorrected():
            return _fleet(state, event)
        case ResearchCorrected():
            return with_seat(state, event.colour, research=event.research)
        case PlayersCorrected():
            return _players(state, event)
        case OptionsCorrected():
            return _options(state, event)
        case _:
            assert_never(event)


def _closed(state: State) -> State:
    """The state with a standing procedure closed; it may be demanded again."""
    return replace(state, order=None, called=False) if state.order else state


def _phase(state: State, phase: Phase) -> State:
    after = turns.entered(state, phase)
    if phase != "production":
        return after
    return replace(
        after,
        seats=tuple(replace(seat, bought=0) for seat in after.seats),
        mines=tuple(mines.refilled(after, mine) for mine in after.mines),
    )


def _bricks(state: State, bricks: tuple[Colour | None, ...]) -> State:
    """After a purchase in this phase the bricks behind the last neutral one are this turn's (RB-WON-11).

    Before the first, what is set right are the bricks of earlier turns, and nobody's price changes.
    """
    if state.phase != "wonder" or not any(seat.bought for seat in state.seats):
        return replace(state, bricks=bricks)
    latest = bricks[::-1].index(None) if None in bricks else len(bricks)
    this_turn = bricks[len(bricks) - latest :]
    seats = tuple(replace(seat, bought=this_turn.count(seat.colour)) for seat in state.seats)
    return replace(state, bricks=bricks, seats=seats)


def _fleet(state: State, event: FleetCorrected | StartFleetCorrected) -> State:
    fleet = counted(event.fleet)
    if isinstance(event, StartFleetCorrected):
        return replace(state, seats=tuple(replace(seat, fleet=fleet) for seat in state.seats))
    return replace(with_seat(state, event.colour, fleet=fleet), fleets_entered=True)


def _players(state: State, event: PlayersCorrected) -> State:
    new = {seat.colour: each.colour for seat, each in zip(state.seats, event.players, strict=True)}
    filler = state.filler
    if filler in new.values():
        filler = solo.filler_for(tuple(new.values()))
    if state.filler and filler:
        new[state.filler] = filler
    typed = state.options.temple
    options = replace(state.options, temple=typed and tuple(new.get(colour, colour) for colour in typed))
    return replace(
        _closed(state),
        options=options,
        seats=tuple(
            replace(seat, colour=each.colour, name=each.name)
            for seat, each in zip(state.seats, event.players, strict=True)
        ),
        temple=tuple(new[colour] for colour in state.temple),
        sequence=tuple(new[colour] for colour in state.sequence),
        acting=new[state.acting] if state.acting else None,
        bricks=tuple(new.get(colour, colour) if colour else None for colour in state.bricks),
        filler=filler,
        upgrades=tuple((new[colour], subject) for colour, subject in state.upgrades),
    )


def _options(state: State, event: OptionsCorrected) -> State:
    values = plain(state.options) | event.changes
    after = replace(state, options=msgspec.convert(values, RecordedOptions))
    fixed = after.phase == "wonder" and after.options.amb_08
    if not fixed:
        return replace(after, base=None)
    return after if after.base is not None else replace(after, base=wonder.base(after, len(after.bricks)))
