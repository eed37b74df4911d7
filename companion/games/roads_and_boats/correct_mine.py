"""A mine whose number was entered wrongly, or that was never built, set right."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games import Event, Events
from companion.games.roads_and_boats import mines
from companion.games.roads_and_boats.commands import Renumbering
from companion.games.roads_and_boats.state import Mine, State


class MineRenumbered(Event, frozen=True):
    """The mine keeps all that it has: its bag, its draws, and how often the dice have drawn from it.

    rolls_as: the number under which the dice go on rolling for it, None: under its new one.
    """

    number: int
    to: int
    rolls_as: int | None = None


class MineRemoved(Event, frozen=True):
    """The mine was never built; its bag is free again."""

    number: int


def renumber(state: State, value: Renumbering) -> Events:
    """The mine under its right number, or gone. Raises `Refused`.

    Its rolls go along even where no draw counts: one that was voided has been seen (RB-MINE-08).
    """
    mine = mines.mine_of(state, value.number)
    if value.to is None:
        return (MineRemoved(mine.number),)
    mines.require_free(state, value.to)
    kept = mines.rolls_as(mine)
    return (MineRenumbered(mine.number, value.to, None if kept == value.to else kept),)


def renumbered(state: State, event: MineRenumbered) -> State:
    """The state with the mine under its new number."""
    mine = mines.mine_of(state, event.number)
    return mines.with_mine(_without(state, mine), replace(mine, number=event.to, rolls_as=event.rolls_as))


def removed(state: State, event: MineRemoved) -> State:
    """The state without the mine."""
    return _without(state, mines.mine_of(state, event.number))


def _without(state: State, mine: Mine) -> State:
    return replace(state, mines=tuple(each for each in state.mines if each.number != mine.number))
