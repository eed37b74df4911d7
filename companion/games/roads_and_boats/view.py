"""The game as everybody sees it: its fields of the snapshot, as plain data."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.games.roads_and_boats import order, scoring, wonder
from companion.games.roads_and_boats.expected import expected
from companion.games.roads_and_boats.options import plain
from companion.games.roads_and_boats.state import Choosing, State


def view(state: State) -> dict[str, Any]:
    """The fields of the snapshot that are the game's own.

    expected: what production should bring onto the board, None outside it and while no building was
    entered. standings: the scores so far, where the group wants them; hidden until the end otherwise.
    row_points: what each begun row of the wonder gives each player, from the bottom up, as soon as
    points may be seen.
    """
    return {
        "players": [{"colour": seat.colour, "name": seat.name} for seat in state.seats],
        "options": plain(state.options),
        "turn": state.turn,
        "phase": state.phase,
        "temple": list(state.temple),
        "sequence": list(state.sequence),
        "order": _order(state),
        "may_call": order.call_refused(state) is None,
        "acting": state.acting,
        "mines": [
            {"number": mine.number, "gold": mine.gold, "iron": mine.iron, "drawn": mine.drawn}
            for mine in state.mines
        ],
        "wonder": _wonder(state),
        "research": {seat.colour: list(seat.research) for seat in state.seats},
        "fleets": {seat.colour: dict(seat.fleet) for seat in state.seats},
        "buildings": dict(state.buildings),
        "expected": _expected(state),
        "standings": _scores(state) if state.options.standings and not state.ended else None,
        "row_points": _row_points(state),
        "ended": _ended(state),
    }


def _expected(state: State) -> dict[str, Any] | None:
    due = expected(state)
    if due is None:
        return None
    return {
        "goods": dict(due.goods),
        "mines": list(due.mines),
        "capacity": [msgspec.to_builtins(each) for each in due.capacity],
    }


def _order(state: State) -> dict[str, Any] | None:
    if state.order is None:
        return None
    if isinstance(state.order, Choosing):
        return {"step": "choosing", "asks": state.order.asks, "free": list(state.order.free)}
    return {"step": "praying", "asks": state.order.asks}


def _wonder(state: State) -> dict[str, Any]:
    return {
        "bricks": list(state.bricks),
        "rows": list(state.options.rows),
        "prices": {seat.colour: wonder.prices(state, seat.colour, 1)[0] for seat in state.seats},
        "irrigated": state.irrigated,
        "irrigation_at": state.options.irrigation_at,
        "ends_at": wonder.ends_at(state),
        "neutral_left": state.neutral_left,
    }


def _ended(state: State) -> dict[str, Any] | None:
    if state.ended is None:
        return None
    return {"reason": state.ended, "scores": _scores(state)}


def _scores(state: State) -> list[dict[str, Any]]:
    return [msgspec.to_builtins(score) for score in scoring.scores(state)]


def _row_points(state: State) -> dict[str, list[int]] | None:
    if not scoring.shown(state):
        return None
    return {seat.colour: list(scoring.row_by_row(state, seat.colour)) for seat in state.seats}
