"""The game as everybody sees it: its fields of the snapshot, as plain data."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.games.la_strada import scoring, seats
from companion.games.la_strada.options import plain
from companion.games.la_strada.state import State


def view(state: State) -> dict[str, Any]:
    """The fields of the snapshot that are the game's own.

    players: clockwise from the first player. first: who takes the first turn. connected: the active
    player has linked a colony in this turn. stuck: who has said that he can link none any more.
    linked: who has linked a colony; of two players the second one has no merchant there. scores: as
    things stand, the best first.
    """
    scores = [msgspec.to_builtins(score) for score in scoring.scores(state)]
    return {
        "players": [{"colour": seat.colour, "name": seat.name} for seat in state.seats],
        "options": plain(state.options),
        "turn": state.turn,
        "first": state.first,
        "active": state.active,
        "connected": state.connected,
        "resources": {seat.colour: seat.resources for seat in state.seats},
        "supplies": {seat.colour: dict(seats.supply(seat)) for seat in state.seats},
        "stuck": [seat.colour for seat in state.seats if seat.stuck],
        "colonies": [
            {
                "number": each.number,
                "kind": each.kind,
                "name": each.name,
                "merchants": list(each.merchants),
                "linked": list(each.linked),
            }
            for each in state.colonies
        ],
        "scores": scores,
        "ended": {"reason": state.ended, "scores": scores} if state.ended else None,
    }
