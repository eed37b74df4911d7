"""What Roads & Boats tells to whoever listens at a broker."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from companion.games import Event
from companion.games.roads_and_boats import turns, wonder
from companion.games.roads_and_boats.events import (
    BrickBought,
    DesertsIrrigated,
    DrawVoided,
    GameBegun,
    GameEnded,
    GameReopened,
    GoPassed,
    MineBuilt,
    NeutralBrickLaid,
    OrderCalled,
    OreDrawn,
    OreRecorded,
    PhaseBegun,
    PlayerJoined,
    PlayerLeft,
    Researched,
    SequenceSettled,
    ShaftSunk,
    WonderCompleted,
)
from companion.games.roads_and_boats.state import State
from companion.games.roads_and_boats.warnings import FEW_SPACES, FEW_TURNS
from companion.games.telling import Far

_TOLD: tuple[type[Event], ...] = (
    GameBegun, PhaseBegun, OrderCalled, SequenceSettled, GoPassed, MineBuilt, ShaftSunk, OreDrawn,
    OreRecorded, DrawVoided, Researched, BrickBought, NeutralBrickLaid, DesertsIrrigated, WonderCompleted,
    PlayerLeft, PlayerJoined, GameEnded, GameReopened,
)  # fmt: skip
happenings: tuple[str, ...] = tuple(str(kind.__struct_config__.tag) for kind in _TOLD)
sensed: Mapping[str, str] = MappingProxyType({"bricks_left": "bricks.left", "turns_left": "turns_left"})


def told(state: State) -> dict[str, Any]:
    """The order of play, the mines and the wonder.

    order: `temple` nearest it first, `sequence` position 1 first; `asks` is who is asked while it is
    determined, else None. mines: each by its number, with what is in its bag and this turn's ore. bricks:
    `laid`, and whose they are by colour, `neutral` among them; `left` to the end mark. turns_left: at most.
    """
    laid = Counter(brick or "neutral" for brick in state.bricks)
    return {
        "order": {
            "temple": list(state.temple),
            "sequence": list(state.sequence),
            "asks": state.order.asks if state.order else None,
        },
        "mines": [
            {"number": each.number, "gold": each.gold, "iron": each.iron, "drawn": each.drawn}
            for each in state.mines
        ],
        "bricks": {"laid": len(state.bricks), "left": _bricks_left(state), "of": dict(laid)},
        "irrigated": state.irrigated,
        "turns_left": 0 if state.ended else turns.turns_left(state),
    }


def far(state: State) -> Far:
    """The bricks of the wonder up to the end mark (RB-WON-12)."""
    ends_at = wonder.ends_at(state)
    return Far(ends_at - _bricks_left(state), ends_at)


def end_in_sight(state: State) -> bool:
    """Whether few spaces are left to the end mark, or few turns (RB-WON-12, RB-WON-14)."""
    return _bricks_left(state) <= FEW_SPACES or turns.turns_left(state) <= FEW_TURNS


def _bricks_left(state: State) -> int:
    return max(0, wonder.ends_at(state) - len(state.bricks))
