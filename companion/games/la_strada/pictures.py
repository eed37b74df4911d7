"""Pictures of the display: the active player, their supply, the next players, the markets."""

from __future__ import annotations

from companion.games.la_strada import forecast, scoring
from companion.games.la_strada.state import (
    Colony,
    Seat,
    State,
    active,
    next_player,
    present_seats,
    remaining,
    seat_of,
)
from companion.games.la_strada.view import View
from companion.games.la_strada.words import STOCKS
from companion.games.picture import Mark, player_name, words
from companion.language.picture import Band, Count, Counts, Figure, Height, Picture, Row, Shape, Sign, Table
from companion.language.text import Text, text

SIGNS = (
    "resource", *STOCKS, "road", "colony", "gold", "points", "then", "done", "warning", "lit", "about",
)  # fmt: skip
"""What the legend explains."""
FACTORIES = ("place-factories", "place-factories-twice")
"""The warnings before the first turn that words stand for."""


def table(view: View) -> Picture[Text]:
    """The turn, the active player with resources, and their supply or a more important fact.

    A sign stands for warnings without words.
    """
    state, warned = view.state, [warning.code for warning in view.warnings]
    seat = active(state)
    if any(code in FACTORIES for code in warned):
        last = Band[Text]((words(text("display.place-factories")),))
    elif "resources-lost" in warned:
        loses = text("display.loses", lost=view.lost)
        last = Band[Text]((words(loses), Sign("resource")))
    else:
        last = _supply_band(seat)
    others = any(code != "resources-lost" and code not in FACTORIES for code in warned)
    return Picture((_moment(state, warned=others), _resources_band(seat), last))


def _moment(state: State, *, warned: bool) -> Band[Text]:
    linked = (Sign("colony"), Sign("done")) if state.connected else ()
    turn = words(text("display.turn.short", turn=state.turn), text("display.number", number=state.turn))
    after = (Sign("then"), Row(_players_after(state))) if len(present_seats(state)) > 1 else ()
    return Band((*linked, *after), (Sign("warning"), turn) if warned else (turn,))


def _players_after(state: State) -> tuple[str, ...]:
    """The players after the active one, clockwise."""
    row = [seat.colour for seat in present_seats(state)]
    at = row.index(next_player(state))
    return tuple(each for each in (*row[at:], *row[:at]) if each != state.active)


def _resources_band(seat: Seat) -> Band[Text]:
    who = (Shape(seat.colour), player_name(seat.colour, seat.name))
    return Band(who, (Sign("resource"), Figure(seat.resources)), "middle")


def _supply_band(seat: Seat) -> Band[Text]:
    marks: list[Mark] = []
    for stock in STOCKS:
        marks += (Sign(stock), Figure(remaining(seat, stock)))
    return Band(tuple(marks))


def markets(view: View, title: Text, best: int, where: tuple[Text, ...]) -> Picture[Text]:
    """The most gold that the player can earn, and how many colonies are free. where: which of them pay the
    most, in ever fewer words.
    """
    said = words(text("display.free-now"), small=True)
    free: tuple[Mark, ...] = (said, Sign("colony"), Figure(view.free))
    most: tuple[Mark, ...] = (Sign("gold"), Figure(best))
    return Picture((Band((words(title),)), Band(most, free, "middle"), Band((Sign("gold"), words(*where)))))


def supplies(state: State) -> Picture[Text]:
    """Every player's resources, tiles by terrain and merchants; the active player highlighted."""
    rows = tuple(
        (seat.colour, (seat.resources, *(remaining(seat, stock) for stock in STOCKS)))
        for seat in present_seats(state)
    )
    return Picture((Band((Table(("resource", *STOCKS), rows, state.active),), height="whole"),))


def sign_legend() -> Picture[Text]:
    """The signs of what a player has, each with its word."""
    resource, plains, forests, hills, merchants = (_legend_entry(each) for each in ("resource", *STOCKS))
    return Picture((Band(resource), Band(plains, forests), Band(hills, merchants)))


def _legend_entry(sign: str) -> tuple[Mark, ...]:
    return (Sign(sign), words(text(f"sign.{sign}")))


def player(state: State, seat: Seat) -> Picture[Text]:
    """A player's resources, gold so far, and supply."""
    gold = Figure(scoring.player_gold(state, seat.colour))
    earns: tuple[Mark, ...] = (Sign("gold"), gold, words(text("display.so-far")))
    return Picture((_resources_band(seat), _supply_band(seat), Band(earns)))


def rounds_left(about: forecast.RoundsLeft, title: Text, what: Text) -> Picture[Text]:
    """About how many rounds are left, and what runs out first. title, what: that in words."""
    whose: tuple[Mark, ...] = () if about.colour is None else (Shape(about.colour),)
    first = words(text("display.first-out"))
    of: dict[str, str] = {"merchants": "merchants", "tiles": "road", "colonies": "colony"}
    return Picture(
        (
            Band(
                (words(text("display.about", count=about.about)), words(title, small=True)), height="middle"
            ),
            Band((first,)),
            Band((*whose, Sign(of[about.by]), words(what))),
        )
    )


def new_link(state: State, colony: Colony, *title: Text) -> Picture[Text]:
    """Who gets how much there now, and what the player has left. title: in ever fewer words."""
    there = Row(colony.merchants)
    gold: tuple[Mark, ...] = (Sign("gold"), Figure(scoring.colony_gold(state, colony)))
    has: tuple[Mark, ...] = (Shape(state.active), Sign("resource"), Figure(active(state).resources))
    return Picture((Band((words(*title),)), Band((there,), gold, "middle"), Band(has)))


def standings(view: View, title: Text) -> Picture[Text]:
    """The gold so far."""
    best, *others = _ranking(view, "gold", "small")
    return Picture((Band((words(title),)), best, *others))


def scores(view: View) -> Picture[Text]:
    """The winner's gold, the tie-breaker, and the others' gold."""
    best, *others = _ranking(view, "points", "middle")
    return Picture((best, *_tie_break(view), *others))


def _tie_break(view: View) -> tuple[Band[Text], ...]:
    """How much more gold than the second, of equals what resources each has left (LS-SCORE-08), or that they
    share it.
    """
    first, *others = [score for score in view.scores if not score.left]
    if not others:
        return ()
    second = others[0]
    if second.total < first.total:
        more = words(text("display.decided.gold", count=first.total - second.total))
        return (Band((Sign("gold"), more, Shape(second.colour))),)
    equal = (words(text("display.decided.equal")), Shape(second.colour))
    if second.rank == 1:  # nothing is left that could decide: they share it (LS-AMB-10)
        return (Band((words(text("display.decided.shared")),)),)
    has: list[Mark] = [Sign("resource")]
    for score in (first, second):
        has += (Shape(score.colour), Figure(score.resources))
    return (Band(equal, tuple(has)),)


def _ranking(view: View, sign: str, height: Height) -> tuple[Band[Text], ...]:
    """The first, or all who are, and in a band so high those of the others who have not left."""
    first, *others = [score for score in view.scores if not score.left]
    who: tuple[Mark, ...] = (
        Shape(first.colour),
        player_name(first.colour, seat_of(view.state, first.colour).name),
    )
    share = tuple(score.colour for score in (first, *others) if score.rank == 1)
    if len(share) > 1:
        who = (Row(share),)
        others = [score for score in others if score.rank > 1]
    best = Band(who, (Sign(sign), Figure(first.total)), "middle")
    if not others:
        return (best,)
    return best, Band((Counts(tuple(Count(other.colour, other.total) for other in others)),), height=height)
