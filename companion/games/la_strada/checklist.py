"""What is laid out before the first turn, by number of players and options (LS-SETUP-01 to LS-SETUP-08)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games import SetupTask
from companion.games.la_strada import setup
from companion.games.la_strada.options import SWITCHES, Options
from companion.games.la_strada.state import State, present_seats
from companion.games.la_strada.words import Colour


def checklist(state: State | None, players: int, options: Options) -> tuple[SetupTask, ...]:
    """The list. state: of the game once it has begun. Raises `Refused` for too few players, or too many."""
    setup.require_number(players)
    options = setup.complete_options(options)
    setup.require_consistent(options)
    two = players == 2
    return (
        *_board(options, two=two),
        *_players(options, two=two),
        *_factories(tuple(seat.colour for seat in present_seats(state)) if state else None, two=two),
        SetupTask("markers", "markers", {"count": players}, "LS-SETUP-08"),
        *((_second_begins(state),) if two else ()),
        *_house_rules(options),
    )


def _board(options: Options, *, two: bool) -> Iterator[SetupTask]:
    yield SetupTask("frame", "frame", rule="LS-SETUP-01")
    kinds = {str(kind): count for kind, count in options.kinds.items()}
    yield SetupTask("colonies", "colonies", {"colonies": sum(kinds.values()), **kinds}, "LS-SETUP-02")
    yield SetupTask("seats", "seats-two" if two else "seats", rule="LS-2P-01" if two else "LS-SETUP-03")


def _players(options: Options, *, two: bool) -> Iterator[SetupTask]:
    supply = {str(stock): count for stock, count in options.supply.items()}
    rule = "LS-2P-02" if two else "LS-SETUP-04"
    yield SetupTask("supply", "supply-two" if two else "supply", supply, rule)


def _factories(seats: tuple[Colour, ...] | None, *, two: bool) -> Iterator[SetupTask]:
    """seats: clockwise from the first player, None while unknown. Two players go round twice.

    Rules: LS-SETUP-06, LS-2P-03.
    """
    rule = "LS-2P-03" if two else "LS-SETUP-06"
    if seats is None:
        yield SetupTask("first", "first", rule="LS-SETUP-05")
        yield SetupTask("factories", "factories-two" if two else "factories", rule=rule)
    else:
        yield SetupTask("first", "first-known", {"colour": seats[0]}, "LS-SETUP-05")
        for colour in seats:
            yield SetupTask(f"factory-{colour}", "factory", {"colour": colour}, rule, colour)
        for colour in seats if two else ():
            yield SetupTask(f"second-factory-{colour}", "factory-second", {"colour": colour}, rule, colour)
    yield SetupTask("apart", "apart", rule="LS-SETUP-07")


def _second_begins(state: State | None) -> SetupTask:
    """Of two players the second begins."""
    if state is None:
        return SetupTask("begins", "begins", rule="LS-2P-04")
    return SetupTask("begins", "begins-known", {"colour": state.first}, "LS-2P-04")


def _house_rules(options: Options) -> Iterator[SetupTask]:
    on = sum(getattr(options, name) for name in SWITCHES)
    if on:
        yield SetupTask("agreed", "agreed", {"count": on})
