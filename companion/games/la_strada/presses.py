"""What presses mean in this game, what is said after them, and that it has no bags to tap."""

from __future__ import annotations

from companion.games import Answer
from companion.games.la_strada import ends, scoring, seats
from companion.games.la_strada.commands import EndTurn
from companion.games.la_strada.page_colonies import called, market, unlinked
from companion.games.la_strada.page_supplies import in_words, player
from companion.games.la_strada.pages import lost
from companion.games.la_strada.questions import lose, what_now
from companion.games.la_strada.state import Colony, State
from companion.games.screen import Screen, text
from companion.games.tokens import row, token


def press(state: State, page: str, button: str, held: bool) -> Answer:
    """What a button means on a page: Advance, Select when held, or a player's colour, held or not."""
    if button == "advance":
        return lose(state) if lost(state) and not state.ended else EndTurn()
    if button == "select":
        return _list(state, page) if held else None
    seat = next((each for each in state.seats if each.colour == button), None)
    if seat is None:
        return Screen(text("display.coloured", token=token(button), colour=button), (text("display.nobody"),))
    return player(state, seat)


def tap(state: State, number: int) -> Answer:
    """What a tapped bag means: nothing in this game, which is said."""
    return tapped(state, number)


def tapped(_state: State, _number: int) -> Screen:
    """That there are no bags here."""
    return Screen(text("panel.no-bags"), (text("panel.no-bags.means"),))


def bags(_state: State) -> tuple[int, ...]:
    """No bag has a number here."""
    return ()


def outcome(before: State, after: State) -> Screen | None:
    """What a new road came to, and that the other of two players has passed by himself."""
    if after.ended:
        return None
    if before.active == after.active and after.connected:
        had = {each.number for each in unlinked(before)}
        new = [each for each in after.colonies if each.number in had and after.active in each.linked]
        return _linked(after, new[0]) if new else None
    if before.active == after.active and before.turn != after.turn:
        return _passed(after)
    return None


def _list(state: State, page: str) -> Answer:
    match page:
        case "table" if not state.ended:
            return what_now(state)
        case "supplies":
            return in_words(state)
        case "colonies" if not state.ended:
            return market(state)
        case _:
            return Screen(text("display.no-list"), (text("display.no-list.means"),))


def _linked(state: State, colony: Colony) -> Screen:
    """What everybody there gets now, and what the player has left."""
    there = row(token(each) for each in colony.merchants)
    gold = scoring.pays(state.options, colony.kind, len(colony.merchants), two=state.two)
    lines = [text("display.get", tokens=there, gold=gold)]
    if state.active not in colony.merchants:
        lines.append(text("display.no-merchant.put"))
    lines.append(text("display.left", left=seats.active(state).resources))
    return Screen(text("display.linked", what=called(colony)), tuple(lines))


def _passed(state: State) -> Screen | None:
    """Whose turn was over as it began, and why (LS-AMB-04)."""
    other = seats.seat_of(state, seats.following(state))
    why = ends.blocked(state, other)
    if why is None:
        return None
    return Screen(text("display.passed", token=token(other.colour)), (text(f"display.passed.{why}"),))
