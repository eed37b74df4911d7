"""What it costs to lay the tokens of a wall, or to demolish it."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from companion.games import Aid, Refused
from companion.games.roads_and_boats.aids.asking import Number, missing, table_of
from companion.games.roads_and_boats.state import State
from companion.games.roads_and_boats.words import Good

EXTRA = 2
"""Goods that a builder in open sea pays more (RB-WALL-12)."""
Tokens = Annotated[int, Meta(ge=1, le=99)]


class WallAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Either `tokens` (what does laying so many cost?) or `demolish` (what does taking the wall down cost?).

    strength: tokens that stand there now, neutral ones among them. from_sea: the builder is a boat in
    open sea. stands: where the builder is, more exactly; only open sea costs more. here, there: goods
    of the kind to be paid on the one and on the other tile; given, they must suffice.
    """

    strength: Annotated[int, Meta(ge=0, le=99)] = 0
    tokens: Tokens | None = None
    demolish: bool = False
    from_sea: bool = False
    stands: Literal["land", "docked", "river", "open-sea"] | None = None
    here: Number | None = None
    there: Number | None = None

    def __post_init__(self) -> None:
        if self.tokens is None and not self.demolish:
            raise missing("tokens")


class Stone(msgspec.Struct, frozen=True):
    """stone: what all the tokens cost together."""

    stone: int


class Boards(msgspec.Struct, frozen=True):
    """boards: what demolishing costs; as many neutral tokens then stand there."""

    boards: int


def answer(state: State | None, asked: WallAsked) -> Stone | Boards:
    """The cost. Raises `Refused` for a wall that is not there, a part of one, and goods on both sides."""
    at_sea = asked.from_sea or asked.stands == "open-sea"
    if asked.demolish:
        boards = _whole(asked) + 1 + (EXTRA if at_sea else 0)
        _require_one_side(asked, boards, "boards")
        return Boards(boards)
    tokens = asked.tokens or 0
    paid = 1 if table_of(state).options.amb_15 else tokens
    stone = sum(asked.strength + nth for nth in range(1, tokens + 1)) + (EXTRA * paid if at_sea else 0)
    _require_one_side(asked, stone, "stone")
    return Stone(stone)


def _whole(asked: WallAsked) -> int:
    """The strength of a wall that is demolished whole."""
    if asked.strength == 0:
        raise Refused("no-wall", "RB-WALL-06")
    if asked.tokens is not None and asked.tokens != asked.strength:
        raise Refused("wall-in-part", "RB-WALL-07", strength=asked.strength)
    return asked.strength


def _require_one_side(asked: WallAsked, cost: int, good: Good) -> None:
    if asked.here is None and asked.there is None:
        return
    here, there = asked.here or 0, asked.there or 0
    if max(here, there) >= cost:
        return
    raise Refused(
        "wall-both-sides" if here + there >= cost else "wall-goods-short", "RB-WALL-09", good=good, cost=cost
    )


AID = Aid(WallAsked, (Stone, Boards), answer)
