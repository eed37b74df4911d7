"""Mines, their bags, the ore that each gives once a production phase, and what to expect of it."""

from __future__ import annotations

from collections.abc import Mapping
from math import comb
from types import MappingProxyType

import msgspec
from msgspec.structs import replace

from companion.games import Events, Refused
from companion.games.dice import Dice
from companion.games.roads_and_boats import solo, wonder
from companion.games.roads_and_boats.commands import BuildMine, Draw, DrawAll, RecordDraw, SinkShaft, VoidDraw
from companion.games.roads_and_boats.events import DrawVoided, MineBuilt, OreDrawn, OreRecorded, ShaftSunk
from companion.games.roads_and_boats.state import (
    MAX_COUNT,
    Drawn,
    Filled,
    Mine,
    Recounted,
    Seat,
    State,
    present_seat_of,
    require_go,
    require_phase,
    seat_of,
)
from companion.games.roads_and_boats.words import MAX_MINES, Colour, Mixture, Ore, Subject

FILLINGS: Mapping[Mixture, tuple[int, int]] = MappingProxyType(
    {"standard": (3, 3), "gold": (4, 0), "iron": (0, 4), "big": (5, 5)}
)
"""Gold and iron of each filling (RB-MINE-03 to RB-MINE-06)."""
_NEEDS: Mapping[Mixture, tuple[Subject, str]] = MappingProxyType(
    {
        "gold": ("specialised-mine", "RB-MINE-04"),
        "iron": ("specialised-mine", "RB-MINE-04"),
        "big": ("big-mine", "RB-MINE-05"),
    }
)


def mine_of(state: State, number: int) -> Mine:
    """The built mine with that number. Raises `Refused` when there is none."""
    for mine in state.mines:
        if mine.number == number:
            return mine
    raise Refused("no-such-mine", "RB-MINE-01", number=number)


def free_bags(state: State) -> tuple[int, ...]:
    """The numbers that belong to no mine yet, also of bags that would have to be improvised (RB-GEN-06)."""
    built = {mine.number for mine in state.mines}
    return tuple(number for number in range(1, MAX_MINES + 1) if number not in built)


def bags_in_play(state: State) -> tuple[int, ...]:
    """The numbers of the bags that lie ready or belong to a mine."""
    built = {mine.number for mine in state.mines}
    return tuple(sorted(built | set(range(1, state.options.mines + 1))))


def bags(state: State) -> tuple[int, ...]:
    """Every number that a bag may have, those of built mines first."""
    return (*(mine.number for mine in state.mines), *free_bags(state))


def undrawn(state: State) -> tuple[int, ...]:
    """The numbers of the mines that hold ore and have not given this turn's; none outside production.

    Rules: RB-MINE-08, RB-MINE-11.
    """
    if state.phase != "production":
        return ()
    return tuple([mine.number for mine in state.mines if mine.drawn is None and mine.gold + mine.iron > 0])


def drawable(state: State) -> tuple[int, ...]:
    """The numbers of the mines that a draw may be entered for now: undrawn, or voided since production."""
    if state.phase == "production":
        return undrawn(state)
    return tuple(mine.number for mine in state.mines if mine.voided and mine.gold + mine.iron > 0)


def draws_by_hand(state: State) -> bool:
    """Whether the group draws from the real bags (AMB-23); a solo game has no draws."""
    return state.options.amb_23 and not state.solo


def draw_first_refusal(state: State, rule: str) -> Refused:
    """Why what comes after the draws has to wait for them, and what to do. Some mine is undrawn."""
    waiting = undrawn(state)
    return Refused(
        "mines-to-record" if draws_by_hand(state) else "mines-undrawn",
        rule,
        mines=waiting,
        count=len(waiting),
    )


def percent(part: int, whole: int) -> int:
    """A share of a bag in percent, rounded; never 0 or 100 for what is merely rare or likely (RB-MINE-16)."""
    rounded = (200 * part + whole) // (2 * whole)
    return rounded if part in (0, whole) else min(99, max(1, rounded))


def chance_before_draw(mine: Mine) -> int:
    """The chance in percent that this turn's ore had before it was drawn; the mine has given some."""
    now = mine.gold if mine.drawn == "gold" else mine.iron
    return percent(now + 1, mine.gold + mine.iron + 1)


def as_production_begins(mine: Mine) -> Mine:
    """The mine as production begins: an empty bag gives nothing (RB-MINE-09)."""
    return replace(
        mine,
        drawn=None if mine.gold + mine.iron else "nothing",
        by_hand=False,
        voided=False,
    )


def with_last_draw(mine: Mine, turn: int) -> Mine:
    """The mine with what it gave last as this turn's ore, if it gave that in this turn already."""
    last = next((each for each in reversed(mine.past) if isinstance(each, Drawn)), None)
    if last is None or last.turn != turn:
        return mine
    return replace(mine, drawn=last.ore, by_hand=last.by_hand, voided=False)


def after_filling(state: State, mine: Mine) -> Mine:
    """The mine after its bag was filled or corrected: in production a bag with ore owes a draw."""
    if state.phase != "production" or mine.drawn in {"gold", "iron"}:
        return mine
    return as_production_begins(mine)


def with_mine(state: State, mine: Mine) -> State:
    """The state with that mine in the place of its number."""
    numbered = {each.number: each for each in state.mines} | {mine.number: mine}
    return replace(state, mines=tuple([numbered[number] for number in sorted(numbered)]))


def may_fill(seat: Seat, mixture: Mixture) -> bool:
    """Whether a player's research allows a filling (RB-MINE-04, RB-MINE-05, RB-MINE-06, RB-MINE-07)."""
    return mixture not in _NEEDS or _NEEDS[mixture][0] in seat.research


def build_mine(state: State, command: BuildMine, _dice: Dice) -> Events:
    """A new mine with its first filling. Raises `Refused`."""
    present_seat_of(state, command.colour, late=command.late)
    late = require_phase(state, "building", "RB-BUILD-01", late=command.late)
    require_free(state, command.number)
    gold, iron = _require_mixture(state, command.colour, command.mixture)
    require_go(state, command.colour, late=late, out_of_order=command.out_of_order)
    return (MineBuilt(command.number, command.colour, command.mixture, gold, iron, late),)


def require_free(state: State, number: int) -> None:
    """Refuse the number of a bag that belongs to a mine."""
    if any(mine.number == number for mine in state.mines):
        raise Refused("mine-built", "RB-MINE-17", number=number)


def dice_number(mine: Mine) -> int:
    """The number under which the dice roll for a mine."""
    return mine.number if mine.rolls_as is None else mine.rolls_as


def dice_number_for(state: State, number: int) -> int | None:
    """Under which number the dice roll for a mine that gets this one; None: under this one itself.

    A renumbered mine may have taken the rolls of its old number along. Who bears that now gets others, lest
    they give the same once more (RB-MINE-08). In a file made by hand a number may lead back to itself.
    """
    taken = {dice_number(mine): mine.number for mine in state.mines}
    free = number
    while free in taken:
        free = taken.pop(free)
    return None if free == number else free


def apply_mine_built(state: State, event: MineBuilt) -> State:
    """The state after a mine was built."""
    mine = _with_filling(
        state, Mine(event.number, 0, 0, rolls_as=dice_number_for(state, event.number)), event
    )
    return replace(with_mine(state, mine), touched=state.touched or not event.late)


def sink_shaft(state: State, command: SinkShaft, _dice: Dice) -> Events:
    """One more filling for a mine (RB-MINE-12, RB-MINE-13, RB-MINE-14). Raises `Refused`."""
    present_seat_of(state, command.colour, late=command.late)
    late = require_phase(state, "building", "RB-MINE-12", late=command.late)
    mine = mine_of(state, command.number)
    _require_research(state, command.colour, "new-shaft", "RB-MINE-12")
    gold, iron = _require_mixture(state, command.colour, command.mixture)
    if mine.gold + gold > MAX_COUNT or mine.iron + iron > MAX_COUNT:
        raise Refused("too-many", most=MAX_COUNT)
    require_go(state, command.colour, late=late, out_of_order=command.out_of_order)
    return (ShaftSunk(command.number, command.colour, command.mixture, gold, iron, late),)


def apply_shaft_sunk(state: State, event: ShaftSunk) -> State:
    """The state after a mine was filled again."""
    fuller = _with_filling(state, mine_of(state, event.number), event)
    return replace(with_mine(state, after_filling(state, fuller)), touched=state.touched or not event.late)


def _with_filling(state: State, mine: Mine, event: MineBuilt | ShaftSunk) -> Mine:
    """The mine with one more filling beside what its bag holds (RB-MINE-15)."""
    filling = Filled(state.turn, event.colour, event.mixture, event.gold, event.iron)
    return replace(mine, gold=mine.gold + event.gold, iron=mine.iron + event.iron, past=(*mine.past, filling))


def with_count(state: State, mine: Mine, gold: int, iron: int) -> Mine:
    """The mine with what its bag was found to hold; counted again in the same turn, that is one change."""
    before, change = mine.past, Recounted(state.turn, gold - mine.gold, iron - mine.iron)
    if before and isinstance(before[-1], Recounted) and before[-1].turn == state.turn:
        change = Recounted(state.turn, change.gold + before[-1].gold, change.iron + before[-1].iron)
        before = before[:-1]
    past = (*before, change) if change.gold or change.iron else before
    return replace(mine, gold=gold, iron=iron, past=past)


def _require_research(state: State, colour: Colour, subject: Subject, rule: str) -> None:
    if subject not in seat_of(state, colour).research:
        raise Refused("needs-research", rule, colour=colour, subject=subject)


def _require_mixture(state: State, colour: Colour, mixture: Mixture) -> tuple[int, int]:
    """Refuse a filling that the player has not researched (RB-MINE-07, RB-MINE-13, RB-RES-06)."""
    if mixture in _NEEDS:
        _require_research(state, colour, *_NEEDS[mixture])
    return FILLINGS[mixture]


def draw(state: State, command: Draw, dice: Dice) -> Events:
    """This turn's ore of one mine. Raises `Refused`."""
    mine = _require_drawable(state, command.number, late=command.late)
    _require_dice(state, (mine.number,))
    return (draw_from(state, mine, dice),)


def draw_all(state: State, _command: DrawAll, dice: Dice) -> Events:
    """This turn's ore of every mine that still owes it. Raises `Refused`."""
    require_phase(state, "production", "RB-MINE-08")
    waiting = undrawn(state)
    if not waiting:
        raise Refused("nothing-to-draw", "RB-MINE-08")
    _require_dice(state, waiting)
    return draw_rest(state, dice)


def _require_dice(state: State, numbers: tuple[int, ...]) -> None:
    """Refuse a draw that the group makes by hand (AMB-23)."""
    if draws_by_hand(state):
        raise Refused("drawn-by-hand", "RB-MINE-11", mines=numbers, count=len(numbers))


def draw_rest(state: State, dice: Dice) -> Events:
    """A draw from every mine that still owes one."""
    waiting = undrawn(state)
    return tuple(draw_from(state, mine, dice) for mine in state.mines if mine.number in waiting)


def draw_from(state: State, mine: Mine, dice: Dice) -> OreDrawn:
    """What a bag that is not empty gives: by the dice, each counter equally likely (RB-MINE-08).

    Alone nothing is random: it gives what it holds most of (RB-SOLO-04).
    """
    if state.solo:
        return OreDrawn(mine.number, solo.ore_of(mine))
    face = dice.roll(mine.gold + mine.iron, "mine", dice_number(mine), mine.rolled)
    return OreDrawn(mine.number, "gold" if face < mine.gold else "iron")


def apply_ore_drawn(state: State, event: OreDrawn) -> State:
    """The state after a draw by the dice."""
    mine = _with_draw(state, event)
    return with_mine(state, replace(mine, rolled=mine.rolled + 1))


def record_draw(state: State, command: RecordDraw, _dice: Dice) -> Events:
    """This turn's ore, drawn by hand from the real bag. Raises `Refused`."""
    mine = _require_drawable(state, command.number, late=command.late)
    if not {"gold": mine.gold, "iron": mine.iron}[command.ore]:
        raise Refused("ore-not-in-bag", "RB-MINE-08", number=command.number, ore=command.ore)
    solo.require_ore(state, mine, command.ore)
    return (OreRecorded(command.number, command.ore),)


def apply_ore_recorded(state: State, event: OreRecorded) -> State:
    """The state after a draw by hand (RB-MINE-11)."""
    return with_mine(state, replace(_with_draw(state, event), by_hand=True))


def _with_draw(state: State, event: OreDrawn | OreRecorded) -> Mine:
    mine = _with_ore_change(mine_of(state, event.number), event.ore, -1)
    counts = Drawn(state.turn, event.ore, by_hand=isinstance(event, OreRecorded))
    return replace(mine, drawn=event.ore, voided=False, past=(*mine.past, counts))


def _require_drawable(state: State, number: int, *, late: bool) -> Mine:
    """The mine that owes a draw, if late also one with a draw voided after production. Raises `Refused`."""
    require_phase(state, "production", "RB-MINE-08", late=late)
    mine = mine_of(state, number)
    if mine.drawn in {"gold", "iron"}:
        raise Refused("already-drawn", "RB-MINE-08", number=number, ore=mine.drawn)
    if mine.gold + mine.iron == 0:
        raise Refused("mine-empty", "RB-MINE-09", number=number)
    if number not in drawable(state):
        raise Refused("production-left", "RB-MINE-08", number=number)
    return mine


def void_draw(state: State, command: VoidDraw, _dice: Dice) -> Events:
    """This turn's draw does not count. Raises `Refused`."""
    mine = mine_of(state, command.number)
    if mine.drawn is None or mine.drawn == "nothing":
        raise Refused("not-drawn", "RB-MINE-08", number=mine.number)
    if (mine.gold if mine.drawn == "gold" else mine.iron) == MAX_COUNT:
        raise Refused("too-many", most=MAX_COUNT)
    return (DrawVoided(mine.number, mine.drawn),)


def apply_draw_voided(state: State, event: DrawVoided) -> State:
    """The state after the ore went back: the next draw by the dice rolls the same again.

    After a draw of a later turn that had not come yet, what this turn has given counts again (RB-MINE-08).
    """
    mine = _with_ore_change(mine_of(state, event.number), event.ore, +1)
    rolled = mine.rolled if mine.by_hand else mine.rolled - 1
    left = state.phase != "production"
    past = _without_last_draw(mine)
    mine = replace(mine, drawn=None, rolled=rolled, by_hand=False, voided=left, past=past)
    return with_mine(state, with_last_draw(mine, max(state.turn, wonder.turn_by_bricks(state))))


def _without_last_draw(mine: Mine) -> tuple[Filled | Drawn | Recounted, ...]:
    last = max((at for at, each in enumerate(mine.past) if isinstance(each, Drawn)), default=len(mine.past))
    return mine.past[:last] + mine.past[last + 1 :]


def _with_ore_change(mine: Mine, ore: Ore, by: int) -> Mine:
    if ore == "gold":
        return replace(mine, gold=mine.gold + by)
    return replace(mine, iron=mine.iron + by)


PROSPECT_DRAWS = 4
"""How many draws a mine's card looks ahead."""


class Prospect(msgspec.Struct, frozen=True):
    """After so many more draws. gold, iron: the chance in percent that it has come at least once.

    ore: what that draw gives, where nothing is left to chance (RB-SOLO-04).
    """

    draws: int
    gold: int
    iron: int
    ore: Ore | None = None


def prospects(state: State, mine: Mine) -> tuple[Prospect, ...]:
    """For each of the next draws, as far as the bag's counters last."""
    whole = mine.gold + mine.iron
    ahead = range(1, min(PROSPECT_DRAWS, whole) + 1)
    certain = solo.first_draws(mine, len(ahead)) if state.solo else (None,) * len(ahead)
    return tuple(
        Prospect(
            draws,
            _chance_at_least_once(mine.iron, whole, draws),
            _chance_at_least_once(mine.gold, whole, draws),
            ore,
        )
        for draws, ore in zip(ahead, certain, strict=True)
    )


def _chance_at_least_once(others: int, whole: int, draws: int) -> int:
    """The chance in percent that not all of these draws give the other ore, of which there are so many."""
    ways = comb(whole, draws)
    return percent(ways - comb(others, draws), ways)
