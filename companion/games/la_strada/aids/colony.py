"""What a colony pays to those who stand on it."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from companion.games import Aid, Refused
from companion.games.la_strada import colonies
from companion.games.la_strada.options import Options
from companion.games.la_strada.scoring import pays
from companion.games.la_strada.state import State
from companion.games.la_strada.words import ColonyNumber, Kind

Merchants = Annotated[int, Meta(ge=1, le=4)]


class ColonyAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Either `kind` (what does such a colony pay to so many?) or `number` (a colony of the game)."""

    kind: Kind | None = None
    merchants: Merchants | None = None
    number: ColonyNumber | None = None

    def __post_init__(self) -> None:
        if self.kind is None and self.number is None:
            raise ValueError("Object missing required field `kind`")
        if self.number is not None:
            for field, given in (("kind", self.kind), ("merchants", self.merchants)):
                if given is not None:
                    raise ValueError(f"Expected `null` - at `$.{field}`")


class Pays(msgspec.Struct, frozen=True):
    """each: gold for one merchant. total: for all of them."""

    each: int
    total: int


class PaysNow(msgspec.Struct, frozen=True):
    """merchants: that stand there. more: what it pays with one more, None when no further one may come."""

    kind: Kind
    merchants: int
    each: int
    total: int
    more: Pays | None


def answer(state: State | None, asked: ColonyAsked) -> Pays | PaysNow:
    """What the colony pays. Raises `Refused` for a colony or for merchants that cannot be there."""
    if asked.kind is not None:
        return _paid(state, asked.kind, asked.merchants or 1)
    if state is None or asked.number is None:
        raise Refused("no-game-no-colonies", "LS-SETUP-02")
    colony = colonies.colony_of(state, asked.number)
    there = len(colony.merchants)
    room = 1 if state.two else len(state.seats)
    now = _paid(state, colony.kind, there)
    more = _paid(state, colony.kind, there + 1) if there < room else None
    return PaysNow(colony.kind, there, now.each, now.total, more)


def _paid(state: State | None, kind: Kind, merchants: int) -> Pays:
    two = state is not None and state.two
    if two and merchants > 1:
        raise Refused("one-merchant-in-all", "LS-2P-05")
    each = pays(state.options if state else Options(), kind, merchants, two=two)
    return Pays(each, each * merchants)


AID = Aid(ColonyAsked, (Pays, PaysNow), answer)
