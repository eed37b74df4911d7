"""What everybody has on the display: all players in short, and each in words."""

from __future__ import annotations

from companion.games.la_strada import scoring
from companion.games.la_strada.state import Seat, State
from companion.games.screen import Screen, Text, text
from companion.games.tokens import named, token


def supplies(state: State) -> Screen:
    """A row for each player: his resources, tiles by terrain and merchants, each behind its first letter."""
    return Screen(text("display.supplies"), tuple(_short(seat) for seat in state.seats))


def in_words(state: State) -> Screen:
    """The same in whole words, a leaf for each player."""
    lines: list[Text] = []
    for seat in state.seats:
        has = text("display.resources", token=token(seat.colour), resources=seat.resources)
        lines += (has, *_stocks(seat))
    return Screen(text("display.supplies"), tuple(lines))


def player(state: State, seat: Seat) -> Screen:
    """All that is known of one player."""
    gold = scoring.gold(state, seat.colour)
    lines = [text("display.purse", resources=seat.resources, gold=gold), *_stocks(seat)]
    if seat.stuck:
        lines.append(text("display.stuck"))
    return Screen(named(seat.colour, seat.name), tuple(lines))


def _short(seat: Seat) -> Text:
    return text(
        "display.supply",
        token=token(seat.colour),
        resources=seat.resources,
        plains=seat.plains,
        forests=seat.forests,
        hills=seat.hills,
        merchants=seat.merchants,
    )


def _stocks(seat: Seat) -> tuple[Text, Text]:
    return (
        text("display.plains-forests", plains=seat.plains, forests=seat.forests),
        text("display.hills-merchants", hills=seat.hills, merchants=seat.merchants),
    )
