"""Corrections, field by field: what is recorded, what the rules say to it, and what it changes.

The forms of their values stand with the command, `Correct`.

The turn's number and the bricks are corrected one by one; whichever says first that a later turn has come
ends what belonged to the earlier one (see `agreement`). A phase that is corrected begins anew for the order
of play; what was drawn and bought in this turn stays. Temple or players corrected in the middle of the
procedure close it, and it may be demanded again.

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
from companion.games.roads_and_boats import (
    agreement,
    correct_end,
    correct_wonder,
    fleets,
    mines,
    order,
    renumbering,
    setup,
    solo,
    turns,
    wonder,
)
from companion.games.roads_and_boats.agreement import DrawsHoldAgain, LaterTurnBegun
from companion.games.roads_and_boats.commands import Bag, Correct, Field
from companion.games.roads_and_boats.correct_wonder import BricksCorrected, PurchasesCounted
from companion.games.roads_and_boats.options import Fleet, Options, RecordedOptions
from companion.games.roads_and_boats.state import Sitting, State, colours, counted, seat_of, with_seat
from companion.games.roads_and_boats.words import (
    STANDARD_COLOURS,
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


class TempleCorrected(Event, frozen=True):
    """temple: nearest the temple first."""

    temple: tuple[Colour, ...]


def _temple(state: State, value: tuple[Colour, ...]) -> Events:
    _require_everybody_once(state, value, "temple", "RB-SETUP-11")
    first = order.first_sequence(state.temple, draw_order=state.options.amb_01)
    again = order.first_sequence(value, draw_order=state.options.amb_01)
    event = TempleCorrected(value)
    if again != first == state.sequence and _nobody_acted(state):
        return (event, SequenceCorrected(again))
    return (event,)


def _nobody_acted(state: State) -> bool:
    """Whether the game still stands at its start, before anybody has done anything in it (RB-SETUP-12)."""
    return state.turn == 1 and state.phase == "production" and not (state.touched or _determined(state))


def _determined(state: State) -> bool:
    """Whether the order of play has been determined in this phase, so that the sequence is everybody's choice
    (RB-CONF-06)."""
    return state.called and state.order is None


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
        return replace(_closed(state), seats=seats)
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
        acted=tuple(new[colour] for colour in state.acted),
        bricks=tuple(new.get(colour, colour) if colour else None for colour in state.bricks),
        mines=tuple(mines.repainted(mine, new) for mine in state.mines),
        filler=filler,
        upgrades=tuple((new[colour], subject) for colour, subject in state.upgrades),
    )


class OptionsCorrected(Event, frozen=True):
    """changes: the new values by option, as plain data.

    base: the price base of the wonder phase as it began, where it is fixed from now on (AMB-08).
    """

    changes: dict[str, Any]
    base: int | None = None


class StartFleetCorrected(Event, frozen=True):
    """fleet: of everybody, since nobody has entered another one yet."""

    fleet: dict[Transporter, int]


def _option(state: State, value: dict[str, Any]) -> Events:
    values = plain(state.options) | value
    if "fleet" in value:
        change = msgspec.convert(value["fleet"], Fleet)
        values["fleet"] = plain(fleets.combined(state.options.fleet, change))
    options = msgspec.convert(values, Options)
    first_rows = wonder.dearer_from(options)
    refilled = state.filler is not None and first_rows != wonder.dearer_from(state.options)
    bricks = correct_wonder.refilled_first_rows(state, first_rows) if refilled else state.bricks
    setup.require_consistent(options, len(state.seats))
    mistyped = options.temple is not None and sorted(options.temple) != sorted(colours(state))
    more_colours = not set(colours(state)) <= set(STANDARD_COLOURS)
    for option, rule, broken in (
        ("more_players", "RB-GEN-04", more_colours and not options.more_players),
        ("mines", "RB-MINE-01", any(mine.number > options.mines for mine in state.mines)),
        ("rows", "RB-WON-04", len(bricks) > wonder.spaces(options)),
        ("neutral", "RB-GEN-06", state.bricks.count(None) > options.neutral),
        ("temple", "RB-SETUP-11", mistyped),
    ):
        if broken:
            raise Refused("options-inconsistent", rule, option=option)
    settled = plain(options)
    changes = OptionsCorrected({name: settled[name] for name in value}, _fixed_base(state, options))
    relaid = (correct_wonder.with_purchases(state, bricks),) if refilled else ()
    return (changes, *relaid, *_first_row(state, options), *_first_fleet(state, options))


def _fixed_base(state: State, options: Options) -> int | None:
    """The base at the start of this wonder phase, when from now on that is what counts (AMB-08)."""
    known = state.base is not None and options.rows == state.options.rows
    if known or state.phase != "wonder" or not options.amb_08:
        return None
    return correct_wonder.base_of_phase(replace(state, options=options))


def _first_row(state: State, options: Options) -> Events:
    """The row and the sequence laid out anew, while those of the start still stand (RB-SETUP-12)."""
    retyped = options.temple is not None and options.temple != state.options.temple
    row = (options.temple if retyped else None) or state.temple
    if not retyped and options.amb_01 == state.options.amb_01:
        return ()
    first = order.first_sequence(state.temple, draw_order=state.options.amb_01)
    if state.turn == 1 and state.sequence == first and not _determined(state):
        again = order.first_sequence(row, draw_order=options.amb_01)
        return (TempleCorrected(row), SequenceCorrected(again))
    if retyped:
        raise Refused("options-inconsistent", "RB-SETUP-11", option="temple")
    return ()


def _first_fleet(state: State, options: Options) -> Events:
    """What everybody starts with, while nobody has entered another fleet (RB-SETUP-15)."""
    start = fleets.start_of(options)
    if start == fleets.start_of(state.options):
        return ()
    setup.require_start_fleet(options)
    if state.fleets_entered:
        raise Refused("options-inconsistent", "RB-SETUP-15", option="fleet")
    return (StartFleetCorrected(start),)


def _chosen(state: State, event: OptionsCorrected) -> State:
    values = plain(state.options) | event.changes
    after = correct_wonder.still_complete(replace(state, options=msgspec.convert(values, RecordedOptions)))
    fixed = after.phase == "wonder" and after.options.amb_08
    if not fixed:
        return replace(after, base=None)
    if event.base is not None:
        return replace(after, base=event.base)
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
        "bricks": correct_wonder.correct,
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
            on(LaterTurnBegun, agreement.begun),
            on(DrawsHoldAgain, agreement.held_again),
            on(TurnCorrected, lambda state, it: replace(state, turn=it.turn)),
            on(PhaseCorrected, _entered),
            on(TempleCorrected, lambda state, it: replace(_closed(state), temple=it.temple)),
            on(SequenceCorrected, lambda state, it: replace(state, sequence=it.sequence)),
            on(BricksCorrected, correct_wonder.relaid),
            on(PurchasesCounted, correct_wonder.recounted),
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
