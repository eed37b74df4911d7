"""What production brings onto the board, on the display."""

from __future__ import annotations

from companion.games import Page
from companion.games.roads_and_boats.expected import Capacity, expected
from companion.games.roads_and_boats.state import State
from companion.games.roads_and_boats.words import TRANSPORTERS
from companion.games.screen import Screen, Text, text


def appearing(state: State) -> Text | None:
    """The goods that production should bring onto the board, where buildings were entered."""
    due = expected(state)
    if due is None or not due.goods:
        return None
    each = tuple(
        text("display.good", amount=amount, good=text(f"good.{good}")) for good, amount in due.goods.items()
    )
    return text("display.expected", each=each)


def production(state: State) -> tuple[Page, ...]:
    """What appears in this phase, what is still to be drawn, and what each secondary producer can make."""
    due = expected(state)
    if due is None:
        return ()
    appears = appearing(state)
    lines = [appears] if appears is not None else []
    if due.mines:
        lines.append(text("display.draw", number=due.mines))
    lines += [_capacity(each) for each in due.capacity]
    return (Page("production", Screen(text("display.production"), tuple(lines))),)


def _capacity(of: Capacity) -> Text:
    if not of.left:
        return text("display.capacity.used", building=of.building)
    if of.makes in TRANSPORTERS:
        return text("display.capacity.more", building=of.building, left=of.left)
    return text("display.capacity", building=of.building, left=of.left, makes=text(f"good.{of.makes}"))
