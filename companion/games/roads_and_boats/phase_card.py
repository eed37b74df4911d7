"""The phase card: what people forget before they leave a phase, by how the game stands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.games.roads_and_boats import fleets, research, turns, wonder
from companion.games.roads_and_boats.buildings import BLUEPRINTS, Blueprint, Structure, expected_goods
from companion.games.roads_and_boats.state import State, fleet_counts, present_seats
from companion.games.roads_and_boats.warnings import FEW_BRICKS, FEW_SPACES, FEW_TURNS
from companion.games.roads_and_boats.words import LAND, TRANSPORTERS, Colour, Transporter


class Item(msgspec.Struct, frozen=True):
    """code, params: what catalogues say of it, after `rb.card.` and `display.card.`. rules: their IDs, the
    main one first.

    switches: the house rules in force that make it what it is.
    """

    code: str
    rules: tuple[str, ...]
    params: dict[str, Any] = {}
    switches: tuple[str, ...] = ()


def phase_card(state: State) -> tuple[Item, ...]:
    """What to think of before this phase is left; nothing where the group wants none, and after the end."""
    if state.ended or not state.options.phase_card:
        return ()
    return tuple(_PHASE_ITEMS[state.phase](state))


def _production(state: State) -> Iterator[Item]:
    standing = _possible_buildings(state)
    if "coal-burner" in standing or "papermill" in standing:
        yield Item("boards-first", ("RB-PROD-18", "RB-PROD-19"))
    elif any(plan.takes and plan.gives not in TRANSPORTERS for plan in standing.values()):
        yield Item("automatic-run", ("RB-PROD-18",))
    if _can_make_transporter(state):
        yield Item("unclaimed", ("RB-FLEET-19", "RB-FLEET-20"), switches=_active_rules(state, "amb_13"))
    if "papermill" in standing:
        yield Item("research-lost", ("RB-RES-07",))
    if state.turn > 1:
        yield from _breeding(state)
        yield from _fleets(state)
    if state.options.amb_23 and any(mine.drawn in {"gold", "iron"} for mine in state.mines):
        yield Item("drawn-by-hand", ("RB-MINE-08",), switches=("amb_23",))


def _possible_buildings(state: State) -> dict[Structure, Blueprint]:
    """The buildings that may be on the board: those entered; where none was, all from the second turn on."""
    if state.buildings or state.turn == 1:
        return {kind: BLUEPRINTS[kind] for kind, _ in state.buildings}
    return dict(BLUEPRINTS)


def _can_make_transporter(state: State) -> bool:
    """Whether a factory can still make a transporter by itself: one of wagons never does (RB-FLEET-20)."""
    makers = [
        kind for kind, plan in _possible_buildings(state).items() if plan.gives in {*TRANSPORTERS} - {"wagon"}
    ]
    due = expected_goods(state)
    if due is None:
        return bool(makers)
    renewed = state.options.amb_13 and bool(research.open_upgrades(state))
    return any(each.building in makers and (each.left or renewed) for each in due.capacity)


def _breeding(state: State) -> Iterator[Item]:
    every = "-even" if state.options.amb_04 else ""
    switches = _active_rules(state, "amb_04", "amb_06")
    yield Item(f"geese-breed{every}", ("RB-LIVE-01", "RB-LIVE-02", "RB-LIVE-04"), switches=switches)
    if not state.fleets_entered or any(
        dict(seat.fleet).get("donkey", 0) > 1 for seat in present_seats(state)
    ):
        rules = ("RB-LIVE-01", "RB-LIVE-02", "RB-LIVE-05", "RB-LIVE-06")
        yield Item(f"donkeys-breed{every}", rules, switches=switches)


def _fleets(state: State) -> Iterator[Item]:
    switches = _active_rules(state, "amb_02", "amb_03", "amb_38")
    if fleets.limits_of(state.options) == fleets.Limits(None, None, None):
        return
    if not state.fleets_entered:
        yield Item("fleet-check", ("RB-FLEET-12", "RB-FLEET-13"), switches=switches)
    elif full := _players_at_limit(state):
        yield Item("fleet-full", ("RB-FLEET-12", "RB-FLEET-13"), {"players": list(full)}, switches)


def _players_at_limit(state: State) -> tuple[Colour, ...]:
    """Who may not have another transporter by land, or on water."""
    over: set[Colour] = set()
    kinds: tuple[Transporter, ...] = ("donkey", "raft")
    for kind in kinds:
        more = tuple(
            replace(seat, fleet=fleet_counts(dict(seat.fleet) | {kind: dict(seat.fleet).get(kind, 0) + 1}))
            for seat in present_seats(state)
        )
        over |= {colour for colour, _ in fleets.over_limit(replace(state, seats=more))}
    return tuple(seat.colour for seat in present_seats(state) if seat.colour in over)


def _movement(state: State) -> Iterator[Item]:
    yield Item("turn-back", ("RB-MOVE-11",))
    yield Item("geese-left", ("RB-GOOSE-01", "RB-GOOSE-04"))
    if _any_boats(state):
        yield Item("at-sea", ("RB-GOOSE-02", "RB-BOAT-10", "RB-BOAT-11"))
        own = "-own" if state.options.amb_19 else ""
        yield Item(f"carried{own}", ("RB-CARRY-02", "RB-CARRY-04"), switches=_active_rules(state, "amb_19"))
    yield from _mouths(state)
    yield from _carry(state)


def _any_boats(state: State) -> bool:
    """Whether a player has a boat, by the fleets entered; none has in the first turn."""
    if state.fleets_entered or state.turn == 1:
        return any(kind not in LAND for seat in present_seats(state) for kind, _ in seat.fleet)
    return True


def _mouths(state: State) -> Iterator[Item]:
    if state.options.amb_16:
        yield Item("mouths", ("RB-BRIDGE-02",), switches=("amb_16",))


def _carry(state: State) -> Iterator[Item]:
    """When the end is near (RB-SCORE-02): what lies on a tile gives no points."""
    if turns.turns_left(state) <= FEW_TURNS:
        yield Item("carry", ("RB-SCORE-01", "RB-SCORE-02"), {"count": turns.turns_left(state)})


def _building(state: State) -> Iterator[Item]:
    yield Item("own-transporter", ("RB-BUILD-02", "RB-BUILD-03"))
    if state.irrigated:
        yield Item("deserts-pastures", ("RB-BUILD-08", "RB-WON-10"))
    else:
        bridges = "-bridges" if state.options.amb_17 else ""
        yield Item(f"deserts{bridges}", ("RB-BUILD-08",), switches=_active_rules(state, "amb_17"))
    yield from _mouths(state)
    if _any_boats(state):
        once = "-once" if state.options.amb_15 else ""
        yield Item(f"walls-at-sea{once}", ("RB-WALL-12",), switches=_active_rules(state, "amb_15"))
    empty = [mine.number for mine in state.mines if not mine.gold + mine.iron]
    diggers = [seat.colour for seat in present_seats(state) if "new-shaft" in seat.research]
    if empty and diggers:
        params = {"mines": empty, "players": diggers, "count": len(empty)}
        yield Item("mines-empty", ("RB-MINE-12",), params)
    yield Item("new-mines", ("RB-BUILD-01", "RB-MINE-03"))


def _wonder(state: State) -> Iterator[Item]:
    pays = "-tile" if state.options.amb_11 else ""
    yield Item(f"pay{pays}", ("RB-WON-02",), switches=_active_rules(state, "amb_11"))
    if state.options.amb_07:
        yield Item("no-geese", ("RB-GOOSE-05",), switches=("amb_07",))
    to_dearer = wonder.to_dearer(state)
    if 0 < to_dearer <= FEW_BRICKS:
        later = "-later" if state.options.amb_08 else ""
        rules = ("RB-WON-06", "RB-WON-08")
        yield Item(f"dearer{later}", rules, {"count": to_dearer}, _active_rules(state, "amb_08"))
    if state.complete:
        yield Item("no-neutral", ("RB-WON-12",), switches=("amb_09",))
    elif wonder.to_irrigation(state) == 1:
        yield Item("neutral-irrigates", ("RB-WON-10", "RB-WON-11"))
    else:
        yield Item("neutral", ("RB-WON-11",))
    if state.options.amb_09 and wonder.to_end(state) <= FEW_SPACES:
        yield Item("finish", ("RB-WON-12",), switches=("amb_09",))
    if turns.turns_left(state) > 1:  # in the last one nothing can be loaded any more
        yield from _carry(state)


def _active_rules(state: State, *switches: str) -> tuple[str, ...]:
    """Those of these house rules that the group plays by."""
    return tuple(each for each in switches if getattr(state.options, each))


_PHASE_ITEMS = {
    "production": _production,
    "movement": _movement,
    "building": _building,
    "wonder": _wonder,
}
