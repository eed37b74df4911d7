"""Everything that is shown of La Strada: each figure by its name, worked out of a state once."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType
from typing import Any, Literal

import msgspec

from companion.games import GameView, Player, Refused, derived, plain
from companion.games.la_strada import (
    colonies,
    events,
    forecast,
    leaving,
    roads,
    scoring,
    turns,
    warnings,
)
from companion.games.la_strada.options import SWITCHES
from companion.games.la_strada.roads import Brought
from companion.games.la_strada.state import (
    Colony,
    Seat,
    State,
    active,
    next_player,
    present_seats,
    seat_of,
    supply,
    turn_order,
)
from companion.games.la_strada.words import (
    KINDS,
    MAX_RESOURCES,
    TERRAINS,
    BlockReason,
    Colour,
    Kind,
    Stock,
    Terrain,
)
from companion.games.results import Ended, Progress
from companion.language.signals import lamps_of
from companion.language.text import Text, text


class Bounds(msgspec.Struct, frozen=True):
    """Resources that a player `holds` at most, and that a player `keeps` without losing any of the next
    income."""

    holds: int
    keeps: int


class ColonyCard(msgspec.Struct, frozen=True):
    """What of a colony changes only when it does itself. roads: who has linked it without a merchant. each:
    what all who stand there get now; following: with one merchant more, None where there is no room for one.
    places: who links it puts a merchant there. linkable: a player can. alike: how many of its kind are still
    unknown, of which it is the next; 0 for one that is known.
    """

    number: int
    kind: Kind
    name: str
    merchants: tuple[Colour, ...]
    roads: tuple[Colour, ...]
    each: int
    following: int | None
    places: bool
    linkable: bool
    alike: int


class Market(msgspec.Struct, frozen=True):
    """The distinct colonies of a kind. pays: gold for each of 1, 2 ... merchants."""

    kind: Kind
    pays: tuple[int, ...]
    colonies: tuple[ColonyCard, ...]


class NextTurn(msgspec.Struct, frozen=True):
    """The next player if the active one ended the turn now, with their resources then. open: the colonies
    that they can link.
    """

    colour: Colour
    resources: int
    open: tuple[int, ...]


class Plan(msgspec.Struct, frozen=True):
    """What a player may link, and when.

    open: numbers of colonies. when: `now` in their turn, `next` if it would come at once, `never` if none
    comes any more. resources: what they could pay with then; of a later turn with their income.
    """

    open: tuple[int, ...]
    when: Literal["now", "next", "later", "never"]
    resources: int


class Bill(msgspec.Struct, frozen=True):
    """What the tiles of a road come to: their `cost`, and a terrain of which the player is `short`."""

    cost: int
    short: Terrain | None


class Road(msgspec.Struct, frozen=True):
    """A player's road to a colony, with its tiles (`laid`) as they were entered or corrected.

    known_as: one name for it in an address. ends: the colonies to which it may really lead.
    """

    known_as: str
    colour: Colour
    colony: int
    ends: tuple[int, ...]
    cost: int
    laid: dict[Terrain, int]


def _moment(state: State) -> Text:
    if state.ended:
        return text("moment.ended", reason=state.ended)
    return text("moment.turn", turn=state.turn, colour=state.active)


def _upcoming(state: State) -> Colour | None:
    colour = turns.next_to_act(state)
    return None if state.ended or colour == state.active else colour


def _open_to(state: State, colour: Colour) -> tuple[int, ...]:
    return tuple(each.number for each in state.colonies if _is_open_to(state, each, colour))


def _is_open_to(state: State, colony: Colony, colour: Colour) -> bool:
    """Whether nothing but roads and turns can keep a player from linking the colony (LS-MKT-02)."""
    if state.ended or colour in colony.linked:
        return False
    return not roads.places_merchant(state, colony) or seat_of(state, colour).merchants > 0


def _ahead(state: State) -> NextTurn | None:
    if state.ended:
        return None
    colour = next_player(state)
    try:
        _, after = turns.hand_over_turn(state, colour)
    except Refused:
        return None
    return NextTurn(colour, active(after).resources, _open_to(after, colour))


def _road(state: State, seat: Seat, colony: Colony) -> Road:
    laid = roads.tiles_of(roads.road_of(state, seat.colour, colony.number))
    offered = colonies.distinct_colonies(state)
    ends = (each.number for each in offered if each == colony or seat.colour not in each.linked)
    known_as = f"{seat.colour}-{colony.number}"
    return Road(known_as, seat.colour, colony.number, tuple(ends), roads.cost(**laid), laid)


def _markets(state: State) -> tuple[Market, ...]:
    places = 1 if state.two_players else len(state.seats)
    cards = [_colony(state, each) for each in colonies.distinct_colonies(state)]
    found = ((kind, tuple(each for each in cards if each.kind == kind)) for kind in KINDS)
    return tuple(
        Market(kind, tuple(state.options.worth[kind][:places]), there) for kind, there in found if there
    )


def _colony(state: State, colony: Colony) -> ColonyCard:
    room = roads.room_for_merchant(state, colony)
    alike = colonies.unknown_colonies(state, colony.kind)
    return ColonyCard(
        colony.number,
        colony.kind,
        colony.name,
        colony.merchants,
        tuple(each for each in colony.linked if each not in colony.merchants),
        scoring.colony_gold(state, colony),
        scoring.colony_gold(state, colony, more=1) if room else None,
        roads.places_merchant(state, colony),
        any(_is_open_to(state, colony, seat.colour) for seat in present_seats(state)),
        len(alike) if colony in alike else 0,
    )


def _nameless(state: State) -> int:
    links = active(state).links if state.connected and not state.ended else ()
    if not links:
        return 0
    last = colonies.colony_of(state, links[-1])
    return last.number if last.linked == (state.active,) and not last.name else 0


def _gold_by_kind(state: State, colour: Colour) -> dict[Kind, int]:
    """What each kind of colony pays to a player as things stand."""
    earned = dict.fromkeys(KINDS, 0)
    for each in state.colonies:
        if colour in each.merchants:
            earned[each.kind] += scoring.colony_gold(state, each)
    return earned


def _tie(state: State) -> str | None:
    best, *others = (each for each in scoring.scores(state) if not each.left)
    if not any(each.total == best.total for each in others):
        return None
    return "shared" if any(each.rank == best.rank for each in others) else "resources"


def _end_resources(state: State) -> Iterator[Progress]:
    """How much of what ends the game is used up: merchants and tiles of each, of two players also the
    colonies without a merchant (LS-END-01, LS-2P-06)."""
    full = state.options.supply
    stocks: tuple[tuple[Stock, ...], ...] = (("merchants",), TERRAINS)
    amounts = [
        (sum(full[kind] for kind in kinds), sum(supply(seat)[kind] for kind in kinds))
        for seat in present_seats(state)
        for kinds in stocks
    ]
    if state.two_players:
        amounts.append((len(state.colonies), colonies.count_free(state)))
    for there_were, left in amounts:
        if there_were > 0:
            yield Progress(min(max(0, there_were - left), there_were), there_were)


def _progress(state: State) -> Progress | None:
    """What is used up most."""
    return max(_end_resources(state), key=lambda used: Fraction(used.done, used.of), default=None)


class View(GameView, frozen=True):
    """Everything derived from a state of La Strada. Colours and other words are codes; what a colony pays is
    gold."""

    state: State

    bgg = 9675
    published_events = (
        events.GameBegun, events.TurnBegun, events.Connected, events.GivenUp, events.TurnPassed,
        events.PlayerLeft, events.PlayerJoined, events.GameEnded, events.GameReopened,
    )  # fmt: skip
    sensors = MappingProxyType({"colonies_free": "colonies.free"})
    json = (
        "players", "options", "left", "turn", "first", "active", "connected", "resources", "supplies",
        "stuck", "colonies", "scores", "rounds_left", "ended",
    )  # fmt: skip

    players = derived(lambda state: tuple(Player(seat.colour, seat.name) for seat in state.seats))
    """Clockwise from the first player."""
    left = derived(lambda state: tuple(seat.colour for seat in state.seats if seat.left))
    left_in = derived(lambda state: {seat.colour: seat.left for seat in state.seats if seat.left})
    """The turn in which each of them left."""
    options = derived(lambda state: plain(state.options))
    switches = derived(lambda state: tuple(each for each in SWITCHES if getattr(state.options, each)))
    """Every house rule that is on."""
    two = derived(lambda state: state.two_players)
    turn = derived(lambda state: state.turn)
    moment = derived(_moment)
    active = derived(lambda state: state.active)
    on_turn = derived(lambda state: None if state.ended else state.active)
    upcoming = derived(_upcoming)
    next = derived(turns.next_to_act)
    """Who acts next, the active player if all others have left or pass; None if the game ends."""
    final = derived(turns.final_player)
    """The player with the turn at which the game ends; None while it goes on."""
    lamps = derived(
        lambda state: lamps_of(turn_order(state), None if state.ended else state.active, _upcoming(state))
    )
    """In the order of the turns, with those who have left, dark (LS-TURN-01)."""

    resources = derived(lambda state: {seat.colour: seat.resources for seat in state.seats})
    supplies = derived(lambda state: {seat.colour: supply(seat) for seat in state.seats})
    costs = roads.COSTS
    most = MappingProxyType({terrain: MAX_RESOURCES // cost for terrain, cost in roads.COSTS.items()})
    """Tiles of each terrain that a player could ever pay at once."""
    lost = derived(turns.income_lost)
    """Of the active player's next income, if the turn ended now."""
    connected = derived(lambda state: state.connected)
    """The active player has linked a colony in this turn."""
    may_stop = derived(lambda state: not state.ended and not state.connected)
    """The active player may say that they can reach no colony any more."""
    stops = derived(turns.ends_if_stuck)
    """That would end the game."""
    brought = derived(lambda state: min(state.gained or 0, active(state).resources))
    """What it would then take back, unless a house rule leaves it."""
    stuck = derived(lambda state: tuple(seat.colour for seat in state.seats if seat.stuck))
    """The players who can link no more colonies."""
    open = derived(lambda state: _open_to(state, state.active))
    """The colonies that the active player can still link."""
    ahead = derived(_ahead)

    market = derived(_markets)
    nameless = derived(_nameless)
    """The nameless colony that the active player linked first and last in this turn; 0 for none."""
    free = derived(colonies.count_free)
    """How many colonies hold no merchant."""
    scores = derived(scoring.scores)
    """As things stand, the best first."""
    standing = derived(scoring.ranks)
    tie = derived(_tie)
    """What settled the first place, where gold did not."""
    earned = derived(lambda state: {seat.colour: _gold_by_kind(state, seat.colour) for seat in state.seats})
    first = derived(lambda state: state.first)
    """Who takes the first turn."""
    rounds_left = derived(forecast.rounds_left)
    """An estimate of how long the game goes on; None when the end is known or has come."""
    may_leave = derived(leaving.may_leave)
    may_join = derived(leaving.may_join)
    places = derived(scoring.player_results)
    progress = derived(_progress)
    end_near = derived(warnings.end_near)
    warnings = derived(warnings.warnings)
    colonies = derived(lambda state: state.colonies)
    roads = derived(
        lambda state: tuple(
            _road(state, seat, each)
            for seat in state.seats
            for each in state.colonies
            if seat.colour in each.linked
        )
    )

    @property
    def ended(self) -> Ended | None:
        """Why, and with which scores."""
        return Ended(self.state.ended, self.scores) if self.state.ended else None

    @property
    def published(self) -> dict[str, Any]:
        """What each has left, and how it stands.

        resources, supplies, gold: by colour. colonies: how many there are, and how many hold no merchant.
        """
        there = [seat.colour for seat in present_seats(self.state)]
        return {
            "resources": {each: self.resources[each] for each in there},
            "supplies": {each: dict(self.supplies[each]) for each in there},
            "gold": {each.colour: each.total for each in self.scores},
            "colonies": {"all": len(self.colonies), "free": self.free},
        }

    @cached_property
    def fields(self) -> dict[str, Any]:
        """The game's own fields of the snapshot; without `rounds_left` where there is no estimate."""
        fields = super().fields
        return {name: fields[name] for name in fields if name != "rounds_left" or self.rounds_left}

    @cached_property
    def blocked(self) -> dict[Colour, BlockReason]:
        """Who can link no colony any more, and why."""
        found = ((seat.colour, turns.block_reason(self.state, seat)) for seat in present_seats(self.state))
        return {colour: why for colour, why in found if why}

    @cached_property
    def bounds(self) -> Bounds:
        """How many resources a player may hold and keep."""
        return Bounds(MAX_RESOURCES, MAX_RESOURCES - (0 if self.over else turns.INCOME))

    @cached_property
    def cards(self) -> dict[int, ColonyCard]:
        """The colonies of the markets by their numbers."""
        return {each.number: each for kind in self.market for each in kind.colonies}

    @cached_property
    def plans(self) -> dict[Colour, Plan]:
        """Who may link what, by player."""
        return {seat.colour: self._plan(seat) for seat in present_seats(self.state)}

    def joins(self, number: int, colour: Colour) -> tuple[Brought, ...]:
        """What linking this colony would bring to all, if that player did."""
        colony = colonies.colony_of(self.state, number)
        return roads.gold_changes(self.state, colony, colour, scoring.gold_by_player(self.state))

    def bill(self, colour: Colour, laid: dict[Terrain, int]) -> Bill:
        """What a road of these tiles would take of the player."""
        left = self.supplies[colour]
        short = next((terrain for terrain, count in laid.items() if count > left[terrain]), None)
        return Bill(roads.cost(**laid), short)

    def _plan(self, seat: Seat) -> Plan:
        opens = _open_to(self.state, seat.colour)
        if seat.colour == self.active:
            return Plan(opens, "now", seat.resources)
        if self.ahead and seat.colour == self.ahead.colour:
            return Plan(opens, "next", self.ahead.resources)
        if seat.colour not in turns.awaited(self.state):
            return Plan((), "never", seat.resources)
        gained, _ = turns.next_income(seat.resources)
        return Plan(opens, "later", seat.resources + gained)
