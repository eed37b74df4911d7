"""What must hold of every state that a game can come to."""

from __future__ import annotations

from companion.games.roads_and_boats import wonder
from companion.games.roads_and_boats.state import Choosing, Drawn, Mine, Praying, State
from companion.games.roads_and_boats.words import MAX_MINES, Colour


def bag_by_history(mine: Mine) -> tuple[int, int]:
    """What is in a bag by all that its card tells: fillings, corrections and draws that count."""
    gold = iron = 0
    for each in mine.past:
        if isinstance(each, Drawn):
            gold, iron = gold - (each.ore == "gold"), iron - (each.ore == "iron")
        else:
            gold, iron = gold + each.gold, iron + each.iron
    return gold, iron


def invariants_hold(state: State) -> bool:
    """Everything that must hold of every state."""
    players = sorted(seat.colour for seat in state.seats)
    there = sorted(seat.colour for seat in state.seats if not seat.left)
    mark = wonder.end_space(state)
    checks = (
        len(set(players)) == len(players),
        sorted(state.temple) == sorted(state.sequence) == there != [],
        state.acting is None or (state.acting in there and state.order is None),
        set(state.acted) <= set(players) and state.acting not in state.acted,
        state.order is None or (state.order.asks in there and not state.ended and state.called),
        [mine.number for mine in state.mines] == sorted({mine.number for mine in state.mines}),
        all(mine.number <= MAX_MINES for mine in state.mines),
        all(mine.gold >= 0 <= mine.iron and mine.rolled >= 0 for mine in state.mines),
        state.phase != "production" or all(mine.drawn or mine.gold + mine.iron for mine in state.mines),
        all((mine.gold, mine.iron) == bag_by_history(mine) for mine in state.mines),
        all(not mine.voided or mine.drawn is None for mine in state.mines),
        not any(mine.voided for mine in state.mines) or state.phase != "production",
        set(state.bricks) <= {*players, state.filler, None},
        (state.filler is not None) == state.solo and state.filler not in players,
        not (len(there) == 1 and state.order),
        len(state.bricks) <= wonder.count_spaces(state.options),
        state.neutral_left >= 0,
        bool(state.ended) or state.complete or (len(state.bricks) < mark and state.neutral_left > 0),
        not state.complete or (len(state.bricks) >= mark and (state.ended or state.phase == "wonder")),
        state.base is None or (state.options.amb_08 and state.phase == "wonder"),
        all(0 < number <= 99 for seat in state.seats for _, number in seat.fleet),
        all(len(set(each)) == len(each) for seat in state.seats for each in (seat.research, seat.knew)),
        set(state.ready) <= set(there),
        state.order is None or procedure_valid(state.order, state.temple),
        state.marked_for is None or (len(state.seats) > 1 and state.marked_for > 1),
        state.turn >= 1,
    )
    return all(checks)


def procedure_valid(order: Praying | Choosing, temple: tuple[Colour, ...]) -> bool:
    """Whether everybody at the temple, and nobody else, has answered, is asked or will be."""
    if isinstance(order, Praying):
        answered = (*order.kept, *order.cashed)
        return len(set(answered)) == len(answered) and set(answered) <= set(temple) - {order.asks}
    positions = [position for position, _ in order.taken]
    chosen = {colour for _, colour in order.taken}
    return (
        sorted((*positions, *order.free)) == list(range(1, len(temple) + 1))
        and len(chosen) == len(positions)
        and chosen <= set(temple) - {order.asks}
    )
