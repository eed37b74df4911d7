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
from typing import Any, assert_never

import msgspec
from msgspec.structs import replace

from companion.games import Player, Refused
from companion.games.roads_and_boats import mines, order, setup, solo, turns, wonder
from companion.games.roads_and_boats.commands import Bag, Correct, Field, read
from companion.games.roads_and_boats.events import (
    BagCorrected,
    BricksCorrected,
    CorrectedBoard,
    CorrectedOrder,
    FleetCorrected,
    GameEnded,
    GameEvent,
    GameReopened,
    OptionsCorrected,
    PhaseCorrected,
    PlayersCorrected,
    ResearchCorrected,
    SequenceCorrected,
    StartFleetCorrected,
    TempleCorrected,
    TurnCorrected,
    WonderCompleted,
)
from companion.games.roads_and_boats.options import Options, RecordedOptions, plain
from companion.games.roads_and_boats.state import (
    State,
    colours,
    counted,
    require_permutation,
    seat_of,
    with_seat,
)
from companion.games.roads_and_boats.words import (
    STANDARD_COLOURS,
    Colour,
    EndReason,
    Phase,
    Subject,
    Transporter,
)


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
            return _set_phase(state, event.phase)
        case TempleCorrected():
            return replace(_closed(state), temple=event.temple)
        case SequenceCorrected():
            return replace(state, sequence=event.sequence)
        case _:
            assert_never(event)


def _board(state: State, event: CorrectedBoard) -> State:
    match event:
        case BricksCorrected():
            return _set_bricks(state, event.bricks)
        case BagCorrected():
            mine = replace(mines.mine_of(state, event.number), gold=event.gold, iron=event.iron)
            return mines.with_mine(state, mines.refilled(state, mine))
        case FleetCorrected() | StartFleetCorrected():
            return _set_fleet(state, event)
        case ResearchCorrected():
            return with_seat(state, event.colour, research=event.research)
        case PlayersCorrected():
            return _set_players(state, event)
        case OptionsCorrected():
            return _options(state, event)
        case _:
            assert_never(event)


def _closed(state: State) -> State:
    """The state with a standing procedure closed; it may be demanded again."""
    return replace(state, order=None, called=False) if state.order else state


def _set_phase(state: State, phase: Phase) -> State:
    after = turns.entered(state, phase)
    if phase != "production":
        return after
    return replace(
        after,
        seats=tuple(replace(seat, bought=0) for seat in after.seats),
        mines=tuple(mines.refilled(after, mine) for mine in after.mines),
    )


def _set_bricks(state: State, bricks: tuple[Colour | None, ...]) -> State:
    """After a purchase in this phase the bricks behind the last neutral one are this turn's (RB-WON-11).

    Before the first, what is set right are the bricks of earlier turns, and nobody's price changes.
    """
    if state.phase != "wonder" or not any(seat.bought for seat in state.seats):
        return replace(state, bricks=bricks)
    latest = bricks[::-1].index(None) if None in bricks else len(bricks)
    this_turn = bricks[len(bricks) - latest :]
    seats = tuple(replace(seat, bought=this_turn.count(seat.colour)) for seat in state.seats)
    return replace(state, bricks=bricks, seats=seats)


def _set_fleet(state: State, event: FleetCorrected | StartFleetCorrected) -> State:
    fleet = counted(event.fleet)
    if isinstance(event, StartFleetCorrected):
        return replace(state, seats=tuple(replace(seat, fleet=fleet) for seat in state.seats))
    return replace(with_seat(state, event.colour, fleet=fleet), fleets_entered=True)


def _set_players(state: State, event: PlayersCorrected) -> State:
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
    require_permutation(state, value, "temple", "RB-SETUP-11")
    return (TempleCorrected(value),)


def _sequence(state: State, value: tuple[Colour, ...]) -> Corrected:
    require_permutation(state, value, "sequence", "RB-CONF-06")
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
    mistyped = options.temple is not None and sorted(options.temple) != sorted(colours(state))
    more_colours = not set(colours(state)) <= set(STANDARD_COLOURS)
    for option, rule, broken in (
        ("more_players", "RB-GEN-04", more_colours and not options.more_players),
        ("mines", "RB-MINE-01", any(mine.number > options.mines for mine in state.mines)),
        ("rows", "RB-WON-04", len(state.bricks) > wonder.spaces(options)),
        ("neutral", "RB-GEN-06", state.bricks.count(None) > options.neutral),
        ("temple", "RB-SETUP-11", mistyped),
    ):
        if broken:
            raise Refused("options-inconsistent", rule, option=option)
    settled = plain(options)
    changes = OptionsCorrected({name: settled[name] for name in value})
    return (changes, *_first_row(state, options), *_first_fleet(state, options))


def _first_row(state: State, options: Options) -> Corrected:
    """The row and the sequence laid out anew, while those of the start still stand (RB-SETUP-12)."""
    row = options.temple or state.temple
    retyped = options.temple is not None and options.temple != state.options.temple
    if not retyped and options.amb_01 == state.options.amb_01:
        return ()
    first = order.first_sequence(state.temple, draw_order=state.options.amb_01)
    if state.turn == 1 and state.sequence == first:
        again = order.first_sequence(row, draw_order=options.amb_01)
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
