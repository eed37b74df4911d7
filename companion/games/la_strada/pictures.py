"""What the display shows in one picture: whose turn it is, what he has, who follows, how markets stand."""

from __future__ import annotations

from companion.games.la_strada import colonies, pace, scoring
from companion.games.la_strada.state import Colony, Seat, State, active, following, left, playing, seat_of
from companion.games.la_strada.words import STOCKS
from companion.games.picture import Mark, called, words
from companion.language.picture import Band, Count, Counts, Figure, Picture, Row, Shape, Sign
from companion.language.text import Text, text


def table(state: State, *, warned: bool) -> Picture[Text]:
    """Whether he has built, who follows, how often everybody has been on turn; whose turn it is with his
    resources; what is left of his supply. warned: a sign tells that there is a warning.
    """
    seat = active(state)
    return Picture((_moment(state, warned=warned), _purse(seat), _supply(seat)))


def _moment(state: State, *, warned: bool) -> Band[Text]:
    steps = (Sign("road", present=not state.connected), Sign("done", present=state.connected))
    turn = words(text("display.turn.short", turn=state.turn), text("display.number", number=state.turn))
    after = (Sign("then"), Row(_after(state))) if len(playing(state)) > 1 else ()
    return Band((*steps, *after), (Sign("warning"), turn) if warned else (turn,))


def _after(state: State) -> tuple[str, ...]:
    """Who has his turn after the active player, clockwise."""
    row = [seat.colour for seat in playing(state)]
    at = row.index(following(state))
    return tuple(each for each in (*row[at:], *row[:at]) if each != state.active)


def _purse(seat: Seat) -> Band[Text]:
    who = (Shape(seat.colour), called(seat.colour, seat.name))
    return Band(who, (Sign("resource"), Figure(seat.resources)), "middle")


def _supply(seat: Seat) -> Band[Text]:
    marks: list[Mark] = []
    for stock in STOCKS:
        marks += (Sign(stock), Figure(left(seat, stock)))
    return Band(tuple(marks))


def markets(state: State, title: Text) -> Picture[Text]:
    """How many colonies are free, and about how many rounds are left."""
    rounds = pace.rounds_left(state)
    free: tuple[Mark, ...] = (Sign("colony"), Figure(colonies.free(state)))
    about: tuple[Mark, ...] = () if rounds is None else (Sign("round"), Figure(rounds.about))
    return Picture((Band((words(title),)), Band(free, about, "middle")))


def linked(state: State, colony: Colony, title: Text) -> Picture[Text]:
    """Who gets how much there now, and what the player has left."""
    there = Row(colony.merchants)
    gold: tuple[Mark, ...] = (Sign("gold"), Figure(scoring.pays_on(state, colony)))
    has: tuple[Mark, ...] = (Shape(state.active), Sign("resource"), Figure(active(state).resources))
    return Picture((Band((words(title),)), Band((there,), gold, "middle"), Band(has)))


def standings(state: State, title: Text) -> Picture[Text]:
    """The gold so far."""
    best, others = _ranking(state, "gold")
    return Picture((Band((words(title),)), best, Band((others,))))


def scores(state: State) -> Picture[Text]:
    """Who has the most gold, and everybody else's."""
    best, others = _ranking(state, "points")
    return Picture((best, Band((others,), height="middle")))


def _ranking(state: State, sign: str) -> tuple[Band[Text], Counts]:
    first, *others = scoring.scores(state)
    who = (Shape(first.colour), called(first.colour, seat_of(state, first.colour).name))
    best = Band(who, (Sign(sign), Figure(first.total)), "middle")
    return best, Counts(tuple(Count(other.colour, other.total) for other in others))
