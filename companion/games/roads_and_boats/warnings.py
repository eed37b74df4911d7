"""What the table should not forget now, most pressing first."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games import TableWarning
from companion.games.roads_and_boats import fleets, mines, research, solo, turns, wonder
from companion.games.roads_and_boats.buildings import BLUEPRINTS
from companion.games.roads_and_boats.state import State, present_seats

FEW_BRICKS = 3
"""Bricks to the irrigation mark from which on it is near."""
FEW_TURNS = 3
"""Turns to the end from which on it is near."""
FEW_SPACES = 6
"""Spaces to the end mark from which on it is near."""


def warnings(state: State) -> tuple[TableWarning, ...]:
    """Every warning of this moment; of an ended game only wealth that is missing."""
    if state.ended:
        return tuple(_wealth(state))
    return (*_entries(state), *_wonder(state), *_wealth(state), *_contradictions(state))


def _entries(state: State) -> Iterator[TableWarning]:
    undrawn = mines.undrawn(state)
    if undrawn:
        yield TableWarning("mines-undrawn", {"mines": list(undrawn)})
    elif voided := mines.drawable(state):
        yield TableWarning("draws-voided", {"mines": list(voided), "count": len(voided)})
    yield from _upgrades(state)
    yield from _fleets(state)


def _fleets(state: State) -> Iterator[TableWarning]:
    """Who has too many transporters, of any and of which kind (RB-FLEET-12, RB-FLEET-13), and what may go.

    Rules: RB-FLEET-14, RB-FLEET-17.
    """
    options = state.options
    for colour, over in fleets.over_limit(state):
        yield TableWarning(
            "fleet-over-limit",
            {
                "colour": colour,
                "remove": over.remove,
                "from_land": over.land,
                "from_water": over.water,
                "from_either": over.either,
                "when": "production-end" if options.amb_38 else "now",
                "where": "anywhere" if options.amb_03 else "factory",
                "refund": "back" if options.amb_02 else "lost",
            },
        )
        for kind, count in over.each:
            yield TableWarning("kind-over-limit", {"colour": colour, "transporter": kind, "count": count})


def _upgrades(state: State) -> Iterator[TableWarning]:
    """Who has just researched a transporter factory may upgrade until the phase ends (RB-UPG-02)."""
    capacity = "again" if state.options.amb_13 else "once"
    for colour, subject in research.open_upgrades(state):
        older = [research.FACTORIES[kind] for kind in research.UPGRADED_FROM[subject]]
        yield TableWarning(
            "upgrade-now", {"colour": colour, "subject": subject, "from": older, "capacity": capacity}
        )


def _wonder(state: State) -> Iterator[TableWarning]:
    if state.complete:
        yield TableWarning("wonder-complete", {})
        return
    to_irrigation = wonder.to_irrigation(state)
    if 0 < to_irrigation <= FEW_BRICKS:
        yield TableWarning("irrigation-near", {"count": to_irrigation})
    to_end = wonder.to_end(state)
    if to_end <= FEW_SPACES:
        yield TableWarning("end-mark-near", {"count": to_end})
    turns_left = turns.turns_left(state)
    if turns_left <= FEW_TURNS:
        yield TableWarning("game-ends-in", {"count": turns_left})


def _wealth(state: State) -> Iterator[TableWarning]:
    """Once one player's counters have been entered, the others' are missed when the end is there."""
    seats = present_seats(state)
    missing = [seat.colour for seat in seats if seat.wealth is None]
    if 0 < len(missing) < len(seats) and (state.ended or turns.turns_left(state) == 1):
        yield TableWarning("wealth-missing", {"players": missing})
    stale = [seat.colour for seat in seats if seat.wealth and seat.wealth.stale]
    if stale and state.ended:
        yield TableWarning("wealth-stale", {"players": stale})


def _contradictions(state: State) -> Iterator[TableWarning]:
    """What does not go together: turn and neutral bricks (RB-TURN-07), buildings and research (RB-BUILD-11).

    And at the start of a solo game that it does not use all bricks of the box (RB-SOLO-03).
    """
    if state.turn != wonder.turn_by_bricks(state) and not state.complete:
        yield TableWarning("turn-disagrees", {"turn": state.turn, "count": state.bricks.count(None)})
    if state.solo and state.turn == 1 and state.phase == "production" and state.options.neutral == solo.TURNS:
        yield TableWarning("solo-turns", {"turns": solo.TURNS})
    known = {subject for seat in state.seats for subject in seat.research}
    for building, _ in state.buildings:
        needs = BLUEPRINTS[building].needs
        if needs and needs not in known:
            yield TableWarning("unresearched", {"building": building, "subject": needs})
