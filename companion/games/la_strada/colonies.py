"""The colonies on the map: how they are numbered, who stands on them and who has linked them."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain, repeat

from msgspec.structs import replace

from companion.games import Refused
from companion.games.la_strada.options import Options
from companion.games.la_strada.state import Colony, State
from companion.games.la_strada.words import KINDS, Colour, Kind


def initial_colonies(options: Options) -> tuple[Colony, ...]:
    """All colonies before the first link, from cities to hamlets (LS-SETUP-02)."""
    kinds = chain.from_iterable(repeat(kind, options.kinds[kind]) for kind in KINDS)
    return with_names(tuple(Colony(number, kind) for number, kind in enumerate(kinds, start=1)), options)


def with_names(colonies: tuple[Colony, ...], options: Options) -> tuple[Colony, ...]:
    """The colonies with the names that the players gave them."""
    return tuple(replace(each, name=options.names.get(str(each.number), "")) for each in colonies)


def colony_of(state: State, number: int) -> Colony:
    """The colony of a number. Raises `Refused` when there is none."""
    for colony in state.colonies:
        if colony.number == number:
            return colony
    raise Refused("no-such-colony", "LS-SETUP-02", number=number, most=state.colonies[-1].number)


def unknown_colonies(state: State, kind: Kind) -> tuple[Colony, ...]:
    """The colonies of a kind that no player has linked or named: alike, until one of them is."""
    return tuple(each for each in state.colonies if each.kind == kind and not each.linked and not each.name)


def distinct_colonies(state: State) -> tuple[Colony, ...]:
    """The colonies to choose from: all that are linked or named, and of each kind the next unknown one.

    That one has the lowest number that is free, and the first to link it fixes which of the map's it is.
    """
    alike = {each.number for kind in KINDS for each in unknown_colonies(state, kind)[1:]}
    return tuple(each for each in state.colonies if each.number not in alike)


def with_colony(state: State, colony: Colony) -> State:
    """The state with that colony in the place of the one with its number."""
    return replace(
        state,
        colonies=tuple(colony if each.number == colony.number else each for each in state.colonies),
    )


def count_kinds(colonies: tuple[Colony, ...]) -> dict[Kind, int]:
    """How many colonies of each kind there are."""
    kinds = [each.kind for each in colonies]
    return {kind: kinds.count(kind) for kind in KINDS}


def count_merchants(state: State, colour: Colour) -> int:
    """How many merchants of a player stand on colonies."""
    return sum(colour in each.merchants for each in state.colonies)


def count_free(state: State) -> int:
    """How many colonies hold no merchant."""
    return sum(not each.merchants for each in state.colonies)


def all_linked(state: State, colour: Colour) -> bool:
    """Whether a player has linked every colony there is."""
    return all(colour in each.linked for each in state.colonies)


def with_kinds(colonies: tuple[Colony, ...], kinds: Mapping[Kind, int]) -> tuple[Colony, ...] | None:
    """The colonies after a correction of their kinds, or None if that is impossible.

    Before the first link they are numbered anew. Later, linked ones stay, free ones go from the highest
    number down, and new ones get the lowest free numbers.
    """
    if not any(each.linked for each in colonies):
        return initial_colonies(Options(kinds=dict(kinds)))
    kept = list(colonies)
    for kind in KINDS:
        for _ in range(count_kinds(tuple(kept))[kind] - kinds[kind]):
            gone = next((each for each in reversed(kept) if each.kind == kind and not each.linked), None)
            if gone is None:
                return None
            kept.remove(gone)
    for kind in KINDS:
        for _ in range(kinds[kind] - count_kinds(tuple(kept))[kind]):
            taken = {each.number for each in kept}
            kept.append(Colony(next(n for n in range(1, len(kept) + 2) if n not in taken), kind))
    return tuple(sorted(kept, key=lambda each: each.number))
