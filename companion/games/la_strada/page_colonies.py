"""Colonies on the display: where another merchant pays how much, and who stands on which."""

from __future__ import annotations

from companion.games.la_strada import roads, scoring, seats
from companion.games.la_strada.state import Colony, State
from companion.games.screen import Screen, Text, text
from companion.games.tokens import number, row, token


def earns(state: State, colony: Colony) -> int:
    """What one more merchant there would be paid; nothing where he may not be put (LS-2P-05)."""
    if not roads.places_merchant(state, colony):
        return 0
    return scoring.pays(state.options, colony.kind, len(colony.merchants) + 1, two=state.two)


def unlinked(state: State) -> tuple[Colony, ...]:
    """The colonies that the active player has not linked, in the order of their numbers."""
    return tuple(each for each in state.colonies if state.active not in each.linked)


def colonies(state: State) -> Screen:
    """What the active player could still earn: the colonies' numbers by what each would pay him."""
    title = text("display.colonies", token=token(state.active))
    left = unlinked(state)
    if not left:
        return Screen(title, (text("display.colonies.none"),))
    if not seats.active(state).merchants:
        return Screen(title, (text("display.colonies.no-merchant"),))
    best_first = sorted({earns(state, each) for each in left}, reverse=True)
    return Screen(
        title,
        tuple(
            text(
                "display.earns",
                gold=gold,
                numbers=row(number(each.number) for each in left if earns(state, each) == gold),
            )
            for gold in best_first
        ),
    )


def market(state: State) -> Screen:
    """Every colony with who stands there and what each of them gets; a free one, with what it would pay.

    Of two players, who has linked it without a merchant stands in brackets (LS-2P-05).
    """
    return Screen(text("display.market"), tuple(_market(state, each) for each in state.colonies))


def called(colony: Colony) -> Text:
    """The colony by its kind and number."""
    return text(f"display.{colony.kind}", number=colony.number)


def _market(state: State, colony: Colony) -> Text:
    what = called(colony)
    if colony.name:
        what = text("display.called", colony=what, name=text("display.name", name=colony.name))
    there = [
        token(each) if each in colony.merchants else text("display.passing", token=token(each))
        for each in colony.linked
    ]
    if not there:
        return text("display.market.free", colony=what, gold=earns(state, colony))
    gold = scoring.pays(state.options, colony.kind, len(colony.merchants), two=state.two)
    return text("display.market.taken", colony=what, tokens=row(there), gold=gold)
