"""What the lamps show of the game, and how a draw sounds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from companion.games.roads_and_boats import order
from companion.games.roads_and_boats.state import Choosing, Drawn, Mine, Praying, State
from companion.games.roads_and_boats.words import Colour, Ore
from companion.language.signals import Lamp, Sound, lamps_of

SOUNDS: Mapping[Ore, Sound] = MappingProxyType({"iron": "common", "gold": "rare"})


def lamps(state: State) -> tuple[Lamp, ...]:
    """Who may act now, in the order of the sequence; who has left stands last, dark (RB-TURN-03, RB-CONF-07).

    While the order of play is determined the row stands as it is asked: nearest the temple first who keeps
    praying, farthest from it first who chooses (RB-CONF-03, RB-CONF-06).
    """
    there = _row(state)
    row = (*there, *(seat.colour for seat in state.seats if seat.colour not in there))
    if state.ended:
        return lamps_of(row, None)
    if state.order:
        return lamps_of(row, state.order.asks, order.next_asked(state))
    if state.acting:
        return lamps_of(row, state.acting, order.next_to_act(state))
    return lamps_of(row, None, may_act=[each for each in there if each not in (*state.ready, *state.acted)])


def _row(state: State) -> tuple[Colour, ...]:
    match state.order:
        case Praying():
            return state.temple
        case Choosing():
            return order.choosing_order(state.temple)
        case _:
            return state.sequence


def sounds(before: State, after: State) -> tuple[Sound, ...]:
    """How each ore sounds that mines have given in between, in the order of the mines (RB-MINE-08).

    A correction is silent, and so is what it changes of earlier draws.
    """
    had = {mine.number: mine for mine in before.mines}
    drawn = (each for mine in after.mines if mine.number in had for each in _given(had[mine.number], mine))
    return tuple(SOUNDS[each.ore] for each in drawn)


def _given(before: Mine, after: Mine) -> Iterator[Drawn]:
    """What the mine has given since."""
    known = len(before.past)
    if after.past[:known] == before.past:
        yield from (each for each in after.past[known:] if isinstance(each, Drawn))
