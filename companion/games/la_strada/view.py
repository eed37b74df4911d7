"""The game as everybody sees it: where it stands, its fields of the snapshot, what its pages draw."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import msgspec

from companion.games import GameView, Player, Refused, TableWarning, plain
from companion.games.la_strada import leaving, pace, roads, scoring, turns, warnings
from companion.games.la_strada.options import SWITCHES
from companion.games.la_strada.roads import COSTS, places_merchant
from companion.games.la_strada.scoring import pays_on, totals
from companion.games.la_strada.state import (
    Colony,
    Seat,
    State,
    active,
    following,
    in_turn,
    playing,
    seat_of,
    supply,
)
from companion.games.la_strada.words import KINDS, MOST_RESOURCES, TERRAINS, Colour
from companion.games.lamps import lamps_of
from companion.language.signals import Lamp
from companion.language.text import Text, text


class View(GameView, frozen=True):
    """Everything derived from a state of La Strada."""

    state: State

    @cached_property
    def fields(self) -> dict[str, Any]:
        """The fields of the snapshot that are the game's own."""
        return _fields(self.state)

    @cached_property
    def players(self) -> tuple[Player, ...]:
        """Clockwise from the first player, with those who have left."""
        return tuple(Player(seat.colour, seat.name) for seat in self.state.seats)

    @cached_property
    def left(self) -> tuple[Colour, ...]:
        """Who has left the game."""
        return tuple(seat.colour for seat in self.state.seats if seat.left)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.ended is not None

    @cached_property
    def moment(self) -> Text:
        """How often everybody has been on turn and who is now, or how the game ended."""
        if self.state.ended:
            return text("moment.ended", reason=self.state.ended)
        return text("moment.turn", turn=self.state.turn, colour=self.state.active)

    @cached_property
    def picture(self) -> Mapping[str, Any]:
        """What the templates draw beyond the snapshot."""
        return _picture(self.state)

    @property
    def on_turn(self) -> str | None:
        """Whose turn it is."""
        return None if self.state.ended else self.state.active

    @cached_property
    def upcoming(self) -> str | None:
        """Whose turn comes next; none when all others have left."""
        colour = following(self.state)
        return None if self.state.ended or colour == self.state.active else colour

    @cached_property
    def lamps(self) -> tuple[Lamp, ...]:
        """Whose turn it is and whose comes next, in the order of the turns, with those who have left, dark
        (LS-TURN-01).
        """
        return lamps_of(in_turn(self.state), self.on_turn, self.upcoming)

    @cached_property
    def warnings(self) -> tuple[TableWarning, ...]:
        """What the table should not forget now."""
        return warnings.warnings(self.state)


def _fields(state: State) -> dict[str, Any]:
    """The fields of the snapshot that are the game's own.

    players: clockwise from the first player, with those who have left, who are also in left. first: who
    takes the first turn. connected: the active player has linked a colony in this turn. stuck: who has said
    that he can link none any more. linked: who has linked a colony; of two players the second one has no
    merchant there. scores: as things stand, the best first. rounds_left: an estimate of how long the game
    goes on, as `pace.RoundsLeft`; not there when the end is known or has come.
    """
    scores = [msgspec.to_builtins(score) for score in scoring.scores(state)]
    return {
        "players": [{"colour": seat.colour, "name": seat.name} for seat in state.seats],
        "options": plain(state.options),
        "left": [seat.colour for seat in state.seats if seat.left],
        "turn": state.turn,
        "first": state.first,
        "active": state.active,
        "connected": state.connected,
        "resources": {seat.colour: seat.resources for seat in state.seats},
        "supplies": {seat.colour: dict(supply(seat)) for seat in state.seats},
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
        **_rounds_left(state),
        "ended": {"reason": state.ended, "scores": scores} if state.ended else None,
    }


def _rounds_left(state: State) -> dict[str, Any]:
    left = pace.rounds_left(state)
    return {} if left is None else {"rounds_left": msgspec.to_builtins(left)}


def _picture(state: State) -> Mapping[str, Any]:
    """Plain data for the templates. Colours and other words are codes; what a
    colony pays is gold.

    most: tiles of each terrain that anybody could ever pay at once. bounds: resources that a player `holds`
    at most, and that he `keeps` without losing any of his next income. lost: of the active player's next
    income, if he ended his turn now. next: who would be next, None where the
    game is over then. may_stop: whether he may still say that he
    cannot connect; stops: whether that would end the game, and brought: what it would then take back, unless
    a house rule leaves it. market: the colonies as `_colony` tells them, by their kinds, with what each kind
    pays to 1, 2 ... merchants. open: colonies that the active player can still link. blocked: who can link
    none any more, and why. tie: what settled the first place, where gold did not. earned: gold by player and
    kind. leaving: who may leave, and in which colours somebody may join. switches: every house rule that is
    on. ahead: whose turn would come at once if the active player ended his, with the resources he would have
    then, or None. roads: every link, as `_road` tells it. colonies: those of the market by their numbers.
    joins: what linking a colony would bring, by its number, as `_joins` tells it. plans: who may link what,
    by player, as `_plan` tells it.
    """
    market, ahead = _market(state), _ahead(state)
    return {
        "two": state.two,
        "costs": dict(COSTS),
        "most": {terrain: MOST_RESOURCES // COSTS[terrain] for terrain in TERRAINS},
        "bounds": {
            "holds": MOST_RESOURCES,
            "keeps": MOST_RESOURCES if state.ended else MOST_RESOURCES - turns.INCOME,
        },
        "lost": turns.lost(state),
        "next": None if turns.ends_with_it(state) else following(state),
        "may_stop": not state.ended and not state.connected,
        "stops": turns.ends_if_stuck(state),
        "brought": min(state.gained or 0, active(state).resources),
        "market": market,
        "colonies": {each["number"]: each for kind in market for each in kind["colonies"]},
        "joins": {each.number: _joins(state, each) for each in state.colonies},
        "plans": {seat.colour: _plan(state, seat, ahead) for seat in playing(state)},
        "open": _all_open(state, state.active),
        "blocked": {seat.colour: why for seat in playing(state) if (why := turns.blocked(state, seat))},
        "tie": _tie(state),
        "ahead": ahead,
        "roads": [
            _road(state, seat, each)
            for seat in state.seats
            for each in state.colonies
            if seat.colour in each.linked
        ],
        "earned": {seat.colour: _earned(state, seat.colour) for seat in state.seats},
        "leaving": {
            "leave": list(leaving.may_leave(state)),
            "join": list(leaving.may_join(state)),
            "left": [seat.colour for seat in state.seats if seat.left],
        },
        "switches": [name for name in SWITCHES if getattr(state.options, name)],
    }


def _ahead(state: State) -> dict[str, Any] | None:
    """open: the colonies that he can link."""
    if state.ended:
        return None
    colour = following(state)
    try:
        _, after = turns.handed_on(state, colour)
    except Refused:
        return None
    return {
        "colour": colour,
        "resources": active(after).resources,
        "open": _all_open(after, colour),
        "may_stop": not after.connected,
    }


def _plan(state: State, seat: Seat, ahead: Mapping[str, Any] | None) -> dict[str, Any]:
    """What a player may link, and when.

    open: numbers of colonies. when: `now` in his turn, `next` if it would come at once, else `later`.
    resources: what he could pay with then; of a later turn what he will have when he gets his income.
    """
    colour = seat.colour
    if colour == state.active:
        when, resources = "now", seat.resources
    elif ahead and colour == ahead["colour"]:
        when, resources = "next", ahead["resources"]
    else:
        gained, _ = turns.next_income(seat.resources)
        when, resources = "later", seat.resources + gained
    return {"open": _all_open(state, colour), "when": when, "resources": resources}


def _road(state: State, seat: Seat, colony: Colony) -> dict[str, Any]:
    """A player's road to a colony, with its tiles (`laid`) as they were entered or corrected.

    known_as: one name for it in an address. ends: the colonies to which it may really lead.
    """
    laid = roads.tiles_of(roads.road_of(state, seat.colour, colony.number))
    return {
        "known_as": f"{seat.colour}-{colony.number}",
        "colour": seat.colour,
        "colony": colony.number,
        "ends": [each.number for each in state.colonies if each == colony or seat.colour not in each.linked],
        "cost": roads.cost(**laid),
        "laid": laid,
    }


def _joins(state: State, colony: Colony) -> dict[str, list[dict[str, Any]]]:
    """What linking the colony would bring to everybody, by who would link it: of those who can."""
    total = totals(state)
    return {
        seat.colour: [
            msgspec.structs.asdict(each) for each in roads.brought(state, colony, seat.colour, total)
        ]
        for seat in playing(state)
        if _open(state, colony, seat.colour)
    }


def _market(state: State) -> list[dict[str, Any]]:
    there = {each.kind for each in state.colonies}
    places = 1 if state.two else len(state.seats)
    return [
        {
            "kind": kind,
            "pays": list(state.options.worth[kind][:places]),
            "colonies": [_colony(state, each) for each in state.colonies if each.kind == kind],
        }
        for kind in KINDS
        if kind in there
    ]


def _colony(state: State, colony: Colony) -> dict[str, Any]:
    """What of a colony changes only when it does itself. each: what everyone there gets now. following: what
    they would get with one merchant more, None where there is no room for one. roads: who has linked it
    without a merchant. places: who links it puts a merchant there. linkable: somebody can.
    """
    room = roads.room_for_merchant(state, colony)
    return {
        "number": colony.number,
        "kind": colony.kind,
        "name": colony.name,
        "merchants": list(colony.merchants),
        "roads": [each for each in colony.linked if each not in colony.merchants],
        "each": pays_on(state, colony),
        "following": pays_on(state, colony, more=1) if room else None,
        "places": places_merchant(state, colony),
        "linkable": any(_open(state, colony, seat.colour) for seat in playing(state)),
    }


def _all_open(state: State, colour: Colour) -> list[int]:
    return [each.number for each in state.colonies if _open(state, each, colour)]


def _open(state: State, colony: Colony, colour: Colour) -> bool:
    """Whether nothing but roads and turns can keep a player from linking the colony (LS-MKT-02)."""
    if state.ended or colour in colony.linked:
        return False
    return not places_merchant(state, colony) or seat_of(state, colour).merchants > 0


def _earned(state: State, colour: Colour) -> dict[str, int]:
    """What each kind of colony pays to a player as things stand."""
    return {
        kind: sum(
            pays_on(state, each) for each in state.colonies if each.kind == kind and colour in each.merchants
        )
        for kind in KINDS
    }


def _tie(state: State) -> str | None:
    best, *others = (each for each in scoring.scores(state) if not each.left)
    if not any(each.total == best.total for each in others):
        return None
    return "shared" if any(each.rank == best.rank for each in others) else "resources"
