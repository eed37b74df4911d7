"""What La Strada tells to whoever listens at a broker."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from companion.games import Event
from companion.games.la_strada import colonies, scoring, warnings
from companion.games.la_strada.events import (
    Connected,
    GameBegun,
    GameEnded,
    GameReopened,
    GivenUp,
    PlayerJoined,
    PlayerLeft,
    TurnBegun,
    TurnPassed,
)
from companion.games.la_strada.state import State, playing, supply
from companion.games.la_strada.words import TERRAINS, Stock
from companion.games.telling import Far

_TOLD: tuple[type[Event], ...] = (
    GameBegun, TurnBegun, Connected, GivenUp, TurnPassed, PlayerLeft, PlayerJoined, GameEnded, GameReopened,
)  # fmt: skip
happenings: tuple[str, ...] = tuple(str(kind.__struct_config__.tag) for kind in _TOLD)
sensed: Mapping[str, str] = MappingProxyType({"colonies_free": "colonies.free"})


def told(state: State) -> dict[str, Any]:
    """What each has left, and how it stands.

    resources, supplies, gold: by colour. colonies: how many there are in all, and how many hold no merchant.
    """
    return {
        "resources": {seat.colour: seat.resources for seat in playing(state)},
        "supplies": {seat.colour: dict(supply(seat)) for seat in playing(state)},
        "gold": {each.colour: each.total for each in scoring.scores(state)},
        "colonies": {"all": len(state.colonies), "free": colonies.free(state)},
    }


def far(state: State) -> Far | None:
    """What is used up most of all that ends the game: somebody's merchants or tiles, of two players also the
    colonies without a merchant (LS-END-01, LS-2P-06).
    """
    return max(_used(state), key=lambda used: Fraction(used.done, used.of), default=None)


def end_in_sight(state: State) -> bool:
    """Whether somebody is near his last connection (LS-END-01)."""
    return warnings.end_near(state)


def _used(state: State) -> Iterator[Far]:
    full = state.options.supply
    stocks: tuple[tuple[Stock, ...], ...] = (("merchants",), TERRAINS)
    for seat in playing(state):
        left = supply(seat)
        for kinds in stocks:
            yield from _of(sum(full[kind] for kind in kinds), sum(left[kind] for kind in kinds))
    if state.two:
        yield from _of(len(state.colonies), colonies.free(state))


def _of(all_there_were: int, left: int) -> Iterator[Far]:
    """Nothing where there never was any."""
    if all_there_were > 0:
        yield Far(min(max(0, all_there_were - left), all_there_were), all_there_were)
