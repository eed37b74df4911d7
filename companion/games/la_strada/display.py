"""The panel's pages: what a table wants to read from three steps away, in four short rows."""

from __future__ import annotations

from functools import partial

from companion.games import Page, TableWarning
from companion.games.la_strada import colonies, forecast, pictures, roads, scoring, turns
from companion.games.la_strada.state import Colony, Seat, State, active, present_seats
from companion.games.la_strada.view import View
from companion.games.la_strada.warnings import before_first_action
from companion.games.screen import Screen, named, number, row, token
from companion.language.text import Text, text


def pages(view: View) -> tuple[Page, ...]:
    """Every page in the order of Select; the table comes first, after the end with the scores."""
    state = view.state
    if view.over:
        return (
            Page("table", partial(_scores, view)),
            Page("supplies", partial(_supplies, state)),
            Page("colonies", partial(market_screen, state)),
        )
    return (
        Page("table", partial(_table, view)),
        Page("supplies", partial(_supplies, state)),
        Page("colonies", partial(_colonies, view)),
        Page("standings", partial(_standings, view)),
    )


def _table(view: View) -> Screen:
    """The active player. Setup tasks stand above the resources before the first turn."""
    state, said = view.state, _other_warnings(view.warnings)
    seat = active(state)
    lines = [text("display.turn", turn=state.turn, count=seat.resources)]
    if view.lost:
        lines.append(text("display.unspent", lost=view.lost))
    lines = [*said, *lines] if before_first_action(state) else [*lines, *said]
    after = turns.next_to_act(state)
    hint = text("display.advance", colour=after, shape=after) if after else text("display.advance.end")
    if before_first_action(state):
        hint = text("display.advance.first")
    picture = pictures.table(view)
    return Screen(named(seat.colour, seat.name), tuple(lines), hint, picture=picture)


def _other_warnings(warnings: tuple[TableWarning, ...]) -> list[Text]:
    """The warnings that no other line says."""
    lines: list[Text] = []
    for warning in warnings:
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


def _supplies(state: State) -> Screen:
    """A row for each player: resources, tiles by terrain and merchants, each behind its first letter."""
    lines = tuple(_supply_line(seat) for seat in present_seats(state))
    return Screen(text("display.supplies"), lines, picture=pictures.supplies(state))


def _supply_line(seat: Seat) -> Text:
    return text(
        "display.supply",
        token=token(seat.colour),
        resources=seat.resources,
        plains=seat.plains,
        forests=seat.forests,
        hills=seat.hills,
        merchants=seat.merchants,
    )


def supplies_legend(state: State) -> Screen:
    """What each sign means, then the same in whole words, a leaf for each player."""
    lines: list[Text] = []
    for seat in present_seats(state):
        has = text("display.resources", token=token(seat.colour), resources=seat.resources)
        lines += (has, *_stock_lines(seat))
    return Screen(text("display.supplies"), tuple(lines), picture=pictures.sign_legend())


def player_screen(state: State, seat: Seat) -> Screen:
    """All that is known of one player."""
    gold = scoring.player_gold(state, seat.colour)
    lines = [text("display.purse", resources=seat.resources, gold=gold), *_stock_lines(seat)]
    if seat.stuck:
        lines.append(text("display.stuck"))
    picture = pictures.player(state, seat)
    return Screen(named(seat.colour, seat.name), tuple(lines), picture=picture)


def _stock_lines(seat: Seat) -> tuple[Text, Text]:
    return (
        text("display.plains-forests", plains=seat.plains, forests=seat.forests),
        text("display.hills-merchants", hills=seat.hills, merchants=seat.merchants),
    )


def _colonies(view: View) -> Screen:
    """The colonies' numbers by the gold that a link would pay the active player."""
    state = view.state
    title = text("display.colonies", token=token(state.active))
    left = unlinked_colonies(state)
    if not left:
        return Screen(title, (text("display.colonies.none"),))
    if not active(state).merchants:
        return Screen(title, (text("display.colonies.no-merchant"),))
    best_first = sorted({gold_from_link(state, each) for each in left}, reverse=True)
    lines = tuple(
        text(
            "display.earns",
            gold=gold,
            numbers=row(number(each.number) for each in left if gold_from_link(state, each) == gold),
        )
        for gold in best_first
    )
    best = [each for each in left if gold_from_link(state, each) == best_first[0]]
    open_to = (each for each in state.colonies if state.active not in each.linked)
    count = sum(gold_from_link(state, each) == best_first[0] for each in open_to)
    whose = text("display.colonies.whose", colour=state.active)
    picture = pictures.markets(view, whose, best_first[0], _best_colonies(best, count))
    return Screen(title, lines, picture=picture)


def _best_colonies(best: list[Colony], count: int) -> tuple[Text, ...]:
    """The colonies that pay most, by what they are called, in ever fewer words; at least one. count: how many
    pay as much, with those that are alike.
    """
    few = text("display.best-at.many", count=count)
    first = best[0]
    if len(best) == 1:
        return (text("display.best-at", colonies=colony_label(first)), few)
    if {each.kind for each in best} != {first.kind}:
        return (few,)
    several = text(f"display.{first.kind}.several", numbers=row(number(each.number) for each in best))
    return (text("display.best-at", colonies=several), few)


def gold_from_link(state: State, colony: Colony) -> int:
    """The gold for one more merchant there; nothing if none may be placed (LS-2P-05)."""
    if not roads.places_merchant(state, colony):
        return 0
    return scoring.colony_gold(state, colony, more=1)


def unlinked_colonies(state: State) -> tuple[Colony, ...]:
    """The distinct colonies that the active player has not linked, in the order of their numbers."""
    return tuple(each for each in colonies.distinct_colonies(state) if state.active not in each.linked)


def market_screen(state: State) -> Screen:
    """Every distinct colony with who stands there and what each gets; a free one, with what it would pay.

    Of two players, who has linked it without a merchant stands in brackets (LS-2P-05).
    """
    return Screen(
        text("display.market"), tuple(_colony_line(state, each) for each in colonies.distinct_colonies(state))
    )


def _colony_line(state: State, colony: Colony) -> Text:
    what = colony_full_label(colony)
    there = [
        token(each) if each in colony.merchants else text("display.passing", token=token(each))
        for each in colony.linked
    ]
    if not there:
        return text("display.market.free", colony=what, gold=gold_from_link(state, colony))
    return text(
        "display.market.taken", colony=what, tokens=row(there), gold=scoring.colony_gold(state, colony)
    )


def colony_label(colony: Colony) -> Text:
    """The colony by its kind and number."""
    return text(f"display.{colony.kind}", number=colony.number)


def colony_full_label(colony: Colony) -> Text:
    """The colony by its kind and number, and by its name where it has one."""
    what = colony_label(colony)
    if not colony.name:
        return what
    return text("display.called", colony=what, name=text("display.name", name=colony.name))


def _standings(view: View) -> Screen:
    """The gold so far; in words with the resources that decide a tie (LS-SCORE-08)."""
    title = text("display.standings")
    picture = pictures.standings(view, text("display.gold-so-far"))
    return Screen(title, _ranking(view), picture=picture)


def rounds_left_screen(left: forecast.RoundsLeft) -> Screen:
    """About how many rounds are left, and what would run out then: an estimate."""
    title, what = text("display.rounds-left", count=left.about), text(f"display.runs-out.{left.by}")
    whose = what if left.colour is None else text("display.runs-out", token=token(left.colour), what=what)
    lines = (text("display.first-out"), whose, text("display.estimate"))
    about = text("display.rounds-about", count=left.about)
    return Screen(title, lines, picture=pictures.rounds_left(left, about, what))


def _scores(view: View) -> Screen:
    """The winners (LS-AMB-10), the reason of the end, and all players' gold."""
    state = view.state
    first, *others = scoring.winners(state)
    if others:
        title = text("display.shared", winners=row(token(each.colour) for each in (first, *others)))
    else:
        title = text("display.wins", winner=named(first.colour, first.name))
    reason = text(f"display.ended.{state.ended}", token=token(state.active))
    return Screen(title, (reason, *_ranking(view)), picture=pictures.scores(view))


def _ranking(view: View) -> tuple[Text, ...]:
    names = {each.colour: each.name for each in view.players}
    return tuple(
        text(
            "display.score.left" if each.left else "display.score",
            rank=view.standing.get(each.colour, 0),
            named=named(each.colour, names[each.colour]),
            total=each.total,
            resources=each.resources,
        )
        for each in view.scores
    )
