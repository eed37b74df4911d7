"""The state of a game of Roads & Boats: immutable, and all that the rules need to know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from companion.games import Refused
from companion.games.roads_and_boats.options import Options
from companion.games.roads_and_boats.words import (
    PHASES,
    TRANSPORTERS,
    Building,
    Colour,
    EndReason,
    Mixture,
    Ore,
    Phase,
    Subject,
    Transporter,
)


class SeatedPlayer(msgspec.Struct, frozen=True):
    """Who plays a colour. name: stripped, at most 12 characters, empty when the colour is the name."""

    colour: Colour
    name: str = ""


class Wealth(msgspec.Struct, frozen=True):
    """Counters carried by a player's transporters. stale: a turn has begun since they were counted."""

    gold: int = 0
    coins: int = 0
    stock: int = 0
    stale: bool = False


class Seat(msgspec.Struct, frozen=True):
    """A player's seat.

    fleet: counts by transporter, all that are not zero.
    knew: research before this turn's production, or entered too late for it, which allows no upgrade
      (RB-UPG-02).
    bought: bricks this turn.
    left: the player has left, keeping everything for a return.
    """

    colour: Colour
    name: str
    fleet: tuple[tuple[Transporter, int], ...]
    research: tuple[Subject, ...] = ()
    knew: tuple[Subject, ...] = ()
    bought: int = 0
    wealth: Wealth | None = None
    left: bool = False


class Filled(msgspec.Struct, frozen=True, tag_field="what", tag="filled"):
    """A filling that was paid for in that turn: the mine's first, or a shaft's."""

    turn: int
    colour: Colour
    mixture: Mixture
    gold: int
    iron: int


class Drawn(msgspec.Struct, frozen=True, tag_field="what", tag="drawn"):
    """A draw that counts."""

    turn: int
    ore: Ore
    by_hand: bool = False


class Recounted(msgspec.Struct, frozen=True, tag_field="what", tag="recounted"):
    """The bag was corrected. gold, iron: how many more there were than the table knew; negative: fewer."""

    turn: int
    gold: int
    iron: int


class Mine(msgspec.Struct, frozen=True):
    """A built mine and its bag.

    drawn: this turn's ore; holds until the next production. rolled: draws by the dice that count,
    which names the next roll. rolls_as: the number under which the dice roll for it, where that is not its
    own: after it was renumbered. by_hand: this turn's ore was drawn from the real bag. voided: this turn's
    draw was voided after production had been left, and may be made again until the turn ends. past: all
    that ever changed the bag, the oldest first; what is in it is their sum.
    """

    number: int
    gold: int
    iron: int
    drawn: Ore | Literal["nothing"] | None = None
    rolled: int = 0
    by_hand: bool = False
    voided: bool = False
    past: tuple[Filled | Drawn | Recounted, ...] = ()
    rolls_as: int | None = None


class Praying(msgspec.Struct, frozen=True, tag_field="step", tag="praying"):
    """The temple step. kept, cashed: who has answered so far, and how, in the old row's order."""

    asks: Colour
    kept: tuple[Colour, ...] = ()
    cashed: tuple[Colour, ...] = ()


class Choosing(msgspec.Struct, frozen=True, tag_field="step", tag="choosing"):
    """The choice of positions. taken: (position, colour) so far; free: the positions left."""

    asks: Colour
    free: tuple[int, ...]
    taken: tuple[tuple[int, Colour], ...] = ()


class State(msgspec.Struct, frozen=True):
    """A game in progress or ended.

    seats: with those who have left.
    temple: nearest the temple first, without those who have left.
    sequence: position 1 first, without those who have left.
    called: the procedure has been called in this phase.
    touched: something was done in this phase, which ends the time for a call (RB-TURN-05).
    acting: the player with the go after the procedure.
    acted: players who have had their go, with those who have left since.
    bricks: bottom left first, None for neutral ones.
    base: the price base of this wonder phase, with AMB-08 only.
    complete: the end mark is covered and the phase is, or was, finished, with AMB-09 only.
    fleets_entered: a transporter has been entered.
    filler: the colour of the first bricks of a solo wonder (RB-SOLO-02), else None.
    made: transporters made in this production phase, by kind.
    ready: players who are ready in this phase, while all play at the same time.
    marked_for: the number of players of the end mark, None for the number of seats.
    passed: before a correction began a later turn in the middle of this one.
    """

    seats: tuple[Seat, ...]
    options: Options
    turn: int
    phase: Phase
    temple: tuple[Colour, ...]
    sequence: tuple[Colour, ...]
    order: Praying | Choosing | None = None
    called: bool = False
    touched: bool = False
    acting: Colour | None = None
    acted: tuple[Colour, ...] = ()
    mines: tuple[Mine, ...] = ()
    bricks: tuple[Colour | None, ...] = ()
    base: int | None = None
    complete: bool = False
    buildings: tuple[tuple[Building, int], ...] = ()
    fleets_entered: bool = False
    ended: EndReason | None = None
    filler: Colour | None = None
    made: tuple[tuple[Transporter, int], ...] = ()
    ready: tuple[Colour, ...] = ()
    marked_for: int | None = None
    passed: State | None = None

    @property
    def solo(self) -> bool:
        """Whether one player plays alone: no order of play, and mines that are not random (RB-SOLO-01)."""
        return len(self.seats) == 1

    @property
    def neutral_left(self) -> int:
        """Neutral bricks that have not been laid."""
        return self.options.neutral - self.bricks.count(None)

    @property
    def irrigated(self) -> bool:
        """Whether the irrigation mark is covered: deserts are pastures (RB-WON-10)."""
        return len(self.bricks) >= self.options.irrigation_at


MAX_COUNT = 99
"""The highest count of anything that the table keeps; what is shown has two digits."""


def colours(state: State) -> tuple[Colour, ...]:
    """The players' colours in the order in which they were entered."""
    return tuple(seat.colour for seat in state.seats)


def seat_of(state: State, colour: Colour) -> Seat:
    """The seat of a colour. Raises `Refused` for a colour that does not play."""
    for seat in state.seats:
        if seat.colour == colour:
            return seat
    raise Refused("not-playing", "RB-SETUP-01", colour=colour)


def present_seats(state: State) -> tuple[Seat, ...]:
    """The seats of those who have not left, in the order in which they were entered."""
    return tuple([seat for seat in state.seats if not seat.left])


def present_seat_of(state: State, colour: Colour, *, late: bool = False) -> Seat:
    """The seat of a present player. Raises `Refused` for a colour that does not play, or has left.

    late: an entry of something done before leaving is allowed.
    """
    seat = seat_of(state, colour)
    if seat.left and not late:
        raise Refused("has-left", "RB-SETUP-01", colour=colour)
    return seat


def with_seat(state: State, colour: Colour, **changes: Any) -> State:
    """The state with that player's seat changed; unchanged for a colour that does not play."""
    seats = tuple([replace(seat, **changes) if seat.colour == colour else seat for seat in state.seats])
    return replace(state, seats=seats)


def fleet_counts(fleet: Mapping[Transporter, int]) -> tuple[tuple[Transporter, int], ...]:
    """A fleet as a seat keeps it: in the order of the printed aid, without the kinds one has none of."""
    return tuple([(kind, fleet[kind]) for kind in TRANSPORTERS if fleet.get(kind)])


def next_phase(phase: Phase) -> Phase:
    """The phase after this one; production after the wonder (RB-TURN-01)."""
    return PHASES[(PHASES.index(phase) + 1) % len(PHASES)]


def require_go(state: State, colour: Colour, *, late: bool = False, out_of_order: bool = False) -> None:
    """Refuse an action in another player's go (RB-CONF-07).

    late: it was not done in this phase. out_of_order: the table has allowed it.
    """
    if state.acting not in (None, colour) and not late and not out_of_order:
        raise Refused("out-of-order", "RB-CONF-07", colour=state.acting)


def require_phase(state: State, phase: Phase, rule: str, *, late: bool = False) -> bool:
    """Refuse what belongs to another phase. late: it was forgotten in its own, so any will do.

    Whether it really comes late: in its own phase nothing does.
    """
    if state.phase != phase and not late:
        raise Refused("not-in-phase", rule, phase=phase)
    return state.phase != phase
