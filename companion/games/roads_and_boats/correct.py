"""Corrections, field by field: what is recorded, what the rules say to it, and what it changes.

The forms of their values stand with the command, `Correct`.

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
from msgspec.structs import replace

from companion.games import Event, Events, Player, Refused, on, plain
from companion.games.dice import Dice
from companion.games.roads_and_boats import mines, order, renumbering, setup, solo, turns, wonder
from companion.games.roads_and_boats.commands import Bag, Correct, Field
from companion.games.roads_and_boats.events import GameEnded, GameReopened, WonderCompleted
from companion.games.roads_and_boats.options import Options, RecordedOptions
from companion.games.roads_and_boats.state import Sitting, State, colours, counted, seat_of, with_seat
from companion.games.roads_and_boats.words import (
    STANDARD_COLOURS,
    Colour,
    EndReason,
    Phase,
    Subject,
    Transporter,
)


def correct(state: State, command: Correct, _dice: Dice) -> Events:
    """The correction, and the end of the game worked out again. Raises `Refused`."""
    events = FIELDS[command.field](state, command.read())
    after = state
    for event in events:
        after = EFFECTS[type(event)](after, event)
    return (*events, *_end_worked_out(after))


def _end_worked_out(state: State) -> Events:
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


class TurnCorrected(Event, frozen=True):
    """turn: from 1."""

    turn: int


def _turn(_state: State, value: int) -> Events:
    return (TurnCorrected(value),)


class PhaseCorrected(Event, frozen=True):
    """phase: begins anew, its draws and purchases of this turn stay."""

    phase: Phase


def _phase(_state: State, value: Phase) -> Events:
    return (PhaseCorrected(value),)


def _entered(state: State, event: PhaseCorrected) -> State:
    after = turns.entered(state, event.phase)
    if event.phase != "production":
        return after
    return replace(
        after,
        seats=tuple(replace(seat, bought=0) for seat in after.seats),
        mines=tuple(mines.refilled(after, mine) for mine in after.mines),
    )


class TempleCorrected(Event, frozen=True):
    """temple: nearest the temple first."""

    temple: tuple[Colour, ...]


def _temple(state: State, value: tuple[Colour, ...]) -> Events:
    _require_everybody_once(state, value, "temple", "RB-SETUP-11")
    return (TempleCorrected(value),)


def _closed(state: State) -> State:
    """The state with a standing procedure closed; it may be demanded again."""
    return replace(state, order=None, called=False) if state.order else state


class SequenceCorrected(Event, frozen=True):
    """sequence: position 1 first."""

    sequence: tuple[Colour, ...]


def _sequence(state: State, value: tuple[Colour, ...]) -> Events:
    _require_everybody_once(state, value, "sequence", "RB-CONF-06")
    return (SequenceCorrected(value),)


def _require_everybody_once(state: State, row: tuple[Colour, ...], field: Field, rule: str) -> None:
    """Refuse a row that does not hold every player exactly once."""
    if len(row) != len(state.seats) or set(row) != set(colours(state)):
        raise Refused("not-everybody-once", rule, field=field)


class BricksCorrected(Event, frozen=True):
    """bricks: all of the wonder's, bottom left first, None is neutral."""

    bricks: tuple[Colour | None, ...]


def _bricks(state: State, value: tuple[Colour | None, ...]) -> Events:
    for colour in value:
        if colour not in (None, state.filler, *colours(state)):
            raise Refused("not-playing", "RB-SETUP-01", colour=colour)
    spaces = wonder.spaces(state.options)
    if len(value) > spaces:
        raise Refused("more-bricks-than-spaces", "RB-WON-04", spaces=spaces)
    if value.count(None) > state.options.neutral:
        raise Refused("more-neutral-than-bricks", "RB-GEN-06", neutral=state.options.neutral)
    return (BricksCorrected(value),)


def _relaid(state: State, event: BricksCorrected) -> State:
    """After a purchase in this phase the bricks behind the last neutral one are this turn's (RB-WON-11).

    Before the first, what is set right are the bricks of earlier turns, and nobody's price changes.
    """
    bricks = event.bricks
    after = _still_complete(replace(state, bricks=bricks))
    if state.phase != "wonder" or not any(seat.bought for seat in state.seats):
        return after
    latest = bricks[::-1].index(None) if None in bricks else len(bricks)
    this_turn = bricks[len(bricks) - latest :]
    seats = tuple(replace(seat, bought=this_turn.count(seat.colour)) for seat in state.seats)
    return replace(after, seats=seats)


def _still_complete(state: State) -> State:
    """The state with the wonder no longer complete when the end mark is not covered any more (AMB-09)."""
    return replace(state, complete=state.complete and len(state.bricks) >= wonder.ends_at(state))


class BagCorrected(Event, frozen=True):
    """gold, iron: what is in the bag now."""

    number: int
    gold: int
    iron: int


def _bag(state: State, value: Bag) -> Events:
    mines.mine_of(state, value.number)
    return (BagCorrected(value.number, value.gold, value.iron),)


def _refilled(state: State, event: BagCorrected) -> State:
    mine = mines.recounted(state, mines.mine_of(state, event.number), event.gold, event.iron)
    return mines.with_mine(state, mines.refilled(state, mine))


class FleetCorrected(Event, frozen=True):
    """fleet: all of that player's transporters."""

    colour: Colour
    fleet: dict[Transporter, int]


def _fleet(state: State, value: dict[Colour, dict[Transporter, int]]) -> Events:
    return tuple(FleetCorrected(seat_of(state, colour).colour, fleet) for colour, fleet in value.items())


def _manned(state: State, event: FleetCorrected) -> State:
    return replace(with_seat(state, event.colour, fleet=counted(event.fleet)), fleets_entered=True)


class ResearchCorrected(Event, frozen=True):
    """research: all of that player's subjects."""

    colour: Colour
    research: tuple[Subject, ...]


def _research(state: State, value: dict[Colour, tuple[Subject, ...]]) -> Events:
    return tuple(
        ResearchCorrected(seat_of(state, colour).colour, tuple(dict.fromkeys(subjects)))
        for colour, subjects in value.items()
    )


class PlayersCorrected(Event, frozen=True):
    """players: in the old order; each takes over all that his predecessor's colour had."""

    players: tuple[Sitting, ...]


def _players(state: State, value: tuple[Player, ...]) -> Events:
    if len(value) != len(state.seats):
        raise Refused("players-number-fixed", "RB-GEN-04", number=len(state.seats))
    return (PlayersCorrected(setup.seated(value, state.options)),)


def _reseated(state: State, event: PlayersCorrected) -> State:
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
        mines=tuple(mines.repainted(mine, new) for mine in state.mines),
        filler=filler,
        upgrades=tuple((new[colour], subject) for colour, subject in state.upgrades),
    )


class OptionsCorrected(Event, frozen=True):
    """changes: the new values by option, as plain data."""

    changes: dict[str, Any]


class StartFleetCorrected(Event, frozen=True):
    """fleet: of everybody, since nobody has entered another one yet."""

    fleet: dict[Transporter, int]


def _option(state: State, value: dict[str, Any]) -> Events:
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


def _first_row(state: State, options: Options) -> Events:
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


def _first_fleet(state: State, options: Options) -> Events:
    """What everybody starts with, while nobody has entered another fleet (RB-SETUP-15)."""
    if options.fleet == state.options.fleet:
        return ()
    if state.fleets_entered:
        raise Refused("options-inconsistent", "RB-SETUP-15", option="fleet")
    return (StartFleetCorrected(options.fleet),)


def _chosen(state: State, event: OptionsCorrected) -> State:
    values = plain(state.options) | event.changes
    after = _still_complete(replace(state, options=msgspec.convert(values, RecordedOptions)))
    fixed = after.phase == "wonder" and after.options.amb_08
    if not fixed:
        return replace(after, base=None)
    return after if after.base is not None else replace(after, base=wonder.base(after, len(after.bricks)))


def _started_with(state: State, event: StartFleetCorrected) -> State:
    fleet = counted(event.fleet)
    return replace(state, seats=tuple(replace(seat, fleet=fleet) for seat in state.seats))


FIELDS: Mapping[Field, Callable[[State, Any], Events]] = MappingProxyType(
    {
        "turn": _turn,
        "phase": _phase,
        "temple": _temple,
        "sequence": _sequence,
        "bricks": _bricks,
        "bag": _bag,
        "mine": renumbering.renumber,
        "fleet": _fleet,
        "research": _research,
        "players": _players,
        "option": _option,
    }
)
"""What setting a field to a value comes to. Raises `Refused`."""

EFFECTS: Mapping[type[Event], Callable[[State, Any], State]] = MappingProxyType(
    dict(
        (
            on(TurnCorrected, lambda state, it: replace(state, turn=it.turn)),
            on(PhaseCorrected, _entered),
            on(TempleCorrected, lambda state, it: replace(_closed(state), temple=it.temple)),
            on(SequenceCorrected, lambda state, it: replace(state, sequence=it.sequence)),
            on(BricksCorrected, _relaid),
            on(BagCorrected, _refilled),
            on(renumbering.MineRenumbered, renumbering.renumbered),
            on(renumbering.MineRemoved, renumbering.removed),
            on(FleetCorrected, _manned),
            on(ResearchCorrected, lambda state, it: with_seat(state, it.colour, research=it.research)),
            on(PlayersCorrected, _reseated),
            on(OptionsCorrected, _chosen),
            on(StartFleetCorrected, _started_with),
        )
    )
)
"""What each correction changes. Whether the game has ended is said by events of its own."""
