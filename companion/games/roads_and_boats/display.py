"""The panel's pages: what a table wants to read from three steps away, in four short rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from msgspec.structs import asdict, replace

from companion.games import Page, TableWarning
from companion.games.roads_and_boats import (
    fleets,
    mines,
    order,
    pictures,
    research,
    solo,
)
from companion.games.roads_and_boats.buildings import Capacity, ExpectedGoods
from companion.games.roads_and_boats.state import Mine, Seat, State
from companion.games.roads_and_boats.view import View
from companion.games.roads_and_boats.words import TRANSPORTERS, Phase
from companion.games.screen import Screen, named, row, token
from companion.language.text import Text, text

SHARED_PHASES: tuple[Phase, ...] = ("movement", "building")
"""The phases in which a player's own button says that he is ready."""
LAST_TURN = "display.warning.game-ends-in"
"""Of the last turn the picture says this itself."""
MAX_NAMED_MINES = 3
"""So many mines are named one by one; more are counted."""


def pages(view: View) -> tuple[Page, ...]:
    """Every page in the order of Select; the table comes first, after the end with the scores.

    What the mines gave stands right behind it once production has been left.
    """
    state = view.state
    given = state.phase != "production" and any(mine.drawn in {"gold", "iron"} for mine in state.mines)
    mined = (Page("mines", partial(_mines, view)),)
    return (
        Page("table", partial(_scores if view.over else _table, view)),
        *(mined if given else ()),
        *((Page("card", partial(_reminders, view)),) if view.card else ()),
        *((Page("production", partial(_expected_screen, view.expected)),) if view.expected else ()),
        Page("order", partial(_order, view)),
        *(() if given else mined),
        Page("wonder", partial(_wonder, view)),
        Page("players", partial(_players, view)),
        *((Page("standings", partial(_standings, view)),) if view.standings else ()),
    )


def _scores(view: View) -> Screen:
    """The winner and all points; for one player the points alone.

    Without a winner until all wealth has been counted at the end; until then the players without it.
    """
    warnings = tuple(_other_warnings(view.warnings))
    if view.uncounted:
        return _standings(view, warnings)
    first = view.scores[0]
    title = text("display.wins", colour=first.colour)
    if view.solo:
        title = text("display.points", count=first.total)
    return Screen(title, (*warnings, *_ranking(view)), picture=pictures.scores(view))


def _standings(view: View, warnings: tuple[Text, ...] = ()) -> Screen:
    """The points so far, where the group wants to see them before the end, or not all is counted."""
    title = text("display.standings")
    return Screen(title, (*warnings, *_ranking(view)), picture=pictures.points_so_far(view, title))


def _ranking(view: View) -> tuple[Text, ...]:
    names = {each.colour: named(each.colour, each.name) for each in view.players}
    return tuple(
        text("display.score.left", named=names[each.colour], total=each.total)
        if each.left
        else text("display.score", rank=each.rank, named=names[each.colour], total=each.total)
        for each in view.scores
    )


def _table(view: View) -> Screen:
    state = view.state
    lines = [*_now_lines(view), *_upgrades(state)]
    warnings = list(_other_warnings(view.warnings))
    warning = warnings[0] if warnings else None
    appears = None if view.expected is None else _expected_text(view.expected)
    if warning is not None:
        lines.append(warning)
    if appears is not None:
        lines.append(appears)
    if state.phase in SHARED_PHASES and view.missing is not None:
        lines += [text("display.ready.press"), *([text("display.ready.held")] if view.may_call else [])]
    elif appears is None and warning is None and view.may_call:
        lines.append(text("display.may-call"))
    title = text("display.table", turn=state.turn, phase=state.phase)
    others = [each for each in warnings if view.turns_left != 1 or each.code != LAST_TURN]
    picture = pictures.table(view, others[0] if others else None)
    return Screen(title, tuple(lines), _hint(view), picture=picture)


def _now_lines(view: View) -> list[Text]:
    """What there is to do, or for which player the others wait; nothing while all move or build."""
    state, waits = view.state, _not_ready(view.state)
    if view.undrawn:
        return [undrawn_text(view.undrawn), *waits]
    if state.acting is not None:
        return [text("display.acts", token=token(state.acting), colour=state.acting)]
    if order.is_determined(state):
        return [text("display.all-acted")]
    if state.phase == "wonder":
        return [_prices(view), *waits]
    if waits or (state.phase in SHARED_PHASES and view.missing is not None):
        return waits
    return [text(f"display.now.{state.phase}")]


def _not_ready(state: State) -> list[Text]:
    """Players who are not ready; nothing until one is."""
    if not state.ready:
        return []
    missing = order.not_ready(state)
    if not missing:
        return [text("display.ready.all")]
    return [text("display.ready.missing", tokens=row(map(token, missing)), count=len(missing))]


def undrawn_text(undrawn: tuple[int, ...]) -> Text:
    """Which mines have not been drawn, or how many."""
    if len(undrawn) <= MAX_NAMED_MINES:
        return text("display.draw", number=undrawn)
    return text("display.draw.many", count=len(undrawn))


def _other_warnings(warnings: tuple[TableWarning, ...]) -> Iterator[Text]:
    """The warnings that no other line says."""
    for warning in warnings:
        match warning.code:
            case "mines-undrawn" | "upgrade-now" | "kind-over-limit" | "solo-turns":
                continue
            case "fleet-over-limit":
                fleet = token(warning.params["colour"])
                yield text("display.warning.fleet-over-limit", token=fleet, remove=warning.params["remove"])
            case "wealth-missing" | "wealth-stale" as code:
                open_yet = row(token(colour) for colour in warning.params["players"])
                yield text(f"display.warning.{code}", tokens=open_yet)
            case code:
                yield Text(f"display.warning.{code}", warning.params)


def _upgrades(state: State) -> list[Text]:
    """Upgrades open until the phase ends, with their players."""
    return [
        text(
            "display.warning.upgrade-now",
            token=token(colour),
            old=text(f"transporter.{kind}"),
            new=text(f"transporter.{subject}"),
        )
        for colour, subject in research.open_upgrades(state)
        for kind in research.UPGRADED_FROM[subject]
    ]


def _hint(view: View) -> Text:
    """What Advance does now."""
    if view.undrawn:
        return text("display.advance.record" if view.by_hand else "display.advance.draw")
    after = view.next_to_act
    if after is not None:
        return text("display.advance.passes", colour=after, shape=after)
    return text(f"display.advance.{view.onward}", phase=view.following)


def is_last_to_act(state: State) -> bool:
    """Whether the order is settled in this phase and the present player is the last."""
    return state.called and state.order is None and order.next_to_act(state) is None


def _reminders(view: View) -> Screen:
    """What people forget before they leave the phase."""
    lines = tuple(Text(f"display.card.{each.code}", _tokens(each.params)) for each in view.card)
    return Screen(text("display.card", phase=view.phase), lines)


def _tokens(params: Mapping[str, Any]) -> dict[str, Any]:
    """Parameters in which players stand as on the display."""
    if "players" not in params:
        return dict(params)
    return {**params, "players": row(token(colour) for colour in params["players"])}


def _expected_screen(due: ExpectedGoods) -> Screen:
    """What appears in this phase, what is still to be drawn, and what each secondary producer can make."""
    appears = _expected_text(due)
    lines = [appears] if appears is not None else []
    if due.mines:
        lines.append(text("display.draw", number=due.mines))
    lines += [_capacity_text(each) for each in due.capacity]
    return Screen(text("display.production"), tuple(lines))


def _expected_text(due: ExpectedGoods) -> Text | None:
    """The goods that production should bring onto the board."""
    if not due.goods:
        return None
    each = [
        text("display.good", amount=many, good=text(f"counted.{good}", count=many))
        for good, many in due.goods.items()
    ]
    return text("display.expected", each=tuple(each))


def _count_text(of: Capacity) -> Text:
    return text(f"counted.{of.makes}", count=of.left)


def _capacity_text(of: Capacity) -> Text:
    if not of.left:
        return text("display.capacity.used", building=of.building)
    if of.makes in TRANSPORTERS:
        return text("display.capacity.more", building=of.building, left=of.left)
    return text("display.capacity", building=of.building, left=of.left, makes=_count_text(of))


def _order(view: View) -> Screen:
    state = view.state
    if state.solo:
        return Screen(text("display.order"), (text("display.order.solo"),))
    sequence = row(
        text("display.acting", token=token(each)) if each == state.acting else token(each)
        for each in state.sequence
    )
    temple = row(token(each) for each in state.temple)
    title = text("display.order.start" if view.start_tiles else "display.order")
    return Screen(title, (sequence, text("display.temple"), temple), picture=pictures.rows(state, title))


def _mines(view: View) -> Screen:
    lines = tuple(_mine(view, mine) for mine in view.state.mines)
    if not lines:
        return Screen(text("display.mines"), (text("display.mines.none"),))
    return Screen(text("display.mines"), lines, picture=pictures.mines_page(view))


def _mine(view: View, mine: Mine) -> Text:
    bag = {"number": mine.number, "gold": mine.gold, "iron": mine.iron}
    if mine.drawn in {"gold", "iron"}:
        return text("display.mine.drawn", ore=mine.drawn, **bag)
    if mine.gold + mine.iron == 0:
        return text("display.mine.empty", number=mine.number)
    due = mine.number in view.owing and not view.over
    return text("display.mine.to-draw" if due else "display.mine", **bag)


def _wonder(view: View) -> Screen:
    left = view.to_irrigation
    lines = [] if view.over else [_prices(view)]
    lines.append(text("display.irrigation", left=left) if left else text("display.irrigated"))
    lines.append(text("display.end", left=view.to_end, neutral=view.state.neutral_left))
    title = text("display.wonder", filled=view.filled, ends=view.ends_at)
    return Screen(title, tuple(lines), picture=pictures.wonder_page(view))


def _prices(view: View) -> Text:
    """The price of the next brick, by player in the order of the sequence where it differs."""
    if view.one_price is not None:
        return text("display.price", price=view.one_price)
    each = row(
        text("display.price.one", letter=colour, price=view.prices[colour]) for colour in view.state.sequence
    )
    return text("display.prices", each=each)


def _players(view: View) -> Screen:
    state = view.state
    lines = [line for seat in state.seats for line in _player(state, seat)]
    title = text("display.players")
    return Screen(title, tuple(lines), picture=pictures.bricks(state, title))


def _player(state: State, seat: Seat) -> list[Text]:
    lines = [
        text("display.player", named=named(seat.colour, seat.name), bricks=state.bricks.count(seat.colour))
    ]
    if state.fleets_entered:
        land, water = fleets.on_land_and_water(dict(seat.fleet))
        lines.append(text("display.fleet", token=token(seat.colour), land=land, water=water))
    if seat.research:
        lines.append(text("display.research", token=token(seat.colour), subject=seat.research))
    if seat.wealth is not None:
        counts = asdict(seat.wealth)
        counts.pop("stale")
        lines.append(text("display.wealth", token=token(seat.colour), **counts))
    return lines


def bag_screen(view: View, number: int) -> Screen:
    """The bag as it is now; in production that this turn's ore has been drawn, large above what is left."""
    state = view.state
    mine = next((each for each in state.mines if each.number == number), None)
    title = text("display.bag", number=number)
    if mine is None:
        return Screen(title, (text("display.bag.not-built"),))
    if state.phase == "production" and mine.drawn in {"gold", "iron"}:
        given = _drawn(state, mine)
        already = (text("display.bag.again.means", number=number), *given.lines)
        return replace(given, lines=already, picture=pictures.drawn_before(mine, given.title))
    if mine.gold + mine.iron == 0:
        turn = (text("display.bag.turn", ore=mine.drawn),) if mine.drawn in {"gold", "iron"} else ()
        return Screen(title, (text("display.bag.empty"), *turn))
    lines = [bag_content(mine), draw_odds(state, mine)]
    if mine.drawn in {"gold", "iron"}:
        lines.append(text("display.bag.turn", ore=mine.drawn))
    elif number in view.owing and not state.ended:
        lines.append(text("display.bag.to-draw"))
    return Screen(title, tuple(lines), picture=pictures.bag(mine, draw_odds(state, mine)))


def _drawn(state: State, mine: Mine) -> Screen:
    """The ore just drawn, what is left, and what its chance had been; alone there was none."""
    empty = mine.gold + mine.iron == 0
    left = text("display.bag.empty") if empty else text("display.left", gold=mine.gold, iron=mine.iron)
    title = text(f"display.drew.{mine.drawn}")
    picture = pictures.drawn(mine, title)
    if state.solo:
        lines = (left, text("display.bag", number=mine.number))
        return Screen(title, lines, large=True, picture=picture)
    before = 1 + (mine.gold if mine.drawn == "gold" else mine.iron)
    share = mines.percent(before, mine.gold + mine.iron + 1)
    lines = (left, text("display.was", number=mine.number, share=share))
    return Screen(title, lines, large=True, picture=picture)


def bag_content(mine: Mine) -> Text:
    """What the bag holds."""
    return text("display.holds", gold=mine.gold, iron=mine.iron)


def draw_odds(state: State, mine: Mine) -> Text:
    """The chance of each ore at the next draw, in percent; alone, what it will be. The bag is not empty."""
    if state.solo:
        return text("display.comes", ore=solo.ore_of(mine))
    gold = mines.percent(mine.gold, mine.gold + mine.iron)
    return text("display.odds", gold=gold, iron=100 - gold)


def result_screen(before_view: View, after_view: View) -> Screen | None:
    """What mines gave, to be laid out on the board: one as its bag shows it, several in one picture.

    And that a brick has just made pastures of all deserts, for that holds at once (RB-WON-10).
    """
    before, after = before_view.state, after_view.state
    if after.irrigated and not before.irrigated and not after.ended:
        said = text("display.irrigated.now", space=after.options.irrigation_at)
        return Screen(text("display.irrigated"), (said,))
    waiting = {mine.number for mine in before.mines if mine.drawn is None}
    drawn = [mine for mine in after.mines if mine.number in waiting and mine.drawn in {"gold", "iron"}]
    if not drawn or before.turn != after.turn:
        return None
    if len(drawn) == 1:
        return _drawn(after, drawn[0])
    each = tuple(text("display.gave", number=mine.number, ore=mine.drawn or "") for mine in drawn)
    title = text("display.drawn", count=len(drawn))
    picture = pictures.drawn_ores(after, title, {mine.number for mine in drawn})
    return Screen(title, (text("display.drawn.all", each=each),), picture=picture)
