"""Corrections, field by field: what is recorded, what the rules say to it, and what it changes.

The forms of their values stand with the command, `Correct`.

The turn's number and the bricks are corrected one by one; whichever says first that a later turn has come
ends what belonged to the earlier one (see `agreement`). A phase that is corrected begins anew for the order
of play; what was drawn and bought in this turn stays. Temple or players corrected in the middle of the
procedure close it, and it may be demanded again.

The rows of temple and sequence are the matter of `correct_rows`, bricks that of `correct_wonder`, house rules
and limits that of `correct_options`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from companion.games import Event, Events, Player, Refused, on
from companion.games.dice import Dice
from companion.games.roads_and_boats import (
    agreement,
    correct_end,
    correct_mine,
    correct_options,
    correct_rows,
    correct_wonder,
    mines,
    setup,
    solo,
    turns,
)
from companion.games.roads_and_boats.agreement import DrawsHoldAgain, LaterTurnBegun
from companion.games.roads_and_boats.commands import Bag, Correct, Field
from companion.games.roads_and_boats.correct_options import OptionsCorrected, StartFleetCorrected
from companion.games.roads_and_boats.correct_rows import SequenceCorrected, TempleCorrected
from companion.games.roads_and_boats.correct_wonder import BricksCorrected, PurchasesCounted
from companion.games.roads_and_boats.state import (
    Sitting,
    State,
    colours,
    counted,
    seat_of,
    with_seat,
)
from companion.games.roads_and_boats.words import (
    Colour,
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
    again = (*agreement.back(state, after), *correct_wonder.counted_anew(state, after))
    return (*events, *again, *correct_end.worked_out(state, after))


class TurnCorrected(Event, frozen=True):
    """turn: from 1."""

    turn: int


def _turn(state: State, value: int) -> Events:
    event = TurnCorrected(value)
    return (event, LaterTurnBegun()) if agreement.later_turn(state, turn=value) else (event,)


class PhaseCorrected(Event, frozen=True):
    """phase: begins anew, its draws of this turn stay. bought_kept: so do the purchases, in every phase."""

    phase: Phase
    bought_kept: bool = False


def _phase(state: State, value: Phase) -> Events:
    """Another phase, which begins anew. Raises `Refused` for the present one (RB-TURN-05)."""
    if value == state.phase:
        raise Refused("phase-already", "RB-TURN-05", phase=value)
    return (PhaseCorrected(value, bought_kept=correct_wonder.bought(state) > 0),)


def _entered(state: State, event: PhaseCorrected) -> State:
    after = turns.entered(state, event.phase)
    if after.base is not None and event.bought_kept:
        after = replace(after, base=correct_wonder.base_of_phase(after))
    if event.phase != "production":
        return after
    seats = after.seats
    if not event.bought_kept:
        seats = tuple(replace(seat, bought=0) for seat in seats)
    return replace(
        after,
        seats=seats,
        mines=tuple(mines.refilled(after, mine) for mine in after.mines),
    )


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


def _relearnt(state: State, event: ResearchCorrected) -> State:
    """In production what is added is of this phase, and may upgrade as if it had been entered (RB-UPG-02)."""
    seat = seat_of(state, event.colour)
    knew = seat.knew if state.phase == "production" else tuple(dict.fromkeys((*seat.knew, *event.research)))
    return with_seat(state, event.colour, research=event.research, knew=knew)


class PlayersCorrected(Event, frozen=True):
    """players: in the old order; each takes over all that his predecessor's colour had.

    by_colour: in another order, and each keeps what is his colour's.
    names_only: their colours are what they were, and an order of play that is being determined goes on.
    """

    players: tuple[Sitting, ...]
    by_colour: bool = False
    names_only: bool = False


def _players(state: State, value: tuple[Player, ...]) -> Events:
    if len(value) != len(state.seats):
        raise Refused("players-number-fixed", "RB-GEN-04", number=len(state.seats))
    players = setup.seated(value, state.options)
    row = tuple(each.colour for each in players)
    same = row == colours(state)
    reordered = not same and set(row) == set(colours(state))
    return (PlayersCorrected(players, by_colour=reordered, names_only=same),)


def _reseated(state: State, event: PlayersCorrected) -> State:
    """The same colours in another order keep what is theirs; other colours take over, seat by seat."""
    if event.names_only:
        named = zip(state.seats, event.players, strict=True)
        return replace(state, seats=tuple(replace(seat, name=each.name) for seat, each in named))
    if event.by_colour:
        seats = tuple(replace(seat_of(state, each.colour), name=each.name) for each in event.players)
        return replace(correct_rows.closed(state), seats=seats)
    new = {seat.colour: each.colour for seat, each in zip(state.seats, event.players, strict=True)}
    filler = state.filler
    if filler in new.values():
        filler = solo.filler_for(tuple(new.values()))
    if state.filler and filler:
        new[state.filler] = filler
    typed = state.options.temple
    options = replace(state.options, temple=typed and tuple(new.get(colour, colour) for colour in typed))
    return replace(
        correct_rows.closed(state),
        options=options,
        seats=tuple(
            replace(seat, colour=each.colour, name=each.name)
            for seat, each in zip(state.seats, event.players, strict=True)
        ),
        temple=tuple(new[colour] for colour in state.temple),
        sequence=tuple(new[colour] for colour in state.sequence),
        acting=new[state.acting] if state.acting else None,
        acted=tuple(new[colour] for colour in state.acted),
        ready=tuple(new[colour] for colour in state.ready),
        bricks=tuple(new.get(colour, colour) if colour else None for colour in state.bricks),
        mines=tuple(mines.repainted(mine, new) for mine in state.mines),
        filler=filler,
    )


FIELDS: Mapping[Field, Callable[[State, Any], Events]] = MappingProxyType(
    {
        "turn": _turn,
        "phase": _phase,
        "temple": correct_rows.temple,
        "sequence": correct_rows.sequence,
        "bricks": correct_wonder.correct,
        "bag": _bag,
        "mine": correct_mine.renumber,
        "fleet": _fleet,
        "research": _research,
        "players": _players,
        "option": correct_options.option,
    }
)
"""What setting a field to a value comes to. Raises `Refused`."""

EFFECTS: Mapping[type[Event], Callable[[State, Any], State]] = MappingProxyType(
    dict(
        (
            on(LaterTurnBegun, agreement.begun),
            on(DrawsHoldAgain, agreement.held_again),
            on(TurnCorrected, lambda state, it: replace(state, turn=it.turn)),
            on(PhaseCorrected, _entered),
            on(TempleCorrected, correct_rows.seated_anew),
            on(SequenceCorrected, lambda state, it: replace(state, sequence=it.sequence)),
            on(BricksCorrected, correct_wonder.relaid),
            on(PurchasesCounted, correct_wonder.recounted),
            on(BagCorrected, _refilled),
            on(correct_mine.MineRenumbered, correct_mine.renumbered),
            on(correct_mine.MineRemoved, correct_mine.removed),
            on(FleetCorrected, _manned),
            on(ResearchCorrected, _relearnt),
            on(PlayersCorrected, _reseated),
            on(OptionsCorrected, correct_options.chosen),
            on(StartFleetCorrected, correct_options.started_with),
        )
    )
)
"""What each correction changes. Whether the game has ended is said by events of its own."""
