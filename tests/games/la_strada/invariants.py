"""What must hold of every state that a game can come to."""

from __future__ import annotations

from companion.games.la_strada import colonies, turns
from companion.games.la_strada.state import Colony, State, active, remaining
from companion.games.la_strada.words import STOCKS, Colour, Kind

TOP: dict[Kind, int] = {"city": 5, "town": 4, "village": 3, "hamlet": 2}


def invariants_hold(state: State) -> bool:
    """Everything that must hold of every state."""
    players = [seat.colour for seat in state.seats]
    there = [seat.colour for seat in state.seats if not seat.left]
    numbers = [each.number for each in state.colonies]
    checks = (
        2 <= len(players) == len(set(players)) <= 4,
        len(there) >= 2 and (len(players) > 2 or there == players),
        state.active in there,
        state.first == (players[1] if len(players) == 2 else there[0]),
        state.turn >= 1,
        numbers == sorted(set(numbers)),
        1 <= len(numbers) <= 40 >= numbers[-1],
        colonies.count_kinds(state.colonies) == state.options.kinds,
        {each.name for each in state.colonies if each.name} == set(state.options.names.values()),
        all(_colony_valid(state, each, set(players)) for each in state.colonies),
        all(0 <= seat.resources <= 10 for seat in state.seats),
        all(
            0 <= remaining(seat, stock) <= state.options.supply[stock]
            for seat in state.seats
            for stock in STOCKS
        ),
        all(
            seat.merchants + colonies.count_merchants(state, seat.colour) <= state.options.supply["merchants"]
            for seat in state.seats
        ),
        state.ended is not None or (state.gained is not None and turns.end_reason(state) is None),
        state.ended is not None or state.connected or turns.block_reason(state, active(state)) is None,
        not turns.consequences(state),
    )
    return all(checks)


def _colony_valid(state: State, colony: Colony, players: set[Colour]) -> bool:
    """Nobody is twice on a colony or has linked it twice; of two players one alone has his merchant there."""
    merchants, linked = set(colony.merchants), set(colony.linked)
    single = len(colony.merchants) == len(merchants) and len(colony.linked) == len(linked)
    if len(players) == 2:
        standing = len(merchants) == bool(linked) and merchants <= linked
    else:
        standing = merchants == linked
    return single and standing and linked <= players


def expected_gold(state: State) -> dict[Colour, int]:
    """Everybody's gold by the formula F-13, for a game with the printed numbers."""
    gold = {seat.colour: 0 for seat in state.seats}
    for colony in state.colonies:
        fewer = 0 if len(state.seats) == 2 else len(colony.merchants) - 1
        for colour in colony.merchants:
            gold[colour] += max(0, TOP[colony.kind] - fewer)
    return gold
