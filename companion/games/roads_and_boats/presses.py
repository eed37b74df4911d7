"""What presses and taps mean in this game."""

from __future__ import annotations

from companion.games import Answer, Question, Refused
from companion.games.roads_and_boats import mines
from companion.games.roads_and_boats.bags import bag
from companion.games.roads_and_boats.commands import Advance, BuyBrick, CallForOrder, Done, Draw
from companion.games.roads_and_boats.pages import last_to_act, price
from companion.games.roads_and_boats.questions import (
    draw_rest,
    next_phase,
    what_now,
    which_mine,
    which_ore,
    who_buys,
    who_calls,
)
from companion.games.roads_and_boats.state import State
from companion.games.roads_and_boats.words import COLOURS
from companion.games.screen import Screen, text


def press(state: State, page: str, button: str, held: bool) -> Answer:
    """What a button means on a page: Advance, Select when held, or a player's colour."""
    if button == "advance":
        return _advance(state)
    if button == "select":
        return _list(state, page)
    colour = next((each for each in COLOURS if each == button), None)
    if colour is None:
        return None
    if state.phase == "wonder" and not held and not state.ended:
        try:
            return BuyBrick(colour, price=price(state, colour))
        except Refused:  # nobody plays that colour: the rules say so when the command comes
            return BuyBrick(colour)
    return CallForOrder(colour)


def tap(state: State, number: int) -> Answer:
    """What a tapped bag means: a draw where one is due, else a look at it."""
    if number not in mines.undrawn(state) or state.phase != "production" or state.order or state.ended:
        return bag(state, number)
    return which_ore(state, number) if state.options.amb_23 else Draw(number)


def tapped(state: State, number: int) -> Screen:
    """What the display shows of a bag after it was tapped."""
    return bag(state, number)


def _advance(state: State) -> Answer:
    if state.ended:  # the rules say so
        return Advance()
    if state.phase == "production" and mines.undrawn(state) and not state.options.amb_23:
        return draw_rest(state)
    if last_to_act(state):
        return next_phase(state)
    return Advance() if state.acting is None else Done(state.acting)


def _list(state: State, page: str) -> Question | Screen:
    opened: Question | None = None
    if not state.ended:
        match page:
            case "order":
                opened = who_calls(state)
            case "wonder":
                opened = who_buys(state)
            case "mines":
                opened = which_mine(state)
            case "table":
                opened = what_now(state)
    return opened or Screen(text("display.no-list"), (text("display.no-list.means"),))
