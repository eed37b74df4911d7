"""Everything that is shown of Roads & Boats: each figure by its name, worked out of a state once."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from itertools import accumulate
from types import MappingProxyType
from typing import Any, Self

import msgspec

from companion.games import Events, GameView, Luck, Player, derived, plain
from companion.games.results import Ended, Progress
from companion.games.roads_and_boats import (
    buildings,
    events,
    fleets,
    leaving,
    log_texts,
    mines,
    order,
    phase_card,
    report_ore,
    research,
    scoring,
    signals,
    solo,
    turns,
    warnings,
    wonder,
)
from companion.games.roads_and_boats.mines import Prospect
from companion.games.roads_and_boats.options import switches_of
from companion.games.roads_and_boats.state import (
    Choosing,
    Mine,
    Praying,
    Seat,
    State,
    Wealth,
    next_phase,
    present_seats,
)
from companion.games.roads_and_boats.warnings import FEW_SPACES, FEW_TURNS
from companion.games.roads_and_boats.words import (
    BUILDINGS,
    PHASES,
    SUBJECTS,
    TRANSPORTERS,
    Colour,
    Mixture,
    Ore,
    Subject,
    Transporter,
)
from companion.language.signals import Sound
from companion.language.text import Text, text

MAX_BRICKS_OFFERED = 5
"""How many bricks at once a page offers."""


class Section(msgspec.Struct, frozen=True):
    """A section of the acting page. now: it belongs to this moment, and is open."""

    name: str
    now: bool


class Space(msgspec.Struct, frozen=True):
    """A space of the wonder. brick: a colour or `neutral`, None for none. next: where the next one comes."""

    number: int
    brick: str | None
    next: bool
    mark: str | None


class Row(msgspec.Struct, frozen=True):
    """A row of the wonder, its spaces from left to right. shares: points by colour. counts: bricks by colour,
    `neutral` among them. free: spaces. reached: it begins below the end mark."""

    number: int
    spaces: tuple[Space, ...]
    shares: dict[Colour, int]
    counts: dict[str, int]
    free: int
    reached: bool


class MineCard(msgspec.Struct, frozen=True):
    """A mine as its card shows it. odds: the chance of each ore at the next draw in percent, None of an empty
    bag. due: a draw may be entered; late: although production has been left. left: counters in the bag.
    """

    number: int
    gold: int
    iron: int
    left: int
    odds: dict[Ore, int] | None
    drawn: str | None
    due: bool
    late: bool
    past: list[dict[str, Any]]
    prospects: tuple[Prospect, ...]


class GivenOre(msgspec.Struct, frozen=True):
    """What a mine gave in this turn. was: the chance of that ore in percent, None alone."""

    number: int
    ore: str
    was: int | None


class Filling(msgspec.Struct, frozen=True):
    """What a mine may be filled with. open: the player has researched it."""

    mixture: Mixture
    gold: int
    iron: int
    open: bool


class PlayerHoldings(msgspec.Struct, frozen=True):
    """What is a player's own. costs: of one brick, of two together and so on. bricks, points: of the
    wonder."""

    fleet: dict[Transporter, int]
    land: int
    water: int
    research: dict[Subject, bool]
    fillings: tuple[Filling, ...]
    costs: tuple[int, ...]
    bought: int
    bricks: int
    points: int
    wealth: Wealth | None


def _moment(state: State) -> Text:
    if state.ended:
        return text("moment.ended", reason=state.ended)
    return text("moment.turn", turn=state.turn, phase=state.phase)


def _now(state: State) -> Text:
    """What happens at the table now; its code stands after `rb.now-` and `rb.title-`."""
    undrawn = mines.undrawn(state)
    if state.ended:
        return text("ended", reason=state.ended)
    if state.order:
        return text("praying" if isinstance(state.order, Praying) else "choosing", colour=state.order.asks)
    if undrawn:
        return text("draw", mines=undrawn, count=len(undrawn))
    if state.acting:
        return text(f"go-{state.phase}", colour=state.acting)
    if order.is_determined(state):
        return text("acted")
    return text("complete" if state.complete else state.phase)


def _switches(state: State) -> tuple[str, ...]:
    on = (name for name, value in plain(state.options).items() if value is True)
    return tuple(name for name in on if name != "phase_card")


def _order(state: State) -> dict[str, Any] | None:
    if isinstance(state.order, Choosing):
        return {"step": "choosing", "asks": state.order.asks, "free": state.order.free}
    return {"step": "praying", "asks": state.order.asks} if state.order else None


def _positions(state: State) -> tuple[Colour | None, ...]:
    if not isinstance(state.order, Choosing):
        return ()
    taken = dict(state.order.taken)
    return tuple(taken.get(place) for place in range(1, len(state.temple) + 1))


def _answers(state: State) -> dict[Colour, str]:
    if not isinstance(state.order, Praying):
        return {}
    return {**dict.fromkeys(state.order.kept, "kept"), **dict.fromkeys(state.order.cashed, "cashed")}


def _sections(state: State) -> tuple[Section, ...]:
    """The acting page's sections, those for the present phase first.

    After the end only those with commands that are still allowed.
    """
    now: tuple[str, ...] = {
        "production": ("research", "fleet", "draws"),
        "movement": ("fleet",),
        "building": ("mines", "buildings"),
        "wonder": ("bricks",),
    }[state.phase]
    if research.open_upgrades(state):
        now += ("buildings",)
    every: tuple[str, ...] = ("bricks", "mines", "buildings", "research", "fleet", "draws", "wealth")
    if order.call_refusal(state, late=True) is None:
        every += ("call",)
    every += ("end", "repair", "tags") if state.solo else ("leaving", "end", "repair", "tags")
    if state.ended:
        now, every = ("wealth",), ("wealth", "repair", "tags")
    return tuple(Section(each, each in now) for each in dict.fromkeys((*now, *every)))


def _parts(state: State) -> tuple[str, ...]:
    """The table page's parts below what happens now, the one that this phase is about first.

    Alone there is no order of play (RB-SOLO-05).
    """
    alone = len(present_seats(state)) == 1
    every = ("mines", "wonder", "players") if alone else ("mines", "order", "wonder", "players")
    first = {"production": "mines", "wonder": "wonder"}.get(state.phase, every[1])
    return tuple(dict.fromkeys((first, *every)))


def _rows(state: State) -> tuple[Row, ...]:
    found: list[Row] = []
    first, ends_at = 0, wonder.end_space(state)
    for number, length in enumerate(state.options.rows, start=1):
        laid = state.bricks[first : first + length]
        found.append(
            Row(
                number,
                tuple(_space(state, space, ends_at) for space in range(first + 1, first + length + 1)),
                {each: points for each, points in scoring.row_shares(laid).items() if each != state.filler},
                dict(Counter(brick or "neutral" for brick in laid)),
                length - len(laid),
                first < ends_at,
            )
        )
        first += length
    return tuple(found)


def _space(state: State, number: int, ends_at: int) -> Space:
    filled = len(state.bricks)
    marks = {state.options.irrigation_at: "irrigation", ends_at: "end"}
    brick = state.bricks[number - 1] or "neutral" if number <= filled else None
    return Space(number, brick, number == filled + 1 and not state.ended, marks.get(number))


def _odds(state: State, mine: Mine) -> dict[Ore, int] | None:
    inside = mine.gold + mine.iron
    if not inside:
        return None
    gold = mines.percent(mine.gold, inside)
    if state.solo:
        gold = 100 if solo.ore_of(mine) == "gold" else 0
    return {"gold": gold, "iron": 100 - gold}


def _mine_card(state: State, mine: Mine) -> MineCard:
    due = mine.number in mines.drawable(state) and not state.order and not state.ended
    left, late = mine.gold + mine.iron, state.phase != "production"
    return MineCard(
        mine.number, mine.gold, mine.iron, left, _odds(state, mine), mine.drawn, due, late, plain(mine.past),
        mines.prospects(state, mine),
    )  # fmt: skip


def _given_ores(state: State) -> tuple[GivenOre, ...]:
    return tuple(
        GivenOre(mine.number, mine.drawn, None if state.solo else mines.chance_before_draw(mine))
        for mine in state.mines
        if mine.drawn in {"gold", "iron"}
    )


def _player_holdings(state: State, seat: Seat) -> PlayerHoldings:
    fleet = dict(seat.fleet)
    prices = wonder.prices(state, seat.colour, min(MAX_BRICKS_OFFERED, wonder.remaining_spaces(state)))
    return PlayerHoldings(
        {kind: fleet.get(kind, 0) for kind in TRANSPORTERS},
        *fleets.on_land_and_water(fleet),
        {each: each in seat.research for each in SUBJECTS},
        tuple(Filling(each, *ores, mines.may_fill(seat, each)) for each, ores in mines.FILLINGS.items()),
        tuple(accumulate(prices)),
        seat.bought,
        state.bricks.count(seat.colour),
        scoring.wonder_points(state, seat.colour),
        seat.wealth,
    )


def _one_price(state: State) -> int | None:
    prices = {*wonder.next_prices(state).values()}
    return prices.pop() if len(prices) == 1 else None


def _row_points(state: State) -> dict[Colour, tuple[int, ...]] | None:
    if not scoring.points_shown(state):
        return None
    return {seat.colour: scoring.points_by_row(state, seat.colour) for seat in state.seats}


def _mines(state: State) -> list[dict[str, Any]]:
    shown = ("number", "gold", "iron", "drawn")
    return [{name: getattr(mine, name) for name in shown} for mine in state.mines]


def _progress(state: State) -> Progress:
    """The bricks of the wonder up to the end mark (RB-WON-12)."""
    ends_at = wonder.end_space(state)
    return Progress(ends_at - wonder.to_end(state), ends_at)


class View(GameView, frozen=True):
    """Everything derived from a state of Roads & Boats. Colours and other words are codes."""

    state: State

    bgg = 875
    published_events = (
        events.GameBegun, events.PhaseBegun, events.OrderCalled, events.SequenceSettled, events.GoPassed,
        events.MineBuilt, events.ShaftSunk, events.OreDrawn, events.OreRecorded, events.DrawVoided,
        events.Researched, events.BrickBought, events.NeutralBrickLaid, events.DesertsIrrigated,
        events.WonderCompleted, events.PlayerLeft, events.PlayerJoined, events.GameEnded,
        events.GameReopened,
    )  # fmt: skip
    sensors = MappingProxyType({"bricks_left": "bricks.left", "turns_left": "turns_left"})
    json = (
        "players", "options", "left", "turn", "phase", "temple", "sequence", "order", "may_call", "acting",
        "ready", "mines", "wonder", "research", "fleets", "buildings", "expected", "standings", "row_points",
        "ended",
    )  # fmt: skip

    players = derived(lambda state: tuple(Player(seat.colour, seat.name) for seat in state.seats))
    left = derived(lambda state: tuple(seat.colour for seat in state.seats if seat.left))
    over = derived(lambda state: state.ended is not None)
    options = derived(lambda state: plain(state.options))
    turn = derived(lambda state: state.turn)
    phase = derived(lambda state: state.phase)
    phases = PHASES
    following = derived(lambda state: next_phase(state.phase))
    onward = derived(turns.next_step)
    """What comes once the phase is left."""
    moment = derived(_moment)
    now = derived(_now)
    solo = derived(lambda state: state.solo)
    complete = derived(lambda state: state.complete)
    """The end mark is covered, and the phase is finished all the same (AMB-09)."""
    sections = derived(_sections)
    parts = derived(_parts)
    switches = derived(_switches)
    """Every house rule that is on."""
    switches_now = derived(
        lambda state: tuple(each for each in switches_of(state.phase) if getattr(state.options, each))
    )
    """Those that matter in this phase."""
    lamps = derived(signals.lamps)

    on_turn = derived(lambda state: state.order.asks if state.order else state.acting)
    """The player asked about the order of play, else the acting player of this phase."""
    upcoming = derived(lambda state: order.next_asked(state) if state.order else order.next_to_act(state))
    acting = derived(lambda state: state.acting)
    next_to_act = derived(order.next_to_act)
    buyers = derived(order.buyers)
    """In the order of the sequence, with the acting player in front."""
    temple = derived(lambda state: state.temple)
    sequence = derived(lambda state: state.sequence)
    positions = derived(_positions)
    """While they are chosen, by place who has taken it or None; else empty."""
    answers = derived(_answers)
    """While the temple asks, by colour what was answered, `kept` or `cashed`."""
    start_tiles = derived(order.choose_start_tiles)
    """Who chooses a start tile when, empty once the game is under way."""
    may_call = derived(lambda state: order.call_refusal(state) is None)
    call_late = derived(order.call_late)
    missing = derived(lambda state: order.not_ready(state) if order.plays_together(state) else None)
    """Who is not ready yet, None while not all play at the same time."""

    undrawn = derived(mines.undrawn)
    owing = derived(mines.drawable)
    """The mines that a draw may be entered for."""
    by_hand = derived(mines.draws_by_hand)
    """The group draws from the real bags."""
    free_bags = derived(mines.free_bags)
    bags = derived(mines.bags)
    mine_cards = derived(lambda state: tuple(_mine_card(state, mine) for mine in state.mines))
    gave = derived(_given_ores)
    """What mines gave in this turn."""

    prices = derived(wonder.next_prices)
    """What the next brick costs each player, in goods."""
    one_price = derived(_one_price)
    """The same where it costs all who play the same, else None."""
    room = derived(wonder.remaining_spaces)
    filled = derived(lambda state: len(state.bricks))
    ends_at = derived(wonder.end_space)
    to_end = derived(wonder.to_end)
    to_irrigation = derived(wonder.to_irrigation)
    to_dearer = derived(wonder.to_dearer)
    turns_left = derived(turns.turns_left)
    rows = derived(_rows)
    filler = derived(lambda state: state.filler)
    """The colour that fills the first rows of a solo wonder, which no player has."""

    holdings = derived(lambda state: {seat.colour: _player_holdings(state, seat) for seat in state.seats})
    limits = derived(lambda state: fleets.limits_of(state.options))
    excess = derived(lambda state: {colour: over.remove for colour, over in fleets.over_limit(state)})
    """By colour, how many transporters must go; only of players over a limit."""
    may_leave = derived(leaving.may_leave)
    may_join = derived(leaving.may_join)
    mark_if_fewer = derived(lambda state: leaving.mark_after(state, -1))
    """The end mark that follows the number of players, None where there is nothing to ask about it."""
    mark_if_more = derived(lambda state: leaving.mark_after(state, +1))

    scores = derived(scoring.scores)
    uncounted = derived(scoring.uncounted)
    decided = derived(scoring.outcome)
    first = derived(lambda state: state.sequence[0])
    begins = derived(order.before_first_action)
    places = derived(scoring.player_results)
    feats = derived(report_ore.ore_feats)
    end_near = derived(
        lambda state: wonder.to_end(state) <= FEW_SPACES or turns.turns_left(state) <= FEW_TURNS
    )
    progress = derived(_progress)

    expected = derived(buildings.expected_goods)
    """What production should bring onto the board, None outside it and while no building was entered."""
    row_points = derived(_row_points)
    """What each begun row of the wonder gives each player, from the bottom up, once points may be seen."""
    mines = derived(_mines)
    every_building = derived(lambda state: {**dict.fromkeys(BUILDINGS, 0), **dict(state.buildings)})
    buildings = derived(lambda state: dict(state.buildings))
    fleets = derived(lambda state: {seat.colour: dict(seat.fleet) for seat in state.seats})
    order = derived(_order)
    ready = derived(lambda state: tuple(each for each in state.ready if each in state.sequence))
    research = derived(lambda state: {seat.colour: seat.research for seat in state.seats})
    card = derived(phase_card.phase_card)
    """What people forget in this phase."""
    warnings = derived(warnings.warnings)

    @property
    def ended(self) -> Ended | None:
        """Why, and with which scores."""
        return Ended(self.state.ended, self.scores) if self.state.ended else None

    @property
    def standings(self) -> tuple[scoring.Score, ...] | None:
        """The scores so far, where the group wants them; hidden until the end otherwise."""
        return self.scores if self.state.options.standings and not self.over else None

    @cached_property
    def wonder(self) -> dict[str, Any]:
        """Its bricks and rows, the next brick's price by player, its marks and remaining neutral bricks."""
        return {
            "bricks": self.state.bricks,
            "rows": self.state.options.rows,
            "prices": self.prices,
            "irrigated": self.state.irrigated,
            "irrigation_at": self.state.options.irrigation_at,
            "ends_at": self.ends_at,
            "neutral_left": self.state.neutral_left,
        }

    @property
    def published(self) -> dict[str, Any]:
        """The order of play, the mines and the wonder.

        order: `temple` nearest it first, `sequence` position 1 first, `asks` the player asked, or None.
        bricks: `laid`, their number by colour with `neutral`, and `left` to the end mark.
        turns_left: at most.
        """
        return {
            "order": {
                "temple": list(self.temple),
                "sequence": list(self.sequence),
                "asks": self.order["asks"] if self.order else None,
            },
            "mines": self.mines,
            "bricks": {
                "laid": self.filled,
                "left": self.to_end,
                "of": dict(Counter(brick or "neutral" for brick in self.state.bricks)),
            },
            "irrigated": self.state.irrigated,
            "turns_left": 0 if self.over else self.turns_left,
        }

    def sounds_since(self, before: Self, /) -> tuple[Sound, ...]:
        """How each ore sounds that mines have given since."""
        return signals.sounds(before.state, self.state)

    def luck(self, events: Events, /) -> tuple[Luck, ...]:
        """What bears on chance: draws, and the row at the temple."""
        return log_texts.luck(self.state, events)
