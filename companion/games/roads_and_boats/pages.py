"""The panel's pages: what a table wants to read from three steps away, in four short rows."""

from __future__ import annotations

from companion.games import Page
from companion.games.roads_and_boats import mines, order, upgrades, wonder
from companion.games.roads_and_boats.page_production import appearing, production
from companion.games.roads_and_boats.page_scores import scores, standings
from companion.games.roads_and_boats.phases import following
from companion.games.roads_and_boats.state import Mine, Seat, State
from companion.games.roads_and_boats.warnings import warnings
from companion.games.roads_and_boats.words import LAND, Colour
from companion.games.screen import Screen, Text, text
from companion.games.tokens import named, row, token

FEW = 3
"""So many mines are named one by one; more are counted."""


def pages(state: State) -> tuple[Page, ...]:
    """Every page in the order of Select; the table comes first, after the end with the scores."""
    return (
        Page("table", scores(state) if state.ended else _table(state)),
        *production(state),
        Page("order", _order(state)),
        Page("mines", _mines(state)),
        Page("wonder", _wonder(state)),
        Page("players", _players(state)),
        *standings(state),
    )


def last_to_act(state: State) -> bool:
    """Whether the order has been settled in this phase and nobody is left to act after the present one."""
    return state.called and state.order is None and state.acting in (None, state.sequence[-1])


def price(state: State, colour: Colour) -> int:
    """What that player's next brick costs."""
    return wonder.prices(state, colour, 1)[0]


def _table(state: State) -> Screen:
    lines = [_now(state), *_upgrades(state)]
    warning = _next_warning(state)
    appears = appearing(state)
    if warning is not None:
        lines.append(warning)
    if appears is not None:
        lines.append(appears)
    elif warning is None and order.call_refused(state) is None:
        lines.append(text("display.may-call"))
    return Screen(text("display.table", turn=state.turn, phase=state.phase), tuple(lines), _hint(state))


def _now(state: State) -> Text:
    undrawn = mines.undrawn(state)
    if state.phase == "production" and undrawn:
        return to_draw(undrawn)
    if state.acting is not None:
        return text("display.acts", token=token(state.acting), colour=state.acting)
    if state.phase == "wonder":
        return prices(state)
    return text(f"display.now.{state.phase}")


def to_draw(undrawn: tuple[int, ...]) -> Text:
    """Which mines have not been drawn, or how many."""
    if len(undrawn) <= FEW:
        return text("display.draw", number=undrawn)
    return text("display.draw.many", count=len(undrawn))


def prices(state: State) -> Text:
    """What the next brick costs everybody, player by player only where it differs."""
    costs = {seat.colour: price(state, seat.colour) for seat in state.seats}
    if len(set(costs.values())) == 1:
        return text("display.price", price=next(iter(costs.values())))
    each = row(text("display.price.one", letter=colour, price=cost) for colour, cost in costs.items())
    return text("display.prices", each=each)


def _next_warning(state: State) -> Text | None:
    for warning in warnings(state):
        match warning.code:
            case "mines-undrawn" | "upgrade-now":
                continue
            case "fleet-over-limit":
                fleet = token(warning.params["colour"])
                return text("display.warning.fleet-over-limit", token=fleet, remove=warning.params["remove"])
            case "wealth-missing":
                missing = row(token(colour) for colour in warning.params["players"])
                return text("display.warning.wealth-missing", tokens=missing)
            case code:
                return Text(f"display.warning.{code}", warning.params)
    return None


def _upgrades(state: State) -> list[Text]:
    """What may be turned into what, by whom, until the phase ends."""
    return [
        text(
            "display.warning.upgrade-now",
            token=token(colour),
            old=text(f"transporter.{kind}"),
            new=text(f"transporter.{subject}"),
        )
        for colour, subject in upgrades.open_now(state)
        for kind in upgrades.UPGRADED_FROM[subject]
    ]


def _hint(state: State) -> Text:
    """What Advance does now."""
    if state.phase == "production" and mines.undrawn(state):
        return text("display.advance.draw")
    if state.acting is not None and not last_to_act(state):
        after = state.sequence[state.sequence.index(state.acting) + 1]
        return text("display.advance.passes", colour=after)
    if state.phase == "wonder":
        return text("display.advance.turn")
    return text("display.advance.phase", phase=following(state.phase))


def _order(state: State) -> Screen:
    if state.solo:
        return Screen(text("display.order"), (text("display.order.solo"),))
    sequence = row(
        text("display.acting", token=token(each)) if each == state.acting else token(each)
        for each in state.sequence
    )
    temple = row(token(each) for each in state.temple)
    return Screen(text("display.order"), (sequence, text("display.temple"), temple))


def _mines(state: State) -> Screen:
    lines = tuple(_mine(state, mine) for mine in state.mines)
    return Screen(text("display.mines"), lines or (text("display.mines.none"),))


def _mine(state: State, mine: Mine) -> Text:
    bag = {"number": mine.number, "gold": mine.gold, "iron": mine.iron}
    if mine.drawn in {"gold", "iron"}:
        return text("display.mine.drawn", ore=mine.drawn, **bag)
    if mine.gold + mine.iron == 0:
        return text("display.mine.empty", number=mine.number)
    due = mine.number in mines.undrawn(state) and state.phase == "production" and not state.ended
    return text("display.mine.to-draw" if due else "display.mine", **bag)


def _wonder(state: State) -> Screen:
    filled = len(state.bricks)
    ends_at = wonder.ends_at(state)
    left = state.options.irrigation_at - filled
    lines = [] if state.ended else [prices(state)]
    lines.append(text("display.irrigated") if left <= 0 else text("display.irrigation", left=left))
    lines.append(text("display.end", left=max(0, ends_at - filled), neutral=state.neutral_left))
    return Screen(text("display.wonder", filled=filled, ends=ends_at), tuple(lines))


def _players(state: State) -> Screen:
    lines = [line for seat in state.seats for line in _player(state, seat)]
    return Screen(text("display.players"), tuple(lines))


def _player(state: State, seat: Seat) -> list[Text]:
    lines = [
        text("display.player", named=named(seat.colour, seat.name), bricks=state.bricks.count(seat.colour))
    ]
    if state.fleets_entered:
        land = sum(count for kind, count in seat.fleet if kind in LAND)
        water = sum(count for _, count in seat.fleet) - land
        lines.append(text("display.fleet", token=token(seat.colour), land=land, water=water))
    if seat.research:
        lines.append(text("display.research", token=token(seat.colour), subject=seat.research))
    if seat.wealth is not None:
        wealth = {"gold": seat.wealth.gold, "coins": seat.wealth.coins, "stock": seat.wealth.stock}
        lines.append(text("display.wealth", token=token(seat.colour), **wealth))
    return lines
