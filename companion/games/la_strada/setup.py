"""The start: players, options and supplies."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from companion.games import Player, Refused
from companion.games.la_strada import colonies
from companion.games.la_strada.events import GameBegun
from companion.games.la_strada.options import COLONIES, SUPPLY, WORTH, Options, RecordedOptions
from companion.games.la_strada.state import Seat, SeatedPlayer, State
from companion.games.la_strada.words import COLOURS, MAX_COLONIES, TERRAINS, Colour
from companion.games.typed import validate_name

MIN_PLAYERS = 2
MAX_PLAYERS = 4


def begin(players: tuple[Player, ...], options: Options) -> GameBegun:
    """A new game. Raises `Refused`."""
    sitting = seated_players(players)
    whole = complete_options(options)
    require_consistent(whole)
    numbers = {str(number) for number in range(1, sum(whole.kinds.values()) + 1)}
    if not set(whole.names) <= numbers:
        raise Refused("options-inconsistent", "LS-SETUP-02", option="names")
    return GameBegun(sitting, msgspec.convert(whole, RecordedOptions, from_attributes=True))


def apply_game_begun(event: GameBegun) -> State:
    """The state before the first turn, without links and resources (LS-SETUP-08).

    Of two players the second begins (LS-2P-04).
    """
    options = event.options
    seats = tuple(new_seat(each.colour, each.name, options) for each in event.players)
    state = State(seats, options, colonies.initial_colonies(options), turn=1, active=seats[0].colour)
    return replace(state, active=state.first)


def new_seat(colour: Colour, name: str, options: Options) -> Seat:
    """A player with a starting supply (LS-SETUP-04), and no resources before the first turn (LS-SETUP-08)."""
    return Seat(
        colour,
        name,
        resources=0,
        plains=options.supply["plains"],
        forests=options.supply["forests"],
        hills=options.supply["hills"],
        merchants=options.supply["merchants"],
    )


def seated_players(players: tuple[Player, ...]) -> tuple[SeatedPlayer, ...]:
    """The players with their names stripped. Raises `Refused` for a number, colour or name that is unfit."""
    require_number(len(players))
    sitting = tuple(SeatedPlayer(_colour(player), validate_name(player.name)) for player in players)
    taken = [each.colour for each in sitting]
    for colour in taken:
        if taken.count(colour) > 1:
            raise Refused("colour-twice", "LS-SETUP-03", colour=colour)
    return sitting


def require_number(players: int) -> None:
    """Refuse too few players, and too many."""
    if players < MIN_PLAYERS:
        raise Refused("players-too-few", "LS-COMP-01", fewest=MIN_PLAYERS)
    if players > MAX_PLAYERS:
        raise Refused("players-too-many", "LS-COMP-01", most=MAX_PLAYERS)


def complete_options(options: Options) -> Options:
    """The options with what was left out of their tables, and with the names that are names.

    Raises `Refused` for a name that cannot be shown.
    """
    names = {number: validate_name(name) for number, name in options.names.items()}
    return replace(
        options,
        kinds={**COLONIES, **options.kinds},
        names={number: names[number] for number in sorted(names, key=int) if names[number]},
        supply={**SUPPLY, **options.supply},
        worth={**WORTH, **options.worth},
    )


def require_consistent(options: Options) -> None:
    """Refuse options that make every link impossible, naming the one to change."""
    if not 1 <= sum(options.kinds.values()) <= MAX_COLONIES:
        raise Refused("options-inconsistent", "LS-COMP-03", option="kinds")
    if not options.supply["merchants"] or not any(options.supply[terrain] for terrain in TERRAINS):
        raise Refused("options-inconsistent", "LS-SETUP-04", option="supply")


def _colour(player: Player) -> Colour:
    known = {str(colour): colour for colour in COLOURS}
    if player.colour not in known:
        raise Refused("colour-unknown", "LS-COMP-01", colour=player.colour)
    return known[player.colour]
