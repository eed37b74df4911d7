"""Corrections: what each field's value changes, what the rules say to it, and what it makes agree again.

A field is set right by one function of `FIELDS`: state and value give the state with the value, or `Refused`.
`correct` asks it whether the correction may be, `apply_corrected` what comes of it, `consistent` included.

The turn's number and the neutral bricks say the same, for each turn lays one (RB-TURN-07), but are corrected
one after the other. The greater of the two is the turn that it is:

    grows      a later turn has begun: draws and purchases of the one before are over
    stays      nothing more happens: the second of the two caught up
    shrinks    nothing is taken away; draws that only such a correction had ended hold again

House rules and limits hold from the moment they are corrected. Those that speak of the start set it right as
long as nothing came of it: the row and the first sequence in the first turn, the fleet until another
one is entered.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.games import Events, Player, Refused, plain
from companion.games.dice import Dice
from companion.games.recolouring import with_players
from companion.games.roads_and_boats import fleets, mines, order, scoring, setup, solo, turns, wonder
from companion.games.roads_and_boats.commands import Bag, Bricks, Correct, Field, Renumbering
from companion.games.roads_and_boats.events import (
    Corrected,
    GameEnded,
    GameReopened,
    PhaseBegun,
    WonderCompleted,
)
from companion.games.roads_and_boats.options import Fleet, Options, RecordedOptions
from companion.games.roads_and_boats.state import (
    State,
    colours,
    fleet_counts,
    present_seats,
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
from companion.games.typed import options_before


def correct(state: State, command: Correct, _dice: Dice) -> Events:
    """The correction, and the end of the game worked out again. Raises `Refused`."""
    event = Corrected(command.field, command.value)
    after = apply_corrected(state, event)
    if before := BEFORE.get(event.field):
        event = replace(event, before=before(state, event.value))
    if _changes_chance(state, after, command.field):
        event = replace(event, chance=True)
    return (event, *_end_events(state, after))


def apply_corrected(state: State, event: Corrected) -> State:
    """The state with the value, and with what follows from it. Raises `Refused` for one that cannot be."""
    return consistent(state, FIELDS[event.field](state, event.value))


def consistent(before: State, after: State) -> State:
    """The state after a correction, with mines and purchases of the turn that it is now.

    The order of play waits for the draws that are owed now, and is demanded again after them (RB-MINE-10).
    """
    if _is_later_turn(before, after):
        after = replace(_begin_later_turn(after), passed=before)
    elif _is_earlier_turn(before, after):
        after = _restore_passed(after)
    if mines.undrawn(after):
        after = _close_procedure(after)
    after = wonder.recheck_complete(after)
    return (
        _with_purchases(after) if _purchases_countable(after) and not _purchases_countable(before) else after
    )


def _is_later_turn(before: State, after: State) -> bool:
    """Whether a later turn has come by the correction; never after the end."""
    return not before.ended and _latest_turn(after) > _latest_turn(before)


def _is_earlier_turn(before: State, after: State) -> bool:
    return not after.ended and _latest_turn(after) < _latest_turn(before)


def _latest_turn(state: State) -> int:
    return max(state.turn, wonder.turn_by_bricks(state))


def _purchases_countable(state: State) -> bool:
    """Whether turn, phase and bricks say the same of a wonder phase, so that its purchases can be counted.

    So a player who goes back over a turn's end pays the same, in whichever order the three are corrected.
    """
    return state.phase == "wonder" and not state.ended and state.turn == wonder.turn_by_bricks(state)


def _begin_later_turn(state: State) -> State:
    """The state as a later turn finds it, at the start of whichever phase that is (RB-TURN-07).

    An order of play that is just being determined is that phase's, and goes on while no draw is owed.
    """
    after = turns.with_phase(state, state.phase)
    after = replace(
        after,
        order=state.order,
        called=state.order is not None,
        seats=tuple(
            replace(scoring.with_stale_wealth(seat), bought=0, knew=seat.research) for seat in state.seats
        ),
        mines=tuple(mines.as_production_begins(mine) for mine in state.mines),
    )
    told_by_bricks = wonder.turn_by_bricks(state) > state.turn
    return _with_purchases(after) if told_by_bricks and state.phase == "wonder" else after


def _restore_passed(state: State) -> State:
    """The state with what of its turn only a correction to a later one had ended.

    So are what the mines gave (RB-MINE-08), an order of play, and that none can be demanded (RB-TURN-05).
    """
    passed = state.passed
    while passed and _latest_turn(passed) > _latest_turn(state):
        passed = passed.passed
    if passed is None or _latest_turn(passed) < _latest_turn(state):
        return replace(state, passed=passed)
    voided = {mine.number for mine in passed.mines if mine.voided}
    given = (mines.with_last_draw(mine, state.turn) for mine in state.mines)
    held = (replace(mine, voided=mine.drawn is None and mine.number in voided) for mine in given)
    after = replace(state, passed=passed.passed, mines=tuple(held))
    if state.called or state.phase != passed.phase:
        return after
    touched = state.touched or passed.touched
    after = replace(after, called=order.is_determined(passed), touched=touched, acted=passed.acted)
    return replace(after, acting=order.first_to_act(after), made=state.made or passed.made)


def _with_purchases(state: State) -> State:
    """The state with this turn's purchases, which lie behind the last neutral brick (RB-WON-11)."""
    return _with_bought(state, {each: _laid_this_turn(state.bricks, each) for each in colours(state)})


def _laid_this_turn(bricks: Bricks, colour: Colour) -> int:
    """How many of that colour lie behind the last neutral brick."""
    latest = bricks[::-1].index(None) if None in bricks else len(bricks)
    return bricks[len(bricks) - latest :].count(colour)


def _with_bought(state: State, bought: Mapping[Colour, int]) -> State:
    after = replace(state, seats=tuple(replace(seat, bought=bought[seat.colour]) for seat in state.seats))
    return after if after.base is None else replace(after, base=wonder.price_base_of_phase(after))


def _changes_chance(before: State, after: State, field: Field) -> bool:
    """Whether something was set right that is drawn, or drawn from.

    By a later turn every mine may be drawn once more, and by an earlier one its draw may hold again.
    """
    match field:
        case "bag" | "mine" | "temple":
            return True
        case "option":
            return (before.temple, before.sequence) != (after.temple, after.sequence)
        case "turn" | "bricks" if after.mines:
            return _is_later_turn(before, after) or before.mines != after.mines
        case _:
            return False


def _end_events(before: State, state: State) -> Events:
    """What the bricks now say about the end (RB-END-01, RB-END-02); one that the group ended stays ended.

    before, state: before and after the correction. The phase is finished after all where only the
    correction says that it is to be: with the house rule (AMB-09), or with the phase itself. A phase that has
    been finished, is.
    """
    covered = len(state.bricks) >= wonder.end_space(state)
    if state.ended == "called":
        return ()
    finished = covered and _finishes(state) and state.neutral_left > 0
    if finished and state.ended and not (state.complete or _finishes(before) or state.bricks[-1] is None):
        return (GameReopened(), WonderCompleted())
    if finished and not state.ended:
        return () if state.complete else (WonderCompleted(),)
    reason: EndReason | None = None
    if covered:
        reason = "wonder-complete"
    elif state.neutral_left == 0:
        reason = "last-neutral-brick"
    if reason == state.ended:
        return ()
    if reason:
        return (GameEnded(reason),)
    return (GameReopened(), *_next_turn(state))


def _finishes(state: State) -> bool:
    """Whether the present phase is finished once the end mark is covered (AMB-09)."""
    return state.options.amb_09 and state.phase == "wonder"


def _next_turn(state: State) -> Events:
    """What a turn that has laid its neutral brick already goes on with (RB-WON-11): the next one."""
    over = state.phase == "wonder" and state.bricks[-1:] == (None,)
    if over and wonder.turn_by_bricks(state) == state.turn + 1:
        return (PhaseBegun("production", state.turn + 1),)
    return ()


def _phase(state: State, phase: Phase) -> State:
    """Another phase begins anew; what was drawn and bought in this turn stays. Raises `Refused` for the
    present one (RB-TURN-05)."""
    if phase == state.phase:
        raise Refused("phase-already", "RB-TURN-05", phase=phase)
    after = turns.with_phase(state, phase)
    if after.base is not None:
        after = replace(after, base=wonder.price_base_of_phase(after))
    return replace(after, mines=tuple(mines.after_filling(after, mine) for mine in after.mines))


def _temple(state: State, row: tuple[Colour, ...]) -> State:
    """The row, and the first sequence drawn from it before the first act in it.

    In the middle of the procedure it closes that, and the order may be demanded again.
    """
    _require_each_player_once(state, row, "temple", "RB-SETUP-11")
    first = order.first_sequence(state.temple, draw_order=state.options.amb_01)
    after = replace(_close_procedure(state), temple=row)
    if first == state.sequence and order.before_first_action(state):
        return replace(after, sequence=order.first_sequence(row, draw_order=state.options.amb_01))
    return after


def _sequence(state: State, row: tuple[Colour, ...]) -> State:
    _require_each_player_once(state, row, "sequence", "RB-CONF-06")
    return replace(state, sequence=row)


def _require_each_player_once(state: State, row: tuple[Colour, ...], field: Field, rule: str) -> None:
    """Refuse a row that does not hold each player exactly once."""
    there = {seat.colour for seat in present_seats(state)}
    if len(row) != len(there) or set(row) != there:
        raise Refused("not-everybody-once", rule, field=field)


def _close_procedure(state: State) -> State:
    """The state with a standing procedure closed; it may be demanded again."""
    return replace(state, order=None, called=False) if state.order else state


def _bricks(state: State, bricks: Bricks) -> State:
    """All bricks as they lie there."""
    for colour in bricks:
        if colour not in (None, state.filler, *colours(state)):
            raise Refused("not-playing", "RB-SETUP-01", colour=colour)
    spaces = wonder.count_spaces(state.options)
    if len(bricks) > spaces:
        raise Refused("more-bricks-than-spaces", "RB-WON-04", spaces=spaces)
    if bricks.count(None) > state.options.neutral:
        raise Refused("more-neutral-than-bricks", "RB-GEN-06", neutral=state.options.neutral)
    return _with_bricks(state, bricks)


def _with_bricks(state: State, bricks: Bricks) -> State:
    """The state with these bricks, and with what of them was bought this turn, once anything can have been.

    What is added behind the last neutral brick was bought this turn, and what is taken away there was not.
    """
    after = replace(state, bricks=bricks)
    if state.phase != "wonder" and not wonder.bought_this_turn(state):
        return after
    bought = {}
    for seat in state.seats:
        now = _laid_this_turn(bricks, seat.colour)
        added = now - _laid_this_turn(state.bricks, seat.colour)
        bought[seat.colour] = max(0, min(now, seat.bought + added))
    return _with_bought(after, bought)


def _bag(state: State, value: Bag) -> State:
    mine = mines.with_count(state, mines.mine_of(state, value.number), value.gold, value.iron)
    return mines.with_mine(state, mines.after_filling(state, mine))


def _bag_before(state: State, value: Bag) -> Bag:
    mine = mines.mine_of(state, value.number)
    return Bag(mine.number, mine.gold, mine.iron)


def _mine(state: State, value: Renumbering) -> State:
    """The mine under its right number with all that it has, or gone: then its bag is free again.

    Its rolls go along even where no draw counts: one that was voided has been seen (RB-MINE-08).
    """
    mine = mines.mine_of(state, value.number)
    without = replace(state, mines=tuple(each for each in state.mines if each.number != mine.number))
    if value.to is None:
        return without
    mines.require_free(state, value.to)
    rolls_as = mines.dice_number(mine)
    renumbered = replace(mine, number=value.to, rolls_as=None if rolls_as == value.to else rolls_as)
    return mines.with_mine(without, renumbered)


def _fleet(state: State, value: dict[Colour, dict[Transporter, int]]) -> State:
    for colour, fleet in value.items():
        state = with_seat(state, seat_of(state, colour).colour, fleet=fleet_counts(fleet))
    return replace(state, fleets_entered=True)


def _research(state: State, value: dict[Colour, tuple[Subject, ...]]) -> State:
    """In production what is added is of this phase, and may upgrade as if it had been entered (RB-UPG-02)."""
    for colour, subjects in value.items():
        seat = seat_of(state, colour)
        research = tuple(dict.fromkeys(subjects))
        knew = seat.knew if state.phase == "production" else tuple(dict.fromkeys((*seat.knew, *research)))
        state = with_seat(state, colour, research=research, knew=knew)
    return state


def _players(state: State, value: tuple[Player, ...]) -> State:
    """Only where no colour stands elsewhere, an order of play that is being determined goes on."""
    if len(value) != len(state.seats):
        raise Refused("players-number-fixed", "RB-GEN-04", number=len(state.seats))
    players = setup.seated_players(value, state.options)
    row = tuple(each.colour for each in players)
    also = {state.filler: solo.filler_for(row)} if state.filler in row else {}
    after: State = with_players(state if row == colours(state) else _close_procedure(state), players, also)
    return after


def _option(state: State, value: dict[str, Any]) -> State:
    """The options that are named, and what of the start they set right."""
    values = plain(state.options) | value
    if "fleet" in value:
        change = msgspec.convert(value["fleet"], Fleet)
        values["fleet"] = plain(fleets.corrected_fleet(state.options.fleet, change))
    options = msgspec.convert(values, RecordedOptions)
    bricks = _refilled_first_rows(state, options)
    setup.require_consistent(options, wonder.marked_for(state))
    retyped = options.temple is not None and options.temple != state.options.temple
    mistyped = retyped and sorted(options.temple or ()) != sorted(state.temple)
    more_colours = not set(colours(state)) <= set(STANDARD_COLOURS)
    for name, rule, broken in (
        ("more_players", "RB-GEN-04", more_colours and not options.more_players),
        ("rows", "RB-WON-04", len(bricks) > wonder.count_spaces(options)),
        ("neutral", "RB-GEN-06", state.bricks.count(None) > options.neutral),
        ("temple", "RB-SETUP-11", mistyped),
    ):
        if broken:
            raise Refused("options-inconsistent", rule, option=name)
    after = _with_base(state, replace(state, options=options))
    if bricks != state.bricks:
        after = _with_bricks(after, bricks)
    return _with_first_fleet(_with_first_row(after, state.options), state.options)


def _refilled_first_rows(state: State, options: Options) -> Bricks:
    """The bricks; of a solo wonder with its first four rows full of the filler (RB-SOLO-02)."""
    spaces = wonder.dearer_after(options)
    if state.filler is None or spaces == wonder.dearer_after(state.options):
        return state.bricks
    return (state.filler,) * spaces + tuple(brick for brick in state.bricks if brick != state.filler)


def _with_base(before: State, state: State) -> State:
    """The state with the price base of its wonder phase as it began, where that is fixed (AMB-08)."""
    if state.phase != "wonder" or not state.options.amb_08:
        return replace(state, base=None)
    if state.base is not None and state.options.rows == before.options.rows:
        return state
    return replace(state, base=wonder.price_base_of_phase(state))


def _with_first_row(state: State, before: Options) -> State:
    """The row and the sequence laid out anew, while those of the start still stand (RB-SETUP-12)."""
    options = state.options
    retyped = options.temple is not None and options.temple != before.temple
    row = (options.temple if retyped else None) or state.temple
    if not retyped and options.amb_01 == before.amb_01:
        return state
    first = order.first_sequence(state.temple, draw_order=before.amb_01)
    if state.turn == 1 and state.sequence == first and not order.is_determined(state):
        again = order.first_sequence(row, draw_order=options.amb_01)
        return replace(_close_procedure(state), temple=row, sequence=again)
    if retyped:
        raise Refused("options-inconsistent", "RB-SETUP-11", option="temple")
    return state


def _with_first_fleet(state: State, before: Options) -> State:
    """The fleet of the start for each player with transporters on the board, until another fleet is entered
    (RB-SETUP-15)."""
    start = fleets.start_fleet(state.options)
    if start == fleets.start_fleet(before):
        return state
    setup.require_start_fleet(state.options)
    if state.fleets_entered:
        raise Refused("options-inconsistent", "RB-SETUP-15", option="fleet")
    fleet = fleet_counts(start)
    return replace(
        state,
        seats=tuple(
            seat if seat.left and not seat.fleet else replace(seat, fleet=fleet) for seat in state.seats
        ),
    )


def _option_before(state: State, value: dict[str, Any]) -> dict[str, Any]:
    """The options that are named; the fleet as it is named where that says the same in other words."""
    before = options_before(state.options, value)
    if "fleet" in value:
        fleet = state.options.fleet
        if fleets.corrected_fleet(fleet, msgspec.convert(value["fleet"], Fleet)) == fleet:
            before["fleet"] = value["fleet"]
    return before


FIELDS: Mapping[Field, Callable[[State, Any], State]] = MappingProxyType(
    {
        "turn": lambda state, turn: replace(state, turn=turn),
        "phase": _phase,
        "temple": _temple,
        "sequence": _sequence,
        "bricks": _bricks,
        "bag": _bag,
        "mine": _mine,
        "fleet": _fleet,
        "research": _research,
        "players": _players,
        "option": _option,
    }
)
"""The state with a field's value, of the form that `commands.VALUES` gives it. Raises `Refused`."""

BEFORE: Mapping[Field, Callable[[State, Any], Any]] = MappingProxyType(
    {
        "turn": lambda state, _: state.turn,
        "phase": lambda state, _: state.phase,
        "temple": lambda state, _: state.temple,
        "sequence": lambda state, _: state.sequence,
        "bricks": lambda state, _: state.bricks,
        "bag": _bag_before,
        "fleet": lambda state, value: {each: dict(seat_of(state, each).fleet) for each in value},
        "research": lambda state, value: {each: seat_of(state, each).research for each in value},
        "option": _option_before,
    }
)
"""What stands in a field, in the form of the value that replaces it; the log needs none of those left out."""
