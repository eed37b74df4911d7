"""A bag on the display: what it holds, the odds, and what was drawn from it."""

from __future__ import annotations

from companion.games.roads_and_boats import solo
from companion.games.roads_and_boats.state import Mine, State
from companion.games.screen import Screen, Text, text


def bag(state: State, number: int) -> Screen:
    """The bag as it is now; in production this turn's ore stands large above what is left."""
    mine = next((each for each in state.mines if each.number == number), None)
    title = text("display.bag", number=number)
    if mine is None:
        return Screen(title, (text("display.bag.not-built"),))
    if state.phase == "production" and mine.drawn in {"gold", "iron"}:
        return _drawn(state, mine)
    if mine.gold + mine.iron == 0:
        turn = (text("display.bag.turn", ore=mine.drawn),) if mine.drawn in {"gold", "iron"} else ()
        return Screen(title, (text("display.bag.empty"), *turn))
    lines = [content(mine), odds(state, mine)]
    if mine.drawn in {"gold", "iron"}:
        lines.append(text("display.bag.turn", ore=mine.drawn))
    elif state.phase == "production" and not state.ended:
        lines.append(text("display.bag.to-draw"))
    return Screen(title, tuple(lines))


def outcome(before: State, after: State) -> Screen | None:
    """What mines gave that were drawn all at once or on leaving the phase, to be laid out on the board."""
    waiting = {mine.number for mine in before.mines if mine.drawn is None}
    drawn = [mine for mine in after.mines if mine.number in waiting and mine.drawn in {"gold", "iron"}]
    if not drawn or before.turn != after.turn or (len(drawn) == 1 and before.phase == after.phase):
        return None
    each = tuple(text("display.gave", number=mine.number, ore=mine.drawn or "") for mine in drawn)
    return Screen(text("display.drawn", count=len(drawn)), (text("display.drawn.all", each=each),))


def content(mine: Mine) -> Text:
    """What the bag holds."""
    return text("display.holds", gold=mine.gold, iron=mine.iron)


def odds(state: State, mine: Mine) -> Text:
    """The chance of each ore at the next draw, in percent; alone, what it will be. The bag is not empty."""
    if state.solo:
        return text("display.comes", ore=solo.ore_of(mine))
    gold = percent(mine.gold, mine.gold + mine.iron)
    return text("display.odds", gold=gold, iron=100 - gold)


def percent(part: int, whole: int) -> int:
    """A share in percent, rounded; never 0 or 100 for what is merely rare or likely."""
    rounded = (200 * part + whole) // (2 * whole)
    return rounded if part in (0, whole) else min(99, max(1, rounded))


def _drawn(state: State, mine: Mine) -> Screen:
    """This turn's ore, what is left, and what the odds had been; alone there were none."""
    left = text("display.left", gold=mine.gold, iron=mine.iron)
    title = text(f"display.drew.{mine.drawn}")
    if state.solo:
        return Screen(title, (left, text("display.bag", number=mine.number)), large=True)
    before = mine.gold + (mine.drawn == "gold")
    share = percent(before, mine.gold + mine.iron + 1)
    return Screen(title, (left, text("display.was", number=mine.number, gold=share)), large=True)
