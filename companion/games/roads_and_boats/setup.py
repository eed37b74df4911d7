"""The start: who may sit down, which options fit together, temple and sequence."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from companion.games import Player, Refused
from companion.games.dice import Dice
from companion.games.roads_and_boats import fleets, order, solo, wonder
from companion.games.roads_and_boats.events import GameBegun
from companion.games.roads_and_boats.options import Options, RecordedOptions
from companion.games.roads_and_boats.state import Seat, SeatedPlayer, State, fleet_counts
from companion.games.roads_and_boats.words import COLOURS, STANDARD_COLOURS, Colour
from companion.games.typed import validate_name

MIN_PLAYERS = 1
MAX_PLAYERS = 4
MAX_PLAYERS_WITH_OPTION = 6


def begin(players: tuple[Player, ...], options: Options, dice: Dice) -> GameBegun:
    """A new game; the dice draw the temple row unless it was typed (RB-SETUP-11). Raises `Refused`."""
    sitting = seated_players(players, options)
    alone = len(sitting) == 1
    options = solo.solo_options(options) if alone else options
    require_consistent(options, len(sitting))
    require_start_fleet(options)
    options = replace(options, fleet=fleets.explicit_fleet(options.fleet))
    colours = tuple(each.colour for each in sitting)
    if options.temple is None:
        row = draw_temple_row(colours, dice)
    elif len(options.temple) == len(colours) and set(options.temple) == set(colours):
        row = options.temple
    else:
        raise Refused("not-everybody-once", "RB-SETUP-11", field="temple")
    return GameBegun(
        players=sitting,
        options=msgspec.convert(options, RecordedOptions, from_attributes=True),
        temple=row,
        sequence=order.first_sequence(row, draw_order=options.amb_01),
        filler=solo.filler_for(colours) if alone else None,
    )


def most_players(options: Options) -> int:
    """How many may play at once (RB-GEN-04)."""
    return MAX_PLAYERS_WITH_OPTION if options.more_players else MAX_PLAYERS


def require_number(players: int, options: Options) -> None:
    """Refuse too few players, and too many (RB-GEN-04)."""
    most = most_players(options)
    if players < MIN_PLAYERS:
        raise Refused("players-too-few", "RB-GEN-04", fewest=MIN_PLAYERS)
    if players > most:
        raise Refused("players-too-many", "RB-GEN-04", most=most)


def draw_temple_row(colours: tuple[Colour, ...], dice: Dice) -> tuple[Colour, ...]:
    """The row at the temple, nearest first, as the dice draw it. colours: in the order of the players.

    Rules: RB-SETUP-11.
    """
    by_name = {str(colour): colour for colour in colours}
    return tuple(by_name[name] for name in dice.shuffle(colours, "temple"))


def apply_game_begun(event: GameBegun) -> State:
    """The state at the start: turn 1, production, nothing built.

    Alone, the first four rows are full (RB-SOLO-02).

    Rules: RB-SETUP-02, RB-SETUP-03, RB-SETUP-15, RB-TURN-02.
    """
    filled = wonder.dearer_after(event.options) if event.filler else 0
    fleet = fleet_counts(fleets.start_fleet(event.options))
    return State(
        seats=tuple(Seat(each.colour, each.name, fleet) for each in event.players),
        options=event.options,
        turn=1,
        phase="production",
        temple=event.temple,
        sequence=event.sequence,
        bricks=(event.filler,) * filled,
        filler=event.filler,
    )


def seated_players(players: tuple[Player, ...], options: Options) -> tuple[SeatedPlayer, ...]:
    """The players with their names stripped. Raises `Refused` for a number, colour or name that is unfit.

    Rules: RB-SETUP-01, RB-GEN-04.
    """
    require_number(len(players), options)
    sitting = tuple(SeatedPlayer(_colour(player, options), validate_name(player.name)) for player in players)
    taken = [each.colour for each in sitting]
    for colour in taken:
        if taken.count(colour) > 1:
            raise Refused("colour-twice", "RB-SETUP-01", colour=colour)
    return sitting


def require_consistent(options: Options, players: int) -> None:
    """Refuse options that contradict each other, naming the one to change."""
    last = wonder.count_spaces(options)
    mark = last if players == 1 else wonder.end_mark_for(options, players)
    if mark is None or mark > last:
        raise Refused("options-inconsistent", "RB-WON-12", option="marks")
    if players == 1 and wonder.dearer_after(options) == last:
        raise Refused("options-inconsistent", "RB-SOLO-02", option="rows")
    if options.irrigation_at > last and options.irrigation_at != Options().irrigation_at:
        raise Refused("options-inconsistent", "RB-WON-10", option="irrigation_at")


def require_start_fleet(options: Options) -> None:
    """Refuse to start with more transporters than the limits allow."""
    if fleets.excess(fleets.start_fleet(options), fleets.limits_of(options)).remove:
        raise Refused("options-inconsistent", "RB-FLEET-12", option="fleet")


def _colour(player: Player, options: Options) -> Colour:
    known = {str(colour): colour for colour in COLOURS}
    if player.colour not in known:
        raise Refused("colour-unknown", "RB-SETUP-01", colour=player.colour)
    if player.colour not in STANDARD_COLOURS and not options.more_players:
        raise Refused("colour-needs-option", "RB-GEN-04", colour=player.colour)
    return known[player.colour]
