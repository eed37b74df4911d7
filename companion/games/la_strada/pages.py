"""The panel's pages: what a table wants to read from three steps away, in four short rows."""

from __future__ import annotations

from companion.games import Page
from companion.games.la_strada import ends, seats, turns
from companion.games.la_strada.page_colonies import colonies, market
from companion.games.la_strada.page_scores import scores, standings
from companion.games.la_strada.page_supplies import supplies
from companion.games.la_strada.state import Seat, State
from companion.games.la_strada.warnings import untouched, warnings
from companion.games.screen import Screen, Text, text
from companion.games.tokens import named, row, token


def pages(state: State) -> tuple[Page, ...]:
    """Every page in the order of Select; the table comes first, after the end with the scores."""
    if state.ended:
        return (
            Page("table", scores(state)),
            Page("supplies", supplies(state)),
            Page("colonies", market(state)),
        )
    return (
        Page("table", _table(state)),
        Page("supplies", supplies(state)),
        Page("colonies", colonies(state)),
        Page("standings", standings(state)),
    )


def lost(state: State) -> int:
    """What of his next income the active player would lose if his turn ended now (LS-TURN-03)."""
    return turns.kept(seats.active(state).resources)[1]


def coming(state: State) -> Seat:
    """Who is on turn when the active player ends his: of two players himself, if the other only passes."""
    after = seats.seat_of(state, seats.following(state))
    return seats.active(state) if ends.passes(state) and ends.blocked(state, after) else after


def _table(state: State) -> Screen:
    """Whose turn it is. What is to be done before the first turn stands above what he has."""
    seat = seats.active(state)
    lines = [text("display.turn", turn=state.turn, count=seat.resources)]
    if lost(state):
        lines.append(text("display.unspent", lost=lost(state)))
    lines = [*_warned(state), *lines] if untouched(state) else [*lines, *_warned(state)]
    hint = text("display.advance", token=token(coming(state).colour))
    return Screen(named(seat.colour, seat.name), tuple(lines), hint)


def _warned(state: State) -> list[Text]:
    """The warnings that no other line says."""
    lines: list[Text] = []
    for warning in warnings(state):
        code, params = f"display.warning.{warning.code}", warning.params
        match warning.code:
            case "resources-lost":
                continue
            case "seats-opposite":
                lines.append(text(code))
            case "place-factories" | "place-factories-twice":
                lines.append(text(code, tokens=row(token(each) for each in params["players"])))
            case "turns-pass" | "ends-at-turn" | "merchants-low":
                lines.append(Text(code, {**params, "token": token(params["colour"])}))
            case _:
                lines.append(Text(code, params))
    return lines
